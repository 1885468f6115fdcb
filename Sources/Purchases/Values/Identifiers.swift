/// An identifier that is an opaque string to us, as every identifier from the App Store is.
public protocol StringIdentifier: RawRepresentable, Hashable, Comparable, Codable, Sendable,
    CustomStringConvertible
where RawValue == String {
    /// Wraps a text as it came.
    init(_ rawValue: String)
}

extension StringIdentifier {
    /// Wraps a text as it came; every text is an identifier.
    public init(rawValue: String) { self.init(rawValue) }

    /// The identifier's text.
    public var description: String { rawValue }

    /// Orders identifiers by their text.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// An identifier that the App Store gives by counting.
///
/// Apps that have none at hand report something else in its place: `null`, `undefined`, `0`, or one text for everything
/// that anybody buys.
public protocol AppStoreNumber: StringIdentifier {}

extension AppStoreNumber {
    /// Whether it can be one of the App Store's: decimal digits, not zero. Anything else names nothing.
    public var canBeAppStores: Bool {
        rawValue.utf8.allSatisfy { (0x30...0x39).contains($0) } && rawValue.utf8.contains { $0 != 0x30 }
    }
}

extension TransactionID: AppStoreNumber {}
extension WebOrderLineItemID: AppStoreNumber {}

// The identifiers of the domain, each a type of its own so that none stands in for another.

/// Names a transaction chain (`original_transaction_id`).
public struct OriginalTransactionID: StringIdentifier {
    /// The text of the identifier.
    public let rawValue: String

    /// Wraps a text as it came.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names a transaction chain within its environment.
///
/// Apple numbers each environment on its own: Sandbox may use an original transaction id of Production again, and only
/// both together name one chain.
public struct ChainID: Hashable, Comparable, Codable, Sendable {
    /// The chain's `original_transaction_id`.
    public let original: OriginalTransactionID
    /// Where it was bought.
    public let environment: AppStoreEnvironment

    /// The chain of an original transaction id in an environment.
    public init(_ original: OriginalTransactionID, in environment: AppStoreEnvironment) {
        self.original = original
        self.environment = environment
    }

    /// Orders chains by their original transaction ids, then by environment.
    public static func < (left: ChainID, right: ChainID) -> Bool {
        left.original != right.original
            ? left.original < right.original : left.environment < right.environment
    }
}

/// Names one transaction as one device or server saw it (`transaction_id`).
public struct TransactionID: StringIdentifier {
    /// The text of the identifier.
    public let rawValue: String

    /// Wraps a text as it came.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names a subscription charge across devices and restores (`web_order_line_item_id`).
public struct WebOrderLineItemID: StringIdentifier {
    /// The text of the identifier.
    public let rawValue: String

    /// Wraps a text as it came.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names a product in App Store Connect (`product_id`).
public struct ProductID: StringIdentifier {
    /// The text of the identifier.
    public let rawValue: String

    /// Wraps a text as it came.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names a group of subscriptions of which a customer holds one at a time.
public struct SubscriptionGroupID: StringIdentifier {
    /// The text of the identifier.
    public let rawValue: String

    /// Wraps a text as it came.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names an access right of the app, such as `premium`.
public struct EntitlementID: StringIdentifier {
    /// The text of the identifier.
    public let rawValue: String

    /// Wraps a text as it came.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names a customer the way the app does (`app_user_id`).
public struct AppUserID: StringIdentifier {
    /// The text of the identifier.
    public let rawValue: String

    /// Wraps a text as it came.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names an app (`bundle_id`).
public struct BundleID: StringIdentifier {
    /// The text of the identifier.
    public let rawValue: String

    /// Wraps a text as it came.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names a grant, the make-good given by hand.
public struct GrantID: StringIdentifier {
    /// The text of the identifier.
    public let rawValue: String

    /// Wraps a text as it came.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names what an agent asked of leads.
public struct RequestID: StringIdentifier {
    /// The text of the identifier.
    public let rawValue: String

    /// Wraps a text as it came.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names a failed-purchase ticket.
public struct TicketID: StringIdentifier {
    /// The text of the identifier.
    public let rawValue: String

    /// Wraps a text as it came.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names an incident.
public struct IncidentID: StringIdentifier {
    /// The text of the identifier.
    public let rawValue: String

    /// Wraps a text as it came.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names something that is asked of the App Store.
public struct AppStoreRequestID: StringIdentifier {
    /// The text of the identifier.
    public let rawValue: String

    /// Wraps a text as it came.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names a refund that a customer asked Apple for.
public struct RefundRequestID: StringIdentifier {
    /// The text of the identifier.
    public let rawValue: String

    /// Wraps a text as it came.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names a batch of grants.
public struct BatchID: StringIdentifier {
    /// The text of the identifier.
    public let rawValue: String

    /// Wraps a text as it came.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names an order on the customer's invoice from Apple (`M…`).
public struct OrderID: StringIdentifier {
    /// The text of the identifier.
    public let rawValue: String

    /// Wraps a text as it came.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names who acts: the login of an agent, a lead, a viewer or a service.
public struct AgentName: StringIdentifier {
    /// The text of the identifier.
    public let rawValue: String

    /// Wraps a text as it came.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names one purchase attempt, the way the app does.
public struct AttemptID: StringIdentifier {
    /// The text of the identifier.
    public let rawValue: String

    /// Wraps a text as it came.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}
