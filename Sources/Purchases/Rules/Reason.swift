/// One step of the walk that leads to a verdict: the rule, the fact it rests on, and when that was. ``VerdictWalk``
/// makes it, `Wording/Access.swift` says it.
package struct Reason: Hashable, Codable, Sendable {
    /// The rules of access, by the names that machines see.
    package enum Rule: String, Hashable, Codable, Sendable, CaseIterable {
        /// Paid, and nothing will be delivered by itself.
        case lossOfFunds = "loss_of_funds"
        /// Paid, not delivered yet.
        case undelivered
        /// A transaction runs.
        case active
        /// A grace period gives access.
        case gracePeriod = "grace_period"
        /// The App Store tries to charge; no access meanwhile.
        case billingRetry = "billing_retry"
        /// The chain ran out.
        case expired
        /// The last purchase was refunded.
        case revokedRefund = "revoked_refund"
        /// Family Sharing no longer provides it.
        case revokedFamily = "revoked_family"
        /// It was upgraded, and the new plan has not arrived yet.
        case upgraded
        /// It begins later.
        case upcoming
        /// A grant gives access.
        case grantActive = "grant_active"
        case grantEnded = "grant_ended"
        /// A grant was taken back.
        case grantRevoked = "grant_revoked"
        /// A bridge gives access while the App Store cannot be asked.
        case bridgeActive = "bridge_active"
        /// A bridge ran out or was ended.
        case bridgeEnded = "bridge_ended"
        /// The purchase was made where this store gives no access.
        case environmentNotServed = "environment_not_served"
        /// The product is not in the catalogue and has no expiry.
        case productUnknown = "product_unknown"
        /// A consumable gives no access.
        case consumable
        /// The chain is nobody's.
        case noOwner = "no_owner"
        /// Nothing is known.
        case noRecord = "no_record"
        /// A renewal was to be expected, and nothing has arrived since.
        case stale
    }

    package let rule: Rule
    /// The fact that it rests on.
    package let fact: AccessFact
    /// When it was; nil when it is no matter of time.
    package let at: Instant?

    /// A step of a walk.
    package init(_ rule: Rule, _ fact: AccessFact, at: Instant?) {
        self.rule = rule
        self.fact = fact
        self.at = at
    }
}

/// What is known that access rests on: a code with the values that its sentence needs.
package enum AccessFact: Hashable, Codable, Sendable {
    /// A purchase as a customer would name it.
    package struct Bought: Hashable, Codable, Sendable {
        package let product: ProductID
        package let transaction: TransactionID

        package init(product: ProductID, transaction: TransactionID) {
            self.product = product
            self.transaction = transaction
        }
    }

    /// A make-good as a customer page names it.
    package struct Given: Hashable, Codable, Sendable {
        package let grant: GrantID
        package let agent: AgentName
        /// The reason code.
        package let reason: String

        /// A make-good.
        package init(_ grant: Grant) {
            self.grant = grant.id
            agent = grant.grantedBy
            reason = grant.reason
        }
    }

    /// What is known of payments where nothing but free trials ran.
    package enum TrialOnly: String, Hashable, Codable, Sendable {
        /// Nothing was paid before later purchases.
        case untilThen = "until_then"
        /// Nothing was ever paid.
        case ever
        /// No payment is known, and neither is the chain's beginning.
        case known
    }

    /// A purchase was paid and not delivered.
    case owed(OwedPurchase)

    /// A transaction gives access, without end when `until` is nil.
    case running(Bought, until: Instant?)
    /// A renewal failed, and a grace period gives access.
    case inGracePeriod(Bought, until: Instant?)
    /// A renewal failed, and the App Store still tries to charge.
    case inBillingRetry(Bought)
    /// The period is one of a commitment.
    case committed(Commitment)
    /// The chain's first purchase comes after the moment asked for.
    case firstPurchaseLater(Bought)
    /// What was bought begins later.
    case beginningLater(Bought)
    /// It ran out; why, if Apple told, and what was paid where nothing but trials ran.
    case expired(Bought, ExpirationReason?, TrialOnly?)
    /// It never gave lasting access.
    case withoutTerm(Bought)
    /// Family Sharing no longer provides it.
    case notSharedAnyMore(Bought)
    /// Its chain was attached to another customer while it ran.
    case attachedToAnother(Bought)
    /// Apple gave the money back, a share of it in thousandths of a per cent if it told one.
    case refunded(Bought, share: Int?)
    /// It was upgraded, and no document has told the new plan yet.
    case awaitingNewPlan(after: ProductID)
    /// The chain runs on a product that does not give the entitlement.
    case runningWithout(EntitlementID, chain: ChainID, on: ProductID)
    /// The chain was bought where this store gives no access.
    case environmentNotServed(ChainID)
    /// No transaction of the chain is known.
    case emptyChain(ChainID)
    /// A renewal was expected, and nothing newer than a moment has arrived.
    case renewalUnheard(since: Instant)

    /// A grant gives access, without end when `until` is nil.
    case grantRunning(Given, until: Instant?)
    /// A grant begins later.
    case grantBeginning(Given, at: Instant)
    case grantEnded(Given)
    /// A grant was taken back.
    case grantRevoked(Given)
    /// A bridge gives access while the App Store cannot be asked about a ticket's purchase.
    case bridged(GrantID, ticket: TicketID?, until: Instant?)
    /// A bridge ran out, or was ended before.
    case bridgeEnded(GrantID, ticket: TicketID?)

    /// The product is not in the catalogue and has no expiry.
    case productUnknown(ProductID)
    /// The product is a consumable.
    case consumable(ProductID)
    /// What was bought is used up in the app and unlocks nothing lasting.
    case usedUp(Bought)
    /// Nothing is known that gives the entitlement.
    case nothingKnown(for: EntitlementID)
}
