/// An order to the App Store to renew one subscription later, decided and kept before it is sent. ``ExtensionEffect``
/// is what came of it; ``ExtensionRule`` says whether it can be given.
package struct ExtensionOrder: Hashable, Codable, Sendable {
    package let days: Int
    package let reason: ExtensionReason
    /// The name by which Apple knows this one request: a repeat has the same.
    package let requestIdentifier: String
    package let environment: AppStoreEnvironment
    /// The transaction whose end moves.
    package let transaction: TransactionID
    /// When it ends without the extension, as far as we know.
    package let expiresAt: Instant
    /// The incident for which it is; nil for none.
    package let incident: IncidentID?
    /// The key under which it was asked for; nil without one.
    package let key: String?

    package init(
        _ wish: ExtensionTerms, as requestIdentifier: String, in environment: AppStoreEnvironment,
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

    package var wish: ExtensionTerms { ExtensionTerms(days: days, because: reason) }

    /// How long it moves the end.
    ///
    /// Source: Apple, "Testing an introductory offer … in the sandbox": an extension's days are minutes there.
    package var length: TimeLength {
        environment == .sandbox ? .seconds(Int64(days) * 60) : .days(Int64(days))
    }

    /// Whether what Apple tells of a subscription shows that it was done since it was sent.
    ///
    /// - Returns: nil where that cannot be told, since the subscription was renewed meanwhile.
    package func isDone(since before: SubscriptionPeriod, by now: SubscriptionPeriod) -> Bool? {
        guard before.transaction == now.transaction else { return nil }
        return now.expiresAt >= before.expiresAt + length
    }
}

/// The period of a subscription that Apple tells of.
package struct SubscriptionPeriod: Hashable, Codable, Sendable {
    package let transaction: TransactionID
    package let expiresAt: Instant

    /// The period of a transaction.
    package init(of transaction: TransactionID, endingAt expiresAt: Instant) {
        (self.transaction, self.expiresAt) = (transaction, expiresAt)
    }

    private enum CodingKeys: String, CodingKey {
        case transaction = "transaction_id"
        case expiresAt = "expires_ms"
    }
}

/// An order to the App Store to renew everybody's subscriptions to one product later. ``MassExtensionEffect`` is what
/// came of it.
package struct MassExtensionOrder: Hashable, Codable, Sendable {
    package let days: Int
    package let reason: ExtensionReason
    /// The name by which Apple knows this one request.
    package let requestIdentifier: String
    package let environment: AppStoreEnvironment
    /// In which storefronts, ISO 3166-1 alpha-3; empty for all.
    package let storefronts: [String]
    /// The incident for which it is; nil for none.
    package let incident: IncidentID?
    /// The key under which it was asked for; nil without one.
    package let key: String?

    package init(
        _ wish: ExtensionTerms, as requestIdentifier: String, in environment: AppStoreEnvironment,
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

    package var wish: ExtensionTerms { ExtensionTerms(days: days, because: reason) }

    /// Whether it is for what was bought somewhere; where the storefront is not known, it may be.
    package func covers(_ environment: AppStoreEnvironment, _ storefront: String?) -> Bool {
        environment == self.environment
            && (storefronts.isEmpty || storefront.map(storefronts.contains) ?? true)
    }
}

/// What is known of an ``ExtensionOrder`` since it was sent for the first time.
package struct ExtensionEffect: Hashable, Codable, Sendable {
    /// When it is renewed now; nil while nothing tells.
    package let effectiveAt: Instant?
    /// The period that became longer; nil when Apple did not say.
    package let lineItem: WebOrderLineItemID?
    /// The period as it was before it was sent: what shows later whether an answer that was lost was a yes.
    package let before: SubscriptionPeriod?

    /// What Apple did.
    package init(effectiveAt: Instant?, lineItem: WebOrderLineItemID?) {
        (self.effectiveAt, self.lineItem, before) = (effectiveAt, lineItem, nil)
    }

    /// What it was before it is sent.
    package init(before: SubscriptionPeriod) {
        (effectiveAt, lineItem, self.before) = (nil, nil, before)
    }

    private enum CodingKeys: String, CodingKey {
        case before
        case effectiveAt = "effective_ms"
        case lineItem = "web_order_line_item_id"
    }
}

/// How far the App Store is with a ``MassExtensionOrder``, as it says itself.
package struct MassExtensionEffect: Hashable, Codable, Sendable {
    /// How many were extended.
    package let succeeded: Int
    /// How many could not be.
    package let failed: Int
    /// When it had gone through all of them; nil while it has not.
    package let completedAt: Instant?
    /// When it was sent; nil where that is not kept.
    package var begunAt: Instant?
    /// When Apple said last that it works on it; nil while it did not.
    package var heardAt: Instant?

    package init(succeeded: Int, failed: Int, completedAt: Instant?) {
        (self.succeeded, self.failed, self.completedAt) = (succeeded, failed, completedAt)
    }

    private enum CodingKeys: String, CodingKey {
        case succeeded = "succeeded_count"
        case failed = "failed_count"
        case completedAt = "complete_ms"
        case begunAt = "begun_ms"
        case heardAt = "heard_ms"
    }

    /// The outcome of what Apple has and works on.
    package static let inProgress = "in_progress"

    /// How long Apple may know nothing of what was sent before it counts as never arrived†.
    private static let patience = TimeLength.days(1)

    /// How long Apple may say nothing of what was sent before a lead may ask no more†: no outage lasts that long.
    private static let silence = TimeLength.days(7)

    /// Apple's code where it knows nothing of a request for everybody.
    ///
    /// Source: Apple, `StatusRequestNotFoundError`.
    package static let unknown = "4040009"

    /// Whether what was sent never arrived, going by what Apple answers about it at a moment. What Apple once had is never
    /// lost.
    package func isLost(answering code: String, at now: Instant) -> Bool {
        heardAt == nil && code == MassExtensionEffect.unknown
            && begunAt.map { now - $0 > MassExtensionEffect.patience } ?? false
    }

    /// Whether Apple said for so long nothing of how far it is that nobody need go on asking.
    package func isSilent(at now: Instant) -> Bool {
        (heardAt ?? begunAt).map { now - $0 > MassExtensionEffect.silence } ?? false
    }
}
