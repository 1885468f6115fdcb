import Testing

@testable import FileStore
@testable import Persistence

/// What a head says, and what its comparison with a store comes to.
struct StoreHeadTests {
    private static let standing = StoreProgress(change: 40, entries: 7, hash: "aa")
    private static let head = StoreHead(fileID: "new", was: "old", standing: standing)
    private static let stopped = StoreHead(fileID: "new", standing: standing, stop: .audit)

    @Test(arguments: [head, stopped, StoreHead(fileID: StoreHead.newID(), standing: standing)])
    func whatIsWrittenIsRead(_ head: StoreHead) {
        #expect(head.text.utf8.count == StoreHead.size)
        #expect(StoreHead(text: head.text) == head)
    }

    /// Every single byte counts, and so does their number.
    @Test func whatWasChangedIsNoHead() {
        let bytes = Array(Self.head.text.utf8)
        for place in bytes.indices where bytes[place] != 0x20 && bytes[place] != 0x0A {
            var changed = bytes
            changed[place] ^= 1
            #expect(StoreHead(text: String(decoding: changed, as: UTF8.self)) == nil, "byte \(place)")
        }
        #expect(StoreHead(text: String(Self.head.text.dropLast())) == nil)
        #expect(StoreHead(text: "") == nil)
    }

    /// A store and a head, and what becomes of them.
    struct Example: Sendable, CustomTestStringConvertible {
        let what: String
        let head: HeadReading
        var id = "new"
        var entries: Int64 = 7
        var change: Int64 = 40
        var isAtHome = true
        var hashAtHead: String? = "aa"
        let verdict: HeadVerdict
        var testDescription: String { what }
    }

    @Test(arguments: [
        Example(what: "its own", head: .whole(head), verdict: .fits),
        Example(what: "further", head: .whole(head), entries: 9, change: 50, verdict: .fits),
        Example(
            what: "fewer entries", head: .whole(head), entries: 5, change: 40, hashAtHead: nil,
            verdict: .refuses(.missing(MissingWrites(entries: 2, changes: 0)))),
        Example(
            what: "fewer changes", head: .whole(head), change: 38,
            verdict: .refuses(.missing(MissingWrites(entries: 0, changes: 2)))),
        Example(
            what: "another entry", head: .whole(head), entries: 9, change: 50, hashAtHead: "bb",
            verdict: .refuses(.missing(MissingWrites(entries: 0, changes: 0)))),
        Example(what: "stopped", head: .whole(stopped), verdict: .refuses(.stopped(.audit))),
        Example(what: "first write killed", head: .whole(head), id: "old", verdict: .takes(.unfinished)),
        Example(
            what: "another file", head: .whole(head), id: "other", entries: 2,
            verdict: .takes(.another(head))),
        Example(
            what: "another file beside a stop", head: .whole(stopped), id: "other",
            verdict: .takes(.another(stopped))),
        Example(what: "no head, at home", head: .absent, verdict: .refuses(.removed)),
        Example(what: "no head, a copy", head: .absent, isAtHome: false, verdict: .takes(.unknown)),
        Example(what: "broken head", head: .broken, isAtHome: false, verdict: .refuses(.broken)),
    ])
    func theVerdictIs(_ example: Example) {
        let found = StoreFound(
            fileID: example.id,
            standing: StoreProgress(change: example.change, entries: example.entries, hash: "cc"),
            isAtHome: example.isAtHome, hashAtHead: example.hashAtHead)
        #expect(HeadVerdict(on: found, head: example.head) == example.verdict)
    }
}
