/// Decides whose chain it is from everything that claims it. `Persistence/Derivation/ChainOwnershipUpdate.swift` keeps
/// the answer.
package enum OwnerRule {
    /// The claim that holds: the newest attachment, else the newest word among tokens, else the strongest kind with the
    /// earliest time, then smaller id; of reports the first to arrive.
    ///
    /// Where no customer carries the token of the newest word, tokens decide nothing, and neither does what is not proven.
    package static func holding(_ claims: [OwnerClaim]) -> OwnerClaim? {
        let decided = proven(claims).filter { $0.customer != nil }
        // Of attachments made in one moment, the one made last stands last.
        let attached = decided.filter { $0.kind == .attach }
        if let newest = attached.map(\.at).max() { return attached.last { $0.at == newest } }
        let token = claims.filter { $0.kind == .appAccountToken }.max(by: isOlder)
        if let token, token.customer != nil { return token }
        for kind in OwnerClaim.Kind.allCases where kind != .attach && kind != .appAccountToken {
            let ofKind = decided.filter { $0.kind == kind }
            if let first = ofKind.min(by: precedes) { return first }
        }
        return nil
    }

    /// Since when it is known whose the chain is: the first moment whose claims already named its present owner.
    package static func ownerKnownAt(_ claims: [OwnerClaim]) -> Instant? {
        guard let owner = holding(claims)?.customer else { return nil }
        // Only a claim of the owner's own can make the owner hold the chain.
        return claims.filter { $0.customer == owner }.map(\.knownAt).sorted().first { instant in
            holding(claims.filter { $0.knownAt <= instant })?.customer == owner
        }
    }

    /// Whether different customers claim the chain.
    package static func isDisputed(_ claims: [OwnerClaim]) -> Bool {
        Set(claims.compactMap(\.customer)).count > 1
    }

    /// Whether different customers claim the chain and nobody has decided since: an attachment settles every claim that
    /// was known when it was made,† and a token that is vouched for every other token. What an app's key says without
    /// evidence gives nobody anything to decide.
    package static func isUnsettled(_ claims: [OwnerClaim]) -> Bool {
        let claims = withEvidence(claims)
        guard isDisputed(claims), let holder = holding(claims) else { return false }
        guard holder.kind == .attach else {
            guard holder.word?.isVouched == true else { return true }
            return isDisputed(claims.filter { $0 == holder || $0.kind != .appAccountToken })
        }
        return claims.contains { claim in
            claim.kind != .attach && claim.customer != nil && claim.customer != holder.customer
                && claim.knownAt > holder.at
        }
    }

    /// Orders tokens, the one whose word counts last; a claim without a word is older than every one with it.
    private static func isOlder(_ left: OwnerClaim, _ right: OwnerClaim) -> Bool {
        if left.word != right.word {
            guard let newer = right.word else { return false }
            return left.word.map { $0 < newer } ?? true
        }
        return precedes(right, left)
    }

    private static func precedes(_ left: OwnerClaim, _ right: OwnerClaim) -> Bool {
        if left.receivedAt != right.receivedAt { return arrived(left, before: right) }
        if left.at != right.at { return left.at < right.at }
        return (left.customer?.rawValue ?? "") < (right.customer?.rawValue ?? "")
    }
}

extension OwnerRule {
    /// The claims that may decide. A report may where others than reports name nobody, or the same customer. One of an
    /// app's key, which everybody has who takes the app apart, may only beside evidence that names the same customer,
    /// and never where a token stands that nobody carries yet. Everything else may.
    package static func proven(_ claims: [OwnerClaim]) -> [OwnerClaim] {
        let stronger = claims.filter { $0.kind != .purchaseReport }
        let named = Set(stronger.compactMap(\.customer))
        let hasStrangeToken = stronger.contains { $0.customer == nil }
        return claims.filter { claim in
            guard claim.kind == .purchaseReport, let customer = claim.customer else { return true }
            if claim.needsEvidence { return !hasStrangeToken && named.contains(customer) }
            return named.isEmpty || named.contains(customer)
        }
    }

    /// Claims without those of an app's key that lack evidence.
    private static func withEvidence(_ claims: [OwnerClaim]) -> [OwnerClaim] {
        let deciding = Set(proven(claims))
        return claims.filter { !$0.needsEvidence || deciding.contains($0) }
    }

    /// Whether a report arrived before another; those of which nothing says when stand behind.
    private static func arrived(_ left: OwnerClaim, before right: OwnerClaim) -> Bool {
        guard let arrival = left.receivedAt else { return false }
        return right.receivedAt.map { arrival < $0 } ?? true
    }
}

/// One reason to take a chain for a customer's.
package struct OwnerClaim: Hashable, Codable, Sendable {
    /// Who says so, the strongest word first.
    package enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
        /// An agent attached the chain; the newest counts.
        case attach
        /// The purchase carries the customer's `app_account_token`.
        case appAccountToken = "app_account_token"
        /// Whoever brought the document named the customer.
        case named = "customer"
        /// The app reported the purchase as the customer's; that counts only where nobody else claims the chain.
        case purchaseReport = "purchase_report"
    }

    /// Who says so.
    package let kind: Kind
    /// The customer; nil for a token that no customer carries.
    package let customer: AppUserID?
    /// The token that the claim rests on.
    package let token: PersonIdentifier?
    /// The earliest document time that told it; of an attachment, when it was made.
    package let at: Instant
    /// What the newest document says for the token; nil where it is the only token, or counts for no transaction any more.
    package var word: AccountWord?
    /// Since when it has named its customer: when it became known, of a token when its customer did if that was later.
    package let knownAt: Instant
    /// When the first report that tells it arrived; nil where no envelope says so, and of every other claim.
    package let receivedAt: Instant?
    /// Whether nothing but reports tells it that came by an app's key.
    package let needsEvidence: Bool

    /// A claim on a chain; it became known at its time unless said otherwise.
    package init(
        kind: Kind, customer: AppUserID?, token: PersonIdentifier? = nil, at: Instant,
        knownAt: Instant? = nil,
        word: AccountWord? = nil, receivedAt: Instant? = nil, needsEvidence: Bool = false
    ) {
        (self.kind, self.customer, self.token) = (kind, customer, token)
        (self.at, self.knownAt, self.word) = (at, knownAt ?? at, word)
        (self.receivedAt, self.needsEvidence) = (receivedAt, needsEvidence)
    }
}
