import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// The ticket or customer of a form as the agent saw it, and what others changed since: ``FormScreen`` sends nothing
/// over news that the agent has not seen.
struct FormWatch: Equatable, Sendable {
    let subject: FormSubject
    /// As it was seen; nil before it is read.
    private var seen: SubjectSnapshot?
    /// What changed since; nil for nothing.
    private(set) var news: SubjectSnapshot?
    /// Whether the agent was stopped by that already, so that sending once more means it.
    private(set) var isTold = false

    init(_ subject: FormSubject) { self.subject = subject }

    /// What is asked of the store.
    var question: SubjectSnapshotQuery {
        SubjectSnapshotQuery(of: subject.ticket, customer: subject.customer, since: seen?.mark)
    }

    /// Takes the subject as it is read now; true when that is news that the agent has not been told.
    mutating func take(_ found: SubjectSnapshot) -> Bool {
        guard let seen else {
            self.seen = found
            guard let before = subject.ticketSeen, before.version != found.ticket?.version else {
                return false
            }
            news = found
            return true
        }
        guard found.isNews, found.ticket?.version != news?.ticket?.version || found.deeds != news?.deeds,
            seen.mark != found.mark
        else { return false }
        (news, isTold) = (found, false)
        return true
    }

    /// Notes that the agent was stopped by the news.
    mutating func tell() { isTold = true }

    /// The ticket as the agent knows it, which is what is sent over.
    var ticket: Ticket? { news?.ticket ?? seen?.ticket }

    /// What changed, in one sentence; nil for nothing.
    func change(_ context: ConsoleContext) -> String? {
        news.map { news in
            let name = subject.ticket.map { "Ticket \($0)" } ?? subject.customer?.rawValue ?? "It"
            let before = subject.ticketSeen ?? seen?.ticket
            return "\(name) changed: \(context.reader.news(of: news, since: before))"
        }
    }

    /// Why sending makes no sense any more; nil while it does.
    func obstacle(_ context: ConsoleContext) -> String? {
        guard let ticket else { return nil }
        switch subject.need {
        case .nothing: return nil
        case .resolved: return ticket.isUnresolved ? "somebody reopened the ticket" : nil
        case .unresolved:
            guard let end = ticket.resolvedAt else { return nil }
            let how = ticket.endTitle ?? "done"
            let who = ticket.resolvedBy.map { "by \($0)" } ?? "by the facts"
            return "the ticket was resolved \(who) as \(how), \(context.time.moment(end))"
        }
    }

    /// What stands below the fields: what changed, who works on the ticket, who has it in front, the gravest first.
    func notices(_ context: ConsoleContext, glyphs: Glyphs) -> [StyledLine] {
        var lines: [StyledLine] = []
        if let change = change(context) {
            let way = obstacle(context).map {
                "Nothing is sent: \($0). What you typed stays until you leave."
            }
            lines.append(
                [
                    TextSpan("\(glyphs.alert) \(change). ", .warning),
                    TextSpan(way ?? (isTold ? "^S sends it all the same." : "^S asks before it sends.")),
                ])
        }
        if let ticket, ticket.isUnresolved {
            lines += TicketWarning.all(about: ticket, to: context.agent).map {
                [TextSpan("\(glyphs.alert) \(context.reader.words(of: $0))", .warning)]
            }
        }
        let editors = context.others.at(subject).filter { $0.attention?.manner == .edits }
        return lines
            + editors.map { [TextSpan("\(glyphs.alert) \($0.words(to: context.agent)), too", .warning)] }
    }
}
