import TerminalCore
import Testing
import Widgets

/// Tabs are chosen by their digit.
@Suite struct TabsTests {
    @Test func aDigitChooses() {
        var tabs = Tabs(
            [Tabs.Item("customers", "Customers"), Tabs.Item("tickets", "Tickets", badge: "37")],
            selectedID: "customers")
        let taken = (["2", "3", "j"] as [Key]).map { tabs.handle($0) }
        #expect(taken == [true, false, false])
        #expect(tabs.selectedID == "tickets")
    }
}
