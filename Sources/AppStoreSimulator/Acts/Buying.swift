package import Purchases

/// Purchases: what a customer buys, and what becomes of a purchase that waits.
extension SimulatedAppStore {
    /// Buys a product, now.
    ///
    /// An introductory offer is used by itself where the account may; others are named.
    ///
    /// - Throws: `ActProblem` when what is named does not exist, or is paid already.
    @discardableResult
    package mutating func buy(
        _ product: ProductID, by name: AccountID, offer: String? = nil, quantity: Int = 1
    ) throws -> SaleOutcome {
        guard let account = accounts[name] else { throw ActProblem.unknownAccount(name) }
        guard let product = terms.product(product) else { throw ActProblem.unknownProduct(product) }
        if let offer, !product.offers.contains(where: { $0.id == offer }) {
            throw ActProblem.unknownOffer(offer)
        }
        let wanted = WaitingPurchase(
            number: (waiting.keys.max() ?? 0) + 1, account: name, product: product.id, offer: offer,
            quantity: quantity)
        if account.asksToBuy {
            waiting[wanted.number] = wanted
            return .deferred(wanted)
        }
        if account.isInterrupted {
            waiting[wanted.number] = wanted
            accounts[name]?.isInterrupted = false
            return .interrupted(wanted)
        }
        // SKError.unknown: what StoreKit says when a card is declined.
        guard account.canPay else { return .failed(code: 0) }
        return try charge(wanted, product, account)
    }

    /// Approves a purchase that asked to be bought, or finishes what interrupted it: it is charged now.
    ///
    /// - Throws: `ActProblem`.
    @discardableResult
    package mutating func complete(_ number: Int) throws -> SaleOutcome {
        guard let wanted = waiting[number], let account = accounts[wanted.account] else {
            throw ActProblem.notWaiting(number)
        }
        guard let product = terms.product(wanted.product) else {
            throw ActProblem.unknownProduct(wanted.product)
        }
        waiting[number] = nil
        guard account.canPay else { return .failed(code: 0) }
        return try charge(wanted, product, account)
    }

    /// Declines a purchase that asked to be bought, or gives up one that was interrupted.
    ///
    /// - Throws: `ActProblem`.
    package mutating func decline(_ number: Int) throws {
        guard waiting.removeValue(forKey: number) != nil else { throw ActProblem.notWaiting(number) }
    }

    /// Notes that the app has finished a transaction: a consumable leaves the receipt.
    ///
    /// - Throws: `ActProblem`.
    package mutating func finish(_ id: TransactionID) throws {
        guard var transaction = transactions[id] else { throw ActProblem.unknownTransaction(id.rawValue) }
        transaction.isFinished = true
        transactions[id] = transaction
        accounts[transaction.account]?.revision += 1
    }

    private mutating func charge(
        _ wanted: WaitingPurchase, _ product: SimulatedProduct, _ account: SimulatedAccount
    ) throws -> SaleOutcome {
        guard product.product.kind == .autoRenewable else { return try chargeOnce(wanted, product, account) }
        guard let chain = account.subscriptions[product.group], var known = subscriptions[chain] else {
            return .charged(begin(wanted, product, account))
        }
        guard known.phase == .active || known.phase == .grace else {
            return .charged(resubscribe(&known, wanted, product, account))
        }
        guard product.id != known.product || wanted.offer != nil else {
            throw ActProblem.alreadySubscribed(product.id)
        }
        return changePlan(&known, to: product, wanted, account)
    }

    private mutating func chargeOnce(
        _ wanted: WaitingPurchase, _ product: SimulatedProduct, _ account: SimulatedAccount
    ) throws -> SaleOutcome {
        let isKept = product.product.kind == .nonConsumable || product.product.kind == .free
        let owned = transactions(of: account.id).contains { $0.product == product.id && $0.revocation == nil }
        if isKept && owned { throw ActProblem.alreadySubscribed(product.id) }
        let id = nextTransactionID(in: account.environment)
        let transaction = SimulatedTransaction(
            id: id, original: OriginalTransactionID(id.rawValue), lineItem: nil, order: nextOrder(),
            account: account.id, product: product.id, kind: product.product.kind, group: nil,
            environment: account.environment, purchasedAt: second, originalPurchasedAt: second,
            expiresAt: nil,
            quantity: wanted.quantity, offer: nil, isFamilyShared: false, isRenewal: false,
            price: product.price(in: account.currency) * Int64(wanted.quantity), currency: account.currency,
            storefront: account.storefront, token: account.token, modifiedAt: now)
        keep(transaction)
        if terms.tellsOneTimeCharges || account.environment == .sandbox { tell(.oneTimeCharge, transaction) }
        share(transaction, .oneTimeCharge)
        return .charged(transaction)
    }

    /// The first purchase in a group.
    private mutating func begin(
        _ wanted: WaitingPurchase, _ product: SimulatedProduct, _ account: SimulatedAccount
    ) -> SimulatedTransaction {
        let id = nextTransactionID(in: account.environment)
        let transaction = period(
            id, of: OriginalTransactionID(id.rawValue), since: second, wanted, product, account)
        var subscription = SimulatedSubscription(
            original: transaction.original, account: account.id, group: product.group,
            environment: account.environment, product: product.id, nextProduct: product.id, current: id,
            expiresAt: transaction.expiresAt ?? second, serviceSince: second, anchor: second, changedAt: now)
        subscription.offer = transaction.offer
        continueService(&subscription, with: transaction)
        accounts[account.id]?.subscriptions[product.group] = subscription.original
        keep(transaction)
        keep(subscription)
        tell(.initialBuy, transaction)
        share(transaction, .initialBuy)
        return transaction
    }

