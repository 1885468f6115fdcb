import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// An act around a ticket as the console offers it: its key, why not, and the form that asks for its values.
///
/// Keys on the ticket's page and in its queue, help, forms and what is sent come from here. Two are the same by their id.
struct TicketActForm: Hashable, Sendable {
    /// What the fields say: an act, or the field that lacks something and what it lacks.
    enum Filled: Hashable {
        case act(TicketAct)
        case lacking(field: String, String)
    }

    /// The command that opens it.
    let id: CommandID
    /// What the command does, for help and palette.
    let explanation: String
    /// Its key; nil where another command leads to it.
    var key: Key?
    /// What the footer calls the key.
    let label: String
    /// How many places behind the first of its kind it stands in the footer; nil where it is not there.
    var footer: Int?
    /// Why it is not possible on a ticket; nil where it is.
    var unless: @Sendable (TicketReasons) -> String? = { $0.resolve }

    let title: String
    /// What stands before the ticket in its heading; the title where nothing else is said.
    var heading: String?
    /// Whether it is possible on a ticket that is resolved.
    var takesResolved = false
    /// Whether its field `to` is to hold the agents who work on tickets.
    var asksForAgent = false
    /// The fields without the helpdesk's case, which every form has, once some of them are filled in; nil where nothing is
    /// asked and the key does it at once.
    let fields: (@Sendable (Form) -> [FormField])?
    /// What the fields say at a moment.
    let filled: @Sendable (Form, Instant) -> Filled
    /// What sending does.
    var meaning: @Sendable (Form, Instant, TimeText) -> String = { _, _, _ in "" }

    static func == (left: TicketActForm, right: TicketActForm) -> Bool { left.id == right.id }

    func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension TicketActForm {
    /// The forms with keys of their own, in the order of help.
    static let all = [wait, assign, contacted, skip, retry, link]

    static let wait = TicketActForm(
        id: "ticket.wait", explanation: "Let the ticket wait for the customer, Apple or the app's makers",
        key: "z", label: "wait", footer: 0, title: "Wait", heading: "Wait with",
        fields: { form in
            let parties = WaitingParty.allCases.map { ChoiceField.Option($0.rawValue, $0.title) }
            let times = [
                ChoiceField.Option("1d", "1 d"), .init("3d", "3 d"), .init("7d", "7 d"),
                .init(typed, "a time"),
            ]
            let time = FormField("at", "Until", placeholder: "24 Nov 14:00, 12h or 2026-11-24")
            return [
                FormField("for", "For", of: parties),
                FormField("until", "How long", of: times, selected: "3d"),
            ] + (form.value("until") == typed ? [time] : [])
        },
        filled: { form, now in
            guard let until = end(of: form, at: now), let party = WaitingParty(rawValue: form.value("for"))
            else { return .lacking(field: "at", "Type 3d, 24 Nov 14:00 or 2026-11-24T14:00:00Z") }
            return .act(.wait(for: party, until: until))
        },
        meaning: { form, now, time in
            end(of: form, at: now).map {
                "^S lets it wait until \(time.moment($0)) UTC. News or a note by somebody else brings it back before."
            } ?? "News or a note by somebody else brings it back before."
        })

    /// Hands the ticket over.
    static let assign = TicketActForm(
        id: "ticket.assign", explanation: "Hand the ticket over to another agent", key: "a",
        label: "hand over", footer: 1, title: "Hand over", asksForAgent: true,
        fields: { _ in [FormField("to", "To", of: [.init("", "reading")])] },
        filled: { form, _ in
            form.value("to").isEmpty
                ? .lacking(field: "to", "Choose an agent") : .act(.assign(to: AgentName(form.value("to"))))
        },
        meaning: { _, _, _ in
            "^S hands it over. Its new holder finds it with agent: in the filter, and w gives it to nobody else."
        })

    /// Notes a contact.
    static let contacted = TicketActForm(
        id: "ticket.contacted", explanation: "Note that the customer was contacted, and how", key: "e",
        label: "contacted", footer: 3, title: "Contacted", heading: "Contact about",
        fields: { _ in
            let channels = ContactChannel.allCases.map { ChoiceField.Option($0.rawValue, $0.title) }
            return [FormField("by", "How", of: channels)]
        },
        filled: { form, _ in
            ContactChannel(rawValue: form.value("by")).map { .act(.contacted(by: $0)) }
                ?? .lacking(field: "by", "Choose how")
        },
        meaning: { _, _, _ in
            "^S notes that the customer was contacted; y then r on the page copies an answer."
        })

    /// Passes the ticket over.
    static let skip = TicketActForm(
        id: "ticket.skip", explanation: "Pass the ticket over and say why; leads read it", key: "x",
        label: "skip", footer: 4, title: "Skip", fields: why, filled: passedOver,
        meaning: { _, _, _ in "^S gives it back to its queue; w does not give it to you again for a while." })

    /// Passes the ticket over before the next one is claimed.
    static let skipAndNext = TicketActForm(
        id: "ticket.skip.next", explanation: skip.explanation, label: "skip", title: "Skip", fields: why,
        filled: passedOver,
        meaning: { _, _, _ in
            "^S gives it back to its queue, and claims the next one. Esc keeps it yours."
        })

    /// Asks the server for another try.
    static let retry = TicketActForm(
        id: "ticket.retry", explanation: "Ask the server to try again to deliver it", key: "D",
        label: "try again", unless: { $0.retry }, title: "Try again", fields: nil,
        filled: { _, _ in .act(.retry) })

    /// Links another ticket.
    static let link = TicketActForm(
        id: "ticket.link", explanation: "Link another ticket that belongs to this one", key: "L",
        label: "link", unless: { _ in nil }, title: "Link", takesResolved: true,
        fields: { _ in
            [FormField("other", "Ticket", placeholder: "the other ticket's number")]
        },
        filled: { form, _ in
            let number = Int64((form.words("other") ?? "").drop { $0 == "#" })
            return number.flatMap { $0 > 0 ? .act(.link(to: TicketID(String($0)))) : nil }
                ?? .lacking(field: "other", "Type the other ticket's number")
        },
        meaning: { _, _, _ in "^S links the two; each page shows the other." })

    /// The choice behind which a time is typed.
    private static let typed = "time"

    /// Until when it waits; nil where what was typed names no moment ahead.
    private static func end(of form: Form, at now: Instant) -> Instant? {
        let preset = Int64(form.value("until").dropLast()).map { now + .days($0) }
        return preset ?? TimeAhead(form.words("at") ?? "").instant(after: now)
    }

    @Sendable private static func why(_: Form) -> [FormField] {
        [FormField("why", "Why", placeholder: "why you do not work on it")]
    }

    @Sendable private static func passedOver(_ form: Form, at _: Instant) -> Filled {
        form.words("why").map { .act(.skip(reason: $0)) } ?? .lacking(field: "why", "Say why: leads read it")
    }
}

/// A ticket that something is done around, as it was seen.
struct TicketActSubject: Hashable, Sendable {
    let form: TicketActForm
    let ticket: Ticket
    /// How many screens are done with when the next ticket is opened in their place: the form, and the ticket's page.
    var levels = 2
}

/// Why something cannot be done to a ticket now; nil when it can.
struct TicketReasons {
    let ticket: Ticket
    /// Who looks, in which role, and when.
    let context: ConsoleContext

