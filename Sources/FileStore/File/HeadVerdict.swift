internal import Persistence

/// What SQLite says of a store, as far as its head can be compared with it.
struct StoreFound: Hashable, Sendable {
    /// The file's id; ``StoreHead/noID`` for a store that has none yet.
    var fileID: String
    /// How far it has come.
    var standing: StoreProgress
    /// Whether ``StoreState/home`` names this very file: then it had a head.
    var isAtHome: Bool
    /// The hash of the entry that the head names as its newest; nil when there is no such entry.
    var hashAtHead: String?
}

/// What a comparison of a store with its head comes to.
///
/// | head | store | verdict |
/// | --- | --- | --- |
/// | none | its home is elsewhere or unknown | takes it as `unknown`: a new store, a copy, one of before |
/// | none | its home is here | refused: the head was removed |
/// | not readable as one | any | refused: the head is broken |
/// | of this file, with a stop | any | refused: stopped |
/// | of this file | as far or further, same entry | fits |
/// | of this file | fewer changes or entries, or another entry | refused: acknowledged writes are missing |
/// | of what the file was | as far or further, same entry | takes it as `unfinished`: a first write was killed |
/// | the same, with what stood there before | as far or further | takes it as `another`: it was not taken yet |
/// | of another file | any | takes it as `another`: another whole file was put there |
enum HeadVerdict: Hashable, Sendable {
    /// The store is what was acknowledged, or more.
    case fits
    /// The next write makes the head this file's own.
    case takes(Taking)
    /// Nothing may be written, and why.
    case refuses(HeadBreach)

    /// Why a file has no head of its own yet.
    enum Taking: Hashable, Sendable {
        /// It has none.
        case unknown
        /// A first write was killed on its way.
        case unfinished
        /// What lies there is another store's.
        case another(StoreHead)

        /// How far the store had come in whose place the file was put.
        var former: StoreProgress? {
            if case .another(let head) = self { head.standing } else { nil }
        }
    }

    /// The verdict on a store.
    init(on found: StoreFound, head: HeadReading) {
        switch head {
        case .absent: self = found.isAtHome ? .refuses(.removed) : .takes(.unknown)
        case .broken: self = .refuses(.broken)
        case .whole(let head) where !head.isOf(found.fileID): self = .takes(.another(head))
        case .whole(let head):
            if let stop = head.stop {
                self = .refuses(.stopped(stop))
            } else if let missing = MissingWrites(in: found, head: head) {
                self = .refuses(.missing(missing))
            } else if head.fileID == found.fileID {
                self = .fits
            } else {
                self = .takes(
                    head.former.map { .another(StoreHead(fileID: StoreHead.noID, standing: $0)) }
                        ?? .unfinished)
            }
        }
    }
}

extension MissingWrites {
    /// What is missing from a store; nil when it has everything that its head speaks of.
    init?(in found: StoreFound, head: StoreHead) {
        let entries = max(0, head.standing.entries - found.standing.entries)
        let changes = max(0, head.standing.change - found.standing.change)
        if entries == 0, changes == 0, found.hashAtHead == head.standing.hash { return nil }
        self.init(entries: entries, changes: changes)
    }
}

extension StoreNotice {
    /// The notice on a store as it is opened; nil when nothing is to be said.
    ///
    /// - Throws: `StoreError`: breach, for a run that could write.
    init?(on found: StoreFound, head: HeadReading, at path: String, readOnly: Bool) throws {
        switch HeadVerdict(on: found, head: head) {
        case .fits, .takes(.unknown), .takes(.unfinished): return nil
        case .takes(.another(let head)): self = .replaced(head: head.standing, found: found.standing)
        case .refuses(let breach) where readOnly: self = .breach(breach)
        case .refuses(let breach): throw StoreError.file(path, .breach(breach))
        }
    }
}
