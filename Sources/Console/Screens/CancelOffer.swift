import Persistence
import Purchases
import Widgets
import Wording

/// A grant that was given a moment ago, and how long its giver can still cancel it.
struct CancelOffer: Equatable, Sendable {
    /// The grant.
    let grant: GrantID
    /// Who got it.
    let customer: AppUserID
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
        (grant, customer, seen) = (given.id, given.customer, context.now)
        self.window = window
    }

    /// The offer as it stands later; nil when its time is over, or when the clock was set back.
    func standing(at now: Instant) -> CancelOffer? {
        guard window.left(at: now, seen: seen) != nil else { return nil }
        var standing = self
        standing.seen = now
        return standing
    }

    /// How to cancel it and how long that is possible, in as many words as fit.
    func line(key: String, at now: Instant, columns: Int) -> StyledLine {
        let left = window.left(at: now, seen: seen)?.count ?? 0
        let seconds = "\((left + 999) / 1000) s"
        let whole = " cancels grant \(grant) of \(customer): \(seconds) "
        let text = columns >= 60 + whole.count ? whole : " cancels: \(seconds) "
        return [TextSpan(key, .key), TextSpan(text, .warning)]
    }
}

/// What a console tells of requests: news that it has not told yet.
struct RequestWatch: Equatable, Sendable {
    /// Since when decisions are news.
    private(set) var since: Instant

    /// From a moment on.
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
