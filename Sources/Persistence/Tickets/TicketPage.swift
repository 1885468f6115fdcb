package import Purchases

/// Everything about one ticket at a moment, read at once.
package struct TicketPage: Sendable {
    /// The moment that the page shows.
    package let at: Instant
    package internal(set) var ticket: Ticket
    /// Whose it is; nil while nobody knows.
    package internal(set) var customer: Customer?
    /// The facts with their evidence.
    package let facts: TicketFacts
    /// The purchase attempts that the app reported, the earliest first.
    package let attempts: [PurchaseAttempt]
    /// What people were told of it, who opened a ticket for it, the earliest first.
    package internal(set) var told: [ToldPurchase] = []
    /// Until when its opener can take it back; nil where it was not opened by hand alone, or the time is over.
    package internal(set) var withdrawableUntil: Instant?
    /// Everything that happened, oldest first.
    package internal(set) var events: [TicketEvent]
    /// Its moves between groups, oldest first.
    package internal(set) var moves: [TicketMove]
    /// What agents wrote, oldest first.
    package internal(set) var notes: [CustomerNote]
    /// The grants given with it, revoked ones and bridges too.
    package internal(set) var grants: [Grant]
    /// The tickets of the same cause in the same stretch of time.
    package let similar: SimilarTickets
    /// The time that the customer paid for and did not get; nil when nothing tells.
    package let lost: Span?
    /// What it says was paid and not delivered.
    package let owed: OwedPurchase
    /// How long the customer waited for what came late but in time; nil when nobody waited.
    package let waited: TimeLength?
    /// What the bought product unlocks.
    package let entitlements: [EntitlementID]
    /// How it ends when that is followed; nil when the advice is to wait, to look or to ask.
    package let expectedEnd: TicketResolution?
    package let nextStep: TicketStep
    /// The end that a lead was asked for and has not decided about; nil where none was.
    package var askedEnd: AskedEnd? { owed.askedEnd }
    /// Its alarm; nil where none was raised.
    package let alarm: Alarm?
    /// What was done that is no move, oldest first.
    package internal(set) var deeds: [TicketWorkEntry]
    /// The tickets that belong together with it.
    package let links: [LinkedTicket]
    /// The newest verification that was asked for; nil when none ever was.
    package let retry: AppStoreRequest?
    /// Warnings: those of the act that answered this page first, then those that hold for every reader.
    package internal(set) var warnings: [TicketWarning] = []
    /// What is asked of the App Store about it, the newest first.
    package var asked: [AskedRow] = []
    /// The refunds of it that the customer asked Apple for, the newest first.
    package internal(set) var refunds: [RefundTask] = []
    /// What leads decided about answers to customers.
    package var replies = ReplyPolicy()
    /// What the facts show of how it may end.
    package var endingFacts = EndingFacts()
    /// Who may say how it ended where no fact shows it.
    package var endingRule = EndingRule()
}

/// Tickets of one cause in one stretch of time: an outage, not thirty misfortunes.
package struct SimilarTickets: Hashable, Sendable {
    /// How many there are beside the ticket itself.
    package let count: CappedCount
    /// Since when; nil when there are none.
    package let since: Instant?
}

/// Everything about a ticket; nil when there is none of that name.
package struct TicketQuery: StoreQuery {
    package let id: TicketID

    package init(_ id: TicketID) { self.id = id }

    package func page(in reading: StoreReading) throws -> TicketPage? {
        try TicketPageReading(db: reading.db, now: reading.now).page(id)
    }
}

/// Puts the page of a ticket together.
struct TicketPageReading {
    let db: Connection
    /// The moment that the page shows.
    let now: Instant

    /// The page of a ticket; nil when there is none of that name.
    func page(_ id: TicketID) throws -> TicketPage? {
        guard let ticket = try TicketTable.find(id, in: db), let row = Int64(id.rawValue) else { return nil }
        let rules = try SettingTable.ticketRules(db)
        // A duplicate's purchase is told by the ticket that it was merged into.
        let owner = try TicketTable.survivor(of: row, in: db)
        let stored = try StoredPurchase.of(ticket: owner, catalog: rules.catalog, in: db)
        let purchase = stored?.purchase ?? Purchase(attempts: [], charge: nil)
        return try page(
            ticket, row: row, verdict: PurchaseVerdict(purchase, rules: rules, at: now), rules: rules)
    }

