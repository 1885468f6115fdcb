package import Purchases

/// Changes of what comes next: renewal, plan, payment, price; and the TEST notification.
extension SimulatedAppStore {
    /// Turns the renewal of a subscription on or off.
    ///
    /// Off while a charge is tried again: in grace it ends with the grace, later at once.
    ///
    /// - Throws: `ActProblem`.
    package mutating func setRenewal(of chain: OriginalTransactionID, to renews: Bool) throws {
        guard var subscription = subscriptions[chain] else {
            throw ActProblem.unknownTransaction(chain.rawValue)
        }
        guard subscription.phase != .expired, subscription.phase != .revoked else {
            throw ActProblem.notPossible("the subscription has ended")
        }
        guard subscription.renews != renews else { return }
        subscription.renews = renews
        subscription.intent = renews ? (subscription.phase == .active ? nil : 2) : 1
        keep(subscription)
        tell(renews ? .renewalOn : .renewalOff, transactions[subscription.current])
        if !renews, subscription.phase == .retrying { end(&subscription, intent: 1) }
    }

    /// Undoes a change of plan that waits for the renewal.
    ///
    /// - Throws: `ActProblem`.
    package mutating func keepPlan(of chain: OriginalTransactionID) throws {
        guard var subscription = subscriptions[chain] else {
            throw ActProblem.unknownTransaction(chain.rawValue)
        }
        guard subscription.nextProduct != subscription.product else { return }
        subscription.nextProduct = subscription.product
        keep(subscription)
        tell(.changeUndone, transactions[subscription.current])
    }

    /// Makes the charges of an account fail from now on, or go through again: what waits for a charge is charged now.
    ///
    /// - Throws: `ActProblem`.
    package mutating func setPayment(of name: AccountID, works: Bool) throws {
        try change(name) { $0.canPay = works }
        guard works, let account = accounts[name] else { return }
        for chain in account.subscriptions.values.sorted() {
            guard var subscription = subscriptions[chain], subscription.renews,
                subscription.phase == .grace || subscription.phase == .retrying
            else { continue }
            renew(&subscription, .recovered)
        }
    }

    /// Raises the price of a product; its subscribers are asked, or only told.
    ///
    /// A subscription whose customer is asked and does not agree before the renewal ends with it.
    ///
    /// - Throws: `ActProblem`.
    package mutating func raisePrice(
        of id: ProductID, to prices: [String: Int64], asking needsConsent: Bool
    ) throws {
        guard let place = terms.products.firstIndex(where: { $0.id == id }) else {
            throw ActProblem.unknownProduct(id)
        }
        let old = terms.products[place]
        let product = Product(
            id: id, kind: old.product.kind, entitlements: old.product.entitlements,
            period: old.product.period,
            group: old.product.group, level: old.product.level, prices: prices)
        terms.products[place] = SimulatedProduct(
            product, offers: old.offers, isFamilyShareable: old.isFamilyShareable)
        for chain in subscriptions.keys.sorted() {
            guard var subscription = subscriptions[chain], subscription.nextProduct == id,
                subscription.renews,
                subscription.phase == .active
            else { continue }
            subscription.agreesToPrice = !needsConsent
            keep(subscription)
            tell(needsConsent ? .priceAsked : .priceAccepted, transactions[subscription.current])
        }
    }

    /// Answers whether a customer agrees to a higher price.
    ///
    /// - Throws: `ActProblem`.
    package mutating func agreeToPrice(of chain: OriginalTransactionID) throws {
        guard var subscription = subscriptions[chain], subscription.agreesToPrice == false else {
            throw ActProblem.notPossible("nobody asks this subscriber to agree to a price")
        }
        subscription.agreesToPrice = true
        keep(subscription)
        tell(.priceAccepted, transactions[subscription.current])
    }

    /// Moves the renewal of a subscription by days.
    mutating func extend(_ subscription: inout SimulatedSubscription, by days: Int) {
        subscription.expiresAt =
            subscription.expiresAt + time(in: subscription.environment).extended(by: days)
        subscription.anchor = subscription.expiresAt
        subscription.periods = 0
        subscription.extensions.append(now)
        subscription.turn += 1
        agenda.add(.renewal(subscription.original, turn: subscription.turn), at: subscription.expiresAt)
        if var transaction = transactions[subscription.current] {
            transaction.expiresAt = subscription.expiresAt
            keep(transaction)
        }
        keep(subscription)
        tell(.extended, transactions[subscription.current])
    }

    /// Sends a TEST notification, and says its token.
    mutating func sendTest(in environment: AppStoreEnvironment) -> String {
        tell(.test, nil, in: environment)
        return "\(notices.last?.uuid ?? "")_\(now.milliseconds)"
    }
}
