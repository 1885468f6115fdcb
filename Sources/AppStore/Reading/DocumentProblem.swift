/// What keeps a document from being taken in: the reason for programs, the detail for people.
public struct DocumentProblem: Error, Hashable, Sendable {
    /// The machine-readable reason.
    public let reason: RejectionReason
    /// What is wrong, where, and what to do; never a secret.
    public let detail: String

    /// A problem with its reason and detail.
    public init(_ reason: RejectionReason, _ detail: String) { (self.reason, self.detail) = (reason, detail) }
}
