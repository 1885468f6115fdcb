import Purchases
import Testing

/// Source: Apple, JWSTransactionDecodedPayload `price`, `currency`; ISO 4217 minor units.
@Suite struct MoneyTests {
    @Test(arguments: [
        ("9.99", "EUR", 9990, "9.99"), ("10", "EUR", 10_000, "10.00"), ("0", "USD", 0, "0.00"),
        ("1000", "JPY", 1_000_000, "1000"), ("1.234", "KWD", 1234, "1.234"), ("-0.5", "USD", -500, "-0.50"),
        ("9.995", "EUR", 9995, "9.995"), ("0.010", "EUR", 10, "0.01"),
    ])
    func readsAndWrites(_ text: String, _ currency: String, _ milliunits: Int64, _ written: String) throws {
        let money = try #require(Money(amount: text, currency: currency))
        #expect(money.milliunits == milliunits)
        #expect(money.amount == written)
    }

    @Test(arguments: [
        ("", "EUR"), (".5", "EUR"), ("9.", "EUR"), ("9,99", "EUR"), ("9.9999", "EUR"), ("1e3", "EUR"),
        ("--1", "EUR"),
        ("9.99", "eur"), ("9.99", "EURO"), ("9.99", ""), ("9999999999999", "EUR"), (" 9", "EUR"),
        ("٩", "EUR"),
    ])
    func refuses(_ text: String, _ currency: String) {
        #expect(Money(amount: text, currency: currency) == nil)
    }
}
