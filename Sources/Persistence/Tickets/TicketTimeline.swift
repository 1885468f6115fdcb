import Purchases

/// Merges what the app reported, what the store knows and what agents did about one purchase.
struct TicketTimeline {
    let purchase: Purchase
    let moves: [TicketMove]
    let notes: [CustomerNote]
    let grants: [Grant]
    let alarm: Alarm?
    let notifications: [StoreNotification]

    /// The entries, oldest first; what lies ahead is left out.
    func events(at now: Instant) -> [TicketEvent] {
        let all = reported + charged + told + worked
        return all.filter { $0.happenedAt <= now }.enumerated().sorted { left, right in
            left.element.happenedAt != right.element.happenedAt
                ? left.element.happenedAt < right.element.happenedAt : left.offset < right.offset
        }.map(\.element)
    }

    /// By the corrected clock, but in the order of the device's own, which knows better what came first.
    private var reported: [TicketEvent] {
        var attempts: [String: AttemptID] = [:]
        for attempt in purchase.attempts.reversed() {
            for event in attempt.events { attempts[event.event.text] = attempt.id }
        }
        return purchase.events.map { reported in
            TicketEvent(
                happenedAt: reported.happenedAt, learnedAt: reported.receivedAt,
                content: .reported(reported.event, attempt: attempts[reported.event.text] ?? AttemptID("")))
        }
    }

    private var charged: [TicketEvent] {
        guard let charge = purchase.charge else { return [] }
        let (transaction, id) = (charge.transaction, charge.transaction.shownID(in: charge.chain))
        var events = [
            TicketEvent(
                happenedAt: transaction.purchasedAt, learnedAt: transaction.knownAt, content: .charged(id)),
            TicketEvent(
                happenedAt: transaction.knownAt, learnedAt: transaction.knownAt, content: .known(id)),
        ]
        if let end = charge.end {
            events.append(
                TicketEvent(
                    happenedAt: end, learnedAt: transaction.knownAt, content: .periodEnded(id)))
        }
        if let revocation = transaction.revocation, transaction.revocationKind == .refund {
            events.append(
                TicketEvent(
                    happenedAt: revocation.at,
                    learnedAt: transaction.revocationKnownAt ?? transaction.knownAt,
                    content: .refunded(id)))
        }
        return events
    }

    private var told: [TicketEvent] {
        notifications.map { notification in
            let name = [notification.type, notification.subtype].compactMap { $0 }.joined(separator: "/")
            return TicketEvent(
                happenedAt: notification.signedAt,
                learnedAt: notification.receivedAt ?? notification.signedAt, content: .notification(name))
        }
    }

    private var worked: [TicketEvent] {
        moves.map { TicketEvent(happenedAt: $0.at, learnedAt: $0.learnedAt, content: .moved($0)) }
            + notes.map {
                TicketEvent(happenedAt: $0.at, learnedAt: $0.at, content: .noted($0.text, agent: $0.agent))
            }
            + grants.map {
                TicketEvent(happenedAt: $0.grantedAt, learnedAt: $0.grantedAt, content: .granted($0))
            }
            + [alarm].compactMap { $0 }.map {
                TicketEvent(happenedAt: $0.at, learnedAt: $0.at, content: .alarmed)
            }
    }
}
