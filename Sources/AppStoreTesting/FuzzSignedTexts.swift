import AppStore
import Foundation
import Purchases

/// The signed texts in a document, at the places where Apple puts them.
enum FuzzSignedTexts {
    /// The texts in a document of a kind, those in the payload of a notification too.
    static func texts(in document: JSONValue, _ kind: DocumentKind) -> [String] {
        switch kind {
        case .signedTransaction, .signedRenewalInfo: [document.string].compactMap { $0 }
        case .notificationV2: notification(document.string ?? document["signedPayload"]?.string)
        case .serverAPI: answer(document)
        default: []
        }
    }

    private static func answer(_ document: JSONValue) -> [String] {
        let subscriptions = document["data"].list.flatMap { $0["lastTransactions"].list }
        let notifications = document["notificationHistory"].list.map { $0["signedPayload"]?.string }
        return ([document] + subscriptions).flatMap { texts($0, transactionKeys) }
            + document["signedTransactions"].list.compactMap(\.string) + notifications.flatMap(notification)
    }

    private static func notification(_ text: String?) -> [String] {
        guard let text, let payload = try? SignedText(text).payload else { return [] }
        let inner = ["data", "appData"].compactMap { payload[$0] }
        return [text] + inner.flatMap { texts($0, transactionKeys) }
    }

    private static let transactionKeys = [
        "signedTransactionInfo", "signedRenewalInfo", "signedAppTransactionInfo",
    ]

    private static func texts(_ value: JSONValue, _ keys: [String]) -> [String] {
        keys.compactMap { value[$0]?.string }.filter { !$0.isEmpty }
    }
}

extension JSONValue? {
    /// The elements, when it is a list.
    fileprivate var list: [JSONValue] { self?.array ?? [] }
}
