/// Everything known of one purchase: the attempts that speak of one charge, and the App Store's record of it.
package struct Purchase: Hashable, Sendable {
    /// The attempts, the earliest first.
    package let attempts: [PurchaseAttempt]
    /// The App Store's record of the charge; nil when the store knows of none.
    package let charge: StoreCharge?
    /// How many of our own retries failed.
    package let failedRetries: Int
    /// That the App Store finished it when it was asked to; nil when it did not.
    package let closing: StoreClosing?
    /// The events of all attempts, oldest first; the same event in two reports or two notations is one.
    package let events: [PurchaseAttempt.Reported]
    /// What people were told of it, the earliest first.
    package let heard: [ToldPurchase]

    package init(
        attempts: [PurchaseAttempt], charge: StoreCharge?, failedRetries: Int = 0,
        closing: StoreClosing? = nil
    ) {
        self.attempts = attempts.sorted(by: Purchase.isEarlier)
        self.charge = charge
        self.failedRetries = failedRetries
        self.closing = closing
        events = Purchase.united(attempts)
        heard = attempts.compactMap(\.told).sorted { ($0.at, $0.agent.rawValue) < ($1.at, $1.agent.rawValue) }
    }

    package var environment: AppStoreEnvironment { attempts.first?.environment ?? .production }

    /// What was bought, by the App Store's word, else the app's.
    package var product: ProductID? {
        charge?.transaction.values.productID ?? told(\.product)
    }

    /// Who should get it: who paid.
    ///
    /// The App Store's record says so by its token. Where it has none, the app's reports do, though the chain may be
    /// another's: then what was paid reached nobody who paid.
    package var customer: AppUserID? { isOthers ? told(\.customer) : charge?.owner ?? told(\.customer) }

    /// Whether the chain's owner is no customer who paid by the app's reports, and nothing better says who paid.
    var isOthers: Bool {
        guard let charge, let owner = charge.owner, charge.ownerSource == .claim else { return false }
        let named = attempts.compactMap(\.values.customer)
        return !named.isEmpty && !named.contains(owner)
    }

    /// Whether the payer reports it, no report says that it was delivered, and another customer has its time: the chain
    /// was attached to that customer before it was bought.
    var isWithheld: Bool {
        guard let charge, charge.heldBy != nil, delivery == nil else { return false }
        return attempts.contains { $0.values.customer == charge.owner }
    }

    /// The transaction's id, by the App Store's word, else the app's: one that can be the App Store's before any other text.
    package var transactionID: TransactionID? {
        let told = attempts.lazy.compactMap(\.values.transactionID)
        return charge.map { $0.transaction.shownID(in: $0.chain) }
            ?? told.first(where: \.canBeAppStores) ?? told.first
    }

    /// The chain, by the App Store's word, else the app's.
    package var originalTransactionID: OriginalTransactionID? {
        charge?.chain.original ?? told(\.originalTransactionID)
    }

    /// The storefront, by the App Store's word, else the app's.
    package var storefront: String? { charge?.transaction.values.storefront ?? told(\.storefront) }

    /// The first word on a field, the earliest attempt's first.
    package func told<Value>(_ field: KeyPath<PurchaseReportValues, Value?>) -> Value? {
        attempts.lazy.compactMap { $0.values[keyPath: field] }.first
    }

    /// Whether the app reported it; what a person was told is no report.
    var isReported: Bool { attempts.contains { $0.told == nil || !$0.events.isEmpty } }

    /// The price in the reports of the payer: another customer's report says nothing of this one's money.
    var toldPrice: Money? {
        let payer = customer
        return attempts.lazy.filter { $0.values.customer == nil || $0.values.customer == payer }
            .compactMap(\.values.price).first
    }

    /// Whether some event is of a step.
    func has(_ step: PurchaseEvent.Step) -> Bool { events.contains { $0.event.step == step } }

    /// The events that say how the payment stands, oldest first: that it was closed says nothing of that.
    var paymentStates: [PurchaseAttempt.Reported] {
        events.filter { $0.event.step.isPaymentState && $0.event.step != .finished }
    }

    /// Whether it is only an earlier purchase brought back.
    var isRestore: Bool { has(.restored) && !has(.purchased) && !has(.failed) }

    /// The verifications that failed, oldest first.
    var failedVerifications: [PurchaseAttempt.Reported] {
        events.filter { $0.event.step == .verify && $0.event.isFailure }
    }

    /// When the app says that it was bought; nil where it does not: what a person was told is no report.
    package var boughtAt: Instant? { events.first { $0.event.step == .purchased }?.happenedAt }

    /// The events by which the app says that it handed the goods over, oldest first.
    var deliveries: [PurchaseAttempt.Reported] {
        events.filter { $0.event.step == .deliver && $0.event.isDelivered == true }
    }

    /// The first of them.
    var delivery: PurchaseAttempt.Reported? { deliveries.first }

    private static func united(_ attempts: [PurchaseAttempt]) -> [PurchaseAttempt.Reported] {
        let all = attempts.flatMap(\.events).map { ($0.event.text, $0) }
        let alike = Dictionary(
            grouping: Dictionary(all, uniquingKeysWith: earlier).values, by: \.event.values)
        let once = alike.values.flatMap { $0.count == 1 ? $0 : withoutNotations($0) }
        return once.sorted { PurchaseEvent.precedes($0.event, $1.event) }
    }

    /// Events of the same values, each once: of its notations the smallest text stands, of its receipts the earliest.
    private static func withoutNotations(_ events: [PurchaseAttempt.Reported]) -> [PurchaseAttempt.Reported] {
        Dictionary(grouping: events, by: \.event.otherMembers).values.compactMap { same in
            guard let event = same.map(\.event).min(by: { $0.text < $1.text }),
                let first = same.min(by: isReceivedEarlier)
            else { return nil }
            return PurchaseAttempt.Reported(
                event, receivedAt: first.receivedAt, isReceiptTold: first.isReceiptTold)
        }
    }

    /// Of one event told twice, what an envelope says of its receipt counts, then the earlier.
    private static func earlier(_ left: PurchaseAttempt.Reported, _ right: PurchaseAttempt.Reported)
        -> PurchaseAttempt.Reported
    {
        isReceivedEarlier(right, left) ? right : left
    }

    private static func isReceivedEarlier(
        _ left: PurchaseAttempt.Reported, _ right: PurchaseAttempt.Reported
    ) -> Bool {
        if left.isReceiptTold != right.isReceiptTold { return left.isReceiptTold }
        return left.receivedAt < right.receivedAt
    }

    private static func isEarlier(_ left: PurchaseAttempt, _ right: PurchaseAttempt) -> Bool {
        let times = (left.events.first?.event.at ?? .latest, right.events.first?.event.at ?? .latest)
        return times.0 != times.1 ? times.0 < times.1 : left.id < right.id
    }
}

