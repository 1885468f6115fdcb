public import Foundation
import JSONValues
public import Purchases

/// What Apple answered, as it came: a document that can be imported as it is.
public struct AppStoreAnswer: Hashable, Sendable {
    /// The answer's bytes.
    public let body: Data
    /// What kind of document they are: `.verifyReceipt` or `.serverAPI`.
    public let kind: DocumentKind
    /// Which environment answered.
    public let environment: AppStoreEnvironment
    /// When it came.
    public let receivedAt: Instant
    /// The order id that was asked about; the answer itself does not say.
    public let orderID: OrderID?

    /// An answer.
    public init(
        body: Data, kind: DocumentKind, environment: AppStoreEnvironment, receivedAt: Instant,
        orderID: OrderID? = nil
    ) {
        (self.body, self.kind, self.environment) = (body, kind, environment)
        (self.receivedAt, self.orderID) = (receivedAt, orderID)
    }
}

/// One page of the history of notifications.
public struct NotificationPage: Hashable, Sendable {
    /// The page.
    public let answer: AppStoreAnswer
    /// What asks for the next one; nil after the last.
    public let nextToken: String?
}

/// What an order id led to.
public struct OrderAnswer: Hashable, Sendable {
    /// The answer.
    public let answer: AppStoreAnswer
    /// Whether Apple knows the order id; without it the answer names no purchase.
    public let isKnown: Bool
}

/// What became of a TEST notification.
public struct TestNotificationAnswer: Hashable, Sendable {
    /// The answer.
    public let answer: AppStoreAnswer
    /// How the sends ended, in order: `SUCCESS`, `TLS_ISSUE`, …; none while it has not been sent.
    public let results: [String]
}
