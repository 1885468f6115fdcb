package import Purchases

/// The passing of time: what a subscription does by itself.
extension SimulatedAppStore {
    /// Turns the clock: subscriptions renew, fail and end on the way, and what is to be sent by then is answered in the
    /// order of time.
    ///
    /// Say of each delivery what came of it (`delivered(_:_:)`). Repeats that would fall into a stretch that was passed
    /// already come with the next call: after a large step it is called again until nothing comes.
    ///
    /// - Throws: what signing throws.
    package mutating func advance(to moment: Instant) throws -> [Delivery] {
        var deliveries: [Delivery] = []
        while let plan = agenda.take(upTo: moment) {
            now = max(now, plan.at)
            switch plan.entry {
            case .sending(let number): deliveries += try self.deliveries(of: number)
            case .renewal(let chain, let turn): endPeriod(of: chain, turn: turn)
            case .graceEnd(let chain, let turn): endGrace(of: chain, turn: turn)
            case .retryEnd(let chain, let turn): endRetry(of: chain, turn: turn)
            case .refundDecision(let id, let asked): decide(id, askedAt: asked)
            }
        }
        now = max(now, moment)
        let isShuffled = faults.faults.contains { $0.kind == .shuffled && $0.holds(at: now) }
        if isShuffled { deliveries.shuffle(using: &faultRandom) }
        return deliveries
    }

    /// When something is to happen next by itself; nil when nothing is planned.
    package var nextChange: Instant? { agenda.next }

    /// Renews a subscription whose paid time is over, or ends it with Apple's `expirationIntent`: 1 the customer
    /// turned it off, 3 no answer to a higher price, 4 the product is not sold any more. A `turn` of before a change
    /// does nothing.
    mutating func endPeriod(of chain: OriginalTransactionID, turn: Int) {
        guard var subscription = subscriptions[chain], subscription.turn == turn else { return }
        guard subscription.renews else { return end(&subscription, intent: subscription.intent ?? 1) }
        if subscription.agreesToPrice == false {
            subscription.renews = false
            return end(&subscription, intent: 3)
        }
        guard terms.product(subscription.nextProduct) != nil else {
            subscription.renews = false
            return end(&subscription, intent: 4)
        }
        // Source: Apple, "Testing an auto-renewable subscription": the sandbox renews twelve times at most.
        if subscription.environment == .sandbox, subscription.renewals >= 12 {
            subscription.renews = false
            return end(&subscription, intent: 1)
        }
        if accounts[subscription.account]?.canPay == true {
            renew(&subscription, .renewed)
        } else {
            fail(&subscription)
        }
    }

    /// Charges the next period.
    mutating func renew(_ subscription: inout SimulatedSubscription, _ event: StoreEvent) {
        guard let product = terms.product(subscription.nextProduct),
            let account = accounts[subscription.account], let before = transactions[subscription.current]
        else { return }
        let time = time(in: subscription.environment)
        let isLate = subscription.phase == .retrying || (subscription.phase == .expired)
        let isSamePlan = product.id == subscription.product
        // A charge in grace is dated now, and its period still ends as if it had been in time.
        let begin = isLate ? second : (subscription.phase == .grace ? second : subscription.expiresAt)
        let offer = isSamePlan ? continued(subscription) : nil
        if isLate || !isSamePlan || offer != subscription.offer || (offer == nil && subscription.offer != nil)
        {
            // A new rhythm begins: periods are counted from here.
            subscription.anchor = isLate ? begin : subscription.expiresAt
            subscription.periods = 1
        } else {
            subscription.periods += 1
        }
        let period = offer?.period ?? product.period
        let expires = time.end(of: period, after: subscription.anchor, times: subscription.periods)
        let transaction = SimulatedTransaction(
            id: nextTransactionID(in: subscription.environment), original: subscription.original,
            lineItem: nextLineItem(in: subscription.environment), order: nextOrder(), account: account.id,
            product: product.id, kind: .autoRenewable, group: subscription.group,
            environment: subscription.environment, purchasedAt: begin,
            originalPurchasedAt: before.originalPurchasedAt, expiresAt: expires, quantity: 1, offer: offer,
            isFamilyShared: false, isRenewal: true,
            price: offer?.price ?? product.price(in: account.currency),
            currency: account.currency, storefront: account.storefront, token: before.token, modifiedAt: now)
        subscription.offer = offer
        subscription.renewals += 1
        continueService(&subscription, with: transaction)
        keep(transaction)
        keep(subscription)
        tell(event, transaction)
        share(transaction, event)
    }

