import AppStore
import Foundation
import Intake
import Persistence
import Purchases

/// Small sources of made-up documents, and what reading them gives in few words.
enum ReadingSamples {
    /// An answer of verifyReceipt of one transaction.
    static let answer = """
        {"status":0,"environment":"Production","latest_receipt":"MIIhidden","latest_receipt_info":[{"transaction_id":"7001",\
        "original_transaction_id":"7000","product_id":"tea.monthly","purchase_date_ms":"1700000000000"}]}
        """
    /// A notification that carries a shared secret.
    static let notification = """
        {"notification_type":"DID_RENEW","password":"hush-hush","environment":"PROD","unified_receipt":\(answer)}
        """
    /// A document that names no transaction.
    static let nameless = #"{"status":0,"latest_receipt_info":[{"product_id":"tea"}]}"#

    /// Every document in a text.
    static func read(_ text: String, _ options: ReadingOptions = ReadingOptions()) -> [Result<
        DecodedDocument, Rejection
    >] {
        read(Data(text.utf8), options)
    }

    /// Every document in bytes.
    static func read(_ bytes: Data, _ options: ReadingOptions = ReadingOptions()) -> [Result<
        DecodedDocument, Rejection
    >] {
        Array(reader(options).documents(in: bytes, source: "f"))
    }

    /// A reader of sources that trusts Apple.
    static func reader(_ options: ReadingOptions = ReadingOptions()) -> SourceReader {
        let now = Instant(milliseconds: 1_700_000_000_000)
        return SourceReader(options: options, decoder: DocumentDecoder(checker: SignatureChecker(now: now)))
    }

    /// Every document in few words: its label and its kind, or the reason why it was rejected.
    static func words(_ text: String, _ options: ReadingOptions = ReadingOptions()) -> [String] {
        read(text, options).map(words)
    }

    /// A document in few words.
    static func words(_ document: Result<DecodedDocument, Rejection>) -> String {
        switch document {
        case .success(let document): "\(document.source) \(document.kind.rawValue)"
        case .failure(let rejection): "\(rejection.source) \(rejection.reason)"
        }
    }

    /// The documents that were understood.
    static func documents(_ text: String, _ options: ReadingOptions = ReadingOptions()) -> [DecodedDocument] {
        read(text, options).compactMap { try? $0.get() }
    }

    /// The documents that were not.
    static func rejections(_ text: String, _ options: ReadingOptions = ReadingOptions()) -> [Rejection] {
        read(text, options).compactMap { if case .failure(let rejection) = $0 { rejection } else { nil } }
    }
}
