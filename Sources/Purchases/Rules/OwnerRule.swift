/// Decides whose chain it is from everything that claims it.
public enum OwnerRule {
    /// The claim that holds: the newest attachment, else the strongest kind with the earliest time, then smaller id.
    ///
    /// A token that no customer carries decides nothing.
    public static func holding(_ claims: [OwnerClaim]) -> OwnerClaim? {
        let decided = claims.filter { $0.customer != nil }
        // Of attachments made in one moment, the one made last stands last.
        let attached = decided.filter { $0.kind == .attach }
        if let newest = attached.map(\.at).max() { return attached.last { $0.at == newest } }
        for kind in OwnerClaim.Kind.allCases where kind != .attach {
            let ofKind = decided.filter { $0.kind == kind }
            if let first = ofKind.min(by: precedes) { return first }
        }
        return nil
    }

    /// Since when it is known whose the chain is: the first moment whose claims already named its present owner.
    public static func ownerKnownAt(_ claims: [OwnerClaim]) -> Instant? {
        guard let owner = holding(claims)?.customer else { return nil }
        // Only a claim of the owner's own can make the owner hold the chain.
        return claims.filter { $0.customer == owner }.map(\.knownAt).sorted().first { instant in
            holding(claims.filter { $0.knownAt <= instant })?.customer == owner
        }
    }

    /// Whether different customers claim the chain.
    public static func isDisputed(_ claims: [OwnerClaim]) -> Bool {
        Set(claims.compactMap(\.customer)).count > 1
    }

    /// Whether different customers claim the chain and nobody has decided since: an attachment settles every claim that
    /// was known when it was made.†
    public static func isUnsettled(_ claims: [OwnerClaim]) -> Bool {
        guard isDisputed(claims), let holder = holding(claims) else { return false }
        guard holder.kind == .attach else { return true }
        return claims.contains { claim in
            claim.kind != .attach && claim.customer != nil && claim.customer != holder.customer
                && claim.knownAt > holder.at
        }
    }

    private static func precedes(_ left: OwnerClaim, _ right: OwnerClaim) -> Bool {
        if left.at != right.at { return left.at < right.at }
        return (left.customer?.rawValue ?? "") < (right.customer?.rawValue ?? "")
    }
}

/// One reason to take a chain for a customer's.
public struct OwnerClaim: Hashable, Codable, Sendable {
    /// Who says so, the strongest word first.
    public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
        /// An agent attached the chain; the newest counts.
        case attach
        /// The purchase carries the customer's `app_account_token`.
        case appAccountToken = "app_account_token"
        /// Whoever brought the document named the customer.
        case named = "customer"
        /// The app reported the purchase as the customer's.
        case purchaseReport = "purchase_report"
    }

    /// Who says so.
    public let kind: Kind
    /// The customer; nil for a token that no customer carries.
    public let customer: AppUserID?
    /// The token that the claim rests on.
    public let token: String?
    /// The earliest document time that told it; of an attachment, when it was made.
    public let at: Instant
    /// Since when it has named its customer: when it became known, of a token when its customer did if that was later.
    public let knownAt: Instant

    /// A claim on a chain; it became known at its time unless said otherwise.
    public init(
        kind: Kind, customer: AppUserID?, token: String? = nil, at: Instant, knownAt: Instant? = nil
    ) {
        (self.kind, self.customer, self.token) = (kind, customer, token)
        (self.at, self.knownAt) = (at, knownAt ?? at)
    }
}
