import CTerminal
import TerminalCore
import Testing

/// What becomes of texts written by strangers.
@Suite struct DisplayTextTests {
    /// A text, what is drawn of it, and how wide that is.
    struct Example: Sendable {
        let text: String
        let drawn: String
        let columns: Int

        init(_ text: String, _ drawn: String, _ columns: Int) {
            self.text = text
            self.drawn = drawn
            self.columns = columns
        }
    }

    static let examples = [
        Example("Zoë", "Zoë", 3),
        Example("山田 太郎", "山田 太郎", 9),
        Example("Ａ😀", "Ａ😀", 4),
        Example("e\u{301}", "e\u{301}", 1),
        Example("❤\u{FE0F}", "❤", 1),
        Example("🇯🇵", "JP", 2),
        Example("👨‍👩‍👧!", "👨!", 3),
        Example("👍🏽", "👍", 2),
        Example("🏽", "🏽", 2),
        Example("กำ", "กำ", 2),
        Example("1\u{FE0F}\u{20E3}", "1\u{20E3}", 1),
        Example("\u{1FAE8}", "\u{FFFD}", 1),
        Example("a\u{1B}[31mb", "a␛[31mb", 7),
        Example("a\tb\nc\rd\u{7F}", "a␉b␊c␍d␡", 8),
        Example("\u{9B}31m", "\u{FFFD}31m", 4),
        Example("a\u{85}b\u{2028}c", "a\u{2424}b\u{2424}c", 5),
        Example("\u{202E}abc\u{2066}d\u{2069}", "abcd", 4),
        Example("a\u{200B}b\u{200D}c\u{AD}\u{FEFF}\u{2060}", "abc", 3),
        Example("क्\u{200D}ष", "क्ष", 2),
        Example("\u{301}a", "\u{25CC}\u{301}a", 2),
        Example("דוד", "דוד", 3),
        Example("", "", 0),
    ]

    @Test(arguments: examples) func isDrawable(_ example: Example) {
        let text = DisplayText(example.text)
        #expect(Array(text.text.unicodeScalars) == Array(example.drawn.unicodeScalars))
        #expect(text.columns == example.columns)
    }

    @Test func aThousandMarksAreHarmless() {
        let text = DisplayText("Z" + String(repeating: "\u{301}", count: 1000) + "o")
        #expect(text.columns == 2)
        #expect(text.graphemes.allSatisfy { $0.text.unicodeScalars.count <= 4 })
    }

    @Test(arguments: UInt64(1)...50) func neverSendsWhatCursesCannotStore(seed: UInt64) {
        var random = SeededRandom(seed)
        let text = DisplayText(random.text(length: 200))
        for grapheme in text.graphemes {
            let scalars = grapheme.text.unicodeScalars
            #expect(scalars.count <= 4)
            #expect(scalars.reduce(0) { $0 + Int(ct_wcwidth($1.value)) } == grapheme.columns)
        }
        #expect(DisplayText(text.text).text == text.text)
    }

    @Test func isCutAtGraphemes() {
        #expect(DisplayText("山田太郎").truncated(to: 8).text == "山田太郎")
        #expect(DisplayText("山田太郎").truncated(to: 7).text == "山田太…")
        #expect(DisplayText("山田太郎").truncated(to: 6).text == "山田…")
        #expect(DisplayText("山田").truncated(to: 1).text == "…")
        #expect(DisplayText("山田").truncated(to: 0).text == "")
    }
}
