public import AppStore
import Crypto
public import Foundation
public import Purchases

/// An app receipt before it is signed, and the answer of verifyReceipt that would say the same.
public struct ReceiptDraft: Sendable {
    /// Apple's word for where it comes from.
    public var receiptType: String? = "Production"
    /// The app.
    public var bundleID = "com.example.tea"
    /// When the App Store made it.
    public var createdAt: Instant?
    /// The bytes of the identifier of the device that it is made for.
    public var device: [UInt8] = Array(0..<16)
    /// Its purchases, in the order in which they stand in it.
    public var purchases: [ReceiptPurchaseDraft]
    /// Fields that stand after the others.
    public var more: [ReceiptField] = []

    /// A receipt of the App Store with those purchases, made in 2023.
    public init(_ purchases: [ReceiptPurchaseDraft] = []) {
        self.purchases = purchases
        createdAt = Instant("2023-11-14T22:13:20Z")
    }

    /// What is signed: the set of its fields, the purchases behind the others.
    public var payload: [UInt8] {
        let opaque: [UInt8] = Array(100..<116)
        let bundle = CMSElement.utf8(bundleID)
        let hash = Array(Insecure.SHA1.hash(data: device + opaque + bundle))
        var fields: [ReceiptField] = [
            .date(8, nil), .number(25, 3), .text(3, "42"), .text(19, "1.0"), ReceiptField(4, opaque),
            ReceiptField(5, hash), ReceiptField(2, bundle), .date(12, createdAt?.description),
            .date(18, "2013-08-01T07:00:00Z"), ReceiptField(7, Array(repeating: 0xAB, count: 80)),
        ]
        if let receiptType { fields.append(.text(0, receiptType)) }
        return CMSElement.set((fields + purchases.map(\.field) + more).map(\.bytes))
    }

    /// The receipt in DER, signed by the leaf of a chain, with one thing wrong where a fault is given.
    public func signed(by chain: MintedChain, with fault: CMSFault? = nil) throws -> Data {
        var writer = CMSWriter(chain)
        writer.fault = fault
        return try writer.signed(payload)
    }

    /// The answer of verifyReceipt that says the same of its purchases.
    public var answer: JSONValue {
        var receipt: [String: JSONValue] = [
            "bundle_id": .string(bundleID), "in_app": .array(purchases.map(\.entry)),
        ]
        if let receiptType { receipt["receipt_type"] = .string(receiptType) }
        if let createdAt { receipt["receipt_creation_date_ms"] = .string(String(createdAt.milliseconds)) }
        return .object(["status": .integer(0), "receipt": .object(receipt)])
    }
}
