package import Persistence
package import Purchases

/// Ends of tickets that only a person says: what has to stand beside them, and what is in their way.
extension EndingNeed {
    /// What is missing, as the end of a sentence.
    package var title: String {
        switch self {
        case .note: "a note"
        case .reference: "a case, or that the customer was contacted"
        case .contact: "that the customer was contacted"
        case .other: "the other ticket"
        }
    }

    /// What to do about it in a form.
    var fieldAdvice: String {
        switch self {
        case .note: "say why in the field Note"
        case .reference:
            "name the helpdesk's number in the field Case, or note the contact with e on the ticket"
        case .contact: "note the contact with e on the ticket"
        case .other: "name the ticket in the field Duplicate of"
        }
    }

    /// What to do about it on the command line.
    func optionAdvice(for ticket: TicketID) -> String {
        let contacted = "`makegood ticket contacted \(ticket) --by email`"
        return switch self {
        case .note: "say why with --note"
        case .reference: "name the helpdesk's case with --ref, or note the contact with \(contacted)"
        case .contact: "note the contact with \(contacted)"
        case .other: "name the other ticket with --of"
        }
    }
}

extension ErrorText {
    /// What keeps a ticket from being a duplicate of another.
    static func words(of obstacle: DuplicateObstacle) -> String {
        switch obstacle {
        case .itself: "it is the same ticket"
        case .alsoDuplicate: "that one is a duplicate itself"
        case .otherCustomer: "they are not of one customer"
        case .otherCharge: "it has a charge of its own"
        }
    }

    /// What to do about it.
    static func advice(on obstacle: DuplicateObstacle) -> String {
        switch obstacle {
        case .itself: "name another ticket"
        case .alsoDuplicate: "name the ticket that it is a duplicate of"
        case .otherCustomer: "find out whose they are first"
        case .otherCharge: "make it good, or end it as what became of its charge"
        }
    }
}

extension Reader {
    /// An end that is asked of a lead: `end of ticket 56 as refunded`.
    package func what(of asked: EndAsked) -> String {
        "end of ticket \(asked.ticket) as \(asked.end.resolution.title)"
            + (asked.end.other.map { " of ticket \($0)" } ?? "")
    }
}

extension ClosedWithoutProof {
    /// What the App Store's record tells since it was closed, the beginning of a line in small letters.
    package func words(of record: Record, for reader: Reader) -> String {
        switch record {
        case .charge(let id, let since):
            "the App Store's record of transaction \(id) came \(reader.moment(since))"
        case .refundInPart(let id, let at): "Apple gave a part of transaction \(id) back \(reader.moment(at))"
        }
    }
}
