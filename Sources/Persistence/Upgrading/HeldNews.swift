package import Purchases

/// A lead's word on what backends hear of an upgrade's changes; until then these are held (`HeldNewsTable`).
package enum HeldNewsWord: String, CaseIterable, Sendable {
    /// Backends are told of it, as of every change.
    case tell
    /// Backends are taken to know it.
    case keepQuiet = "keep_quiet"
}

extension Store {
    /// How many are settled in one write.
    private static let heldAtOnce = 500

    /// Settles what backends hear of the customers and tickets that an upgrade changed; answers how many of each there
    /// were.
    ///
    /// Each write settles some of them, with an entry of its own, so that nobody waits long.
    ///
    /// - Throws: `StoreError`: refused for anybody but leads; busy.
    package func settleHeldNews(
        _ word: HeldNewsWord, by lead: AgentName, at now: Instant
    ) throws(StoreError) -> (customers: Int, tickets: Int) {
        var (customers, tickets) = (0, 0)
        while try upgradeStanding().isHeld {
            letOthersFirst()
            let part = try write(.upgradeTell, by: lead, at: now) { writing -> WriteResult<HeldNewsPart> in
                let held = try HeldNewsTable.some(Store.heldAtOnce, in: writing.db)
                let part = HeldNewsPart(held, word)
                guard !held.isEmpty else { return .nothing(part) }
                for one in held { try settle(one, word, in: writing) }
                return .done(part, try AuditDraft("upgrade", part))
            }
            customers += part.customers
            tickets += part.tickets
        }
        return (customers, tickets)
    }

    private func settle(
        _ held: HeldNewsTable.Held, _ word: HeldNewsWord, in writing: StoreTransaction
    ) throws {
        try HeldNewsTable.release(held, in: writing.db)
        if word == .keepQuiet {
            if held.entity == .customer {
                try EntitlementSnapshotTable.takeAsTold(AppUserID(held.id), at: writing.now, in: writing.db)
            } else {
                try ToldTickets.takeAsTold(TicketID(held.id), in: writing.db)
            }
        }
        try writing.changed(held.entity, held.id)
    }
}

/// What one write settled, as the audit log keeps it.
private struct HeldNewsPart: Encodable {
    let customers: Int
    let tickets: Int
    let isTold: Bool

    init(_ held: [HeldNewsTable.Held], _ word: HeldNewsWord) {
        customers = held.count { $0.entity == .customer }
        tickets = held.count - customers
        isTold = word == .tell
    }
}
