/// What the rules make of a purchase at a moment: the facts, what became of it, and what a ticket says of it.
/// `TicketUpdate` in `Persistence/Derivation` asks for it again whenever a fact changes.
package struct PurchaseVerdict: Hashable, Sendable {
    package let purchase: Purchase
    /// The facts with their evidence.
    package let facts: TicketFacts
    /// What became of it.
    package let outcome: PurchaseOutcome
    private let rules: TicketRules
    private let pending: PendingRule

    /// The verdict on a purchase at a moment.
    package init(_ purchase: Purchase, rules: TicketRules, at now: Instant) {
        self.purchase = purchase
        self.rules = rules
        facts = FactFinder(purchase: purchase, rules: rules).facts
        pending = PendingRule(purchase)
        outcome = PurchaseVerdict.outcome(purchase, facts: facts, pending: pending, rules: rules, at: now)
    }

    /// The first of these that holds: not served, only restored, shared by family, under way, failed; else delivered.
    private static func outcome(
        _ purchase: Purchase, facts: TicketFacts, pending: PendingRule, rules: TicketRules,
        at now: Instant
    ) -> PurchaseOutcome {
        guard rules.servedEnvironments.contains(purchase.environment) else { return .notServed }
        // What the App Store's record shows as bought stays bought, whatever was brought back later.
        if purchase.isRestore, !facts.charged.value {
            let failed = purchase.events.contains(where: \.event.isFailure)
            return failed && purchase.charge == nil ? .failed(.notCharged) : .restored
        }
        if case .sharedByFamily = facts.charged.evidence { return .sharedByFamily }
        if !facts.charged.value, let deadline = pending.deadline, now < deadline {
            return .pending(until: deadline)
        }
        return facts.group.map(PurchaseOutcome.failed) ?? .delivered
    }

    /// How many verifications failed, our own retries among them.
    package var attempts: Int { purchase.failedVerifications.count + purchase.failedRetries }

    /// After how many none are left.
    package var attemptLimit: Int { rules.attemptLimit }

    /// Whether a consumable was bought, which no grant can stand in for.
    package var isConsumable: Bool { rules.kind(of: purchase) == .consumable }
    /// Whether it is a subscription that the App Store renews: by Apple's own word, else as its record shows, else as the
    /// catalogue says.
    ///
    /// Source: Apple, `type` of JWSTransactionDecodedPayload; receipts have an expiry of such subscriptions alone.
    package var isAutoRenewable: Bool {
        switch purchase.charge?.transaction.values.appleType {
        case "Auto-Renewable Subscription"?: true
        case "Non-Renewing Subscription"?, "Non-Consumable"?, "Consumable"?: false
        default:
            purchase.charge?.transaction.expiresAt != nil || rules.kind(of: purchase) == .autoRenewable
        }
    }
    /// Whether nothing says what kind of product it is: it may be used up.
    package var isOfUnknownKind: Bool { rules.kind(of: purchase) == .unknown }

    /// Whether it is a free trial, of which no money can be lost: a subscription that starts for nothing is one.
    ///
    /// Source: Apple, `offerDiscountType` of JWSTransactionDecodedPayload.
    package var isTrial: Bool {
        if purchase.charge?.transaction.isTrial == true { return true }
        return money?.milliunits == 0 && rules.kind(of: purchase) == .autoRenewable
    }

    /// Whether the App Store's own record shows the charge, and not only the app's word.
    package var isProven: Bool { purchase.charge?.isPurchase ?? false }

    /// Whether nothing but what a person was told says that it was charged: no app reported it and the App Store told nothing.
    package var isUnproved: Bool {
        if case .paidByWord = facts.charged.evidence { true } else { false }
    }

    /// What the bought product unlocks; empty for a consumable, and while nothing tells what was bought.
    package var entitlements: [EntitlementID] {
        guard !isConsumable, let product = purchase.product else { return [] }
        return rules.catalog.entitlements(of: product)
    }

    /// Whether the catalogue gives nothing for what was bought.
    var unlocksNothing: Bool {
        !isConsumable && purchase.product.map { rules.catalog.entitlements(of: $0).isEmpty } ?? false
    }

    /// Whether Apple gave money back, all or a part of it, and when.
    package var refundedAt: Instant? { facts.charged.value ? purchase.charge?.refundedAt : nil }

    /// Whether Apple gave all of the money back; a part leaves the rest owed.
    package var isRefundedInFull: Bool {
        refundedAt != nil && purchase.charge?.refundedShare == Money.whole
    }

    /// Whether nothing but the app's own word says that it was delivered, where the App Store's record should.
    package var isDeliveredByWord: Bool {
        outcome == .delivered && purchase.charge == nil && !rules.isAppsToDeliver(purchase)
    }

    /// When it was charged: by the App Store, else by the device, but never later than the report was received.
    package var chargedAt: Instant? { facts.charged.at }

    /// Since when the customer waits, whatever the device's clock said; queues are ordered by it.
    package var waitingSince: Instant {
        if let charge = purchase.charge, charge.isPurchase { return charge.transaction.purchasedAt }
        let purchased = purchase.events.first { $0.event.step == .purchased }
        return purchased?.happenedAt ?? chargedAt ?? failedAt ?? purchase.attempts.first?.receivedAt
            ?? .earliest
    }

    /// When it was charged, as far as that can be believed: by the App Store, else by the device where its clock is not off
    /// by years. Nil where nothing else tells, for what was not charged, and for what a person was told alone.
    package var placedAt: Instant? {
        guard facts.charged.value, !isUnproved else { return nil }
        if let charge = purchase.charge, charge.isPurchase {
            return DeviceClock.placed(charge.transaction.purchasedAt)
        }
        return purchase.events.first { $0.event.step == .purchased }.flatMap(DeviceClock.placed)
    }

    /// When an attempt that never was charged failed; nil while it is charged or undecided.
    package var failedAt: Instant? {
        guard !facts.charged.value else { return nil }
        return pending.deadline ?? purchase.events.last { $0.event.step == .failed }?.happenedAt
            ?? purchase.events.last?.happenedAt
    }

    /// When the customer last tried to buy, by which a charge soon after supersedes an attempt that never was charged.
    package var triedAt: Instant? {
        guard !facts.charged.value else { return nil }
        return (purchase.paymentStates.last ?? purchase.events.first)?.happenedAt
            ?? purchase.attempts.first?.receivedAt
    }

    /// Until when such a charge supersedes it: three days after the try, and of one that waits for somebody's approval three
    /// days after it counts as failed, because organisers of families answer days later.†
    package var supersedableUntil: Instant? {
        let isDeferred = purchase.paymentStates.last?.event.step == .deferred
        return triedAt.map { (isDeferred ? pending.deadline ?? $0 : $0) + TicketRules.supersedingWindow }
    }

    /// How long the customer waited for what came late but in time; nil when nobody waited.
    package var waited: TimeLength? {
        guard outcome == .delivered, let charge = purchase.charge, let since = facts.extended.at,
            since > charge.transaction.purchasedAt
        else { return nil }
        return since - charge.transaction.purchasedAt
    }

    /// The time that the customer paid for and did not get, without end for a product without end.
    ///
    /// It begins with the charge, or where a stack of non-renewing purchases puts its start. Nil when nothing tells.
    package var lost: Span? {
        guard let from = chargedAt, !facts.extended.value else { return nil }
        if let charge = purchase.charge, let end = charge.end {
            return Span(from: charge.start ?? from, until: end)
        }
        let kind = rules.kind(of: purchase)
        if kind == .nonConsumable || kind == .free { return Span(from: from, until: nil) }
        let period = purchase.product.flatMap { rules.catalog.products[$0]?.period }
        return period.flatMap { Span(from: from, until: from.adding($0)) }
    }

    /// When what decided the outcome happened.
    package var happenedAt: Instant? {
        switch outcome {
        case .failed(.notCharged): failedAt
        case .failed(.undelivered): chargedAt
        case .failed(.lossOfFunds): firstLoss.at ?? chargedAt
        case .delivered: facts.extended.at
        case .pending, .restored, .sharedByFamily, .notServed: nil
        }
    }

    /// What first made it a loss: that the app closed it, or that no tries were left.
    private var firstLoss: TicketFact {
        guard let finished = facts.finished.at, let exhausted = facts.exhausted.at else {
            return facts.finished.value ? facts.finished : facts.exhausted
        }
        return finished <= exhausted ? facts.finished : facts.exhausted
    }

    /// What decided the outcome.
    package var because: MoveCause {
        switch outcome {
        case .failed(.notCharged), .failed(.undelivered), .sharedByFamily: .fact(facts.charged.evidence)
        case .failed(.lossOfFunds): .fact(firstLoss.evidence)
        case .delivered: .fact(facts.extended.evidence)
        case .restored: .restored
        case .notServed: .notServed(in: purchase.environment)
        case .pending: .undecided
        }
    }

    package var cause: TicketCause { CauseFinder(purchase: purchase, rules: rules, facts: facts).cause }

    /// What the customer paid; nil when nothing tells.
    package var money: Money? { PriceFinder(purchase: purchase, catalog: rules.catalog).money }
}

