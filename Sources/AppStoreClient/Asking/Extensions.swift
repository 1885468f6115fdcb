import Foundation
import JSONValues
package import Purchases

/// Later renewals, for one subscription or for everybody's; `ExtensionQuestions.swift` in `Server/Workers` asks.
extension AppStoreAsker {
    /// Has one subscription renewed later; answers its new renewal date.
    ///
    /// A connection that breaks leaves open whether it was done: look at the statuses before it is sent again.
    ///
    /// - Throws: `AppStoreError`; `.api` with 4030004, 4030005 or 4030007 where Apple's rules do not allow it.
    package func extend(
        _ chain: OriginalTransactionID, by order: ExtensionOrder
    ) async throws(AppStoreError) -> ExtensionEffect {
        let question = AppStoreQuestion(
            endpoint: .extend, subject: chain.rawValue,
            body: body(order.wish, as: order.requestIdentifier))
        let json = try await ask(question, in: order.environment).json
        guard json["success"]?.flag != false else { throw .notJSON }
        return ExtensionEffect(
            effectiveAt: json["effectiveDate"]?.moment,
            lineItem: json["webOrderLineItemId"]?.string.map { WebOrderLineItemID($0) })
    }

    /// Has the subscriptions of everybody who has a product renewed later; Apple begins with it, and says how far it is
    /// when it is asked.
    package func extendAll(
        with product: ProductID, by order: MassExtensionOrder
    ) async throws(AppStoreError) {
        var members: [String: JSONValue] = ["productId": .string(product.rawValue)]
        if !order.storefronts.isEmpty {
            members["storefrontCountryCodes"] = .array(order.storefronts.map { .string($0) })
        }
        let question = AppStoreQuestion(
            endpoint: .massExtend, body: body(order.wish, as: order.requestIdentifier, members))
        _ = try await ask(question, in: order.environment)
    }

    /// How far Apple is with what `extendAll` asked for.
    ///
    /// - Throws: `AppStoreError`; `.api` with 4040009 where Apple knows no such request.
    package func massExtensionStatus(
        of product: ProductID, _ order: MassExtensionOrder
    ) async throws(AppStoreError) -> MassExtensionEffect {
        let question = AppStoreQuestion(
            endpoint: .massExtendStatus, subject: product.rawValue, detail: order.requestIdentifier)
        let json = try await ask(question, in: order.environment).json
        guard let isComplete = json["complete"]?.flag else { throw .notJSON }
        return MassExtensionEffect(
            succeeded: json["succeededCount"]?.wholeNumber ?? 0,
            failed: json["failedCount"]?.wholeNumber ?? 0,
            completedAt: isComplete ? json["completeDate"]?.moment ?? clock.now() : nil)
    }

    private func body(
        _ wish: ExtensionTerms, as identifier: String, _ others: [String: JSONValue] = [:]
    ) -> Data {
        let members: [String: JSONValue] = [
            "extendByDays": .integer(Int64(wish.days)),
            "extendReasonCode": .integer(Int64(wish.reason.number)),
            "requestIdentifier": .string(identifier),
        ]
        return Data(JSONValue.object(members.merging(others) { $1 }).canonicalText.utf8)
    }
}

extension JSONValue {
    /// The moment that it is, in milliseconds since 1970; nil for what is none.
    fileprivate var moment: Instant? {
        wholeNumber.map { Instant(milliseconds: Int64($0)) }.flatMap { $0.isPlausible ? $0 : nil }
    }
}
