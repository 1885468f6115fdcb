package import Purchases

/// A failed purchase as support sees it: one charge, or one attempt that never was charged.
package struct Ticket: Hashable, Codable, Sendable {
    /// What came after a ticket was made good, which leads look at.
    package enum Aftermath: String, Hashable, Codable, Sendable {
        /// The purchase was delivered after all.
        case delivered
        /// Apple gave the money back after all.
        case refunded
    }

    package internal(set) var id: TicketID
    /// Its group; of one that is resolved, the last.
    package internal(set) var group: ErrorGroup
    /// How far the work on it is.
    package internal(set) var state: TicketState
    /// Whose it is; nil while nobody knows.
    package internal(set) var customer: AppUserID?
    /// The customer's name, as far as it is known.
    package internal(set) var customerName: PersonName?
    package internal(set) var product: ProductID?
    package internal(set) var environment: AppStoreEnvironment
    /// The chain.
    package internal(set) var originalTransactionID: OriginalTransactionID?
    package internal(set) var transactionID: TransactionID?
    /// What it cost; nil when nothing tells.
    package internal(set) var money: Money?
    /// Whether a free trial was taken, so that no money is lost; found when it is read, and not kept.
    package internal(set) var isTrial: Bool = false
    /// When it was charged; nil when it was not.
    package internal(set) var chargedAt: Instant?
    /// Since when the customer waits, whatever the device's clock said; queues are ordered by it.
    package internal(set) var waitingSince: Instant
    /// When the ticket was opened.
    package internal(set) var openedAt: Instant
    package internal(set) var cause: TicketCause
    /// How many verifications failed.
    package internal(set) var attempts: Int
    /// After how many none are left.
    package internal(set) var attemptLimit: Int
    /// Whether the open payment transaction keeps the customer from buying the product again.
    package internal(set) var blocksRepurchase: Bool
    /// The app's version that made the purchase.
    package internal(set) var appVersion: String?
    /// The storefront, three letters.
    package internal(set) var storefront: String?
    /// Whether a grant makes it good.
    package internal(set) var isMadeGood: Bool
    /// Who works on it.
    package internal(set) var claimedBy: AgentName?
    /// Since when.
    package internal(set) var claimedAt: Instant?
    /// Whom it was handed to.
    package internal(set) var assignedTo: AgentName?
    /// When the customer was written to.
    package internal(set) var contactedAt: Instant?
    /// By which channel, not by whom.
    package internal(set) var contactedBy: ContactChannel?
    /// Whom it waits for; nil while it does not wait.
    package internal(set) var waitingFor: WaitingParty?
    package internal(set) var waitingUntil: Instant?
    /// When it came into the queue that it stands in: opened, moved, taken up again, or back from waiting.
    package internal(set) var queuedAt: Instant
    /// When it is to be ended; nil without a goal, while it waits, and when it is resolved.
    package internal(set) var dueAt: Instant?
    /// Whether only an agent's word says that it was charged, so that it counts in no sum.
    package internal(set) var isUnproved: Bool = false
    /// How often somebody passed it over.
    package internal(set) var skips: Int = 0
    package internal(set) var resolution: TicketResolution?
    /// When it ended.
    package internal(set) var resolvedAt: Instant?
    /// Who ended it; nil when the facts did.
    package internal(set) var resolvedBy: AgentName?
    /// Whether a person says how it ended, and no fact shows what became of its charge.
    package internal(set) var isWithoutProof: Bool = false
    /// How many of a consumable were credited.
    package internal(set) var creditedQuantity: Int?
    /// The helpdesk's case.
    package internal(set) var reference: String?
    /// What came after it was made good.
    package internal(set) var aftermath: Aftermath?
    /// The ticket that it turned out to be a duplicate of.
    package internal(set) var mergedInto: TicketID?
    /// The incident that it belongs to.
    package internal(set) var incident: IncidentID?
    /// When it was charged, as far as that can be believed; incidents go by it. Nil for what was not charged, and where
    /// only a clock tells that is off by years.
    package internal(set) var placedAt: Instant?
    /// The attempt that superseded it.
    package internal(set) var supersededBy: AttemptID?
    /// The charge that superseded it where the App Store's record alone tells of one; found when it is read, and not kept.
    package internal(set) var supersedingCharge: TransactionID?
    /// Counts its changes, so that nobody acts on news not seen.
    package internal(set) var version: Int

    /// Whether it is still in a queue.
    package var isUnresolved: Bool { state != .resolved }

    /// Whether its time is over at a moment.
    package func isOverdue(at now: Instant) -> Bool { dueAt.map { $0 <= now } ?? false }

    /// Why the App Store is not asked to finish its transaction; nil when it may be.
    package var finishRefusal: FinishRefusal? {
        FinishRule.refusal(
            charged: chargedAt != nil, finished: !blocksRepurchase, resolution: resolution,
            transaction: transactionID)
    }

    /// Where it stands in the order of queues at a moment.
    package func place(at now: Instant) -> QueuePlace {
        QueuePlace(
            group: group, isMadeGood: isMadeGood, dueAt: dueAt, waitingSince: waitingSince,
            number: id.row ?? 0, at: now)
    }
}

