package import Foundation
import JSONValues
package import Purchases

/// What Apple answered, as it came: a document that can be imported as it is. `AnswerCarrier` in `Server/Workers`
/// brings it into the store.
package struct AppStoreAnswer: Hashable, Sendable {
    package let body: Data
    /// What kind of document it is: `.verifyReceipt` or `.serverAPI`.
    package let kind: DocumentKind
    package let environment: AppStoreEnvironment
    /// When it came.
    package let receivedAt: Instant
    /// The order id that was asked about; the answer itself does not say.
    package let orderID: OrderID?

    package init(
        body: Data, kind: DocumentKind, environment: AppStoreEnvironment, receivedAt: Instant,
        orderID: OrderID? = nil
    ) {
        (self.body, self.kind, self.environment) = (body, kind, environment)
        (self.receivedAt, self.orderID) = (receivedAt, orderID)
    }
}

/// One page of the history of notifications.
package struct NotificationPage: Hashable, Sendable {
    package let answer: AppStoreAnswer
    /// What asks for the next one; nil after the last.
    package let nextToken: String?
}

/// What an order id led to.
package struct OrderAnswer: Hashable, Sendable {
    package let answer: AppStoreAnswer
    /// Whether Apple knows the order id; where it does not, the answer names no purchase.
    package let isKnown: Bool
}

/// What became of a TEST notification.
package struct TestNotificationAnswer: Hashable, Sendable {
    package let answer: AppStoreAnswer
    /// How the sends ended, in order: `SUCCESS`, `TLS_ISSUE`, …; none while it has not been sent.
    package let results: [String]
}
