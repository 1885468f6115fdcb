import Foundation
public import Purchases

/// Decodes a document whose kind is known.
public struct DocumentDecoder: Sendable {
    private let checker: SignatureChecker
    private let device: ReceiptDevice?

    /// A decoder that has signatures checked, and receipts held against a device where one is named.
    public init(checker: SignatureChecker, device: ReceiptDevice? = nil) {
        (self.checker, self.device) = (checker, device)
    }

    /// What a document tells; throws what is wrong with it.
    public func contents(
        of document: JSONValue, kind: DocumentKind, in frame: DocumentContext
    ) throws(DocumentProblem) -> DocumentContents {
        switch kind {
        case .verifyReceipt: return try VerifyReceiptDecoder(document).contents(in: frame)
        case .notificationV1: return try NotificationV1Decoder(document).contents(in: frame)
        case .notificationV2: return try NotificationV2Decoder(document, checker: checker).contents(in: frame)
        case .signedTransaction, .signedRenewalInfo:
            return try SignedTextDecoder(document, checker: checker).contents(of: kind, in: frame)
        case .serverAPI: return try ServerAPIDecoder(document, checker: checker).contents(in: frame)
        case .customers: return try CustomerDecoder(document).contents(in: frame)
        case .purchaseReport: return try PurchaseReportDecoder(document).contents(in: frame)
        case .receipt:
            return try ReceiptDecoder(document, checker: checker, device: device).contents(in: frame)
        case .verifyReceiptRequest:
            return try ReceiptRequestDecoder(document, checker: checker, device: device).contents(in: frame)
        }
    }

    /// What the signed parts of a document say, for people; nil when the document can be read as it is.
    public func payload(of document: JSONValue, kind: DocumentKind) -> JSONValue? {
        switch kind {
        case .notificationV2, .signedTransaction, .signedRenewalInfo, .serverAPI: document.readable
        case .receipt: document.readableReceipt
        case .verifyReceiptRequest: document["receipt-data"]?.readableReceipt
        default: nil
        }
    }
}

extension JSONValue {
    /// What a receipt in base64 says; nil when it is none.
    fileprivate var readableReceipt: JSONValue? {
        string.flatMap { try? AppReceipt(base64OrDER: Data($0.utf8)) }?.json
    }
}

extension JSONValue {
    /// The value with every signed text replaced by what it says, unchecked, secrets masked; nil when it holds none.
    public var readable: JSONValue? { decoded?.masked }

    private var decoded: JSONValue? {
        switch self {
        case .string(let text):
            guard text.hasPrefix("eyJ"), let payload = try? SignedText.payload(of: text) else { return nil }
            return payload.decoded ?? payload
        case .array(let elements):
            let decoded = elements.map(\.decoded)
            guard decoded.contains(where: { $0 != nil }) else { return nil }
            return .array(zip(elements, decoded).map { $1 ?? $0 })
        case .object(let members):
            let decoded = members.compactMapValues(\.decoded)
            return decoded.isEmpty ? nil : .object(members.merging(decoded) { $1 })
        default: return nil
        }
    }
}
