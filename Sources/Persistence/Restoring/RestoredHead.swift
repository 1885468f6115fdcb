internal import GRDB

/// The head of a store that a restore replaces, and of the one that takes its place.
enum RestoredHead {
    /// What the head of the store at a path says was acknowledged; nil where there is none.
    static func noted(of path: String) -> Restoration.Log? { nil }

    /// Makes a draft a store of its own, with an id that no other has.
    static func begin(in db: Database) throws {}

    /// Writes the head of the file that was just put in place. The caller holds the lock.
    static func replace(at path: String) throws {}

    /// Whether a -wal with content beside a file is known to be its own.
    static func ownsWAL(_ path: String) throws -> Bool { false }
}
