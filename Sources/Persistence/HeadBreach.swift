/// Why a store is not written to: it is not what its head says. The head is a file beside the store with what the store
/// acknowledged; `FileStore/File/HeadVerdict.swift` compares them.
package enum HeadBreach: Hashable, Sendable {
    /// It had a head, and has none.
    case removed
    /// Its head is not as it was written.
    case broken
    /// Acknowledged writes are missing.
    case missing(MissingWrites)
    /// Damage was seen before.
    case stopped(StoreStop)
}

/// What a store acknowledged and does not hold.
package struct MissingWrites: Hashable, Sendable {
    /// How many audit entries.
    package let entries: Int64
    package let changes: Int64

    /// So many are missing; none and none when another entry stands in the newest one's place.
    package init(entries: Int64, changes: Int64) { (self.entries, self.changes) = (entries, changes) }
}

/// What was found broken in a store, so that nothing is written to it until a backup is restored.
package enum StoreStop: String, Hashable, Sendable, CaseIterable {
    /// SQLite cannot follow its pages.
    case brokenPages = "broken_pages"
    /// The file ends too early.
    case cutOff = "cut_off"
    /// Rows name others that are missing.
    case foreignKeys = "foreign_keys"
    /// The audit log or the grants are not as they were written.
    case audit
}
