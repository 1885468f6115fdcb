import Persistence
import Purchases
import TerminalCore
import TerminalTesting
import Testing
import Widgets

@testable import Console

/// Searching in what a screen shows.
struct PaneSearchTests {
    private static func typed(_ words: String, from start: Int = 0) -> PaneSearch {
        var search = PaneSearch(from: start)
        for character in words { _ = search.handle(.character(character)) }
        return search
    }

    @Test func matchesAreWalkedThroughRoundAndRound() {
        let texts = ["one", "Two", "three two", "four", "TWO"]
        var search = Self.typed("two", from: 2)
        #expect(search.find(.fromStart, among: texts, from: 0) == 2)
        #expect(search.find(.next, among: texts, from: 2) == 4)
        #expect(search.find(.next, among: texts, from: 4) == 1)
        #expect(search.find(.previous, among: texts, from: 1) == 4)
        #expect(search.find(.previous, among: texts, from: 3) == 2)
        var nothing = Self.typed("five")
        #expect(nothing.find(.next, among: texts, from: 2) == nil)
    }

    @Test(arguments: [
        ("muller", "Zoë Müller", true), ("ZOË", "zoe", true), ("\"id\"", "  \"ID\" : 5", true),
        ("aab", "aaaab", true), ("ab", "a b", false), ("", "anything", false), ("long words", "long", false),
    ])
    func caseAndAccentsAreFolded(_ words: String, _ text: String, _ fits: Bool) {
        var search = Self.typed(words)
        #expect((search.find(.fromStart, among: [text], from: 0) != nil) == fits)
    }

    @Test func everyMatchIsMarkedAcrossTheLinesParts() {
        let line: StyledLine = [
            TextSpan("trans", .dim), TextSpan("action of "), TextSpan("a trans", .strong),
        ]
        let marked = Self.typed("TRANSA").marked(line)
        #expect(marked.text == line.text)
        #expect(
            marked.spans == [
                TextSpan("trans", .match), TextSpan("a", .match), TextSpan("ction of "),
                TextSpan("a trans", .strong),
            ])
        #expect(Self.typed("five").marked(line) == line)
    }

    @Test func enterKeepsTheWordsAndEscapeEndsTheSearch() {
        var search = Self.typed("two")
        #expect(search.handle(.up) == .unused)
        #expect(search.handle(.backspace) == .changed)
        #expect(search.handle(.enter) == .settled && !search.isTyping && search.words == "tw")
        #expect(search.handle("x") == .unused && search.words == "tw")
        var left = Self.typed("two")
        #expect(left.handle(.escape) == .ended)
        var empty = Self.typed("")
        #expect(empty.handle(.enter) == .ended)
    }

    /// Plays keys on the console of the fixtures.
    private static func lines(_ keys: KeyScript, _ size: Size = Size(columns: 80, rows: 24)) -> [String] {
        var state = Frames.state(size)
        state.play(keys) { Answers.all($0) }
        return Frames.draw(state, size).grid.lines
    }

    @Test func aTimelineIsSearchedAndLeftAsItWas() {
        let timeline = "zo<Enter><S-Tab><S-Tab>"
        let found = Self.lines(KeyScript(timeline + "/goodwill"))
        #expect(found.contains { $0.contains("▸") && $0.contains("goodwill") }, "\(found)")
        #expect(found.contains { $0.contains("/ goodwill") && $0.contains("1 of 1 ") })
        let next = Self.lines(KeyScript(timeline + "/bought<Enter>n"))
        #expect(next.contains { $0.contains("/ bought") && $0.contains("2 of ") }, "\(next)")
        let before = Self.lines(KeyScript(timeline + "/bought<Enter>nN"))
        #expect(before.contains { $0.contains("/ bought") && $0.contains("1 of ") })
        let ended = Self.lines(KeyScript(timeline + "/bought<Enter><Esc>"))
        #expect(!ended.contains { $0.contains("/ bought") } && ended.contains { $0.contains("[Timeline") })
    }

    @Test func aChainsTransactionsAreSearchedByTheirIds() {
        let found = Self.lines("zo<Enter>j<Enter>/230001017218957")
        #expect(found.contains { $0.contains("▸ 5 Jun 2020") }, "\(found)")
        #expect(found.contains { $0.contains("1 of 1") })
    }

    @Test func aDocumentIsSearched() {
        let found = Self.lines("zo<Enter>o<Enter>/unified")
        #expect(found.contains { $0.contains("unified_receipt") } && found.contains { $0.contains("1 of 1") })
        let nothing = Self.lines("zo<Enter>o<Enter>/nowhere")
        #expect(nothing.contains { $0.contains("nothing here fits") })
    }

    @Test func whileAMatchIsShownTheKeysMeanMatches() {
        var state = Frames.state(Size(columns: 80, rows: 24))
        state.play("zo<Enter><S-Tab><S-Tab>") { Answers.all($0) }
        #expect(
            state.keyMap.command(for: "N")?.id == "note.add" && state.keyMap.command(for: "/")?.id == "find")
        state.play("/bought") { Answers.all($0) }
        #expect(state.keyMap.command(for: "n") == nil && state.keyMap.command(for: .enter)?.id == "find.keep")
        state.play("<Enter>") { Answers.all($0) }
        #expect(
            state.keyMap.command(for: "N")?.id == "find.previous" && state.keyMap.command("note.add") == nil)
        #expect(state.keyMap.command(for: .escape)?.id == "find.end")
        state.play("<Tab>") { Answers.all($0) }
        #expect(state.keyMap.command(for: "N")?.id == "note.add")
    }
}
