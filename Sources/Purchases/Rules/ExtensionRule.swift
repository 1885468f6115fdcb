/// Whether the App Store can be asked to renew a subscription later, as far as we know: what stands against it, and what we
/// do not know and Apple decides.
///
/// Source: Apple, "Extend a Subscription Renewal Date" and "Extending the renewal date for auto-renewable subscriptions":
/// 1 to 90 days, twice in 365 days for a customer; not in a free offer, not in billing retry, not in grace, not after the
/// end, not for a family member, and only for who has paid.
package enum ExtensionRule {
    /// How many days one extension may have.
    package static let lengths = 1...90
    /// The most extensions of one customer in a year.
    package static let mostInAYear = 2
    /// The year in which they are counted.
    package static let year = TimeLength.days(365)

    /// What stands against renewing later, each with its numbers; empty when nothing known does.
    package static func obstacles(
        to wish: ExtensionTerms, of facts: ExtensionFacts, at now: Instant
    ) -> [ExtensionObstacle] {
        let length: [ExtensionObstacle] =
            lengths.contains(wish.days) ? [] : [.badLength(days: wish.days)]
        let environment: [ExtensionObstacle] =
            facts.isServed ? [] : [.notServed(facts.environment)]
        let open = facts.unsettled.map { [ExtensionObstacle.mayBeDone($0)] } ?? []
        return length + environment + standing(facts, at: now) + open + often(facts, at: now)
    }

    /// What we do not know, though it counts; empty when nothing is doubtful.
    package static func doubts(about facts: ExtensionFacts) -> [ExtensionDoubt] {
        [
            facts.isHistoryComplete ? nil : .historyIncomplete,
            facts.isOwned ? nil : .nobodys,
            facts.autoRenew == false ? .willNotRenew : nil,
            facts.paidPeriods == 1 && facts.isPaid ? .firstPaidPeriod : nil,
            facts.isEverybodyAsked ? .everybodyWaits : nil,
        ].compactMap { $0 }
    }

    /// When another extension fits into the year again; nil while one does.
    package static func nextRoom(after past: [PastExtension], at now: Instant) -> Instant? {
        let recent = used(past, at: now)
        guard recent.count >= mostInAYear else { return nil }
        return recent[recent.count - mostInAYear].at + year
    }

    /// The extensions of the last 365 days, oldest first.
    package static func used(_ past: [PastExtension], at now: Instant) -> [PastExtension] {
        past.filter { $0.at > now - year }.sorted { ($0.at, $0.chain) < ($1.at, $1.chain) }
    }

    private static func often(_ facts: ExtensionFacts, at now: Instant) -> [ExtensionObstacle] {
        nextRoom(after: facts.past, at: now).map {
            [.tooOften(used(facts.past, at: now).map(\.at), until: $0)]
        }
            ?? []
    }

    /// What of the chain itself stands against it, at most one: each later question needs a subscription that runs.
    private static func standing(_ facts: ExtensionFacts, at now: Instant) -> [ExtensionObstacle] {
        guard facts.isSubscription else { return [.noSubscription] }
        if facts.isFamilyShared { return [.familyShared] }
        switch facts.status {
        case .none, .upcoming: return [.notBegun]
        case .revoked: return [.revoked]
        case .billingRetry: return [.billingRetry(since: facts.expiresAt)]
        case .gracePeriod: return [.grace(since: facts.expiresAt)]
        case .expired: return [.expired(facts.expiresAt)]
        case .active: break
        }
        if let end = facts.freeUntil { return [.freeOffer(until: end)] }
        return facts.paidPeriods == 0 ? [.neverPaid] : []
    }
}

/// By how much a renewal is to be later, and the reason that Apple is told.
package struct ExtensionTerms: Hashable, Codable, Sendable {
    package let days: Int
    package let reason: ExtensionReason

    package init(days: Int, because reason: ExtensionReason) { (self.days, self.reason) = (days, reason) }
}