    /// The offer of the next period: what is paid as one goes lasts for three charges, everything else for one.†
    private func continued(_ subscription: SimulatedSubscription) -> SimulatedOffer? {
        guard let offer = subscription.offer, offer.discount == .payAsYouGo, subscription.periods < 3 else {
            return nil
        }
        return offer
    }

    /// Puts a new charge in front.
    mutating func continueService(
        _ subscription: inout SimulatedSubscription, with transaction: SimulatedTransaction
    ) {
        let isNew = transaction.purchasedAt - subscription.expiresAt >= .days(60)
        if isNew { subscription.serviceSince = transaction.purchasedAt }
        subscription.product = transaction.product
        subscription.nextProduct = transaction.product
        subscription.current = transaction.id
        subscription.expiresAt = transaction.expiresAt ?? transaction.purchasedAt
        subscription.phase = .active
        subscription.renews = true
        subscription.graceUntil = nil
        subscription.intent = nil
        subscription.agreesToPrice = nil
        subscription.turn += 1
        agenda.add(.renewal(subscription.original, turn: subscription.turn), at: subscription.expiresAt)
    }

    private mutating func fail(_ subscription: inout SimulatedSubscription) {
        let time = time(in: subscription.environment)
        subscription.turn += 1
        subscription.intent = 2
        let days = graceDays(of: subscription)
        if days > 0 {
            subscription.phase = .grace
            let until = subscription.expiresAt + time.pause(.days(Int64(days)))
            subscription.graceUntil = until
            agenda.add(.graceEnd(subscription.original, turn: subscription.turn), at: until)
        } else {
            subscription.phase = .retrying
        }
        agenda.add(
            .retryEnd(subscription.original, turn: subscription.turn),
            at: subscription.expiresAt + time.pause(.days(60)))
        keep(subscription)
        tell(days > 0 ? .failedInGrace : .failed, transactions[subscription.current])
    }

    /// The days of grace: six at most for what is paid by the week.
    ///
    /// Source: Apple, "Enable Billing Grace Period".
    private func graceDays(of subscription: SimulatedSubscription) -> Int {
        let period = terms.product(subscription.product)?.period
        let isWeekly = period.map { $0.months == 0 && $0.days <= 7 } ?? false
        return isWeekly ? min(terms.graceDays, 6) : terms.graceDays
    }

    private mutating func endGrace(of chain: OriginalTransactionID, turn: Int) {
        guard var subscription = subscriptions[chain], subscription.turn == turn, subscription.phase == .grace
        else { return }
        guard subscription.renews else { return end(&subscription, intent: 1) }
        subscription.phase = .retrying
        keep(subscription)
        tell(.graceEnded, transactions[subscription.current])
    }

    private mutating func endRetry(of chain: OriginalTransactionID, turn: Int) {
        guard var subscription = subscriptions[chain], subscription.turn == turn else { return }
        subscription.renews = false
        end(&subscription, intent: 2)
    }

    /// Ends a subscription for a reason.
    mutating func end(_ subscription: inout SimulatedSubscription, intent: Int) {
        subscription.phase = .expired
        subscription.intent = intent
        subscription.graceUntil = nil
        subscription.turn += 1
        keep(subscription)
        tell(.expired(intent), transactions[subscription.current])
    }
}

extension SimulatedAppStore {
    /// Turns the clock for somebody who asks, and leaves what is to be sent to the next `advance`.
    mutating func settle(at moment: Instant) {
        var sendings: [(Instant, Plan)] = []
        while let plan = agenda.take(upTo: moment) {
            now = max(now, plan.at)
            switch plan.entry {
            case .sending: sendings.append((plan.at, plan.entry))
            case .renewal(let chain, let turn): endPeriod(of: chain, turn: turn)
            case .graceEnd(let chain, let turn): endGrace(of: chain, turn: turn)
            case .retryEnd(let chain, let turn): endRetry(of: chain, turn: turn)
            case .refundDecision(let id, let asked): decide(id, askedAt: asked)
            }
        }
        now = max(now, moment)
        for (at, plan) in sendings { agenda.add(plan, at: at) }
    }
}
