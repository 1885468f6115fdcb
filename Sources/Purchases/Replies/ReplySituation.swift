/// What a customer is told: one situation for everything that a page can advise, so that the answer ends in the customer's
/// part of the same advice. The texts stand in `Wording/EnglishReplies.swift` and `Wording/GermanReplies.swift`.
package enum ReplySituation: String, Hashable, Codable, Sendable, CaseIterable {
    // MARK: A purchase that failed

    /// It was paid and never delivered, and is being made good.
    case lossOfFunds = "loss_of_funds"
    /// Something to use up was paid and never delivered, and is being credited.
    case lossOfConsumable = "loss_of_consumable"
    /// It was paid, and what it gives is not clear yet to us.
    case inReview = "in_review"
    /// It cannot be found out without the invoice what was bought.
    case invoiceNeeded = "invoice_needed"
    /// It was paid, and the app still fetches it.
    case undelivered
    /// It was paid, waiting has not helped, and it is being made good.
    case overdue
    /// Something to use up was paid, waiting has not helped, and it is being credited.
    case overdueConsumable = "overdue_consumable"
    /// The App Store has told of no charge.
    case notCharged = "not_charged"
    case delivered
    /// It was delivered after a wait.
    case deliveredLate = "delivered_late"
    /// It was delivered, and the app still has to finish it.
    case openApp = "open_app"
    /// The payment is not decided yet.
    case undecided
    /// It was brought back from an earlier purchase.
    case restored
    /// It was bought in a test environment.
    case testPurchase = "test_purchase"
    case madeGood = "made_good"
    case credited
    /// Apple gave the money back lately, so that it may still be on its way.
    case refunded
    /// Apple gave the money back some time ago.
    case refundedBefore = "refunded_before"
    /// The customer bought it soon after.
    case superseded
    /// It is dealt with under another ticket.
    case duplicate
    /// It ends without being made good.
    case writtenOff = "written_off"
    /// It was closed as somebody said, and no fact shows how it ended.
    case closed

    // MARK: Access

    /// There is access.
    case active
    /// There is access that we gave.
    case granted
    /// A renewal failed, and access goes on for a while.
    case gracePeriod = "grace_period"
    /// A renewal failed, and access rests.
    case billingRetry = "billing_retry"
    /// A renewal failed, and access goes on by something else.
    case failingBeside = "failing_beside"
    /// A subscription ended.
    case expired
    /// A subscription ended because renewal was turned off.
    case expiredTurnedOff = "expired_turned_off"
    /// A subscription ended because it could not be charged.
    case expiredBilling = "expired_billing"
    /// A subscription ended because a higher price was not agreed to.
    case expiredPrice = "expired_price"
    /// A subscription ended because it was not for sale any more.
    case expiredProduct = "expired_product"
    /// Family Sharing ended.
    case familyEnded = "family_ended"
    /// What was bought belongs to another account of the app by now.
    case otherAccount = "other_account"
    /// A change of plan is on its way.
    case upgraded
    /// Access begins later.
    case upcoming
    case grantEnded = "grant_ended"
    /// What was bought is used up and gives no access.
    case consumable
    /// No purchase is known.
    case noRecord = "no_record"
    /// A renewal may have gone unheard.
    case restorePurchases = "restore_purchases"

    // MARK: The next renewal

    /// Renewal is turned off while the subscription runs.
    case renewalOff = "renewal_off"
    /// A higher price waits for an answer.
    case priceIncrease = "price_increase"
    /// The next renewal is of another plan.
    case downgrade
    /// A commitment is cancelled, and its payments go on until it ends.
    case commitmentCancelled = "commitment_cancelled"

    // MARK: Chosen by whoever answers

    /// The customer wants the money back, which no fact tells.
    case refundWanted = "refund_wanted"
}

extension ReplySituation {
    /// What is said of a verdict at a moment: the situation of its next step, of the state from which that comes.
    package init(of verdict: EntitlementAccess, at instant: Instant) {
        self.init(of: verdict.nextStep, because: verdict.advised, at: instant)
    }

