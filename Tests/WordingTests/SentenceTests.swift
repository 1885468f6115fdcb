import Persistence
import PersistenceTesting
import Purchases
import Testing
import Wording

/// The sentences of grants, tickets and searches, for people and for programs.
struct SentenceTests {
    private static let moment = Instant(milliseconds: 1_628_710_918_000)

    @Test(arguments: [
        (GrantPolicy.Excess.lifetime, "only a lead gives a grant for life"),
        (.tooLong(days: 500, limit: 31), "500 days are more than an agent's longest grant, 31"),
        (
            .customerHasEnough(days: 70, limit: 62),
            "the customer would have 70 days in 365, agents may give 62"
        ),
        (.tooMany(limit: 20), "an agent may give 20 grants in 24 hours"),
        (
            .tooManyCustomers(customers: 214, limit: 100),
            "one lead makes good for at most 100 customers at once, these are 214"
        ),
        (.leadLifetime, "a grant for life needs a second lead"),
        (.leadTooLong(days: 400, limit: 366), "400 days are more than one lead gives alone, 366"),
        (.saidEnd(resolution: .refunded), "no fact shows that it ended as refunded: a lead says so"),
    ])
    func whyPolicyRefuses(_ excess: GrantPolicy.Excess, _ words: String) {
        #expect(Reader.program.words(of: excess) == words)
    }

    @Test(arguments: [
        (GrantPolicy.Excess.tooLong(days: 40, limit: 31), "or choose at most 31 days"),
        (.customerHasEnough(days: 70, limit: 62), "or choose at most 1 day"),
        (.customerHasEnough(days: 71, limit: 62), "nothing is left for this customer"),
        (.leadTooLong(days: 400, limit: 366), "or choose at most 366 days"),
    ])
    func theWayOut(_ excess: GrantPolicy.Excess, _ words: String) {
        #expect(Reader.program.wayOut(of: excess, length: .days(9)) == words)
    }

    @Test func aTermHasAnEndOrNone() {
        #expect(Reader.program.term(until: Self.moment) == "until 2021-08-11T19:41:58Z")
        #expect(Reader.program.term(until: nil) == "without end")
    }

    @Test func aListPriceIsMarked() {
        let price = Money(milliunits: 9990, currency: "EUR", isListPrice: true)
        #expect(Reader.program.price(price) == "9.99 EUR (list)")
        #expect(Reader.person(at: Self.moment).price(price) == "9.99 EUR (list)")
        #expect(Reader.program.money(price) == "9.99 EUR")
    }

    @Test func lengthsBreakForProgramsOnly() {
        let length = TimeLength.days(2) + .hours(3)
        #expect(Reader.program.length(length) == "2 d 3 h")
        #expect(Reader.person(at: Self.moment).length(length) == "2\u{A0}d\u{A0}3\u{A0}h")
        #expect(Reader.program.age(length) == "2 d")
    }

    @Test(arguments: [
        (PurchaseEvent.Step.purchased, "the customer was charged"), (.verify, "verified"),
        (.deliver, "delivered"), (.finished, "the payment transaction was closed"),
    ])
    func whatTheAppReported(_ step: PurchaseEvent.Step, _ words: String) {
        let event = PurchaseEvent(at: Self.moment, step: step, text: "{}")
        #expect(Reader.program.words(of: event) == words)
    }

    @Test func anUnknownOrderLeadsOnInTheWordsOfTheFrontEnd() {
        let order = OrderID("MK4X8ABC12")
        let onScreen = SearchText.unknown(order, in: .console).joined()
        let onLine = SearchText.unknown(order, in: .commandLine).joined()
        #expect(onScreen.contains("F4") && !onScreen.contains("`makegood"))
        #expect(onLine.contains("`makegood chain order MK4X8ABC12 CHAIN`") && !onLine.contains("F4"))
    }

    @Test(arguments: [
        ("email", "e-mail"), ("app_account_token", "account token"), ("order_id", "order id"),
    ])
    func fieldsHaveNames(_ field: String, _ name: String) { #expect(SearchText.field(field) == name) }
}
