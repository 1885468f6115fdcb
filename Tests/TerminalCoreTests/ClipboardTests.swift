import TerminalCore
import Testing

/// What is sent to copy a text.
@Suite struct ClipboardTests {
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("Zoë", "Wm/Dqw=="),
        ("\u{1B}]0;x\u{07}", "G10wO3gH"),
    ])
    func textsGoAsBase64(_ text: String, _ encoded: String) {
        #expect(Clipboard.sequence(text) == Array("\u{1B}]52;c;\(encoded)\u{07}".utf8))
    }

    @Test func longTextsAreNotCopied() {
        #expect(Clipboard.sequence(String(repeating: "a", count: 8192))?.count == 7 + 10924 + 1)
        #expect(Clipboard.sequence(String(repeating: "ä", count: 4097)) == nil)
    }
}
