import GRDB
import Purchases

/// Parts attempts that have one ticket though they speak of one charge no more: a newer report told another one.
struct TicketSplit {
    let stored: StoredPurchase
    let db: Database

    /// Leaves each ticket to the purchase of its first attempt; answers the other purchases' attempts, to look at anew.
    func part() throws -> Set<Int64> {
        let ours = Set(stored.attempts.map(\.rowID))
        return try Set(stored.attempts.compactMap(\.ticket)).reduce(into: []) { others, ticket in
            let all: [Int64] = try db.values(
                "SELECT id FROM attempts WHERE ticket_id = ? ORDER BY id", [ticket])
            let strange = Set(all).subtracting(ours)
            guard let first = all.first, !strange.isEmpty else { return }
            try take(ticket, from: ours.contains(first) ? strange : ours)
            others.formUnion(strange)
        }
    }

    private func take(_ ticket: Int64, from attempts: Set<Int64>) throws {
        for attempt in attempts {
            try db.run(
                "UPDATE attempts SET ticket_id = NULL WHERE id = ? AND ticket_id = ?", [attempt, ticket])
        }
    }
}
