import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// Says what an incident is, in the few words that heads and rows have room for.
struct IncidentText {
    let incident: Incident
    let time: TimeText

    /// What it is called: its name, else what its purchases share.
    var name: String {
        if let name = incident.name { return name }
        return incident.kind == .version ? "version \(incident.key)" : incident.key
    }

    /// Number and name, with what the cause means.
    var label: StyledLine {
        let meaning = incident.kind == .cause ? Codes.meaning(ofCause: incident.key).name : ""
        let isSaid = meaning.isEmpty || meaning == name
        return [
            TextSpan("\(incident.id) ", .dim), TextSpan(name, .strong),
            TextSpan(isSaid ? "" : " \(meaning)", .dim),
        ]
    }

    /// Whether it goes on, or how long it lasted.
    var state: TextSpan {
        switch incident.state {
        case .goingOn: TextSpan("ongoing", .error)
        case .closed: TextSpan(TimeText.age(incident.until - incident.from))
        case .merged: TextSpan("merged", .dim)
        case .dissolved: TextSpan("dissolved", .dim)
        }
    }

    /// What was paid in all, one currency after the other; as many as fit.
    func money(_ amounts: [Money], columns: Int = .max) -> String {
        guard let first = amounts.first else { return "no price" }
        var text = first.shown
        for (index, amount) in amounts.enumerated().dropFirst() {
            let more = amounts.count - index - 1
            let next = "\(text), \(amount.shown)"
            let room = columns - (more > 0 ? 4 : 0)
            guard DisplayText.columns(of: next) <= room else { return "\(text) +\(more + 1)" }
            text = next
        }
        return text
    }

    /// The incident in one sentence: which, since when, whom, and how much.
    func sentence(columns: Int) -> String {
        let figures = incident.figures
        let span =
            incident.state == .goingOn
            ? "ongoing since \(time.moment(incident.from))"
            : "\(time.moment(incident.from))–\(end)"
        let what = "Incident \(incident.id) \(span): \(name)"
        let people = Counting.of(figures.customers, "customer")
        let open = figures.open == figures.tickets ? "" : ", \(figures.open) open"
        let parts = [what, people + open, money(figures.money, columns: 30)]
        var text = parts[0]
        for part in parts.dropFirst() where text.count + part.count + 2 <= columns { text += ", \(part)" }
        return text
    }

    /// When it ended, without the day where that is the day on which it began.
    var end: String {
        time.day(incident.from) == time.day(incident.until)
            ? TimeText.clock(incident.until) : time.moment(incident.until)
    }

    /// How much of it was seen to: made good, credited or given back; written off or delivered late; open.
    var bar: Bar {
        let figures = incident.figures
        let done = [.madeGood, .credited, .refunded].reduce(0) { $0 + figures.tickets($1) }
        let ended = figures.tickets(.writtenOff) + figures.tickets(.delivered)
        return Bar(
            [.init(Int64(done), .done), .init(Int64(ended), .rest), .init(Int64(figures.open), .solid)],
            of: Int64(figures.tickets))
    }
}
