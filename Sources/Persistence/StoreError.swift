/// Why the store did not do what it was asked, and what a person can do about it.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure, by their machine-readable names.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// What was named does not exist.
        case notFound = "not_found"
        /// The role, the policy or the mode forbids it.
        case refused
        /// Someone changed it first, or the key was used for something else.
        case conflict
        /// What was asked makes no sense.
        case usage
        /// Another process holds the store.
        case busy
        /// The disk, the file system or the permissions are in the way.
        case unavailable
        /// There is no store at that place, or none that this program can read.
        case configuration
        /// The store's own content is wrong.
        case damaged

        /// The process's exit code for it.
        public var exitCode: Int32 {
            switch self {
            case .notFound: 3
            case .refused: 4
            case .conflict: 5
            case .usage: 64
            case .busy, .unavailable: 69
            case .configuration, .damaged: 78
            }
        }
    }

    /// What kind of failure it is.
    public let code: Code
    /// What happened, as part of a sentence.
    public let what: String
    /// What to do about it.
    public let remedy: String

    /// A failure and the way out of it.
    public init(_ code: Code, _ what: String, remedy: String) {
        (self.code, self.what, self.remedy) = (code, what, remedy)
    }

    /// What happened and what to do, on one line.
    public var description: String { "\(what): \(remedy)" }
}
