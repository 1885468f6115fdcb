package import Purchases

/// Access in words: verdicts, the steps that lead to them, what is owed, and what to do next. The rules are in
/// `Purchases/Rules`.
extension Reader {
    /// Whether a customer has access, in one line: `ACCESS to premium until 11 Aug 19:41`.
    package func headline(of verdict: EntitlementAccess) -> String { headline(of: verdict, at: moment) }

    /// The same with days alone, where there is little room: `ACCESS to premium until 11 Aug`.
    package func shortHeadline(of verdict: EntitlementAccess) -> String { headline(of: verdict, at: day) }

    private func headline(of verdict: EntitlementAccess, at time: (Instant) -> String) -> String {
        guard verdict.isEntitled else {
            return verdict.since.map { "NO ACCESS to \(verdict.entitlement) since \(time($0))" }
                ?? "NO ACCESS to \(verdict.entitlement)"
        }
        if verdict.isBridged, let until = verdict.until {
            return "ACCESS to \(verdict.entitlement) bridged until \(time(until))"
        }
        return verdict.until.map { "ACCESS to \(verdict.entitlement) until \(time($0))" }
            ?? "ACCESS to \(verdict.entitlement) without end"
    }

    /// The doubt about a verdict that rests on what nothing vouches for.
    package static let doubt =
        "unchecked: neither Apple's signature nor a shared secret vouches for what a part of this rests on"

    /// What to do next about a verdict; what rests on documents that nothing vouches for is to be proved.
    package func nextStep(of verdict: EntitlementAccess, isUnchecked: Bool) -> String {
        let step = words(of: verdict.nextStep)
        guard isUnchecked, verdict.isEntitled else { return step }
        let proof = "ask for Restore Purchases, so that the app sends what Apple signed."
        switch verdict.nextStep {
        case .access(.active), .access(.grantActive):
            return "The customer has access, but nothing vouches for the documents behind it: \(proof)"
        default: return "\(step) Nothing vouches for the documents behind it: \(proof)"
        }
    }

    /// The one next step about a whole customer; `asOf` is the moment that is looked at where it is not the present one.
    package func nextStep(
        of advice: CustomerAdvice, asOf past: Instant? = nil, isUnchecked: (EntitlementAccess) -> Bool
    ) -> String {
        let step =
            switch advice.subject {
            case .verdict(let verdict): nextStep(of: verdict, isUnchecked: isUnchecked(verdict))
            case .owed, .usedUp: words(of: advice.nextStep)
            }
        return advised(step, asOf: past)
    }

    /// An advice, said to be of then where a moment is looked at that is not the present one.
    package func advised(_ step: String, asOf past: Instant?) -> String {
        past.map { "As of \(moment($0)): \(step)" } ?? step
    }
}

extension Reason.Rule {
    /// What the rule comes to, to stand before the fact that it rests on.
    package var title: String {
        switch self {
        case .lossOfFunds: "loss of funds"
        case .undelivered: "not delivered yet"
        case .active: "active"
        case .gracePeriod: "grace period"
        case .billingRetry: "billing retry"
        case .expired: "expired"
        case .revokedRefund: "refunded"
        case .revokedFamily: "no longer shared"
        case .upgraded: "upgraded"
        case .upcoming: "upcoming"
        case .grantActive: "given by us"
        case .grantEnded: "ran out"
        case .grantRevoked: "taken back"
        case .bridgeActive: "bridged"
        case .bridgeEnded: "bridge over"
        case .environmentNotServed: "test purchase"
        case .productUnknown: "not in the catalogue"
        case .consumable: "used up"
        case .noOwner: "no customer"
        case .noRecord: "nothing known"
        case .stale: "unheard"
        }
    }
}

extension Reader {
    package static func words(of status: ChainStatus) -> String {
        switch status {
        case .active: "active"
        case .gracePeriod: "grace period"
        case .billingRetry: "billing retry"
        case .expired: "expired"
        case .revoked: "revoked"
        case .upcoming: "upcoming"
        case .none: "nothing lasting"
        }
    }