    /// Why it cannot be resolved.
    var resolve: String? { ended }

    /// Why nobody is asked to try again to deliver it.
    var retry: String? { ended ?? (ticket.group == .notCharged ? ticket.withoutCharge : nil) }

    /// Why it can neither be claimed nor given back.
    var claim: String? {
        if let ended { return ended }
        guard let holder = ticket.claimedBy, holder != context.agent else { return nil }
        return "\(holder) holds it"
    }

    /// Why it cannot be taken up again.
    var reopen: String? {
        if ticket.isUnresolved { return "it is not resolved" }
        return ticket.resolution == .duplicate ? "it is a duplicate of another ticket" : nil
    }

    /// Why it cannot be made good with an entitlement of a product.
    func makeGood(_ entitlements: [EntitlementID]) -> String? {
        if let ended { return ended }
        if ticket.group == .notCharged { return "\(ticket.withoutCharge); u goes to the customer" }
        if ticket.customer == nil { return "no customer is known for it: attach the chain first" }
        return entitlements.isEmpty
            ? "the product unlocks nothing: credit it in the app, then r resolves as credited" : nil
    }

    private var ended: String? {
        guard let end = ticket.resolvedAt else { return nil }
        return "resolved already as \(ticket.endTitle ?? "done"), \(context.time.moment(end))"
    }
}

/// A moment ahead as people type it, for a ticket that waits: `12h`, `3d`, `24 Nov 14:00`, `2026-11-24` or RFC 3339,
/// all in UTC.
struct TimeAhead: Hashable, Sendable {
    private let text: String

    /// A typed text.
    init(_ text: String) { self.text = text }

    /// The moment that is meant; nil where the text names none after the present. A day without a year is the next such.
    func instant(after now: Instant) -> Instant? {
        let found = length.map { now + $0 } ?? day(after: now)
        return found.flatMap { $0 > now && $0.isPlausible ? $0 : nil }
    }

    private var length: TimeLength? {
        let bare = text.filter { !$0.isWhitespace }.lowercased()
        guard let unit = bare.last, let count = Int64(bare.dropLast()), (1...1000).contains(count) else {
            return nil
        }
        return switch unit {
        case "h": .hours(count)
        case "d": .days(count)
        case "w": .days(7 * count)
        default: nil
        }
    }

    /// `TimePhrase` means the latest such day that is not in the future: asked a year from now that is the next one.
    private func day(after now: Instant) -> Instant? {
        guard text.first?.isNumber ?? false, !text.lowercased().hasSuffix("ago") else { return nil }
        return TimePhrase(text)?.instant(at: now + .days(365))
    }
}