    private mutating func resubscribe(
        _ subscription: inout SimulatedSubscription, _ wanted: WaitingPurchase, _ product: SimulatedProduct,
        _ account: SimulatedAccount
    ) -> SimulatedTransaction {
        let event: StoreEvent = product.id == subscription.product ? .boughtAgain : .boughtAnother
        let transaction = followingPeriod(&subscription, wanted, product, account)
        tell(event, transaction)
        share(transaction, event)
        return transaction
    }

    /// Changes the plan of a running subscription: at once for a higher level or one as long, else with the renewal.
    ///
    /// Source: Apple, "Auto-renewable subscriptions: Moving between levels".
    private mutating func changePlan(
        _ subscription: inout SimulatedSubscription, to product: SimulatedProduct, _ wanted: WaitingPurchase,
        _ account: SimulatedAccount
    ) -> SaleOutcome {
        let running = terms.product(subscription.product)
        let (levelNow, levelNext) = (running?.product.level ?? 1, product.product.level ?? 1)
        let isSamePlan = product.id == subscription.product
        let isAtOnce =
            isSamePlan || levelNext < levelNow
            || (levelNext == levelNow && (running?.lasts(as: product) ?? false))
        guard isAtOnce else {
            subscription.nextProduct = product.id
            subscription.renews = true
            subscription.turn += 1
            agenda.add(.renewal(subscription.original, turn: subscription.turn), at: subscription.expiresAt)
            keep(subscription)
            tell(.downgrading, transactions[subscription.current])
            return .scheduled(subscription.original)
        }
        if var before = transactions[subscription.current] {
            before.isUpgraded = true
            keep(before)
        }
        let transaction = followingPeriod(&subscription, wanted, product, account)
        let event: StoreEvent = wanted.offer == nil ? .upgraded : .offerRedeemed
        tell(event, transaction)
        share(transaction, event)
        return .charged(transaction)
    }

    /// A charge by hand in a chain that exists.
    private mutating func followingPeriod(
        _ subscription: inout SimulatedSubscription, _ wanted: WaitingPurchase, _ product: SimulatedProduct,
        _ account: SimulatedAccount
    ) -> SimulatedTransaction {
        let since = transactions[subscription.current]?.originalPurchasedAt ?? second
        let id = nextTransactionID(in: account.environment)
        let transaction = period(id, of: subscription.original, since: since, wanted, product, account)
        (subscription.anchor, subscription.periods, subscription.offer) = (second, 1, transaction.offer)
        continueService(&subscription, with: transaction)
        keep(transaction)
        keep(subscription)
        return transaction
    }

    private mutating func period(
        _ id: TransactionID, of original: OriginalTransactionID, since: Instant, _ wanted: WaitingPurchase,
        _ product: SimulatedProduct, _ account: SimulatedAccount
    ) -> SimulatedTransaction {
        let offer = offer(wanted.offer, product, account)
        if offer?.audience == .introductory { accounts[account.id]?.introduced.insert(product.group) }
        let time = time(in: account.environment)
        return SimulatedTransaction(
            id: id, original: original, lineItem: nextLineItem(in: account.environment), order: nextOrder(),
            account: account.id, product: product.id, kind: .autoRenewable, group: product.group,
            environment: account.environment, purchasedAt: second, originalPurchasedAt: since,
            expiresAt: time.end(of: offer?.period ?? product.period, after: second, times: 1), quantity: 1,
            offer: offer, isFamilyShared: false, isRenewal: false,
            price: offer?.price ?? product.price(in: account.currency), currency: account.currency,
            storefront: account.storefront, token: account.token, modifiedAt: now)
    }

    private func offer(
        _ named: String?, _ product: SimulatedProduct, _ account: SimulatedAccount
    ) -> SimulatedOffer? {
        if let named { return product.offers.first { $0.id == named } }
        guard !account.introduced.contains(product.group), account.subscriptions[product.group] == nil else {
            return nil
        }
        return product.offers.first { $0.audience == .introductory }
    }

    /// Gives the family what is shared with it.
    mutating func share(_ transaction: SimulatedTransaction, _ event: StoreEvent) {
        guard !transaction.isFamilyShared, terms.product(transaction.product)?.isFamilyShareable == true,
            let payer = accounts[transaction.account], let family = payer.family
        else { return }
        let members = accounts.values.filter {
            $0.family == family && $0.id != payer.id && $0.environment == payer.environment && !$0.isDeleted
        }
        for member in members.sorted(by: { $0.id < $1.id }) {
            let id = nextTransactionID(in: member.environment)
            let known = subscriptions[transaction.original]?.shares[member.id]
            let original = known ?? OriginalTransactionID(id.rawValue)
            subscriptions[transaction.original]?.shares[member.id] = original
            let shared = SimulatedTransaction(
                id: id, original: original,
                lineItem: transaction.lineItem == nil ? nil : nextLineItem(in: member.environment),
                order: nextOrder(), account: member.id, product: transaction.product, kind: transaction.kind,
                group: transaction.group, environment: member.environment,
                purchasedAt: transaction.purchasedAt,
                originalPurchasedAt: transaction.originalPurchasedAt, expiresAt: transaction.expiresAt,
                quantity: 1, offer: transaction.offer, isFamilyShared: true, isRenewal: transaction.isRenewal,
                price: transaction.price, currency: transaction.currency, storefront: member.storefront,
                token: nil, modifiedAt: now)
            keep(shared)
            if transaction.kind == .autoRenewable { tell(event, shared) }
        }
    }
}