    private func page(
        _ ticket: Ticket, row: Int64, verdict: PurchaseVerdict, rules: TicketRules
    ) throws -> TicketPage {
        let moves = try TicketMoveTable.all(of: row, in: db)
        let notes = try TicketNotes.all(of: row, in: db)
        let grants = try GrantTable.all(ofTicket: row, in: db)
        let alarm = try AlarmTable.of(row, in: db)
        let deeds = try TicketWorkTable.all(of: row, in: db)
        let asked = try AskedTable.rows(.ticket(ticket.id), limit: AskedTable.onAPage, at: now, in: db)
        let isFinishing = asked.contains { $0.request.kind == .finish && $0.request.state == .waiting }
        var owed = OwedPurchase(
            ticket: ticket.id, group: ticket.group, verdict: verdict,
            overdueFrom: try OwedPurchases.overdueFrom(ticket, in: db))
        if ticket.isUnresolved { owed.askedEnd = try AskedEnd.waiting(for: ticket.id, in: db) }
        let advice = TicketAdvice(
            verdict: verdict, resolution: ticket.resolution, finishing: isFinishing ? .asked : .notAsked,
            isWithoutProof: ticket.isOnlySaid(by: verdict), isOverdue: owed.isOverdue(at: now),
            askedEnd: owed.askedEnd)
        let refunds = try refunds(of: verdict.purchase)
        let timeline = TicketTimeline(
            purchase: verdict.purchase, moves: moves, notes: notes, grants: grants, deeds: deeds,
            alarm: alarm,
            notifications: RefundTask.notifications(
                try notifications(of: verdict.purchase), toldBeside: refunds),
            refunds: refunds)
        let links = try TicketLinkTable.all(of: row, in: db)
        let sharing = try TicketLinkTable.sharing(with: row, in: db)
        var found = TicketPage(
            at: now, ticket: ticket,
            customer: try ticket.customer.flatMap { try CustomerTable.find($0, in: db)?.customer },
            facts: verdict.facts,
            attempts: verdict.purchase.attempts.filter { $0.told == nil || !$0.events.isEmpty },
            told: verdict.purchase.heard, events: timeline.events(at: now),
            moves: moves, notes: notes, grants: grants, similar: try similar(ticket, row: row),
            lost: verdict.lost,
            owed: owed,
            waited: verdict.waited,
            entitlements: ticket.product.map { rules.catalog.entitlements(of: $0) } ?? [],
            expectedEnd: advice.expectedEnd, nextStep: advice.nextStep, alarm: alarm, deeds: deeds,
            links: links + sharing.filter { other in !links.contains { $0.id == other.id } },
            retry: try AppStoreRequestTable.newest(.retry, about: ticket.id.rawValue, in: db),
            refunds: refunds,
            replies: try ReplyTemplateTable.policy(db))
        found.asked = asked
        if ticket.isUnresolved, !found.told.isEmpty {
            let length = try SettingTable.grantPolicy(db).cancelWindow
            let window = WithdrawalRule.window(of: verdict.purchase, for: length)
            found.withdrawableUntil = window?.left(at: now) == nil ? nil : window?.end
        }
        (found.endingFacts, found.endingRule) = (EndingFacts(verdict), try SettingTable.endingRule(db))
        if !sharing.isEmpty { found.warnings.append(.sharedID(with: sharing.map(\.id))) }
        let again = try ticket.customer.flatMap {
            try AskedAgainReading(db: db).newest(of: $0, about: verdict.purchase.attempts)
        }
        if let again { found.warnings.append(.askedAgain(again)) }
        return found
    }

    /// The refunds that were asked for of the charge.
    private func refunds(of purchase: Purchase) throws -> [RefundTask] {
        guard let charge = purchase.charge else { return [] }
        let ids = Set(charge.transaction.ids)
        return try RefundTable.tasks(.chain(charge.chain), at: now, limit: RefundTable.onAPage, in: db)
            .filter { ids.contains($0.request.transaction) }
    }

