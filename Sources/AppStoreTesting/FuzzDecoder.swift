import AppStore
import Foundation
import Purchases

/// Reads documents of one kind as the import does, and looks for forgeries that were taken for genuine.
struct FuzzDecoder: Sendable {
    /// The kind.
    let kind: DocumentKind
    private let signer: FuzzSigner
    private let genuineReceipts: Set<JSONValue>

    /// Reads documents of a kind; receipts are genuine when they say what one of these in DER does.
    init(_ kind: DocumentKind, _ signer: FuzzSigner, receipts: [[UInt8]] = []) throws {
        (self.kind, self.signer) = (kind, signer)
        genuineReceipts = Set(try receipts.map { try AppReceipt(base64OrDER: Data($0)).json })
    }

    /// What a document comes to.
    func outcome(of document: FuzzDocument) -> FuzzOutcome {
        FuzzOutcome { () throws(DocumentProblem) in
            let decoder = DocumentDecoder(checker: signer.checker)
            let (value, text) = try FuzzDecoder.value(document.bytes).maskedWithText
            let frame = DocumentContext(digest: JSONValue.digest(ofCanonicalText: text))
            let contents = try decoder.contents(of: value, kind: kind, in: frame)
            let payload = decoder.payload(of: value, kind: kind)?.canonicalText
            let told = contents.precedence.isSigned ? nil : "\(contents)"
            return FuzzOutcome(
                [contents], kept: [text, payload, told].compactMap { $0 },
                fault: fault(in: value, contents, document))
        }
    }

    /// The JSON in bytes, or the receipt or signed text that stands there without being JSON.
    private static func value(_ bytes: [UInt8]) throws(DocumentProblem) -> JSONValue {
        switch bytes.first {
        case 0x30: .string(Data(bytes).base64EncodedString())
        case UInt8(ascii: "M"), UInt8(ascii: "e"): .string(String(decoding: bytes, as: UTF8.self))
        default: try JSONValue(parsing: Data(bytes))
        }
    }

    /// What is taken for signed though it is not.
    private func fault(
        in value: JSONValue, _ contents: DocumentContents, _ document: FuzzDocument
    ) -> String? {
        switch kind {
        case .receipt: receiptFault(in: value, contents, document)
        case .verifyReceiptRequest: receiptFault(in: value["receipt-data"] ?? .null, contents, document)
        default: textFault(in: value, contents)
        }
    }

    private func textFault(in value: JSONValue, _ contents: DocumentContents) -> String? {
        let texts = FuzzSignedTexts.texts(in: value, kind)
        let signed = texts.filter(signer.hasSigned)
        if contents.precedence.isSigned, texts.isEmpty || signed.count < texts.count {
            return "a forged text is taken for signed"
        }
        let told = contents.transactions.filter { $0.precedence?.isSigned ?? false }.map(
            \.transactionID.rawValue)
        guard !told.isEmpty else { return nil }
        let ids = Set(signed.compactMap { try? SignedText($0).payload }.compactMap(FuzzDecoder.transactionID))
        return ids.isSuperset(of: told) ? nil : "a forged transaction is taken for signed"
    }

    /// The id in the payload of a transaction, however it is written.
    private static func transactionID(_ payload: JSONValue) -> String? {
        try? FieldReader(payload).identifier("transactionId")
    }

    private func receiptFault(
        in value: JSONValue, _ contents: DocumentContents, _ document: FuzzDocument
    ) -> String? {
        guard contents.precedence.isSigned, document.signedContent == nil, let text = value.string,
            let receipt = try? AppReceipt(base64OrDER: Data(text.utf8))
        else { return nil }
        return genuineReceipts.contains(receipt.json) ? nil : "a forged receipt is taken for signed"
    }
}