    /// A grant's state; one that ran out did what it was given for.
    package static func words(of state: Grant.State) -> String {
        switch state {
        case .active: "active"
        case .upcoming: "upcoming"
        case .ended: "ran out"
        case .revoked: "taken back"
        }
    }
}

extension Reader {
    /// A step of the walk to a verdict, a fact that access rests on.
    package func words(of fact: AccessFact) -> String {
        switch fact {
        case .owed(let owed): words(of: owed)
        case .running(let bought, let until?): "\(name(of: bought)) runs to \(moment(until))"
        case .running(let bought, nil): "\(name(of: bought)) has no end"
        case .inGracePeriod(let bought, let until?):
            "the renewal of \(name(of: bought)) failed; grace period to \(moment(until))"
        case .inGracePeriod(let bought, nil): "the renewal of \(name(of: bought)) failed; grace period"
        case .inBillingRetry(let bought):
            "the renewal of \(name(of: bought)) failed; the App Store still tries"
        case .committed(let commitment): words(of: commitment)
        case .firstPurchaseLater(let bought): "the first purchase, \(name(of: bought)), comes later"
        case .beginningLater(let bought): "\(name(of: bought)) begins later"
        case .expired(let bought, let reason, let trials):
            [expiry(of: bought, reason), trials.map(words)].compactMap { $0 }.joined(separator: "; ")
        case .withoutTerm(let bought): "\(name(of: bought)) gives no lasting access"
        case .notSharedAnyMore(let bought): "Family Sharing no longer provides \(name(of: bought))"
        case .attachedToAnother(let bought):
            "the chain of \(name(of: bought)) was attached to another customer"
        case .refunded(let bought, let share?): "Apple refunded \(name(of: bought)) (\(share / 1000) %)"
        case .refunded(let bought, nil): "Apple refunded \(name(of: bought))"
        case .awaitingNewPlan(let product): "\(product) was upgraded; the new plan has not arrived yet"
        case .runningWithout(let entitlement, let chain, let product):
            "chain \(chain.original) now runs on \(product), which does not give \(entitlement)"
        case .environmentNotServed(let chain):
            "chain \(chain.original) was bought in \(chain.environment.rawValue), which gives no access here"
        case .emptyChain(let chain): "no transaction of chain \(chain.original) is known"
        case .renewalUnheard(let since):
            "a renewal was expected; nothing newer than \(moment(since)) has arrived"
        case .grantRunning(let given, let until?): "\(name(of: given)) runs to \(moment(until))"
        case .grantRunning(let given, nil): "\(name(of: given)) has no end"
        case .grantBeginning(let given, let start): "\(name(of: given)) begins \(moment(start))"
        case .grantEnded(let given): "\(name(of: given)) ran out"
        case .grantRevoked(let given): "\(name(of: given)) was taken back"
        case .bridged(let grant, let ticket, let until):
            "\(name(ofBridge: grant, ticket)) runs \(term(until: until)), while the App Store cannot be asked"
        case .bridgeEnded(let grant, let ticket): "\(name(ofBridge: grant, ticket)) is over"
        case .productUnknown(let product): "\(product) is not in the catalogue and has no expiry"
        case .consumable(let product): "\(product) is a consumable"
        case .usedUp(let bought): "\(name(of: bought)) is used up in the app and unlocks nothing lasting"
        case .nothingKnown(let entitlement): "no purchase and no grant of \(entitlement) is known"
        }
    }

    /// A purchase by its product and transaction.
    private func name(of bought: AccessFact.Bought) -> String {
        "\(bought.product) (transaction \(bought.transaction))"
    }

    /// A make-good by its number, who gave it and why.
    private func name(of given: AccessFact.Given) -> String {
        "grant \(given.grant) by \(given.agent) (\(given.reason))"
    }

    private func name(ofBridge grant: GrantID, _ ticket: TicketID?) -> String {
        ticket.map { "bridge \(grant) of ticket \($0)" } ?? "bridge \(grant)"
    }

