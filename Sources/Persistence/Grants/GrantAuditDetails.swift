internal import Foundation

/// What the details of an audit entry say a grant's number is.
private struct NumberedDeed: Decodable {
    let id: Int64
}

/// Reads which grant an audit entry tells of.
enum GrantAuditDetails {
    /// The grant that was given.
    static func grant(in details: String) -> Int64? { read("grant", details) }

    /// The grant that was ended.
    static func revocation(in details: String) -> Int64? { read("revocation", details) }

    private static func read(_ key: String, _ details: String) -> Int64? {
        (try? JSONDecoder().decode([String: NumberedDeed].self, from: Data(details.utf8)))?[key]?.id
    }
}
