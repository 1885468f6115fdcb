import TerminalCore
import Testing
import Widgets

/// Tabs are chosen by their digit.
@Suite struct TabsTests {
    @Test func aDigitChooses() {
        var tabs = Tabs(
            [
                Tabs.Item("customers", "Customers", digit: 1),
                Tabs.Item("tickets", "Tickets", digit: 2, badge: "37"), Tabs.Item("audit", "Audit", digit: 5),
            ],
            selectedID: "customers")
        let taken = (["2", "3", "j"] as [Key]).map { tabs.handle($0) }
        #expect(taken == [true, false, false])
        #expect(tabs.selectedID == "tickets")
        #expect(tabs.handle("5") && tabs.selectedID == "audit")
    }
}
