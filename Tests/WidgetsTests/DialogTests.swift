import TerminalCore
import Testing
import Widgets

/// Dialogs and forms never act by Enter alone where money or access is at stake.
@Suite struct DialogTests {
    @Test func aQuestionNeedsAKeyOfItsOwn() {
        #expect(Fixtures.dialog.handle(.enter) == .cancelled)
        #expect(Fixtures.dialog.handle("y") == .answered("grant"))
        #expect(Fixtures.dialog.handle("x") == .ignored)
        #expect(Fixtures.dialog.handle(.escape) == .cancelled)
        let sly = Dialog(title: "?", lines: [], answers: [.init("yes", "yes", key: .enter)])
        #expect(sly.handle(.enter) == .cancelled)
    }

    @Test func formsMoveEditAndKeepValues() {
        var form = Fixtures.form
        let keys: [Key] = [.right, .right, .tab, "n", "o", .tab, .backtab, .backtab]
        let taken = keys.map { form.handle($0) }
        #expect(!taken.contains(false))
        #expect(form.value("length") == "1 m")
        #expect(form.value("note") == "no")
        #expect(form.focusedID == "length")
        form.show(problems: ["entitlement": "Choose one"])
        #expect(form.focusedID == "entitlement")
        let isPasted = form.paste("x")
        #expect(!isPasted)
    }
}
