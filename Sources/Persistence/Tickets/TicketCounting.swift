import GRDB
import Purchases

/// Counts tickets.
struct TicketCounting {
    /// The connection.
    let db: Database
    /// The moment of ages.
    let now: Instant

    /// The counts.
    func counts() throws -> TicketCounts {
        let groups = try ErrorGroup.allCases.map { ($0, try unresolved($0)) }
        return TicketCounts(
            unresolved: Dictionary(uniqueKeysWithValues: groups), alarms: try AlarmTable.standing(db))
    }

    private func unresolved(_ group: ErrorGroup) throws -> CappedCount {
        CappedCount(
            try db.value(
                "SELECT count(*) FROM (SELECT 1 FROM tickets WHERE \"group\" = ? AND state <> 'resolved' LIMIT ?)",
                [group.rawValue, CappedCount.cap + 1]) ?? 0)
    }
}