    private func expiry(of bought: AccessFact.Bought, _ reason: ExpirationReason?) -> String {
        "\(name(of: bought)) \(reason.map(expired) ?? "expired")"
    }

    /// That a subscription expired and why, to stand after its name.
    package func expired(because reason: ExpirationReason) -> String {
        switch reason {
        case .customerCancelled: "expired because the customer turned renewal off"
        case .billingError: "expired because the renewal could not be charged"
        case .priceIncrease: "expired because the customer did not agree to a price increase"
        case .productUnavailable: "expired because the product was not for sale at the renewal"
        case .other: "expired because of an unknown reason"
        }
    }

    /// Why a subscription expired or will, to stand alone.
    package func words(of reason: ExpirationReason) -> String {
        switch reason {
        case .customerCancelled: "the customer turned renewal off"
        case .billingError: "the renewal could not be charged"
        case .priceIncrease: "the customer did not agree to a price increase"
        case .productUnavailable: "the product was not for sale at the renewal"
        case .other: "the reason is not known"
        }
    }

    private func words(of trials: AccessFact.TrialOnly) -> String {
        switch trials {
        case .untilThen: "until then nothing was paid"
        case .ever: "it was a trial, nothing was ever paid"
        case .known: "it was a trial, no payment is known"
        }
    }
}

extension Reader {
    /// An item of the app's own that a purchase paid for: `gold-30 “30 days of gold” 4.99 EUR, 1.00 EUR refunded`.
    package func words(of item: AdvancedCommerce.Item) -> String {
        let named = [item.sku, item.name.map { "“\($0)”" }, item.price.map(money)].compactMap { $0 }
        let refunded = item.refunded.map { "\(money($0)) refunded" }
        let revoked = item.revokedAt.map { "taken back \(moment($0))" }
        return ([named.joined(separator: " ")] + [refunded, revoked].compactMap { $0 }).joined(
            separator: ", ")
    }
}

extension Reader {
    /// What is owed: `paid 750 JPY on 2026-04-23T10:00:00Z, never delivered: ticket 34`.
    package func words(of owed: OwedPurchase) -> String {
        let fate =
            owed.group == .lossOfFunds
            ? "never delivered: ticket \(owed.ticket)" : "not delivered yet: ticket \(owed.ticket)"
        return "\(purchase(of: owed)), \(fate)"
    }

    /// What the customer did, and when. Money 0.00 is never called paid.
    private func purchase(of owed: OwedPurchase) -> String {
        guard let money = owed.money, money.milliunits == 0 else {
            return switch (owed.money.map(self.money), owed.chargedAt.map(moment)) {
            case (let money?, let day?): "paid \(money) on \(day)"
            case (let money?, nil): "paid \(money)"
            case (nil, let day?): "paid on \(day)"
            case (nil, nil): "paid"
            }
        }
        return owed.isTrial ? trial(of: owed) : gift(of: owed)
    }

    private func trial(of owed: OwedPurchase) -> String {
        switch (owed.product, owed.chargedAt.map(moment)) {
        case (let product?, let day?): "took a free trial of \(product) on \(day)"
        case (let product?, nil): "took a free trial of \(product)"
        case (nil, let day?): "took a free trial on \(day)"
        case (nil, nil): "took a free trial"
        }
    }

    private func gift(of owed: OwedPurchase) -> String {
        switch (owed.product, owed.chargedAt.map(moment)) {
        case (let product?, let day?): "bought \(product) for nothing on \(day)"
        case (let product?, nil): "bought \(product) for nothing"
        case (nil, let day?): "bought for nothing on \(day)"
        case (nil, nil): "bought for nothing"
        }
    }
}