extension Ticket {
    /// A ticket for a purchase that failed; the store gives it its number.
    init(opening verdict: PurchaseVerdict, group: ErrorGroup, at now: Instant) {
        self.init(
            id: TicketID("new"), group: group, state: group.initialState,
            environment: verdict.purchase.environment, waitingSince: verdict.waitingSince, openedAt: now,
            cause: verdict.cause, attempts: verdict.attempts, attemptLimit: verdict.attemptLimit,
            blocksRepurchase: verdict.facts.blocksRepurchase, isMadeGood: false, queuedAt: now, version: 1)
        take(verdict)
    }

    /// Takes over what the rules make of its purchase, but for its state.
    mutating func take(_ verdict: PurchaseVerdict) {
        let purchase = verdict.purchase
        group = verdict.outcome.group ?? group
        (customer, product) = (purchase.customer, purchase.product)
        environment = purchase.environment
        originalTransactionID = purchase.originalTransactionID
        transactionID = purchase.transactionID
        (money, chargedAt, waitingSince) = (verdict.money, verdict.chargedAt, verdict.waitingSince)
        placedAt = verdict.placedAt
        // What was delivered after all keeps the cause for which it was late.
        if verdict.outcome.group != nil { cause = verdict.cause }
        (attempts, attemptLimit) = (verdict.attempts, verdict.attemptLimit)
        blocksRepurchase = verdict.facts.blocksRepurchase
        (appVersion, storefront) = (purchase.told(\.appVersion), purchase.storefront)
        isUnproved = verdict.isUnproved
    }

    /// The queue that it stands in; nil when it is resolved.
    var queue: ErrorGroup? { isUnresolved ? group : nil }

    /// Whether a person ended it, so that the facts leave it alone.
    ///
    /// An end as not charged was wrong when a charge turns up, or a person is told of one afterwards. An end without
    /// proof gives way to what the facts show.
    func isEndedByPerson(against verdict: PurchaseVerdict) -> Bool {
        guard state == .resolved, resolvedBy != nil, let end = resolvedAt else { return false }
        let facts = EndingFacts(verdict)
        if isWithoutProof { return !facts.isSettled }
        guard resolution == .notCharged, verdict.outcome.group != nil else { return true }
        return !facts.isCharged && !verdict.purchase.heard.contains { $0.chargedAt != nil && $0.at > end }
    }

    /// Whether, as the facts are, its charge is closed without proof.
    func isWithoutProof(by verdict: PurchaseVerdict) -> Bool {
        guard resolvedBy != nil, mergedInto == nil, let resolution else { return false }
        return EndingFacts(verdict).isWithoutProof(resolution)
    }

    /// Whether a person alone says how it ended, so that page and letter do not tell it as a fact; also where nothing
    /// tells of a charge. That two tickets are about the same claims nothing of the money, and is not meant.
    func isOnlySaid(by verdict: PurchaseVerdict) -> Bool {
        guard resolvedBy != nil, mergedInto == nil, let resolution else { return false }
        return isWithoutProof
            || (resolution != .duplicate && EndingFacts(verdict).proof(of: resolution) == .said)
    }

    /// Ends it so; without an agent the facts did.
    mutating func end(_ resolution: TicketResolution, at now: Instant, by agent: AgentName? = nil) {
        (state, self.resolution, resolvedAt, resolvedBy) = (.resolved, resolution, now, agent)
        isWithoutProof = false
        (waitingFor, waitingUntil) = (nil, nil)
    }

    /// Ends it as one that was opened by mistake: nothing is known of a charge any more, and it counts nowhere.
    mutating func withdraw(by agent: AgentName, at now: Instant) {
        end(.withdrawn, at: now, by: agent)
        group = .notCharged
        (chargedAt, placedAt, incident) = (nil, nil, nil)
        (isUnproved, blocksRepurchase) = (false, false)
    }

    /// Takes it up again, in the state of its group; whoever held it holds it still.
    mutating func reopen(at now: Instant) {
        (resolution, resolvedAt, resolvedBy, creditedQuantity, aftermath) = (nil, nil, nil, nil, nil)
        isWithoutProof = false
        comeBack(at: now)
    }

    /// Puts it back into its queue from waiting.
    mutating func wake(at now: Instant) {
        (waitingFor, waitingUntil) = (nil, nil)
        comeBack(at: now)
    }

    /// Stands it in its queue anew. Whoever holds it is given the whole time for it again.
    private mutating func comeBack(at now: Instant) {
        state = claimedBy == nil ? group.initialState : .claimed
        queuedAt = now
        claimedAt = claimedAt.map { max($0, now) }
    }

    /// Notes that its holder did something to it, from which on a claim lapses anew.
    mutating func touch(by agent: AgentName, at now: Instant) {
        guard claimedBy == agent else { return }
        claimedAt = max(claimedAt ?? now, now)
    }

    /// Gives it back to its queue.
    mutating func release() {
        (claimedBy, claimedAt) = (nil, nil)
        if state == .claimed { state = group.initialState }
    }

    /// Gives it the state of its group, unless somebody works on it.
    mutating func settleState() {
        if state != .claimed && state != .waiting { state = group.initialState }
    }
}

extension StoreError {
    /// A ticket was resolved before, and by whom.
    static func resolved(_ ticket: Ticket) -> StoreError {
        .ticket(
            ticket.id,
            .resolved(as: ticket.resolution, by: ticket.resolvedBy, at: ticket.resolvedAt))
    }

    /// A ticket is not what it was when it was looked at.
    static func changed(_ ticket: Ticket) -> StoreError {
        .ticket(
            ticket.id, .changed(state: ticket.state, group: ticket.group, cause: ticket.cause.rawValue))
    }
}
