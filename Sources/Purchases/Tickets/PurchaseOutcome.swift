/// What became of a purchase.
public enum PurchaseOutcome: Hashable, Sendable {
    /// Nothing is decided yet; it counts as failed from a moment on.
    case pending(until: Instant)
    /// The customer got it in time.
    case delivered
    /// It failed.
    case failed(ErrorGroup)
    /// It was an earlier purchase brought back, which costs and loses nothing.
    case restored
    /// It was made where failed purchases do not count.
    case notServed

    /// The group of a failed purchase; nil for any other outcome.
    public var group: ErrorGroup? {
        if case .failed(let group) = self { group } else { nil }
    }
}