/// Why a renewal date is moved, as Apple is told.
///
/// Source: Apple, `extendReasonCode`.
package enum ExtensionReason: String, Hashable, Codable, Sendable, CaseIterable {
    /// 0: no reason is given.
    case undeclared
    /// 1: to please the customer.
    case satisfaction
    /// 2: another one.
    case other
    /// 3: an issue of the service, or an outage.
    case outage

    /// Apple's number.
    package var number: Int {
        switch self {
        case .undeclared: 0
        case .satisfaction: 1
        case .other: 2
        case .outage: 3
        }
    }
}

/// An extension that was made, or is on its way.
package struct PastExtension: Hashable, Sendable {
    package let chain: ChainID
    /// When it was made; of one that waits, when it was asked for.
    package let at: Instant
    /// What we asked for it with; nil for one that Apple told of and that was asked for elsewhere.
    package let request: AppStoreRequestID?
    /// Whether the App Store is still to be asked.
    package let isWaiting: Bool

    package init(
        of chain: ChainID, at: Instant, by request: AppStoreRequestID? = nil, isWaiting: Bool = false
    ) {
        (self.chain, self.at, self.request, self.isWaiting) = (chain, at, request, isWaiting)
    }

    /// How much later than the answer to us Apple may tell of the same extension†: its first sends may fail for days.
    private static let telling = TimeLength.hours(1)

    /// The extensions that our own requests and Apple's notifications tell together, each once: one of ours is the first
    /// that Apple tells of the same chain from when we asked until shortly after the answer.
    ///
    /// - Parameters:
    ///   - ours: what was asked for here, with the moment from which on it may have been done.
    ///   - told: what Apple signed, and when: `RENEWAL_EXTENDED`.
    package static func merged(
        ours: [(extension: PastExtension, askedAt: Instant)], told: [PastExtension]
    ) -> [PastExtension] {
        var elsewhere = told.sorted { $0.at < $1.at }
        for own in ours.sorted(by: { $0.askedAt < $1.askedAt }) where !own.extension.isWaiting {
            let match = elsewhere.firstIndex {
                $0.chain == own.extension.chain && $0.at >= own.askedAt - telling
                    && $0.at <= own.extension.at + telling
            }
            if let match { elsewhere.remove(at: match) }
        }
        return (ours.map(\.extension) + elsewhere).sorted { ($0.at, $0.chain) < ($1.at, $1.chain) }
    }
}

/// What is known of a chain at a moment, as far as an extension depends on it.
package struct ExtensionFacts: Hashable, Sendable {
    package var environment: AppStoreEnvironment
    /// Whether the store serves it there.
    package var isServed = true
    /// Whether it renews: nothing else has a renewal date.
    package var isSubscription = true
    package var status: ChainStatus
    /// When what was bought last ends; nil without end.
    package var expiresAt: Instant?
    /// Until when its present period costs nothing; nil where it was paid for.
    package var freeUntil: Instant?
    /// Whether its present period was paid for.
    package var isPaid: Bool { freeUntil == nil }
    /// How many of its periods so far were paid for, and kept.
    package var paidPeriods: Int
    /// Whether it came through Family Sharing.
    package var isFamilyShared = false
    /// Whether it renews by itself; nil when nothing tells.
    package var autoRenew: Bool?
    /// Whether all of it is known.
    package var isHistoryComplete = true
    /// Whether it is known whose it is, so that the extensions of the customer's other chains count.
    package var isOwned = true
    /// The extensions of the customer's chains in the same environment.
    package var past: [PastExtension] = []
    /// What was sent to renew it later and may have been done, though no answer came; nil for nothing.
    package var unsettled: AppStoreRequestID?
    /// Whether what renews everybody with its product later is on its way.
    package var isEverybodyAsked = false

    package init(
        in environment: AppStoreEnvironment, status: ChainStatus, expiresAt: Instant?, paidPeriods: Int
    ) {
        (self.environment, self.status) = (environment, status)
        (self.expiresAt, self.paidPeriods) = (expiresAt, paidPeriods)
    }

    /// What a chain's timeline tells at a moment.
    package init(
        of timeline: ChainTimeline, catalog: Catalog, isServed: Bool, isOwned: Bool, past: [PastExtension],
        at now: Instant
    ) {
        let chain = timeline.chain
        let bought = chain.transactions.filter { $0.purchasedAt <= now }
        let current =
            timeline.segment(at: now).map { chain.transactions[$0.ruling] } ?? bought.last
        self.init(
            in: chain.id.environment, status: timeline.status(at: now), expiresAt: current?.expiresAt,
            paidPeriods: bought.count {
                !$0.isFree && $0.ownership == .purchased && $0.revocation == nil
                    && catalog.kind(of: $0.productID, expires: $0.expiresAt != nil) == .autoRenewable
            })
        self.isServed = isServed
        isSubscription =
            (current ?? chain.transactions.last).map {
                catalog.kind(of: $0.productID, expires: $0.expiresAt != nil) == .autoRenewable
            } ?? false
        freeUntil = current.flatMap { $0.isFree ? $0.expiresAt : nil }
        isFamilyShared = current?.ownership == .familyShared
        autoRenew = RenewalState(of: chain)?.autoRenew
        isHistoryComplete = chain.isHistoryComplete
        self.isOwned = isOwned
        self.past = past
    }
}

