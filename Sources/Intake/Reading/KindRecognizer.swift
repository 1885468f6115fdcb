import AppStore
import Foundation
import JSONValues
import Purchases

/// Tells what kind of document a value or a text is, by the marks that the documented kinds have.
enum KindRecognizer {
    /// The kind of a JSON value or of a text in its place; nil when nothing is recognised.
    static func kind(of value: JSONValue) -> DocumentKind? {
        switch value {
        case .object: objectKind(value)
        case .string(let text): kind(ofText: text)
        default: nil
        }
    }

    /// The kind of a text that is no JSON: a JWS or a receipt in base64.
    static func kind(ofText text: String) -> DocumentKind? {
        if isJWS(text) { return jwsKind(text) }
        return isReceipt(text) ? .receipt : nil
    }

    /// Whether bytes are a receipt in DER: an ASN.1 SEQUENCE with a length of its own bytes, or an indefinite one.
    static func isDER(_ bytes: Data) -> Bool {
        let head = Array(bytes.prefix(2))
        return head.count == 2 && head[0] == 0x30 && (0x80...0x84).contains(head[1])
    }

    /// The kind of an object by its keys, in an order that counts: a purchase report names an `app_user_id` as a
    /// customer does.
    private static func objectKind(_ value: JSONValue) -> DocumentKind? {
        let has = { (key: String) in value[key] != nil }
        if has("notification_type") { return .notificationV1 }
        if has("signedPayload") { return .notificationV2 }
        if isPurchaseReport(value) { return .purchaseReport }
        if isVerifyReceipt(value) { return .verifyReceipt }
        if has("receipt-data") { return .verifyReceiptRequest }
        if ServerAPIAnswer.isOne(value) { return .serverAPI }
        return has("app_user_id") ? .customers : nil
    }

    /// One that lacks its name or its events is still meant as a report, and is refused for what it lacks.
    private static func isPurchaseReport(_ value: JSONValue) -> Bool {
        guard value["events"] == nil else {
            return ["attempt_id", "app_user_id", "product_id", "transaction_id"].contains { value[$0] != nil }
        }
        return value["attempt_id"] != nil
    }

    /// Whether it is an answer: a status with a receipt beside it, or alone one of Apple's errors, which begin at
    /// 21000.
    private static func isVerifyReceipt(_ value: JSONValue) -> Bool {
        guard let status = value["status"] else { return false }
        let marks = ["receipt", "latest_receipt_info", "latest_expired_receipt_info"]
        if marks.contains(where: { value[$0] != nil }) { return true }
        switch status {
        case .integer(let number): return number >= 21_000
        case .string(let text): return Int(text).map { $0 >= 21_000 } ?? false
        default: return false
        }
    }

    private static func isJWS(_ text: String) -> Bool {
        guard text.hasPrefix("eyJ"), text.utf8.count(where: { $0 == 0x2E }) == 2 else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x3D: true
            default: false
            }
        }
    }

    /// A JWS says in its payload what it is: renewal information is what names a product to renew as.
    private static func jwsKind(_ text: String) -> DocumentKind {
        // Taken apart within its limits: the payload alone could hold a million values.
        guard let value = try? SignedText.payload(of: text) else { return .signedTransaction }
        if value["notificationType"] != nil { return .notificationV2 }
        let isRenewal = ["autoRenewStatus", "autoRenewProductId", "renewalDate"].contains { value[$0] != nil }
        return isRenewal ? .signedRenewalInfo : .signedTransaction
    }

    private static func isReceipt(_ text: String) -> Bool {
        let letters = text.utf8.lazy.filter { $0 > 0x20 }
        // Base64 of a sequence begins with M, and the base64 of such a text with T.
        guard letters.first == 0x4D || letters.first == 0x54, text.utf8.count >= 64,
            text.utf8.allSatisfy(isBase64), let head = Data(base64Encoded: Data(letters.prefix(16)))
        else { return false }
        return isDER(head) || Data(base64Encoded: head).map(isDER) ?? false
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2F, 0x3D, 0x20, 0x09, 0x0A, 0x0D: true
        default: false
        }
    }
}
