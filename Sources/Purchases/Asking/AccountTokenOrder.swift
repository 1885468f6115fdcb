/// An order to the App Store to sign a customer's `appAccountToken` into a chain.
/// `Persistence/Chains/AccountTokens.swift` makes it and keeps it in an ``AppStoreRequest``.
///
/// It names the customer and holds no token: the token is read when the order is sent.
///
/// Source: Apple, App Store Server API, Set App Account Token.
package struct AccountTokenOrder: Hashable, Codable, Sendable {
    package let customer: AppUserID
    /// Where the chain was bought.
    package let environment: AppStoreEnvironment

    /// An order about a chain of an environment.
    package init(_ customer: AppUserID, in environment: AppStoreEnvironment) {
        (self.customer, self.environment) = (customer, environment)
    }

    private enum CodingKeys: String, CodingKey {
        case customer = "app_user_id"
        case environment
    }
}

/// What stands against signing a customer's token into a chain.
package enum AccountTokenObstacle: String, Hashable, Sendable, CaseIterable {
    /// Apple keeps no record of the chain: it was made in Xcode or in a local test.
    case notApples = "not_apples"
    /// The chain came by Family Sharing, for which Apple takes no token (4000185).
    case familyShared = "family_shared"
    /// Nobody knows a token of the customer's.
    case noToken = "no_token"
    /// Somebody attached the chain to another customer, which outweighs every token.
    case attachedToAnother = "attached_to_another"
    /// The newest transaction carries the customer's token already.
    case signed

    /// The first that stands against signing a customer's token into a chain that is claimed so; nil when nothing does.
    package static func first(
        against customer: Customer, of chain: Chain, claims: [OwnerClaim]
    ) -> AccountTokenObstacle? {
        let newest = chain.transactions.last?.values
        guard chain.id.environment.isSignedByApple else { return .notApples }
        guard newest?.ownership != .familyShared else { return .familyShared }
        guard let token = customer.values.appAccountToken else { return .noToken }
        if let holder = OwnerRule.holding(claims), holder.kind == .attach, holder.customer != customer.id {
            return .attachedToAnother
        }
        return newest?.appAccountToken?.whole == token.whole ? .signed : nil
    }
}
