import PersistenceTesting
import Purchases
import Testing

@testable import Wording

/// What stands in a column is words for people, a value for programs, and what rows are sorted by.
struct ListCellTests {
    private let now = Instant("2026-11-22T10:00:00Z") ?? .earliest

    private func reader(_ reader: Reader? = nil) -> ListReader {
        ListReader(
            reader ?? .person(at: now), at: now,
            products: ProductNames([ProductID("a"): ["en": "Zebra"]]))
    }

    @Test func peopleReadWordsAndProgramsValues() {
        let moment = ListCell.moment(now - .days(1))
        #expect(moment.shown(reader()) == "21\u{A0}Nov\u{A0}10:00")
        #expect(moment.value(reader()) == "2026-11-21T10:00:00Z")
        let customer = ListCell.customer(nil)
        #expect(customer.shown(reader()) == "no customer" && customer.value(reader()).isEmpty)
        let product = ListCell.product(ProductID("a"))
        #expect(product.shown(reader()) == "Zebra" && product.value(reader()) == "a")
        #expect(
            ListCell.access(true).value(reader()) == "active" && ListCell.flag(nil).value(reader()).isEmpty)
        let price = ListCell.money(Money(milliunits: 1_300_000, currency: "JPY"))
        #expect(price.shown(reader()) == "1\u{A0}300 JPY" && price.shown(reader(.program)) == "1300 JPY")
    }

    @Test func whatNamesAPersonIsHiddenWhereverItStands() {
        let masked = PersonName("Zoë Müller", for: .masked)
        let name = ListCell.personal(masked)
        #expect(name.shown(reader()) == "Z•••" && name.value(reader()) == "Z•••")
        #expect(name.order(reader()) == .words("Z•••"))
        #expect(ListCell.personal(PersonName("Zoë Müller")).order(reader()) == .words("zoë müller"))
        let customer = ListCell.customer(AppUserID("u_1"), named: masked)
        #expect(customer.shown(reader()) == "u_1" && customer.order(reader()) == .words("Z•••"))
    }

    @Test func rowsAreSortedByWhatTheCellIs() {
        let orders = [
            ListCell.moment(now), .money(Money(milliunits: 1, currency: "EUR")), .access(false),
            .product(ProductID("a")), .customer(AppUserID("u_1")), .text(""), .moment(nil), .money(nil),
        ].map { $0.order(reader()) }
        #expect(
            orders == [
                .number(now.milliseconds), .amount("EUR", 1), .number(1), .text("zebra"), .text("u_1"),
                .missing, .missing, .missing,
            ])
    }
}
