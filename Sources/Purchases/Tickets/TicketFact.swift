/// One of the facts that decide a failed purchase's group, with its evidence.
public struct TicketFact: Hashable, Codable, Sendable {
    /// Whether it is so.
    public let value: Bool
    /// Since when; nil when it is not so.
    public let at: Instant?
    /// What shows it, in words.
    public let evidence: String

    /// A fact.
    public init(_ value: Bool, at: Instant? = nil, evidence: String) {
        (self.value, self.at, self.evidence) = (value, at, evidence)
    }
}
