import Purchases

/// Reads what `ConsumptionRule` needs beside the purchase, to answer Apple what was consumed of one whose refund a
/// customer wants.
struct ConsumptionCircumstances {
    let db: Connection

    /// What is known beside a purchase and its ticket.
    func of(
        _ verdict: PurchaseVerdict, ticket: Ticket?, askedAt: Instant? = nil
    ) throws -> ConsumptionRule.Circumstances {
        var known = ConsumptionRule.Circumstances()
        known.askedAt = askedAt
        known.preferences = try SettingTable.refundPreferences(db)
        known.hadTrial = try hadTrial(before: verdict.purchase.charge)
        guard let ticket, let row = Int64(ticket.id.rawValue) else { return known }
        known.isInIncident = ticket.incident != nil
        known.isMadeGood =
            ticket.isMadeGood || ticket.resolution == .madeGood
            || (ticket.resolution == .credited && !ticket.isWithoutProof)
        // A person's word alone is no fact: with ``endedBy`` the rule leaves the answer to a lead.
        let isSaid = ticket.isWithoutProof && ticket.resolution == .credited
        known.endedBy = isSaid || ticket.resolution == .delivered ? ticket.resolvedBy : nil
        known.failedTries = try AppStoreRequestTable.failedOutcomes(ofTicket: row, in: db)
        // What bridges an outage delivers nothing.
        let grants = try GrantTable.all(ofTicket: row, in: db).filter { !$0.isBridge }
        known.givenInstead = grants.last { $0.revokedAt == nil }?.span
        return known
    }

    /// Whether the customer had something of the same chain or group for nothing before.
    private func hadTrial(before charge: StoreCharge?) throws -> Bool {
        guard let charge, let stored = try StoredChain.find(charge.chain, in: db) else { return false }
        let group = charge.transaction.values.group
        let chains = try stored.customerRow.map { try StoredChain.all(ofCustomer: $0, in: db) } ?? [stored]
        return chains.contains { chain in
            chain.chain.transactions.contains { earlier in
                earlier.isTrial && earlier.purchasedAt < charge.transaction.purchasedAt
                    && (chain.chain.id == charge.chain || (group != nil && earlier.values.group == group))
            }
        }
    }
}
