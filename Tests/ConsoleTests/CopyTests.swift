import Persistence
import Purchases
import TerminalCore
import TerminalTesting
import Testing
import Widgets

@testable import Console

/// What reaches the clipboard, and what the audit log says of it.
@MainActor
struct CopyTests {
    @Test func idsAndTheVerdictAreCopiedAtOnce() async throws {
        let desk = Desk(try Stores.filled())
        await desk.type("zoe@<Enter>")
        await desk.type("yi")
        #expect(desk.shows("Copied, if the terminal allows it: the customer id"))
        await desk.type("yh")
        await desk.type("yv")
        #expect(desk.terminal.copies.prefix(2) == ["u_1042", "1000000831360853"])
        let verdict = desk.terminal.copies.last ?? ""
        #expect(verdict.hasPrefix("u_1042: NO ACCESS to premium since 2021-07-27T19:41:58Z, because "))
        await desk.type("<Enter>")
        await desk.type("yt")
        #expect(desk.terminal.copies.last == "1000000831360853")
    }

    @Test func anAddressIsCopiedWhenTheLogHasNotedIt() async throws {
        let desk = Desk(try Stores.filled())
        await desk.type("zoe@<Enter>")
        await desk.type("ye")
        #expect(desk.terminal.copies == ["zoe@example.org"])
        let entry = try desk.store.wholePage(of: AuditQuery(limit: 1)).entries.first
        #expect(entry?.action == "reveal" && entry?.subject == "u_1042")
        #expect(entry?.details == "{\"field\":\"email\"}")
    }

    @Test func whoMayNotSeeAnAddressDoesNotCopyIt() async throws {
        let store = try Stores.filled()
        try store.addAgent(AgentName("vi"), role: .viewer, by: AgentName("ana"), at: Pages.now)
        let desk = Desk(store, agent: "vi", role: .viewer)
        await desk.type("zoe@example.org<Enter>")
        await desk.type("ye")
        #expect(desk.shows("The e-mail address is not copied: a viewer does not see personal data"))
        #expect(desk.terminal.copies.isEmpty)
        await desk.type("yi")
        #expect(desk.terminal.copies == ["u_1042"])
    }

    @Test func aReadOnlyConsoleCopiesNothing() {
        var options = Frames.options
        options.isReadOnly = true
        let size = Size(columns: 80, rows: 24)
        var state = Frames.state(size, options: options)
        state.play("zo<Enter>y", Answers.all)
        #expect(state.overlay == nil)
        #expect(state.message?.text.contains("this console is read-only") == true)
    }

    @Test func theMenuIsLeftWithEscapeAndChosenWithEnter() {
        var menu = CopyMenu([CopyItem("i", "customer id", "u_1"), CopyItem("h", "chain id", "2")])
        let left = menu.handle(.escape)
        #expect(left == .cancelled)
        _ = menu.handle(.down)
        let chosen = menu.handle(.enter)
        #expect(chosen == .chosen(CopyItem("h", "chain id", "2")))
    }

    @Test func whatIsTooLongIsRefused() {
        let item = CopyItem("v", "verdict", String(repeating: "ü", count: 5000))
        #expect(item.refusal == "it is too long")
    }
}
