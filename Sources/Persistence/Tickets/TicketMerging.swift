import GRDB
import Purchases

/// Finds the one ticket of a purchase, and ends all others of it as duplicates.
struct TicketMerging {
    let stored: StoredPurchase
    let now: Instant
    let db: Database

    /// The ticket of the purchase; nil while it has none.
    func ticket(_ changes: inout TicketChanges) throws -> Ticket? {
        let rows = Set(stored.attempts.compactMap(\.ticket)).sorted()
        guard let oldest = rows.first, var survivor = try TicketTable.at(oldest, db) else { return nil }
        let before = survivor
        for row in rows.dropFirst() {
            guard let other = try TicketTable.at(row, db) else { continue }
            survivor.inherit(other)
            try end(other, row, into: survivor.id, &changes)
        }
        guard survivor != before else { return survivor }
        try TicketTable.update(survivor, db)
        changes.touched.insert(oldest)
        return try TicketTable.at(oldest, db)
    }

    private func end(
        _ ticket: Ticket, _ row: Int64, into survivor: TicketID, _ changes: inout TicketChanges
    ) throws {
        var ended = ticket
        if ticket.isUnresolved { changes.resolved.insert(row) }
        ended.end(.duplicate, at: now)
        ended.mergedInto = survivor
        try TicketTable.update(ended, db)
        try TicketMoveTable.keep(
            TicketMove(
                from: ticket.queue, to: nil, at: now, learnedAt: now,
                because: "it is the same charge as ticket \(survivor)", resolution: .duplicate, agent: nil),
            of: row, db)
        changes.touched.insert(row)
    }
}

extension Ticket {
    /// Takes over what a person did to a duplicate of it.
    fileprivate mutating func inherit(_ other: Ticket) {
        isMadeGood = isMadeGood || other.isMadeGood
        if isUnresolved, let agent = other.resolvedBy, let resolution = other.resolution {
            (state, self.resolution) = (.resolved, resolution)
            (resolvedAt, resolvedBy, creditedQuantity) = (other.resolvedAt, agent, other.creditedQuantity)
        }
        if isUnresolved, claimedBy == nil, let holder = other.claimedBy {
            (claimedBy, claimedAt, state) = (holder, other.claimedAt, .claimed)
        }
    }
}
