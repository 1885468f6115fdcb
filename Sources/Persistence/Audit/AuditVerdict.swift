/// Whether the audit log and the grants are as they were written.
///
/// It proves accidents and careless edits, not what a determined owner of the file did: whoever can rewrite everything
/// can rewrite every hash. A head noted elsewhere narrows that down.
public struct AuditVerdict: Hashable, Sendable {
    /// The first thing that is not as it was written.
    public struct Breach: Hashable, Sendable {
        /// The entry; nil when it is no entry's.
        public let sequence: Int64?
        /// What it is about, such as `audit`, `grant:5` or `trigger:audit_no_update`.
        public let about: String
        /// What is wrong.
        public let why: String
    }

    /// How many entries there are.
    public let entries: Int
    /// The hash of the newest entry.
    public let head: String
    /// The first thing that is wrong; nil when nothing is.
    public let firstBroken: Breach?

    /// Whether everything is as it was written.
    public var isOK: Bool { firstBroken == nil }
}
