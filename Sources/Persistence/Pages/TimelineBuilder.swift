import Purchases

/// Merges what the App Store told and what agents did into one timeline.
enum TimelineBuilder {
    /// The entries of a customer, oldest first.
    static func events(
        chains: [ChainPage], grants: [Grant], notes: [CustomerNote], moves: [TimelineEvent] = []
    ) -> [TimelineEvent] {
        var events: [TimelineEvent] = []
        for page in chains { append(page, to: &events) }
        events += grants.flatMap(TimelineBuilder.events) + moves
        events += notes.map(TimelineBuilder.event)
        let order = events.indices.sorted { left, right in
            let happened = (events[left].happenedAt, events[right].happenedAt)
            return happened.0 != happened.1 ? happened.0 < happened.1 : left < right
        }
        return order.map { events[$0] }
    }

    private static func event(_ note: CustomerNote) -> TimelineEvent {
        let place = note.ticket.map { " on ticket \($0)" } ?? ""
        return TimelineEvent(
            happenedAt: note.at, learnedAt: note.at, kind: .note, text: "\(note.agent)\(place): \(note.text)",
            source: .agent, reference: note.ticket?.rawValue ?? note.reference)
    }

    private static func append(_ page: ChainPage, to events: inout [TimelineEvent]) {
        for transaction in page.chain.transactions { append(transaction, of: page, to: &events) }
        events += StoreNotification.distinctEvents(page.notifications).map { event($0, of: page) }
    }

    private static func append(
        _ transaction: Transaction, of page: ChainPage, to events: inout [TimelineEvent]
    ) {
        let id = transaction.shownID(in: page.chain.id).rawValue
        let verb =
            transaction.isTrial
            ? "trial of" : transaction.ownership == .familyShared ? "shared by family:" : "bought"
        let product = transaction.productID.rawValue
        let end = transaction.expiresAt.map { " to " + $0.description } ?? ""
        events.append(
            TimelineEvent(
                happenedAt: transaction.purchasedAt, learnedAt: transaction.knownAt, kind: .purchase,
                text: verb + " " + product + end, source: .appStore, reference: id,
                evidence: page.evidence.of(transaction)))
        guard let revocation = transaction.revocation, let kind = transaction.revocationKind else { return }
        let isFamily = kind == .familyRevoke
        events.append(
            TimelineEvent(
                happenedAt: revocation.at, learnedAt: transaction.revocationKnownAt ?? transaction.knownAt,
                kind: isFamily ? .familyRevoke : .refund,
                text: (isFamily ? "family sharing ended for " : "Apple refunded ") + product,
                source: .appStore, reference: id, evidence: page.evidence.ofRevocation(of: transaction)))
    }

    private static func event(_ notification: StoreNotification, of page: ChainPage) -> TimelineEvent {
        let name = [notification.type, notification.subtype].compactMap { $0 }.joined(separator: "/")
        return TimelineEvent(
            happenedAt: notification.signedAt, learnedAt: notification.receivedAt ?? notification.signedAt,
            kind: .notification, text: "notification \(name), \(notification.check.rawValue)",
            source: .appStore, reference: notification.charge?.rawValue ?? page.chain.id.rawValue,
            evidence: page.evidence.of(notification))
    }

    private static func events(_ grant: Grant) -> [TimelineEvent] {
        let end = grant.endsAt.map { "to \($0)" } ?? "without end"
        let note = grant.note.map { ": \($0)" } ?? ""
        let given = TimelineEvent(
            happenedAt: grant.grantedAt, learnedAt: grant.grantedAt, kind: .grant,
            text: "\(grant.grantedBy) granted \(grant.entitlement) \(end) (\(grant.reason))\(note)",
            source: .agent, reference: grant.id.rawValue)
        guard let revokedAt = grant.revokedAt else { return [given] }
        let revoked = TimelineEvent(
            happenedAt: revokedAt, learnedAt: revokedAt, kind: .grantRevoked,
            text: "grant \(grant.id) of \(grant.entitlement) taken back", source: .agent,
            reference: grant.id.rawValue)
        return [given, revoked]
    }
}