    /// The tickets of the same cause that began within a day before or after.†
    private func similar(_ ticket: Ticket, row: Int64) throws -> SimilarTickets {
        let window = (ticket.waitingSince - .hours(24), ticket.waitingSince + .hours(24))
        let found = try db.first(
            """
            SELECT count(*), min(waiting_since_ms) FROM (SELECT waiting_since_ms FROM tickets
              WHERE cause = ? AND waiting_since_ms BETWEEN ? AND ? AND id <> ? AND "group" > 1
                AND merged_into IS NULL ORDER BY waiting_since_ms, "group", merged_into, id LIMIT ?) counted
            """,
            [
                ticket.cause, window.0, window.1, row, CappedCount.cap + 1,
            ]
        ) { SimilarTickets(count: CappedCount(try $0[0]), since: $0[1]) }
        return found ?? SimilarTickets(count: CappedCount(0), since: nil)
    }

    /// The notifications about the charge's chain from the charge to the end of its period, and what Apple decided about
    /// refunds of the charge itself, which may be much later.
    private func notifications(of purchase: Purchase) throws -> [StoreNotification] {
        guard let charge = purchase.charge else { return [] }
        let from = charge.transaction.purchasedAt - .hours(1)
        let until = charge.end.map { $0 + .days(3) } ?? now
        let isDecision = "n.type IN ('REFUND', 'REFUND_DECLINED', 'REFUND_REVERSED')"
        let ids = ValueList(charge.transaction.ids)
        return try db.map(
            """
            SELECT \(StoreNotification.columns) FROM notifications n JOIN chains c ON c.id = n.chain_id
            WHERE c.original_transaction_id = ?1 AND c.environment = ?2 AND (n.signed_ms BETWEEN ?3 AND ?4
              OR (\(isDecision) AND n.charge IN \(ids.places(from: 5))))
            ORDER BY \(isDecision) DESC, n.signed_ms, n.type, n.id LIMIT 200
            """,
            [
                charge.chain.original.rawValue, charge.chain.environment.rawValue, from.milliseconds,
                until.milliseconds,
            ] + ids.values
        ) { try StoreNotification($0, after: 0) }
    }
}

/// One entry of a ticket's timeline: what the app reported, what the store knows, and what agents did.
package struct TicketEvent: Hashable, Sendable {
    /// What an entry tells.
    package enum Content: Hashable, Sendable {
        /// An event that the app reported, of an attempt.
        case reported(PurchaseEvent, attempt: AttemptID)
        /// The App Store charged for a transaction.
        case charged(TransactionID)
        /// The store learned of the charge.
        case known(TransactionID)
        /// The period that was paid for ended.
        case periodEnded(TransactionID)
        /// Apple gave the money back.
        case refunded(TransactionID)
        /// A notification by the App Store about the chain: type, and subtype behind a slash.
        case notification(String)
        case moved(TicketMove)
        /// An agent wrote a note.
        case noted(FreeText, agent: AgentName)
        /// An agent granted something with it.
        case granted(Grant)
        case bridgeEnded(Grant)
        /// Something was done that is no move.
        case did(TicketWorkEntry)
        /// A refund was asked for, answered or left unanswered.
        case refundRequested(RefundStep, of: RefundRequest)
        /// An alarm went out.
        case alarmed
    }

    package let happenedAt: Instant
    package let learnedAt: Instant
    package internal(set) var content: Content
}

/// Merges what the app reported, what the store knows and what agents did about one purchase.
struct TicketTimeline {
    let purchase: Purchase
    let moves: [TicketMove]
    let notes: [CustomerNote]
    let grants: [Grant]
    let deeds: [TicketWorkEntry]
    let alarm: Alarm?
    let notifications: [StoreNotification]
    let refunds: [RefundTask]

    /// The entries, oldest first; what lies ahead is left out.
    func events(at now: Instant) -> [TicketEvent] {
        let all = reported + charged + told + worked + asked
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

    private var asked: [TicketEvent] {
        refunds.flatMap { task in
            task.steps.map { step in
                TicketEvent(
                    happenedAt: step.at, learnedAt: step.learnedAt,
                    content: .refundRequested(step.what, of: task.request))
            }
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
            + grants.filter(\.isBridge).compactMap { grant in
                grant.revokedAt.map {
                    TicketEvent(happenedAt: $0, learnedAt: $0, content: .bridgeEnded(grant))
                }
            }
            + deeds.map { TicketEvent(happenedAt: $0.at, learnedAt: $0.at, content: .did($0)) }
            + [alarm].compactMap { $0 }.map {
                TicketEvent(happenedAt: $0.at, learnedAt: $0.at, content: .alarmed)
            }
    }
}
