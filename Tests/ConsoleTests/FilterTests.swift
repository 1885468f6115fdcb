import Persistence
import Purchases
import TerminalCore
import TerminalTesting
import Testing

@testable import Console

/// The filter of the list of customers.
@MainActor
struct FilterTests {
    @Test func wordsBecomeAFilterAndBack() {
        let filter = CustomersFilter("expired  product:premium_month renewal:off")
        #expect(filter?.values.status == .expired)
        #expect(filter?.values.renewal == .off)
        #expect(filter?.text == "status:expired product:premium_month renewal:off")
        #expect(CustomersFilter("")?.isEmpty == true)
        for wrong in ["status:lapsed", "renewal:on", "colour:red", "status:"] {
            #expect(CustomersFilter(wrong) == nil)
        }
    }

    @Test func onlyWhoPassesIsListedUntilEscape() async throws {
        let desk = Desk(try Stores.filled())
        await desk.type("<Esc>fproduct:premium_month<Enter>")
        #expect(desk.shows("Filter product:premium_month  Esc clears it"))
        #expect(desk.shows("Zoë Müller") && !desk.shows("José"))
        await desk.type("<Esc>")
        #expect(desk.shows("José") && !desk.shows("Filter"))
    }

    @Test func whoPassesNothingIsTold() async throws {
        let desk = Desk(try Stores.filled())
        await desk.type("<F2>status:upcoming<Enter>")
        #expect(desk.shows("No customer passes the filter; Esc clears it"))
        await desk.type("zz")
        #expect(desk.shows("status:upcoming"))
    }

    @Test func aWrongWordIsExplained() async throws {
        let desk = Desk(try Stores.filled())
        await desk.type("<Esc>fcolour:red<Enter>")
        #expect(
            desk.shows("colour:red filters nothing: the words are status, product, renewal,"))
        await desk.type("<Esc>")
        #expect(desk.shows("José"))
    }
}
