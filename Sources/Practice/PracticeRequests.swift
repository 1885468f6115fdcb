import Persistence
import Purchases

/// What agents asked of leads this morning: some of it waits, some was decided within the hour.
struct PracticeRequests {
    let store: Store
    let now: Instant

    /// One wish: who asks for what, why, and what became of it.
    private struct Request {
        let agent: String
        let entitlement: String
        let term: GrantRequest.Term
        let reason: String
        let note: String
        var fate = Fate.waits
    }

    /// What became of a wish.
    private enum Fate {
        case waits
        case approved(by: String, note: String?)
        case declined(by: String, note: String)
    }

    private static let wishes = [
        Request(
            agent: "ben", entitlement: "premium", term: length("P3M"), reason: "goodwill",
            note: "third outage in a year, asks for a quarter",
            fate: .declined(by: "lea", note: "a month is plenty, offer that")),
        Request(
            agent: "ana", entitlement: "news", term: length("P2M"), reason: "billing_error",
            note: "charged twice on the invoice, Apple has not answered",
            fate: .approved(by: "lena", note: "fine, they sent the invoice")),
        Request(
            agent: "ana", entitlement: "pro", term: .lifetime, reason: "goodwill",
            note: "bought it on an old account that is gone"),
        Request(
            agent: "ben", entitlement: "premium", term: length("P6M"), reason: "outage",
            note: "school class, thirty devices without access for a week"),
        Request(
            agent: "ben", entitlement: "premium", term: length("P1Y"), reason: "goodwill",
            note: "writes about us, asks for a year"),
    ]

    /// Files them for customers who are far apart, and decides what was decided.
    func file(for customers: [AppUserID]) throws {
        // Other customers than those of `PracticeDeeds`, which are every eighth from the fourth on.
        let chosen = stride(from: 5, to: customers.count, by: 8).map { customers[$0] }
        var decided: [(RequestID, Fate)] = []
        for (turn, (wish, customer)) in zip(PracticeRequests.wishes, chosen).enumerated() {
            let asked = morning + .seconds(Int64(turn) * 300)
            if let id = try file(wish, for: customer, turn: turn, at: asked) {
                decided.append((id, wish.fate))
            }
        }
        for (turn, (id, fate)) in decided.enumerated() {
            try decide(id, fate, at: morning + .seconds(1800 + Int64(turn) * 240))
        }
    }

    private var morning: Instant { now - .seconds(21_300) }

    private func file(
        _ wish: Request, for customer: AppUserID, turn: Int, at instant: Instant
    ) throws -> RequestID? {
        let request = GrantRequest(
            customer: customer, entitlement: EntitlementID(wish.entitlement), term: wish.term, start: .now,
            reason: wish.reason, note: FreeText(wish.note), reference: "HD-\(5_100 + 7 * turn)",
            evenIfNothingIsGained: true)
        let answer = try store.grant(
            request, key: "practice-request-\(turn)", by: AgentName(wish.agent), at: instant)
        guard case .filed(let filed) = answer else { return nil }
        return filed.id
    }

    private func decide(_ id: RequestID, _ fate: Fate, at instant: Instant) throws {
        switch fate {
        case .waits: break
        case .approved(let lead, let note):
            _ = try store.act(.approve(note: note), on: id, by: AgentName(lead), at: instant)
        case .declined(let lead, let note):
            _ = try store.act(.decline(note: note), on: id, by: AgentName(lead), at: instant)
        }
    }

    private static func length(_ text: String) -> GrantRequest.Term {
        CalendarPeriod(text).map(GrantRequest.Term.period) ?? .lifetime
    }
}
