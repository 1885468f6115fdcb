package import Purchases

/// Why a file cannot be used as the store's, or as one beside it.
package enum FileTrouble: Hashable, Sendable {
    /// There is no store.
    case missing
    case foreign(Foreignness)
    /// The store was made before the first release, with this version of a schema that nothing brings up to date.
    case unreleased(version: Int32)
    case damaged(Damage)
    /// It lies on a file system shared by hosts, of this name.
    case network(fileSystem: String)
    /// A copy was not opened since it was made, and a run that writes nothing cannot open it first.
    case unopenedCopy
    /// Its owner is unknown in this user namespace, where no login says who a person is.
    case ownerUnknown
    case odd(Oddness)
    /// A journal of another kind than the store's, with content.
    case foreignJournal
    /// A -wal with the content of another file.
    case foreignWAL
    /// The store is not what it acknowledged.
    case breach(HeadBreach)
    /// It was renamed after it was opened.
    case moved
    /// It was removed, replaced or cut while it was open.
    case changedUnderneath
    /// It was restored from a backup after it was opened: by whom and when.
    case restored(by: AgentName, at: Instant)

    /// Why a file is no store.
    package enum Foreignness: Hashable, Sendable { case folder, empty, noSQLite, otherProgram }

    /// What is wrong with a store's file.
    package enum Damage: Hashable, Sendable {
        /// The file ends too early.
        case cutOff
        /// SQLite cannot follow its pages.
        case brokenPages
        /// A column holds nothing, or nothing that it may.
        case emptyColumn(_ name: String)
    }

    /// Why a file cannot be one of the store's.
    package enum Oddness: Hashable, Sendable {
        /// It is a symbolic link.
        case link
        /// It is a folder, a pipe, a device.
        case noFile
        /// It has so many names (hard links); each would lead to a lock and a -wal of its own.
        case names(Int)
    }

    var code: StoreError.Code {
        switch self {
        case .missing, .foreign, .unreleased, .network, .odd, .foreignJournal, .foreignWAL: .configuration
        case .damaged, .breach, .changedUnderneath: .damaged
        case .unopenedCopy: .busy
        case .ownerUnknown: .refused
        case .moved, .restored: .unavailable
        }
    }
}
