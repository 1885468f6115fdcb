import Foundation
import JSONValues
import Purchases

/// Writes notifications of version 2.
///
/// Source: Apple, `responseBodyV2DecodedPayload`.
struct NoticeDocuments: Sendable {
    let documents: SignedDocuments

    /// The `signedPayload` of a notification; nested parts are signed at the moment of the event, too.
    func signedPayload(
        _ notice: Notice, about account: SimulatedAccount?, by signer: StoreSigner
    ) throws -> String {
        let payload = JSONValue.members([
            "notificationType": .string(notice.event.type), "subtype": .text(notice.event.subtype),
            "notificationUUID": .string(notice.uuid), "version": .string("2.0"),
            "signedDate": .date(notice.at),
            "data": try data(notice, about: account, by: signer), "summary": summary(notice),
        ])
        return try signer.sign(payload)
    }

    private func data(
        _ notice: Notice, about account: SimulatedAccount?, by signer: StoreSigner
    ) throws -> JSONValue? {
        if case .summary = notice.detail { return nil }
        var data: [String: JSONValue] = [
            "environment": .string(notice.environment.rawValue),
            "bundleId": .string(documents.terms.bundleID.rawValue),
        ]
        if notice.environment == .production { data["appAppleId"] = .integer(documents.terms.appAppleID) }
        if notice.event != .test { data["bundleVersion"] = .string(documents.terms.appVersion) }
        if let transaction = notice.transaction {
            data["signedTransactionInfo"] = .string(
                try signer.sign(documents.payload(transaction, of: account, at: notice.at)))
        }
        if let subscription = notice.subscription {
            data["signedRenewalInfo"] = .string(
                try signer.sign(documents.payload(subscription, of: account, at: notice.at)))
            data["status"] = .integer(Int64(subscription.phase.rawValue))
        }
        if case .consumption(let reason) = notice.detail {
            data["consumptionRequestReason"] = .string(reason)
        }
        return .object(data)
    }

    private func summary(_ notice: Notice) -> JSONValue? {
        guard
            case .summary(let request, let product, let storefronts, let succeeded, let failed) = notice
                .detail
        else { return nil }
        return .members([
            "environment": .string(notice.environment.rawValue),
            "bundleId": .string(documents.terms.bundleID.rawValue),
            "appAppleId": notice.environment == .production ? .integer(documents.terms.appAppleID) : nil,
            "productId": .string(product.rawValue), "requestIdentifier": .string(request),
            "storefrontCountryCodes": .array(storefronts.map(JSONValue.string)),
            "succeededCount": .whole(succeeded), "failedCount": .whole(failed),
        ])
    }
}
