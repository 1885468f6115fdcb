public import Foundation
import GRDB
public import Purchases

/// Documents that could not be taken in, as their table keeps them.
enum QuarantineTable {
    /// Keeps a rejected document; the same bytes refused for the same reason are kept once.
    static func keep(_ rejection: Rejection, at instant: Instant, in db: Database) throws {
        let digest = ColumnText.digest(of: rejection.body)
        guard try !db.exists("SELECT 1 FROM quarantine WHERE sha256 = ? AND erased_ms IS NOT NULL", [digest])
        else { return }
        let known: Int64? = try db.value(
            "SELECT id FROM quarantine WHERE sha256 = ? AND reason = ? AND source = ? AND dropped_ms IS NULL AND retried_ms IS NULL",
            [digest, rejection.reason, rejection.source])
        guard known == nil else { return }
        try db.run(
            """
            INSERT INTO quarantine (sha256, source, kind, reason, detail, body, bytes, received_ms, customer, forced_kind)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                digest, rejection.source, rejection.kind, rejection.reason, rejection.detail, rejection.body,
                rejection.byteCount, instant.milliseconds, rejection.customer?.rawValue, rejection.forcedKind,
            ])
    }
}

/// A document that was not taken in, and why; quarantine keeps it.
public struct Rejection: Error, Hashable, Sendable {
    /// Where it came from, such as `file:line` or `file#index`.
    public let source: String
    /// What kind it seems to be; nil when nothing tells.
    public let kind: String?
    /// Why, for machines.
    public let reason: String
    /// Why, for people: what, where, what to do.
    public let detail: String
    /// What is kept of its bytes, secrets masked; empty when nothing could be read, and in an import's report.
    public var body: Data
    /// How many bytes it had, before any were cut off.
    public let byteCount: Int
    /// The customer whom whoever brought it named.
    public let customer: AppUserID?
    /// The kind that whoever brought it forced.
    public var forcedKind: String?

    /// A document that could not be taken in.
    public init(
        source: String, kind: String?, reason: String, detail: String, body: Data, byteCount: Int,
        customer: AppUserID? = nil, forcedKind: String? = nil
    ) {
        self.source = source
        self.kind = kind
        self.reason = reason
        self.detail = detail
        self.body = body
        self.byteCount = byteCount
        self.customer = customer
        self.forcedKind = forcedKind
    }

    /// The same as a report names it: a run may reject many documents of a megabyte each.
    var withoutBody: Rejection {
        var rejection = self
        rejection.body = Data()
        return rejection
    }
}
