import Persistence
import TerminalCore
import Testing
import Widgets

@testable import Console

/// A store that is not what it was is not worked on without a word.
struct StoreNoticeTests {
    private let size = Size(columns: 160, rows: 40)

    private func frame(_ notice: StoreNotice?) -> [String] {
        var options = Frames.options
        options.notice = notice
        return Frames.draw(Frames.state(size, options: options), size).grid.lines
    }

    @Test func anotherFileIsSaidOnTopAndInWords() throws {
        let head = StoreProgress(change: 40, entries: 1012, hash: "")
        let found = StoreProgress(change: 30, entries: 1007, hash: "")
        let lines = frame(.replaced(head: head, found: found))
        #expect(lines.first?.contains("ANOTHER FILE") == true)
        #expect(lines.contains { $0.contains("1007 audit entries where that one had 1012") }, "\(lines)")
    }

    @Test func aStoreThatIsNotWholeIsSaidOnTopAndInWords() {
        let lines = frame(.breach(.missing(MissingWrites(entries: 3, changes: 4))))
        #expect(lines.first?.contains("NOT WHOLE") == true)
        #expect(lines.contains { $0.contains("3 audit entries are missing") }, "\(lines)")
    }

    @Test func aWholeStoreHasNothingToSay() {
        #expect(!frame(nil).contains { $0.contains("ANOTHER FILE") || $0.contains("NOT WHOLE") })
    }
}