extension Transaction {
    /// Whether nothing was paid for it: a trial, or an offer at no price.
    fileprivate var isFree: Bool { isTrial || values.price.map { $0.milliunits == 0 } ?? false }
}

/// What stands against an extension.
package enum ExtensionObstacle: Hashable, Sendable {
    /// It is not 1 to 90 days.
    case badLength(days: Int)
    /// The store does not serve the environment.
    case notServed(AppStoreEnvironment)
    /// It does not renew: it is no auto-renewable subscription.
    case noSubscription
    /// It came through Family Sharing: only the purchaser's can be extended.
    case familyShared
    /// Nothing was bought yet.
    case notBegun
    /// It was taken back.
    case revoked
    /// It has expired, and the App Store still tries to charge.
    case billingRetry(since: Instant?)
    /// It has expired, and access goes on while the App Store tries to charge.
    case grace(since: Instant?)
    /// It is over.
    case expired(Instant?)
    /// Its present period costs nothing.
    case freeOffer(until: Instant)
    /// Nothing was ever paid for it.
    case neverPaid
    /// There were two within 365 days; there is room again from a moment on.
    case tooOften([Instant], until: Instant)
    /// It was renewed later for the same incident, or everybody with its product was: nobody gets that twice.
    case sameIncident(IncidentID)
    /// What was sent to renew it later came to no answer, and may have been done: news of the chain show it.
    case mayBeDone(AppStoreRequestID)

    /// Its name for programs.
    package var code: String {
        switch self {
        case .badLength: "bad_length"
        case .notServed: "not_served"
        case .noSubscription: "no_subscription"
        case .familyShared: "family_shared"
        case .notBegun: "not_begun"
        case .revoked: "revoked"
        case .billingRetry: "billing_retry"
        case .grace: "grace_period"
        case .expired: "expired"
        case .freeOffer: "free_offer"
        case .neverPaid: "never_paid"
        case .tooOften: "too_often"
        case .sameIncident: "same_incident"
        case .mayBeDone: "may_be_done"
        }
    }
}

/// What is not known of an extension, so that Apple decides.
package enum ExtensionDoubt: String, Hashable, Sendable, CaseIterable {
    /// Not the whole chain is known: there may have been extensions.
    case historyIncomplete = "history_incomplete"
    /// Nobody knows whose the chain is: other chains of the customer may have been extended.
    case nobodys
    /// The customer turned renewal off: the period is longer, and nothing is renewed.
    case willNotRenew = "will_not_renew"
    /// The first period that was paid for still runs; Apple wants a paid one before.
    case firstPaidPeriod = "first_paid_period"
    /// Everybody who has the product is being renewed later, and the customer with them.
    case everybodyWaits = "everybody_waits"
}