extension Reader {
    /// What an agent does next, in one sentence.
    package func words(of step: NextStep) -> String {
        switch step {
        case .access(let rule): words(after: rule)
        case .renewal(let concern): words(before: concern)
        case .failingBeside(let until?):
            "Another subscription fails to renew: ask the customer to update the payment method with Apple; other access lasts until \(moment(until))."
        case .failingBeside(nil):
            "Another subscription fails to renew, beside access without end: ask the customer to cancel it, or to update the payment method with Apple."
        case .expired(let why): words(afterEndBecause: why)
        case .attachedToAnother:
            "An agent gave what this customer paid for to another customer: open the chain to see whose it is, and attach it back if that was wrong."
        case .commitment(let commitment): words(ofCancelled: commitment)
        case .winBack(let offers):
            "\(words(after: .expired)) Apple lets the customer come back with \(winBack(offers))."
        case .ticket(let step): words(of: step)
        case .usedUp(let products): words(afterUsedUp: products)
        }
    }

    /// What an agent does about somebody who bought nothing that lasts.
    private func words(afterUsedUp products: [ProductID]) -> String {
        let named = products.prefix(2).map(\.rawValue).joined(separator: " and ")
        let more = products.count > 2 ? " and \(products.count - 2) more" : ""
        return
            "The customer bought \(named)\(more), used up in the app, which unlocks nothing lasting: look in the app's own system whether it was credited."
    }

    /// What an agent does about a subscription that ended, by why it did.
    private func words(afterEndBecause why: ExpirationReason) -> String {
        switch why {
        case .customerCancelled:
            "The customer turned renewal off: ask what was missing, and offer to subscribe again; after a new purchase ask for Restore Purchases."
        case .billingError:
            "The renewal could not be charged: ask the customer to update the payment method with Apple, then to subscribe again."
        case .priceIncrease:
            "The customer did not agree to the new price: say what it is, and offer to subscribe again at it."
        case .productUnavailable:
            "The product was not for sale any more: propose one that is for sale now."
        case .other: words(after: .expired)
        }
    }

    /// What an agent does before the next renewal.
    private func words(before concern: RenewalConcern) -> String {
        switch concern {
        case .off: "Renewal is turned off: make the customer an offer before access ends."
        case .priceIncrease:
            "The customer has not answered the price increase: ask for the consent, or the subscription ends with its period."
        case .downgrade:
            "The next renewal is of another plan: ask what was missing, and propose a plan that fits."
        }
    }

    /// What an agent does next where a rule of access decides.
    private func words(after rule: Reason.Rule) -> String {
        switch rule {
        case .lossOfFunds: "Make good what was paid and never delivered."
        case .undelivered: "Make good what was paid, unless the app's next try delivers it."
        case .active, .grantActive: "Nothing to do: the customer has access."
        case .gracePeriod:
            "Ask the customer to update the payment method before the grace period ends; access holds until then."
        case .billingRetry:
            "Ask the customer to update the payment method with Apple; a grant can bridge the time."
        case .expired:
            "Ask whether the customer bought again; if so, ask for Restore Purchases, otherwise offer to subscribe."
        case .revokedRefund: "Apple refunded the purchase; only a new purchase or a grant gives access."
        case .revokedFamily: "Ask the customer to talk to the family organiser, or to subscribe personally."
        case .upgraded:
            "The new plan has not arrived: ask for Restore Purchases unless it was chosen just now."
        case .upcoming: "Wait: access begins later."
        case .grantEnded: "The grant ran out; look at the customer's purchases before giving another."
        case .grantRevoked: "The grant was taken back; read its audit entry before giving another."
        case .bridgeActive: "Wait: access is bridged while the App Store cannot be asked."
        case .bridgeEnded:
            "The bridge is over, and no record of the purchase has come: ask the customer for Restore Purchases in the app."
        case .environmentNotServed:
            "The purchase was made in a test environment, where nothing is paid: if the account tests for us, a lead marks it as a tester; otherwise ask the customer to buy in the app from the App Store."
        case .productUnknown: "Tell the operator to add the product to the catalogue."
        case .consumable: "Consumables are credited in the app's own system."
        case .noOwner: "Attach the chain to its customer."
        case .noRecord: "Ask for the order id or the receipt, and import what the customer sends."
        case .stale: "A renewal may be missing: ask the customer for Restore Purchases in the app."
        }
    }
}
