/// An identifier that is an opaque string to us, as every identifier from the App Store is.
package protocol StringIdentifier: RawRepresentable, Hashable, Comparable, Codable, Sendable,
    CustomStringConvertible
where RawValue == String {
    /// Wraps a text as it came.
    init(_ rawValue: String)
}

extension StringIdentifier {
    /// Wraps a text as it came; every text is an identifier.
    package init(rawValue: String) { self.init(rawValue) }

    package var description: String { rawValue }

    /// Orders identifiers by their text.
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// An identifier that the App Store gives by counting.
///
/// Apps that have none at hand report something else in its place: `null`, `undefined`, `0`, or one text for everything
/// that anybody buys.
package protocol AppStoreNumber: StringIdentifier {}

extension AppStoreNumber {
    /// Whether it can be one of the App Store's: decimal digits, not zero. Anything else names nothing.
    package var canBeAppStores: Bool {
        rawValue.utf8.allSatisfy { (0x30...0x39).contains($0) } && rawValue.utf8.contains { $0 != 0x30 }
    }
}

extension TransactionID: AppStoreNumber {}
extension WebOrderLineItemID: AppStoreNumber {}

// The identifiers of the domain, each a type of its own so that none stands in for another.

/// Names a transaction chain (`original_transaction_id`).
package struct OriginalTransactionID: StringIdentifier {
    /// The text of the identifier.
    package let rawValue: String

    /// Wraps a text as it came.
    package init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names a transaction chain within its environment.
///
/// Apple numbers each environment on its own: Sandbox may use an original transaction id of Production again, and only
/// both together name one chain.
package struct ChainID: Hashable, Comparable, Codable, Sendable {
    package let original: OriginalTransactionID
    package let environment: AppStoreEnvironment

    /// The chain of an original transaction id in an environment.
    package init(_ original: OriginalTransactionID, in environment: AppStoreEnvironment) {
        self.original = original
        self.environment = environment
    }

    /// Orders chains by their original transaction ids, then by environment.
    package static func < (left: ChainID, right: ChainID) -> Bool {
        left.original != right.original
            ? left.original < right.original : left.environment < right.environment
    }
}

/// Names one transaction as one device or server saw it (`transaction_id`).
package struct TransactionID: StringIdentifier {
    /// The text of the identifier.
    package let rawValue: String

    /// Wraps a text as it came.
    package init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names a subscription charge across devices and restores (`web_order_line_item_id`).
package struct WebOrderLineItemID: StringIdentifier {
    /// The text of the identifier.
    package let rawValue: String

    /// Wraps a text as it came.
    package init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names a product in App Store Connect (`product_id`).
package struct ProductID: StringIdentifier {
    /// The text of the identifier.
    package let rawValue: String

    /// Wraps a text as it came.
    package init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names a group of subscriptions of which a customer holds one at a time.
package struct SubscriptionGroupID: StringIdentifier {
    /// The text of the identifier.
    package let rawValue: String

    /// Wraps a text as it came.
    package init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names an access right of the app, such as `premium`.
package struct EntitlementID: StringIdentifier {
    /// The text of the identifier.
    package let rawValue: String

    /// Wraps a text as it came.
    package init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names a customer the way the app does (`app_user_id`).
package struct AppUserID: StringIdentifier {
    /// The text of the identifier.
    package let rawValue: String

    /// Wraps a text as it came.
    package init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names an app (`bundle_id`).
package struct BundleID: StringIdentifier {
    /// The text of the identifier.
    package let rawValue: String

    /// Wraps a text as it came.
    package init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names a grant, the make-good given by hand.
package struct GrantID: StringIdentifier {
    /// The text of the identifier.
    package let rawValue: String

    /// Wraps a text as it came.
    package init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names what an agent asked of leads.
package struct RequestID: StringIdentifier {
    /// The text of the identifier.
    package let rawValue: String

    /// Wraps a text as it came.
    package init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names a failed-purchase ticket.
package struct TicketID: StringIdentifier {
    /// The text of the identifier.
    package let rawValue: String

    /// Wraps a text as it came.
    package init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names an incident.
package struct IncidentID: StringIdentifier {
    /// The text of the identifier.
    package let rawValue: String

    /// Wraps a text as it came.
    package init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names something that is asked of the App Store.
package struct AppStoreRequestID: StringIdentifier {
    /// The text of the identifier.
    package let rawValue: String

    /// Wraps a text as it came.
    package init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names a refund that a customer asked Apple for.
package struct RefundRequestID: StringIdentifier {
    /// The text of the identifier.
    package let rawValue: String

    /// Wraps a text as it came.
    package init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names a batch of grants.
package struct BatchID: StringIdentifier {
    /// The text of the identifier.
    package let rawValue: String

    /// Wraps a text as it came.
    package init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names an order on the customer's invoice from Apple (`M…`).
package struct OrderID: StringIdentifier {
    /// The text of the identifier.
    package let rawValue: String

    /// Wraps a text as it came.
    package init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names who acts: the login of an agent, a lead, a viewer or a service.
package struct AgentName: StringIdentifier {
    /// The text of the identifier.
    package let rawValue: String

    /// Wraps a text as it came.
    package init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Names one purchase attempt, the way the app does.
package struct AttemptID: StringIdentifier {
    /// The text of the identifier.
    package let rawValue: String

    /// Wraps a text as it came.
    package init(_ rawValue: String) { self.rawValue = rawValue }
}
