/// An error that the app met, by its domain and code.
///
/// Source: Apple, `NSError`, `SKError`.
public struct ReportedError: Hashable, Sendable {
    /// The domain, such as `SKErrorDomain`; empty when the app gave none.
    public let domain: String
    /// The code; nil when the app gave none.
    public let code: String?

    /// An error.
    public init(domain: String, code: String?) { (self.domain, self.code) = (domain, code) }

    /// Whether StoreKit itself reported it; an error without a domain of a failed payment is StoreKit's.
    public var isStoreKit: Bool { ["", "SKErrorDomain", "SKError"].contains(domain) }

    /// The error as a cause of a failed verification or delivery.
    public var cause: TicketCause {
        TicketCause(
            (["error"] + [domain, code].compactMap { $0 }.filter { !$0.isEmpty }).joined(separator: ":"))
    }
}
