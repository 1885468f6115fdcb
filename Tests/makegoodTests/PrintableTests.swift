import Purchases
import Testing
import Wording

@testable import makegood

/// What is printed lines up, and holds nothing that a terminal would obey.
struct PrintableTests {
    @Test(arguments: [
        ("plain \"text\" Zoë 山田", "plain \"text\" Zoë 山田"), ("a\u{9B}31m", "a\\u009b31m"),
        ("\u{7F}", "\\u007f"),
        ("next\u{85}line", "next\\u0085line"), ("\u{A0}", "\u{A0}"), ("", ""),
    ])
    func json(_ text: String, _ printed: String) {
        #expect(Printable.json(text) == printed)
    }

    @Test(arguments: ["\u{1B}[2J", "\u{9B}2J", "\u{202E}abc", "a\nb", "\r", "\u{8}", "\u{0}"])
    func lines(_ text: String) {
        let controls = Printable.line(text).unicodeScalars.filter { scalar in
            scalar.properties.generalCategory == .control || (0x202A...0x202E).contains(scalar.value)
        }
        #expect(controls.isEmpty)
    }

    @Test func columns() {
        let lines = Columns.lines([["id", "名前", "x"], ["long id", "e\u{301}", ""], ["", "", ""], ["a"]])
        #expect(lines == ["id       名前  x", "long id  e\u{301}", "", "a"])
    }

    @Test func peopleReadTimesInWordsAndProgramsAsTheyAre() throws {
        let (text, terminal) = ("2021-08-11T19:41:58.123Z", Paper.terminal(columns: 80))
        let moment = try #require(Instant(text))
        #expect(Paper.pipe.reader.moment(moment) == text)
        #expect(Printable.line(terminal.reader.moment(moment)) == "11 Aug 2021 19:41")
        #expect(
            Paper.terminal(columns: 12).lines(of: "  one two three four") == [
                "  one two", "    three", "    four",
            ])
        #expect(Paper.pipe.lines(of: String(repeating: "long ", count: 99)).count == 1)
    }

    @Test func noRows() { #expect(Columns.lines([]).isEmpty) }
}