/// What became of a purchase.
package enum PurchaseOutcome: Hashable, Sendable {
    /// Nothing is decided yet; it counts as failed from a moment on.
    case pending(until: Instant)
    /// The customer got it in time.
    case delivered
    case failed(ErrorGroup)
    /// It was an earlier purchase brought back, which costs and loses nothing.
    case restored
    /// A family member bought it, whatever the app reported: nobody here was charged, and nothing is lost.
    ///
    /// Source: Apple, `inAppOwnershipType`.
    case sharedByFamily
    /// It was made where failed purchases do not count.
    case notServed

    /// The group of a failed purchase; nil for any other outcome.
    package var group: ErrorGroup? {
        if case .failed(let group) = self { group } else { nil }
    }
}

/// How long a purchase that is under way may stay so before it counts as failed.
///
/// Twenty-four hours, and forty-eight for one that waits for somebody's approval.†
struct PendingRule: Hashable, Sendable {
    /// When it counts as failed; nil when it is not under way.
    let deadline: Instant?

    /// Looks at the last state that the app told; no state yet counts as purchasing.
    init(_ purchase: Purchase) {
        let last = purchase.events.last { $0.event.step.isPaymentState }
        switch last?.event.step {
        case .purchasing?, .deferred?:
            deadline = last.map { $0.toldAt + TicketRules.patience(with: $0.event.step) }
        case nil where !purchase.heard.isEmpty: deadline = nil
        case nil:
            let since = purchase.events.first?.toldAt ?? purchase.attempts.first?.receivedAt
            deadline = since.map { $0 + TicketRules.patience(with: .purchasing) }
        default: deadline = nil
        }
    }
}

