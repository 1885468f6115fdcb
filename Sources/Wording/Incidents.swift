package import Persistence
package import Purchases

/// Incidents in words: titles for columns, what acts on them did, and sentences about them.
extension IncidentState {
    package var title: String {
        switch self {
        case .goingOn: "ongoing"
        case .closed: "over"
        case .merged: "merged"
        case .dissolved: "none after all"
        }
    }
}

extension IncidentLossStatus {
    package var title: String {
        switch self {
        case .open: "open"
        case .delivered: "delivered after all"
        case .madeGood: "made good"
        case .credited: "credited in the app"
        case .refunded: "refunded by Apple"
        case .writtenOff: "written off"
        }
    }
}

extension Incident {
    /// What it is about: the cause or the version with its name, and what a lead calls it.
    package var title: String {
        let what = kind == .version ? "version \(key)" : subject
        return name.map { "\($0) (\(what))" } ?? what
    }

    /// The cause as words, and how many others belong to it.
    private var subject: String {
        let meaning = CodeText(meaning: Codes.meaning(ofCause: key)).brief
        return causes.count > 1 ? "\(meaning) and \(Counting.of(causes.count - 1, "other cause"))" : meaning
    }
}

extension IncidentAct {
    /// What has happened once it is done, the beginning of a sentence.
    package var deed: String {
        switch self {
        case .name: "the incident was named"
        case .merge: "the incidents were merged"
        case .separate: "the incident is separate again"
        case .split: "the incident was split"
        case .close: "the incident was closed"
        case .reopen: "the incident was reopened"
        }
    }
}

extension Reader {
    /// What an act did, in one sentence, on the incident as it is now.
    package func news(of act: IncidentAct, on incident: Incident) -> String {
        let id = incident.id
        return switch act {
        case .name(let name):
            name.map { "Incident \(id) is called \($0)" } ?? "Incident \(id) has no name any more"
        case .merge: "Merged: incident \(id) has all of it"
        case .separate: "Incident \(id) is separate again"
        case .split: "Cut in two: the other part is incident \(id)"
        case .close: "Incident \(id) is closed"
        case .reopen: "Incident \(id) is open again"
        }
    }

    /// An act on an incident as the audit log tells it, behind the name of who did it; the other incident is the one that
    /// it was merged with, cut off or taken out of.
    func sentence(of act: IncidentAct.Code, on id: String, other: String, isNamed: Bool) -> String {
        let incident = "incident \(id)"
        return switch act {
        case .name: isNamed ? "named \(incident)" : "removed the name of \(incident)"
        case .merge: "merged incident \(other) into \(incident)"
        case .separate: "separated \(incident) from incident \(other)"
        case .split: "split \(incident) off incident \(other)"
        case .close: "closed \(incident)"
        case .reopen: "reopened \(incident)"
        }
    }
}

/// Incidents in sentences.
extension Reader {
    /// From when to when an incident's victims were charged.
    package func span(of incident: Incident) -> String {
        incident.state == .goingOn
            ? "since \(moment(incident.from))" : "\(moment(incident.from)) to \(moment(incident.until))"
    }

    /// What was paid: an amount for each currency, and how many have no price that is known.
    package func amounts(of figures: IncidentFigures) -> [String] {
        figures.money.map(money) + (figures.unpriced == 0 ? [] : ["\(figures.unpriced) without a price"])
    }

    /// An incident in one line, as an alarm tells of it; it names no person.
    package func line(about incident: Incident) -> String {
        let figures = incident.figures
        let facts =
            ["incident \(incident.id)", incident.title, span(of: incident)]
            + [Counting.of(figures.tickets, "purchase") + " of " + Counting.of(figures.customers, "customer")]
            + amounts(of: figures)
        return facts.joined(separator: ", ")
    }

    /// The line above a queue of which tickets belong to an incident.
    package func sentence(about incident: Incident) -> String {
        let state = incident.state == .goingOn ? ", ongoing" : ""
        return
            "incident \(incident.id): \(Counting.of(incident.figures.open, "open ticket")), \(incident.title), \(span(of: incident))\(state)"
    }
}
