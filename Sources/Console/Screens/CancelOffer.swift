import Persistence
import Purchases
import Widgets
import Wording

/// What the agent at this console did a moment ago, and how long it can still be taken back. `ConsoleState` keeps it.
struct CancelOffer: Equatable, Sendable {
    /// What can be taken back.
    enum Deed: Equatable, Sendable {
        /// A grant, and who got it.
        case grant(GrantID, of: AppUserID)
        /// Tickets that were opened together.
        case tickets([TicketID])
    }

    let deed: Deed
    private let window: CancelWindow
    /// The latest moment that this console has seen since.
    private var seen: Instant

    /// What can be cancelled of what was just given; nil for what somebody else gave, and where the policy gives no time.
    init?(_ outcome: GrantOutcome, in context: ConsoleContext) {
        let given = outcome.grant
        guard given.grantedBy == context.agent, given.revokedAt == nil, let end = outcome.cancelUntil,
            let window = CancelWindow(from: given.grantedAt, for: end - given.grantedAt),
            window.left(at: context.now) != nil
        else { return nil }
        (deed, seen) = (.grant(given.id, of: given.customer), context.now)
        self.window = window
    }

    /// What can be taken back of tickets that one opened; nil where there is none, and where the policy gives no time.
    init?(opened tickets: [Ticket], until end: Instant?, in context: ConsoleContext) {
        guard let first = tickets.first, let end,
            let window = CancelWindow(from: first.openedAt, for: end - first.openedAt),
            window.left(at: context.now) != nil
        else { return nil }
        (deed, seen) = (.tickets(tickets.map(\.id)), context.now)
        self.window = window
    }

    /// What takes it back.
    var write: StoreRequest.Write {
        switch deed {
        case .grant(let grant, _): .cancel(grant)
        case .tickets(let tickets): .withdrawTickets(tickets)
        }
    }

    /// The offer as it stands later; nil when its time is over, or when the clock was set back.
    func standing(at now: Instant) -> CancelOffer? {
        guard window.left(at: now, seen: seen) != nil else { return nil }
        var standing = self
        standing.seen = now
        return standing
    }

    /// How to take it back and how long that is possible, in as many words as fit.
    func line(key: String, at now: Instant, columns: Int) -> StyledLine {
        let left = window.left(at: now, seen: seen)?.count ?? 0
        let seconds = "\((left + 999) / 1000) s"
        let (whole, short) = (" takes \(words) back, \(seconds) ", " takes \(name) back, \(seconds) ")
        return [TextSpan(key, .key), TextSpan(columns >= 60 + whole.count ? whole : short, .warning)]
    }

    private var words: String {
        if case .grant(_, let customer) = deed { "\(name) of \(customer)" } else { name }
    }

    /// What would be taken back: the message beside it may be of something else.
    private var name: String {
        switch deed {
        case .grant(let grant, _): "grant \(grant)"
        case .tickets(let tickets) where tickets.count == 1: "ticket \(tickets[0])"
        case .tickets(let tickets): "\(tickets.count) tickets"
        }
    }
}

/// Which decisions of leads on the agent's requests this console has not told yet. `ConsoleState` keeps it, too.
struct RequestWatch: Equatable, Sendable {
    /// Since when decisions are news.
    private(set) var since: Instant

    init(since: Instant) { self.since = since }

    /// What to say of one's own requests that somebody decided; nil for nothing new.
    mutating func take(_ news: RequestNews, in context: ConsoleContext) -> MessageLine? {
        let new = news.decided.filter { ($0.decision?.at ?? since) > since }
        guard let last = new.last, let decision = last.decision else { return nil }
        since = max(since, decision.at)
        let note = decision.note.map { ": \($0)" } ?? ""
        let wish = context.reader.words(of: last.wish)
        return MessageLine(
            last.state == .approved ? .success : .warning,
            "\(decision.by) \(last.state.rawValue) what you asked for, \(wish)\(note)")
    }
}
