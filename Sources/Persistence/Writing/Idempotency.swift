internal import Purchases

/// A key under which something may be asked again, and what was asked: something else under the same key is a conflict.
///
/// The answer is kept in the transaction of the first time, so that a repeat after a lost acknowledgement does nothing
/// twice, and is told the same.
package struct IdempotencyKey: Hashable, Sendable {
    /// The key, made unique among those who ask.
    package let text: String
    /// The lower-case hexadecimal SHA-256 of what was asked.
    package let digest: String

    /// A key for what was asked.
    package init(_ text: String, digest: String) { (self.text, self.digest) = (text, digest) }

    /// The answer that was given under it; nil where it is new.
    ///
    /// - Throws: `StoreError`: it was used for something else.
    func answer<Answer: Decodable>(in db: Connection) throws -> Answer? {
        guard let kept = try KeptAnswer.table.find(text, in: db) else { return nil }
        guard kept.hash == digest, let answer: Answer = try? ColumnText.value(kept.answer) else {
            throw StoreError.taken(.requestKey(text))
        }
        return answer
    }

    /// Keeps the answer that is given under it for the first time.
    func keep(_ answer: some Encodable, in writing: StoreTransaction) throws {
        try KeptAnswer.table.insert(
            KeptAnswer(key: text, hash: digest, answer: try ColumnText.json(answer), at: writing.now),
            in: writing.db)
    }
}

/// An answer that was given under a key, and what was asked.
struct KeptAnswer: TableRow {
    static let table = Table<KeptAnswer>("idempotency", key: "key")
    static let unread = KeptAnswer(key: "", hash: "", answer: "", at: .earliest)

    var key: String
    /// The digest of what was asked.
    var hash: String
    /// The answer, or what else is told again, as JSON.
    var answer: String
    var at: Instant

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("key", &key)
        columns.visit("request_hash", &hash)
        columns.visit("result", &answer)
        columns.visit("at_ms", &at)
    }
}
