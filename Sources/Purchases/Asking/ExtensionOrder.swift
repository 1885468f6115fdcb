/// What the App Store is told to renew one subscription later, decided and kept before it is sent.
public struct ExtensionOrder: Hashable, Codable, Sendable {
    /// By how many days.
    public let days: Int
    /// Why.
    public let reason: ExtensionReason
    /// The name by which Apple knows this one request: a repeat has the same.
    public let requestIdentifier: String
    /// Where it was bought.
    public let environment: AppStoreEnvironment
    /// The transaction whose end moves.
    public let transaction: TransactionID
    /// When it ends without the extension, as far as we know.
    public let expiresAt: Instant
    /// The incident for which it is; nil for none.
    public let incident: IncidentID?
    /// The key under which it was asked for; nil without one.
    public let key: String?

    /// An order.
    public init(
        _ wish: ExtensionWish, as requestIdentifier: String, in environment: AppStoreEnvironment,
        of transaction: TransactionID, endingAt expiresAt: Instant, for incident: IncidentID? = nil,
        key: String? = nil
    ) {
        (days, reason, self.requestIdentifier) = (wish.days, wish.reason, requestIdentifier)
        (self.environment, self.transaction, self.expiresAt) = (environment, transaction, expiresAt)
        (self.incident, self.key) = (incident, key)
    }

    private enum CodingKeys: String, CodingKey {
        case days, reason, environment, incident, key
        case requestIdentifier = "request_identifier"
        case transaction = "transaction_id"
        case expiresAt = "expires_ms"
    }

    /// What was wished for.
    public var wish: ExtensionWish { ExtensionWish(days: days, because: reason) }

    /// How long it moves the end.
    ///
    /// Source: Apple, "Testing an introductory offer … in the sandbox": an extension's days are minutes there.
    public var length: TimeLength {
        environment == .sandbox ? .seconds(Int64(days) * 60) : .days(Int64(days))
    }

    /// Whether a period that Apple tells of shows that it was done: the same transaction ends later by as much.
    public func isDone(by transaction: TransactionID, endingAt end: Instant) -> Bool {
        transaction == self.transaction && end >= expiresAt + length
    }
}

/// What the App Store is told to renew the subscriptions of everybody who has a product later.
public struct MassExtensionOrder: Hashable, Codable, Sendable {
    /// By how many days.
    public let days: Int
    /// Why.
    public let reason: ExtensionReason
    /// The name by which Apple knows this one request.
    public let requestIdentifier: String
    /// Where they were bought.
    public let environment: AppStoreEnvironment
    /// In which storefronts, ISO 3166-1 alpha-3; empty for all.
    public let storefronts: [String]
    /// The incident for which it is; nil for none.
    public let incident: IncidentID?
    /// The key under which it was asked for; nil without one.
    public let key: String?

    /// An order.
    public init(
        _ wish: ExtensionWish, as requestIdentifier: String, in environment: AppStoreEnvironment,
        storefronts: [String], for incident: IncidentID?, key: String?
    ) {
        (days, reason, self.requestIdentifier) = (wish.days, wish.reason, requestIdentifier)
        (self.environment, self.storefronts) = (environment, storefronts)
        (self.incident, self.key) = (incident, key)
    }

    private enum CodingKeys: String, CodingKey {
        case days, reason, environment, storefronts, incident, key
        case requestIdentifier = "request_identifier"
    }

    /// What was wished for.
    public var wish: ExtensionWish { ExtensionWish(days: days, because: reason) }
}

/// What the App Store said that it did for one subscription.
public struct ExtensionEffect: Hashable, Codable, Sendable {
    /// When it is renewed now; nil when Apple did not say.
    public let effectiveAt: Instant?
    /// The period that became longer; nil when Apple did not say.
    public let lineItem: WebOrderLineItemID?

    /// An effect.
    public init(effectiveAt: Instant?, lineItem: WebOrderLineItemID?) {
        (self.effectiveAt, self.lineItem) = (effectiveAt, lineItem)
    }

    private enum CodingKeys: String, CodingKey {
        case effectiveAt = "effective_ms"
        case lineItem = "web_order_line_item_id"
    }
}

/// How far the App Store says that it is with the subscriptions of a product.
public struct MassExtensionEffect: Hashable, Codable, Sendable {
    /// How many were extended.
    public let succeeded: Int
    /// How many could not be.
    public let failed: Int
    /// When it had gone through all of them; nil while it has not.
    public let completedAt: Instant?

    /// A state.
    public init(succeeded: Int, failed: Int, completedAt: Instant?) {
        (self.succeeded, self.failed, self.completedAt) = (succeeded, failed, completedAt)
    }

    private enum CodingKeys: String, CodingKey {
        case succeeded = "succeeded_count"
        case failed = "failed_count"
        case completedAt = "complete_ms"
    }
}
