import TerminalCore
import TerminalTesting
import Testing

/// Keys are written and read the same way.
@Suite struct KeyNotationTests {
    static let keys: [(Key, String, String)] = [
        ("g", "g", "g"), ("G", "G", "G"), ("/", "/", "/"), ("山", "山", "山"), (" ", "<Space>", "Space"),
        ("<", "<lt>", "<"), (">", ">", ">"), (.enter, "<Enter>", "Enter"), (.escape, "<Esc>", "Esc"),
        (.tab, "<Tab>", "Tab"), (.backtab, "<S-Tab>", "Shift-Tab"), (.backspace, "<BS>", "BS"),
        (.delete, "<Del>", "Del"), (.insert, "<Ins>", "Ins"), (.up, "<Up>", "↑"), (.down, "<Down>", "↓"),
        (.left, "<Left>", "←"), (.right, "<Right>", "→"), (.home, "<Home>", "Home"), (.end, "<End>", "End"),
        (.pageUp, "<PgUp>", "PgUp"), (.pageDown, "<PgDn>", "PgDn"), (.function(1), "<F1>", "F1"),
        (.function(12), "<F12>", "F12"), (.control("d"), "<C-d>", "^D"),
        (.control(" "), "<C-Space>", "^Space"),
        (.control("]"), "<C-]>", "^]"),
    ]

    @Test(arguments: keys) func roundTrips(_ key: Key, _ notation: String, _ label: String) {
        #expect(key.notation == notation)
        #expect(Key.sequence(notation) == [key])
        #expect(key.label == label)
    }

    @Test func readsScripts() {
        #expect(Key.sequence("/zo<enter>g") == ["/", "z", "o", .enter, "g"])
        #expect(Key.sequence("") == [])
    }

    @Test(arguments: ["<nope>", "<Enter", "<>", "<F0>", "<F99>", "<C-dd>"]) func refuses(_ notation: String) {
        #expect(Key.sequence(notation) == nil)
    }
}
