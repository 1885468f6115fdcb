/// The places where a test may kill or fail a writer, or hold a console up.
package enum FaultPoint: String, Sendable, CaseIterable {
    /// Whoever opens a store knows how many pages there are, and not yet where they are.
    case pagesCounted = "pages_counted"
    /// The schema is made, its version not yet set.
    case migration
    /// A transaction has begun and nothing is written.
    case writeBegun = "write_begun"
    /// A grant's row is written, its audit entry not.
    case grantWritten = "grant_written"
    /// A document's facts are written, its transaction still open.
    case documentApplied = "document_applied"
    /// Everything is written, nothing committed.
    case beforeCommit = "before_commit"
    /// The transaction is committed, the answer not given.
    case afterCommit = "after_commit"
    /// A frame of the console is on the screen.
    case frameShown = "frame_shown"
}
