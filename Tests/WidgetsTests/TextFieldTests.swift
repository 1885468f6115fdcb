import TerminalCore
import TerminalTesting
import Testing
import Widgets

/// Text is edited by graphemes.
@Suite struct TextFieldTests {
    @Test(arguments: [
        ("", "abc", "abc", 3),
        ("abc", "<Left><Left>x", "axbc", 2),
        ("abc", "<Home>x<End>y", "xabcy", 5),
        ("abc", "<C-a><Del>", "bc", 0),
        ("abc", "<BS>", "ab", 2),
        ("", "<BS><Del><C-w><C-u><C-k>", "", 0),
        ("one two  three", "<C-w>", "one two  ", 9),
        ("one two  ", "<C-w>", "one ", 4),
        ("one two", "<C-u>", "", 0),
        ("one two", "<C-a><Right><C-k>", "o", 1),
        ("山田", "<Left>太", "山太田", 2),
        ("👨‍👩‍👧x", "<Left><BS>", "x", 0),
        ("abc", "<Left><Left><Left><Left>z", "zabc", 1),
    ]) func keysEdit(_ text: String, _ script: String, _ expected: String, _ cursor: Int) {
        var field = TextField(text)
        for key in KeyScript(script).keys { _ = field.handle(key) }
        #expect(field.text == expected)
        #expect(field.cursor == cursor)
    }

    @Test func marksJoinTheCharacterBefore() {
        var field = TextField("Zo")
        for scalar in "e\u{308}".unicodeScalars { _ = field.handle(.character(Character(scalar))) }
        #expect(field.text == "Zoe\u{308}")
        #expect(field.cursor == 3)
    }

    @Test func aPasteIsOneLine() {
        var field = TextField("<>")
        _ = field.handle(.left)
        field.paste("a\r\nb\tc")
        #expect(field.text == "<a b c>")
        #expect(field.cursor == 6)
    }

    @Test(arguments: [(0, "山田太"), (2, "山田太"), (3, "田太郎"), (4, "太郎 ")])
    func theCursorIsAlwaysVisible(_ cursor: Int, _ shown: String) {
        var field = TextField("山田太郎")
        _ = field.handle(.home)
        for _ in 0..<cursor { _ = field.handle(.right) }
        var canvas = Canvas(size: Size(columns: 6, rows: 1))
        field.draw(in: &canvas, theme: ThemeLibrary.builtIn(for: .monochrome), isFocused: true)
        #expect(canvas.grid.text(row: 0).trimmingSuffix(" ") == shown.trimmingSuffix(" "))
        #expect(canvas.cursor.map { $0.column < 6 } == true)
    }

    @Test func noMoreIsTakenThanCanBeEditedAndThatIsSaid() {
        var field = TextField(String(repeating: "x", count: TextField.limit - 2))
        field.paste("abc")
        #expect(field.text.hasSuffix("xab") && field.cursor == TextField.limit)
        #expect(field.fullness == "512 characters at most: the rest is left out")
        _ = field.handle(.backspace)
        #expect(field.fullness == nil && field.text.hasSuffix("xa"))
        _ = field.handle("y")
        _ = field.handle("z")
        #expect(field.text.hasSuffix("xay") && field.isFull)
        // A character may be any number of marks long.
        field.set("a" + String(repeating: "\u{301}", count: 100_000))
        #expect(field.text.unicodeScalars.count <= 4 * TextField.limit)
    }

    @Test func aLongTextStandsAndGoesAsAWhole() {
        let letter = String(repeating: "My order MK4X8ABC12 is lost.\n", count: 30_000)
        var field = TextField("x", wholeLimit: 1 << 20)
        field.set("")
        field.paste(letter)
        #expect(field.isWhole && field.text == letter && field.fullness == nil)
        var canvas = Canvas(size: Size(columns: 40, rows: 1))
        field.draw(in: &canvas, theme: ThemeLibrary.builtIn(for: .monochrome), isFocused: true)
        #expect(canvas.grid.text(row: 0) == "My order MK4X8ABC12 is …  850 KB, pasted")
        field.paste(letter)
        #expect(field.text.utf8.count == 1 << 20 && field.fullness == "1024 KB at most: the rest is left out")
        let isMoved = field.handle(.left)
        #expect(isMoved && field.isWhole)
        _ = field.handle("a")
        #expect(field.text == "a" && !field.isWhole)
        field.paste(letter)
        _ = field.handle(.backspace)
        #expect(field.isEmpty && !field.isWhole)
        field.paste("short")
        #expect(field.text == "short" && field.cursor == 5)
    }

    @Test func otherKeysAreLeft() {
        var field = TextField()
        let taken = ([.enter, .escape, .tab, .up, .function(1)] as [Key]).map { field.handle($0) }
        #expect(!taken.contains(true))
    }
}

extension String {
    /// The text without one kind of character at its end.
    fileprivate func trimmingSuffix(_ character: Character) -> String {
        var text = self
        while text.last == character { text.removeLast() }
        return text
    }
}

/// A choice by its letters.
struct ChoiceFieldTests {
    @Test func aLetterChoosesTheNextThatBeginsWithIt() {
        var choice = ChoiceField(["delivered", "Refunded", "duplicate"].map { ChoiceField.Option($0) })
        #expect(choice.handle("r") && choice.selection?.id == "Refunded")
        #expect(choice.handle("d") && choice.selection?.id == "duplicate")
        #expect(choice.handle("d") && choice.selection?.id == "delivered")
        #expect(!choice.handle("x") && choice.selection?.id == "delivered")
    }
}
