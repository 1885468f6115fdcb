extension Transaction {
    /// The id to show: the one equal to the chain's, else the shortest, then the smallest.
    public func shownID(in chain: OriginalTransactionID) -> TransactionID {
        let first = TransactionID(chain.rawValue)
        return ids.contains { $0.id == first } ? first : ids[0].id
    }

    /// Whether it is the first transaction of the chain.
    public func isFirst(of chain: OriginalTransactionID) -> Bool {
        ids.contains { $0.id.rawValue == chain.rawValue }
    }

    /// The product; empty when no document named one.
    public var productID: ProductID { values.productID ?? ProductID("") }

    /// When it was charged.
    public var purchasedAt: Instant { values.purchasedAt ?? values.originalPurchasedAt ?? knownAt }

    /// When what was bought ends.
    public var expiresAt: Instant? { values.expiresAt }

    /// How many were bought; one unless told otherwise.
    public var quantity: Int { max(1, values.quantity ?? 1) }

    /// Whether it was bought or is shared by family.
    public var ownership: Ownership { values.ownership ?? .purchased }

    /// Whether another transaction replaced it.
    public var isUpgraded: Bool { values.isUpgraded ?? false }

    /// Whether nothing was paid for it: a trial or another free offer.
    public var isTrial: Bool { values.isTrial ?? false || values.offerDiscountType == "FREE_TRIAL" }

    /// Whether it was at an introductory price.
    public var isIntroductoryOffer: Bool {
        !isTrial && (values.isIntroductoryOffer ?? false || values.offerType == 1)
    }

    /// Whether it used up the introductory offer of its group.
    ///
    /// Source: Apple, `is_trial_period`, `is_in_intro_offer_period`, `offerType` 1.
    public var usesIntroductoryOffer: Bool {
        values.isTrial ?? false || values.isIntroductoryOffer ?? false || values.offerType == 1
    }

    /// The revocation in force; an upgrade's cancellation is none.
    public var revocation: Revocation? {
        guard case .revoked(let revocation) = values.revocation, revocationKind != nil else { return nil }
        return revocation
    }

    /// Why it was taken back: `revocationType` decides, else who owned it and whether it was upgraded.
    public var revocationKind: Revocation.Kind? {
        guard case .revoked(let revocation) = values.revocation else { return nil }
        if let kind = revocation.toldKind { return kind }
        if ownership == .familyShared { return .familyRevoke }
        return isUpgraded ? nil : .refund
    }

    /// When the revocation in force was first told.
    public var revocationKnownAt: Instant? {
        revocation.flatMap { current in knownRevocations.first { $0.at == current.at }?.knownAt }
    }

    /// The order of a chain: purchase, expiry, length of the id, id. Never the order of a list.
    public static func precedes(_ left: Transaction, _ right: Transaction) -> Bool {
        if left.purchasedAt != right.purchasedAt { return left.purchasedAt < right.purchasedAt }
        let ends = (left.expiresAt ?? .latest, right.expiresAt ?? .latest)
        if ends.0 != ends.1 { return ends.0 < ends.1 }
        if left.ids[0].id != right.ids[0].id { return isShorter(left.ids[0].id, right.ids[0].id) }
        return (left.values.webOrderLineItemID?.rawValue ?? "")
            < (right.values.webOrderLineItemID?.rawValue ?? "")
    }
}
