import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// Says what a ticket is, in the few words that heads and rows have room for.
struct TicketText {
    let ticket: Ticket
    /// Who looks, in which role, and when.
    let context: ConsoleContext

    private var time: TimeText { context.time }

    var who: TextSpan {
        if let name = ticket.customerName?.text, !name.isEmpty {
            return TextSpan(name)
        }
        return ticket.customer.map { TextSpan($0.rawValue) } ?? TextSpan("no customer", .warning)
    }

    /// How long the customer waits, or waited.
    var age: String { TimeText.age((ticket.resolvedAt ?? context.now) - ticket.waitingSince) }

    /// What was paid.
    var money: TextSpan {
        ticket.money.map { $0.milliunits == 0 ? TextSpan("free", .dim) : TextSpan($0.shown, .money) }
            ?? TextSpan("no price", .dim)
    }

    /// How many tries to verify were used; empty where nothing was paid and nothing tried.
    var tries: String {
        ticket.group == .notCharged && ticket.attempts == 0 ? "" : "\(ticket.attempts)/\(ticket.attemptLimit)"
    }

    /// The cause as it is filtered, with words where there is room for them; the words alone where the code is long.
    func cause(columns: Int) -> StyledLine {
        let (code, name) = (ticket.cause.rawValue, Codes.meaning(ofCause: ticket.cause.rawValue).name)
        let whole: StyledLine = [TextSpan(code), TextSpan(" \(name)", .dim)]
        // Words that are cut off still help beside a code that is whole.
        if code != name, columns >= min(whole.columns, DisplayText.columns(of: code) + 10) { return whole }
        let isShorter = DisplayText.columns(of: name) < DisplayText.columns(of: code)
        return StyledLine(DisplayText.columns(of: code) <= max(columns, 9) || !isShorter ? code : name)
    }

    /// The room in which the cause says something whole: its code, or its name where that is shorter.
    var briefCauseColumns: Int {
        let name = Codes.meaning(ofCause: ticket.cause.rawValue).name
        return min(DisplayText.columns(of: ticket.cause.rawValue), DisplayText.columns(of: name))
    }

    /// How far the work on it is, and how it ended.
    var state: TextSpan {
        switch ticket.state {
        case .recorded: TextSpan("recorded", .dim)
        case .retrying: TextSpan("retrying", "status.grace")
        case .open: TextSpan("open", "status.retry")
        case .claimed: TextSpan("claimed", "status.upcoming")
        case .waiting: TextSpan("waiting", "status.upcoming")
        case .resolved: TextSpan(ticket.endTitle ?? "resolved", "status.active")
        }
    }

    /// Number, group, state, money and age in one line, with who holds it or who ended it.
    func head(_ glyphs: Glyphs, columns: Int) -> StyledLine {
        let group = TextSpan(ticket.title, ticket.group == .lossOfFunds ? .error : .strong)
        let parts = [
            TextSpan(columns < 60 ? "\(ticket.id)" : "Ticket \(ticket.id)", .strong), group,
            // Where there is little room an open ticket says that it is open by its age.
            columns < 60 && ticket.state == .open ? nil : state, money,
            ticket.isUnresolved ? TextSpan(age) : nil, work, due(columns: columns),
        ]
        return StyledLine(bulleted: parts.compactMap { $0.map { [$0] } }, glyphs)
    }

    /// Who holds it, or who ended it when.
    private var work: TextSpan? {
        if let end = ticket.resolvedAt {
            return TextSpan("\(time.moment(end)) by \(ticket.resolvedBy?.rawValue ?? "the facts")", .dim)
        }
        guard let holder = ticket.claimedBy else {
            return ticket.assignedTo.map {
                $0 == context.agent
                    ? TextSpan("handed to you", .success) : TextSpan("handed to \($0)", .warning)
            }
        }
        return holder == context.agent
            ? TextSpan("yours", .success) : TextSpan("\(holder) holds it", .warning)
    }

    /// By when it is to be ended; where there is little room only that its time is over.
    private func due(columns: Int) -> TextSpan? {
        let isOver = ticket.isOverdue(at: context.now)
        if isOver, columns < 100 { return TextSpan("overdue", .error) }
        return time.reader.due(ticket, at: context.now).map { TextSpan($0, isOver ? .error : .dim) }
    }

    /// By when it is to be ended, or until when it waits, in a column beside the one that says how long it waits.
    var due: TextSpan {
        if let until = ticket.waitingUntil { return TextSpan("till \(time.day(until))", .dim) }
        guard let due = ticket.dueAt else { return TextSpan("") }
        return ticket.isOverdue(at: context.now)
            ? TextSpan("overdue", .error) : TextSpan("in \(TimeText.age(due - context.now))", .dim)
    }

    /// Who holds it, else to whom it was handed.
    var holder: TextSpan {
        ticket.claimedBy.map { TextSpan($0.rawValue, .strong) }
            ?? TextSpan(ticket.assignedTo.map { "for \($0)" } ?? "", .dim)
    }

    /// The ticket in one sentence for its customer's page: `ticket 118: loss of funds, 9.99 EUR`.
    var summary: String {
        let money = ticket.money.flatMap { $0.milliunits == 0 ? nil : ", \($0.shown)" } ?? ""
        return "ticket \(ticket.id): \(ticket.title.lowercased())\(money)"
    }
}
