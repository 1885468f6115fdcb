import AppStore
import AppStoreTesting
import Foundation
import JSONValues
import Purchases

/// Documents signed by a chain made on the spot, and what they tell.
enum SignedSamples {
    static let signedAt: Int64 = 1_700_000_100_000

    /// The fields of a signed transaction, with some replaced, added, or removed by null.
    static func transaction(_ changes: [String: JSONValue] = [:]) -> JSONValue {
        payload(
            [
                "transactionId": "7001", "originalTransactionId": "7000", "webOrderLineItemId": "9001",
                "bundleId": "com.example.tea", "productId": "tea.monthly", "environment": "Production",
                "purchaseDate": .integer(1_700_000_000_000), "expiresDate": .integer(1_702_600_000_000),
                "signedDate": .integer(signedAt), "type": "Auto-Renewable Subscription",
            ], changes)
    }

    /// The fields of signed renewal information, with some replaced, added, or removed by null.
    static func renewal(_ changes: [String: JSONValue] = [:]) -> JSONValue {
        payload(
            [
                "originalTransactionId": "7000", "productId": "tea.monthly",
                "autoRenewProductId": "tea.yearly",
                "autoRenewStatus": .integer(1), "environment": "Production", "signedDate": .integer(signedAt),
            ], changes)
    }

    /// The payload of a notification about those data.
    static func notification(
        _ type: String, _ subtype: String? = nil, data: [String: JSONValue] = [:],
        _ changes: [String: JSONValue] = [:]
    ) -> JSONValue {
        let app: [String: JSONValue] = ["environment": "Production", "bundleId": "com.example.tea"]
        return payload(
            [
                "notificationType": .string(type), "subtype": subtype.map(JSONValue.string) ?? .null,
                "notificationUUID": "002e14d5-51f5-4503-b5a8-c3a1af68eb20", "version": "2.0",
                "signedDate": .integer(signedAt), "data": .object(app.merging(data) { $1 }),
            ], changes)
    }

    private static func payload(_ fields: [String: JSONValue], _ changes: [String: JSONValue]) -> JSONValue {
        .object(fields.merging(changes) { $1 }.filter { $0.value != .null })
    }

    static func signed(_ payload: JSONValue, _ fault: JWSFault? = nil) throws -> JSONValue {
        .string(try MintedChain.good.jws(payload, fault))
    }

    /// A notification as it arrives, its data signed too.
    static func arrived(
        _ type: String, _ subtype: String? = nil, transaction: JSONValue? = nil, renewal: JSONValue? = nil,
        changes: [String: JSONValue] = [:]
    ) throws -> JSONValue {
        var data: [String: JSONValue] = [:]
        data["signedTransactionInfo"] = try transaction.map { try signed($0) }
        data["signedRenewalInfo"] = try renewal.map { try signed($0) }
        return .object(["signedPayload": try signed(notification(type, subtype, data: data, changes))])
    }

    /// What a document tells whoever trusts the chain that was made.
    static func contents(
        _ document: JSONValue, _ kind: DocumentKind, receivedAt: Instant? = nil
    ) throws -> DocumentContents {
        let roots = try TrustedRoots(certificate: MintedChain.good.root)
        let checker = SignatureChecker(roots: roots, now: Instant(milliseconds: signedAt))
        let frame = DocumentContext(digest: document.digest, receivedAt: receivedAt)
        return try DocumentDecoder(checker: checker).decoded(document, as: kind, in: frame).contents
    }

    /// Why a document is refused; nil when it is not.
    static func reason(_ document: JSONValue, _ kind: DocumentKind) -> RejectionReason? {
        do {
            _ = try contents(document, kind)
            return nil
        } catch {
            return (error as? DocumentProblem)?.reason
        }
    }
}