/// One purchase attempt with everything that the app's reports told of it, or what a person was told.
package struct PurchaseAttempt: Hashable, Sendable {
    /// An event and when the first report that told it was received.
    package struct Reported: Hashable, Sendable {
        package var event: PurchaseEvent
        package var receivedAt: Instant
        /// Whether an envelope said when; otherwise it is when the report was taken in.
        package var isReceiptTold: Bool

        /// An event that was received.
        package init(_ event: PurchaseEvent, receivedAt: Instant, isReceiptTold: Bool) {
            (self.event, self.receivedAt, self.isReceiptTold) = (event, receivedAt, isReceiptTold)
        }

        /// When the device says that it happened, but never later than it was received.
        package var toldAt: Instant { min(event.at, receivedAt) }

        /// Since when it is known: since its report was received, where an envelope says when; else since it happened.
        package var knownAt: Instant { isReceiptTold ? receivedAt : happenedAt }

        /// When it happened, as far as the device's clock can be believed.
        package var happenedAt: Instant {
            DeviceClock.corrected(event.at, receivedAt: receivedAt, isReceiptTold: isReceiptTold)
        }
    }

    package let id: AttemptID
    /// What reports told beside events, the newest word on each field.
    package let values: PurchaseReportValues
    /// Its events, oldest first.
    package let events: [Reported]
    /// When the first report of it was received.
    package let receivedAt: Instant
    /// What a person was told, who opened a ticket for it; nil for what an app reported.
    package let told: ToldPurchase?

    /// An attempt as it was kept. Events in which a store of before kept what a person was told are none.
    package init(
        id: AttemptID, values: PurchaseReportValues, events: [Reported], receivedAt: Instant,
        told: ToldPurchase? = nil
    ) {
        (self.id, self.values, self.receivedAt) = (id, values, receivedAt)
        let isOpenedByHand = id.rawValue.hasPrefix(PurchaseAttempt.byHand)
        let word = isOpenedByHand ? events.filter { $0.event.agent != nil } : []
        self.told = told ?? ToldPurchase(events: word)
        let own = word.isEmpty ? events : events.filter { $0.event.agent == nil }
        self.events = own.sorted { PurchaseEvent.precedes($0.event, $1.event) }
    }

    /// How the name of an attempt begins where a person opened a ticket for it by hand.
    package static let byHand = "agent-"

    package var environment: AppStoreEnvironment { values.environment ?? .production }
}

/// What to make of the clock of a customer's device.
enum DeviceClock {
    /// A report that is said to be older than this when it arrives comes from a clock that is off.†
    private static let longestDelay = TimeLength.days(365)

    /// An event's time: never later than it was received, and not years before, where an envelope says when that was.
    static func corrected(_ at: Instant, receivedAt: Instant, isReceiptTold: Bool) -> Instant {
        if at > receivedAt { return receivedAt }
        return isReceiptTold && receivedAt - at > longestDelay ? receivedAt : at
    }

    /// Since when apps can sell anything: no device that says so of a time before it knows what time it is.
    ///
    /// Source: Apple, iPhone OS 3.0 of 17 June 2009 brought In-App Purchase.
    private static let firstSale = Instant(milliseconds: 1_245_196_800_000)

    /// A device that is so far ahead of the moment at which its report was taken in tells no time at all.†
    private static let furthestAhead = TimeLength.days(1)

    /// An event's time, where it can be believed: not the moment at which a report was taken in because the device
    /// was years ahead of it, and not a year before anything was sold.
    static func placed(_ event: PurchaseAttempt.Reported) -> Instant? {
        if !event.isReceiptTold, event.event.at - event.receivedAt > furthestAhead { return nil }
        return placed(event.happenedAt)
    }

    /// A moment at which something could have been sold; nil for one before.
    static func placed(_ at: Instant) -> Instant? { at < firstSale ? nil : at }
}
