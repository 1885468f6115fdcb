/// Why documents are not brought, brought again or shown.
package enum DocumentRefusal: Hashable, Sendable {
    /// An import came to an early end, and why; so many of its documents are in, or in quarantine.
    indirect case stopped(StoreError, documents: Int)
    /// Nothing of a document in quarantine could be read; where it came from.
    case nothingKept(document: Int64, source: String)
    /// Only a part of a document in quarantine was kept.
    case partKept(document: Int64)
    /// A document is not among those that are listed.
    case notListed(document: Int64)
    /// A role does not see documents as they were stored.
    case hidden

    var code: StoreError.Code {
        switch self {
        case .stopped: .unavailable
        case .nothingKept, .partKept, .notListed: .usage
        case .hidden: .refused
        }
    }
}
