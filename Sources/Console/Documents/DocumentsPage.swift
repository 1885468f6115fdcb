import Persistence

/// A page of documents, the newest taken in first.
struct DocumentsPage: Equatable, Sendable {
    /// The documents, without their bodies.
    let documents: [DocumentRecord]
    /// Whether there are older ones.
    let hasMore: Bool
}
