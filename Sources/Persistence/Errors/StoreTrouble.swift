package import Purchases

/// Why the store as a whole does not do something.
package enum StoreTrouble: Hashable, Sendable {
    /// Another process kept the store's lock for too long; its process id where the lock file tells it.
    case busy(holder: Int32?)
    /// The store was opened for reading only.
    case readOnly
    /// A newer program made it, with this version of its schema.
    case newer(version: Int32)
    /// An older program made it, and a run that writes nothing cannot bring it up to date.
    case older(version: Int32)
    /// The disk has no room; the last change was not made.
    case diskFull
    /// The process gets no more memory.
    case memoryFull
    /// A store in memory cannot be copied.
    case inMemory
    /// Of a page it is not said how a role that sees no personal data may see it.
    case pageHidden
    /// A real store trusts Apple's roots alone.
    case rootsAreApples
    /// An environment that Apple does not sign is served by practice stores alone.
    case practiceEnvironment(AppStoreEnvironment)
    /// A write did not tell the audit log of itself.
    case unaudited
    /// The store's own guards refused a change.
    case guarded(_ message: String?)
    /// The engine failed with this code, or something else did that has none.
    case failed(code: Int32?)

    var code: StoreError.Code {
        switch self {
        case .busy: .busy
        case .diskFull, .memoryFull: .unavailable
        case .newer, .older: .configuration
        case .readOnly, .pageHidden, .rootsAreApples, .practiceEnvironment: .refused
        case .inMemory: .usage
        case .unaudited, .guarded, .failed: .damaged
        }
    }
}
