internal import GRDB
public import Purchases

/// A token that more than one customer carries: a warning on the pages of all of them and of the chains that it claims.
///
/// Apps give each customer a token of its own; chains with a shared one go to the smallest id, which may be wrong.
public struct SharedToken: Hashable, Sendable {
    /// How many carriers are named.
    private static let named = 3

    /// The token.
    public let token: String
    /// Who carries it, by name: the first few.
    public let carriers: [AppUserID]
    /// Whether others carry it, too.
    public let hasMore: Bool

    /// A token and who carries it; nil when at most one customer does.
    init?(_ token: String?, _ db: Database) throws {
        guard let token else { return nil }
        let names: [String] = try db.values(
            "SELECT app_user_id FROM customers WHERE app_account_token = ? ORDER BY app_user_id LIMIT ?",
            [token, SharedToken.named + 1])
        guard names.count > 1 else { return nil }
        self.token = token
        carriers = names.prefix(SharedToken.named).map { AppUserID($0) }
        hasMore = names.count > SharedToken.named
    }

    /// The warning in words.
    public var sentence: String {
        let others = hasMore ? " and others" : ""
        let names = carriers.map(\.rawValue).joined(separator: hasMore ? ", " : " and ")
        // The token stands last: where there is no room for all, it is what can be missed.
        return
            "\(names)\(others) carry one app_account_token: what is bought with it counts as \(carriers[0])'s (\(token))"
    }
}