/// Finds why a purchase failed: the last failing step counts.
struct CauseFinder {
    let purchase: Purchase
    let rules: TicketRules
    let facts: TicketFacts

    var cause: TicketCause { facts.charged.value ? causeOfLoss : causeOfNoPayment }

    private var causeOfLoss: TicketCause {
        if let charge = purchase.charge, !rules.isAppsToDeliver(purchase),
            !charge.isKnownInTime || (charge.owner != nil && !charge.isOwnerKnownInTime)
        {
            return .late
        }
        return lastFailure ?? (isVerified ? .notDelivered : .notVerified)
    }

    private var causeOfNoPayment: TicketCause {
        let states = purchase.paymentStates
        if let failed = states.last(where: { $0.event.step == .failed }) {
            return TicketCause(ofFailedPayment: failed.event)
        }
        if let lastFailure { return lastFailure }
        if states.isEmpty, !purchase.heard.isEmpty { return .failedByWord }
        return states.last?.event.step == .deferred ? .deferred : .purchasing
    }

    private var lastFailure: TicketCause? {
        purchase.events.last { $0.event.isFailure }.map { TicketCause(of: $0.event) }
    }

    private var isVerified: Bool {
        purchase.events.contains { $0.event.step == .verify && !$0.event.isFailure }
    }
}

/// What the store's keepers decided that tickets depend on.
package struct TicketRules: Hashable, Sendable {
    /// Which product is what and costs how much.
    package let catalog: Catalog
    /// The environments in which failed purchases count.
    package let servedEnvironments: Set<AppStoreEnvironment>
    /// After how many failed verifications no tries are left.
    package let attemptLimit: Int

    package init(
        catalog: Catalog = Catalog(), servedEnvironments: Set<AppStoreEnvironment> = [.production],
        attemptLimit: Int = 5
    ) {
        self.catalog = catalog
        self.servedEnvironments = servedEnvironments
        self.attemptLimit = attemptLimit
    }

    /// How long an attempt may stay in a state before it counts as failed.†
    package static func patience(with step: PurchaseEvent.Step) -> TimeLength {
        step == .deferred ? .hours(48) : .hours(24)
    }

    /// How soon a charge must follow an attempt that failed to supersede it.†
    package static let supersedingWindow = TimeLength.hours(72)

    /// Whether only the app can say that a purchase was delivered.
    func isAppsToDeliver(_ purchase: Purchase) -> Bool {
        let kind = kind(of: purchase)
        return kind == .consumable || kind == .unknown
    }

    /// What was bought, as the App Store's record or the catalogue says.
    func kind(of purchase: Purchase) -> ProductKind {
        if let charge = purchase.charge { return charge.kind }
        return purchase.product.map { catalog.kind(of: $0, expires: false) } ?? .unknown
    }
}
