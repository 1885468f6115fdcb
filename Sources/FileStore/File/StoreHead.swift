internal import Foundation
internal import Persistence

/// What a store has acknowledged, kept in a small file beside it: `<store>.head`.
///
/// SQLite believes whatever -wal lies beside a file, and takes one that is gone for one that held nothing. So whoever
/// commits notes here how far the store has come, before the answer is given; whoever opens the store compares. It is a
/// lower bound: a process that is killed between its commit and its note leaves a head that is a little behind.
///
/// † The file and its rules are ours; docs/store.md tells them.
struct StoreHead: Hashable, Sendable {
    /// Which file it is the head of: what ``StoreState/fileID`` says there.
    var fileID: String
    /// What the file's own pages may still say for its id: until the -wal is written back, the new one is only in there.
    var was: String?
    /// How far the store has come at least.
    var standing: StoreProgress
    /// Why nothing is written any more; nil for a store that is well.
    var stop: StoreStop?
    /// How far the store had come in whose place the file was put, until the write that takes it as the store is committed.
    var former: StoreProgress?

    /// A head as it is noted.
    init(
        fileID: String, was: String? = nil, standing: StoreProgress, stop: StoreStop? = nil,
        former: StoreProgress? = nil
    ) {
        (self.fileID, self.was, self.standing, self.stop) = (fileID, was, standing, stop)
        self.former = former
    }

    /// The id of a store that was made before stores had one.
    static let noID = StoreState.noFileID

    /// A new id, for a file that is a store of its own from now on.
    static func newID() -> String {
        let numbers = [UInt64.random(in: 0...UInt64.max), UInt64.random(in: 0...UInt64.max)]
        return numbers.map { String(format: "%016lx", $0) }.joined()
    }

    /// Whether pages of this id are those of its file, whether or not the -wal was written back.
    func isOf(_ id: String) -> Bool { id == fileID || id == was }
}

extension StoreHead {
    /// The size of the file, in bytes: one sector, so that a power cut leaves the old line or the new one.
    static let size = 512
    /// How the line begins.
    static let mark = "makegood-head"
    private static let version = "1"

    /// The file's content: one line of words, the last a checksum of those before it, filled up with blanks.
    var text: String {
        let words =
            [
                StoreHead.mark, StoreHead.version, fileID, was ?? "-", String(standing.change),
                String(standing.entries), standing.hash, stop?.rawValue ?? "-",
            ] + (former.map { [String($0.change), String($0.entries), $0.hash] } ?? [])
        let line = words.joined(separator: " ")
        let whole = "\(line) \(StoreHead.checksum(of: line))"
        return whole + String(repeating: " ", count: StoreHead.size - 1 - whole.utf8.count) + "\n"
    }

    /// Reads a file's content; nil when it is none that this program wrote whole.
    init?(text: String) {
        guard text.utf8.count == StoreHead.size else { return nil }
        let words = text.split { $0 == " " || $0 == "\n" }.map(String.init)
        guard words.count == 9 || words.count == 12, words[0] == StoreHead.mark,
            words[1] == StoreHead.version,
            words.last == StoreHead.checksum(of: words.dropLast().joined(separator: " ")),
            let change = Int64(words[4]), let entries = Int64(words[5])
        else { return nil }
        let stop = StoreStop(rawValue: words[7])
        guard stop != nil || words[7] == "-" else { return nil }
        self.init(
            fileID: words[2], was: words[3] == "-" ? nil : words[3],
            standing: StoreProgress(change: change, entries: entries, hash: words[6]), stop: stop)
        guard words.count == 12 else { return }
        guard let change = Int64(words[8]), let entries = Int64(words[9]) else { return nil }
        former = StoreProgress(change: change, entries: entries, hash: words[10])
    }

    private static func checksum(of line: String) -> String { String(ColumnText.digest(of: line).prefix(16)) }
}

/// What stands in the place of a head.
enum HeadReading: Hashable, Sendable {
    /// Nothing.
    case absent
    /// Something that this program did not write, or not whole.
    case broken
    case whole(StoreHead)
}
