import AppStore
import Foundation
import JSONValues
import Purchases

/// Small documents of made-up purchases, as texts.
enum DocumentSamples {
    /// An entry of a list of transactions, with fields added or replaced; an empty text removes one.
    static func entry(_ changes: [String: String] = [:]) -> String {
        var fields = [
            "transaction_id": #""7001""#, "original_transaction_id": #""7000""#,
            "product_id": #""tea.monthly""#,
            "purchase_date_ms": #""1700000000000""#, "expires_date_ms": #""1702600000000""#,
            "web_order_line_item_id": #""9001""#,
        ]
        for (key, value) in changes { fields[key] = value.isEmpty ? nil : value }
        return "{"
            + fields.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
            + "}"
    }

    /// An answer of verifyReceipt with those transactions in `latest_receipt_info`.
    static func answer(_ entries: String...) -> String {
        #"{"status":0,"environment":"Production","latest_receipt_info":["# + entries.joined(separator: ",")
            + "]}"
    }

    /// What a document of a kind tells.
    static func contents(
        _ text: String, _ kind: DocumentKind = .verifyReceipt, receivedAt: Instant? = nil
    ) throws -> DocumentContents {
        let value = try JSONValue(parsing: Data(text.utf8))
        let frame = DocumentContext(digest: value.masked.digest, receivedAt: receivedAt)
        let checker = SignatureChecker(now: Instant(milliseconds: 1_700_000_000_000))
        return try DocumentDecoder(checker: checker).decoded(value, as: kind, in: frame).contents
    }

    /// The only transaction of an answer with that entry.
    static func values(_ changes: [String: String]) throws -> TransactionValues? {
        try contents(answer(entry(changes))).transactions.first?.values
    }

    /// Why a document is rejected; nil when it is not.
    static func reason(_ text: String, _ kind: DocumentKind = .verifyReceipt) -> RejectionReason? {
        problem(text, kind)?.reason
    }

    /// What is wrong with a document; nil when nothing is.
    static func problem(_ text: String, _ kind: DocumentKind) -> DocumentProblem? {
        do {
            _ = try contents(text, kind)
            return nil
        } catch {
            return error as? DocumentProblem
        }
    }
}
