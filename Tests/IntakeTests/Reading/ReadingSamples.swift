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

    /// A document that was read.
    typealias Read = Result<DecodedDocument, Rejection>

    /// Every document in a text.
    static func read(_ text: String, _ context: DocumentContext = DocumentContext()) -> [Read] {
        read(Data(text.utf8), context)
    }

    /// Every document in bytes.
    static func read(_ bytes: Data, _ context: DocumentContext = DocumentContext()) -> [Read] {
        Array(each(of: SourceReader(context).documents(in: bytes, source: "f")))
    }

    /// The documents of a source, each decoded when its turn comes, with trust in Apple.
    static func each(of documents: DocumentIterator) -> some Sequence<Read> {
        let now = Instant(milliseconds: 1_700_000_000_000)
        let decoder = DocumentDecoder(checker: SignatureChecker(now: now))
        return documents.lazy.map { cut in cut.flatMap { $0.decoded(by: decoder) } }
    }

    /// Every document in few words: its label and its kind, or the reason why it was rejected.
    static func words(_ text: String, _ context: DocumentContext = DocumentContext()) -> [String] {
        read(text, context).map(words)
    }

    /// A document in few words.
    static func words(_ document: Read) -> String {
        switch document {
        case .success(let document): "\(document.source) \(document.contents.kind.rawValue)"
        case .failure(let rejection): "\(rejection.source) \(rejection.reason)"
        }
    }

    /// The documents that were understood.
    static func documents(_ text: String, _ context: DocumentContext = DocumentContext()) -> [DecodedDocument]
    {
        read(text, context).compactMap { try? $0.get() }
    }

    /// The documents that were not.
    static func rejections(_ text: String, _ context: DocumentContext = DocumentContext()) -> [Rejection] {
        read(text, context).compactMap { if case .failure(let rejection) = $0 { rejection } else { nil } }
    }
}