    /// What is said where a next step is known, and the step of the walk that it is about.
    package init(of step: NextStep, because reason: Reason?, at instant: Instant) {
        switch step {
        case .ticket(let step): self.init(of: step)
        case .renewal(let concern): self.init(of: concern)
        case .usedUp: self = .consumable
        case .commitment: self = .commitmentCancelled
        case .failingBeside: self = .failingBeside
        case .expired(let why): self.init(ofExpiry: why)
        case .attachedToAnother: self = .otherAccount
        case .winBack:
            guard case .expired(_, let why?, _) = reason?.fact else {
                self = .expired
                return
            }
            self.init(ofExpiry: why)
        case .access(.revokedRefund): self.init(ofRefundAt: reason?.at, at: instant)
        case .access(let rule): self.init(of: rule)
        }
    }

    /// What is said of a refund: for ten days that it is on its way, then that the bank is to be asked.†
    package init(ofRefundAt refundedAt: Instant?, at instant: Instant) {
        let isOld = refundedAt.map { instant - $0 > .days(10) } ?? true
        self = isOld ? .refundedBefore : .refunded
    }

    /// What is said of a ticket: the situation of its next step, and whether what was delivered kept the customer waiting.
    package init(of step: TicketStep, isLate: Bool = false) {
        switch step {
        case .noChargeTold: self = .notCharged
        case .awaitTry: self = .undelivered
        case .actNow(_, _, let isConsumable): self = isConsumable ? .overdueConsumable : .overdue
        case .credit: self = .lossOfConsumable
        case .reportCatalogue, .awaitLead: self = .inReview
        case .look, .askForInvoice: self = .invoiceNeeded
        case .makeGood: self = .lossOfFunds
        case .delivered: self = isLate ? .deliveredLate : .delivered
        case .askToOpenApp, .askForFinish(.delivered): self = .openApp
        case .askForFinish(let end), .awaitFinish(let end): self.init(of: .ended(end), isLate: isLate)
        case .undecided: self = .undecided
        case .restored: self = .restored
        case .notServed: self = .testPurchase
        case .ended(.delivered): self = isLate ? .deliveredLate : .delivered
        case .ended(.madeGood): self = .madeGood
        case .ended(.credited): self = .credited
        case .ended(.refunded): self = .refunded
        case .ended(.superseded): self = .superseded
        case .ended(.duplicate): self = .duplicate
        case .ended(.notCharged), .ended(.withdrawn): self = .notCharged
        case .ended(.writtenOff): self = .writtenOff
        case .closedWithoutProof: self = .closed
        }
    }

    /// What is said where a rule of access decides.
    package init(of rule: Reason.Rule) {
        switch rule {
        case .lossOfFunds: self = .lossOfFunds
        case .undelivered: self = .undelivered
        case .active: self = .active
        case .gracePeriod: self = .gracePeriod
        case .billingRetry: self = .billingRetry
        case .expired: self = .expired
        case .revokedRefund: self = .refunded
        case .revokedFamily: self = .familyEnded
        case .upgraded: self = .upgraded
        case .upcoming: self = .upcoming
        case .grantActive: self = .granted
        case .bridgeActive: self = .undelivered
        case .bridgeEnded: self = .noRecord
        case .grantEnded, .grantRevoked: self = .grantEnded
        case .environmentNotServed: self = .testPurchase
        case .productUnknown: self = .inReview
        case .consumable: self = .consumable
        case .noOwner, .noRecord: self = .noRecord
        case .stale: self = .restorePurchases
        }
    }

    /// What is said of the next renewal.
    package init(of concern: RenewalConcern) {
        switch concern {
        case .off: self = .renewalOff
        case .priceIncrease: self = .priceIncrease
        case .downgrade: self = .downgrade
        }
    }

    /// What is said of the end of a subscription, by why it ended.
    package init(ofExpiry reason: ExpirationReason) {
        switch reason {
        case .customerCancelled: self = .expiredTurnedOff
        case .billingError: self = .expiredBilling
        case .priceIncrease: self = .expiredPrice
        case .productUnavailable: self = .expiredProduct
        case .other: self = .expired
        }
    }
}

/// A language in which customers are answered.
package enum ReplyLanguage: String, Hashable, Codable, Sendable, CaseIterable {
    case english = "en"
    case german = "de"

    /// The language of a locale such as `de_DE` or `de-AT`; nil for one in which no answers are written.
    package init?(locale: String) {
        let code = locale.split { $0 == "_" || $0 == "-" }.first.map { $0.lowercased() } ?? ""
        self.init(rawValue: code)
    }
}
