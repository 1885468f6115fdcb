package import Purchases

/// What a request sends to renew later or to sign a token, and what came of it, read from `arguments` and `effect`.
extension AppStoreRequest {
    /// Whose token is sent to be signed into a chain; nil of what is no such request.
    package var accountTokenOrder: AccountTokenOrder? {
        kind == .token ? try? ColumnText.value(arguments) : nil
    }

    /// What is sent to renew one chain later; nil of what is no such request.
    package var extensionOrder: ExtensionOrder? {
        kind == .extend ? try? ColumnText.value(arguments) : nil
    }

    /// What is sent to renew the subscriptions to a product later; nil of what is no such request.
    package var massExtensionOrder: MassExtensionOrder? {
        kind == .massExtend ? try? ColumnText.value(arguments) : nil
    }

    /// By how much it renews later, and why; nil of what does not.
    package var extensionWish: ExtensionTerms? { extensionOrder?.wish ?? massExtensionOrder?.wish }

    /// What came of renewing one chain later; nil while nothing did.
    package var extensionEffect: ExtensionEffect? {
        kind == .extend ? effect.flatMap { try? ColumnText.value($0) } : nil
    }

    /// Whether it was sent to renew one chain later, and nothing tells what came of it: it may have been done.
    package var isUnsettledExtension: Bool { state != .done && extensionEffect?.before != nil }

    /// How far Apple is with the subscriptions to a product; nil while it did not say.
    package var massExtensionEffect: MassExtensionEffect? {
        kind == .massExtend ? effect.flatMap { try? ColumnText.value($0) } : nil
    }
}

extension ExtensionEffect {
    /// It as a request's effect.
    package var text: String? { try? ColumnText.json(self) }
}

extension MassExtensionEffect {
    /// It as a request's effect.
    package var text: String? { try? ColumnText.json(self) }
}
