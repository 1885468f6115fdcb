import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// An amount and a day find charges and tickets.
struct ChargeSearchTests {
    private static func charge(_ text: String) throws -> SearchCharge? {
        SearchCharge(text, at: try #require(Instant("2026-11-25T10:00:00Z")))
    }

    @Test(arguments: [
        ("9.99 EUR 13 Nov", "9.99 EUR on 2026-11-13"), ("9.99 13.11.", "9.99 on 2026-11-13"),
        ("9,99 € am 13.11.", "9.99 EUR on 2026-11-13"), ("€9.99 Nov 13", "9.99 EUR on 2026-11-13"),
        ("13 nov 2026 9.99", "9.99 on 2026-11-13"), ("2026-11-13 9.99 eur", "9.99 EUR on 2026-11-13"),
        ("9.99 13.11.26", "9.99 on 2026-11-13"), ("9.99 13.11", "9.99 on 2026-11-13"),
        ("9.99 EUR on 13th November", "9.99 EUR on 2026-11-13"),
        ("66,000 KRW 13 Nov", "66000 KRW on 2026-11-13"), ("1.299,00 eur 1.2.", "1299.00 EUR on 2026-02-01"),
        ("4.99 11/13", "4.99 on 2026-11-13"), ("$4.99 13. Nov", "4.99 on 2026-11-13"),
        ("9.99 EUR 26 Dec", "9.99 EUR on 2025-12-26"), ("9,9 13. märz", "9.90 on 2026-03-13"),
        // Where it is tomorrow already.
        ("9.99 26 Nov", "9.99 on 2026-11-26"), ("10 EUR 3/4", "10.00 EUR on 2026-04-03"),
    ])
    func isRead(_ text: String, _ read: String) throws {
        let charge = try #require(try Self.charge(text))
        let day = try #require(charge.days.first)
        #expect(charge.text(in: charge.currency ?? "", on: day) == read)
    }

    @Test func aDayInTwoOrdersIsBoth() throws {
        #expect(try Self.charge("9.99 3/4")?.days.count == 2)
        #expect(try Self.charge("9.99 4/4")?.days.count == 1)
    }

    @Test(arguments: [
        "9.99", "13 Nov", "zoey 9.99 13 Nov", "9.99 5.99 13 Nov", "u_1042", "MK5TTS7RX1", "9.99 EUR 31.02.",
        "",
        "9.99 EUR USD 13 Nov", "US$4.99 13 Nov", "€", "13.11.", "9.99 Novena", "1e9 13 Nov",
        "99999999999999999999 13 Nov",
    ])
    func isSomethingElse(_ text: String) throws { #expect(try Self.charge(text) == nil) }

    private static func store() throws -> Store {
        let store = try People.inMemory()
        let day = People.now.dayCount - 5
        try Raw.write(
            store,
            """
            INSERT INTO chains (id, environment, original_transaction_id, customer_id)
              VALUES (1, 'Production', '1000000831360853', 1), (2, 'Production', '1000000831360854', NULL);
            INSERT INTO transactions (id, chain_id, transaction_id, known_ms, told_ms, told_signed, told_sha256)
              VALUES (1, 1, '1', 1, 1, 0, ''), (2, 2, '2', 1, 1, 0, ''), (3, 2, '3', 1, 1, 0, '');
            INSERT INTO charges (id, environment, day, currency, milliunits, refunded_milliunits, standing, is_owned)
              VALUES (1, 'Production', \(day), 'EUR', 9990, 0, 'delivered', 0),
                (2, 'Production', \(day), 'USD', 9990, 0, 'delivered', 0),
                (3, 'Production', \(day + 1), 'EUR', 4990, 0, 'delivered', 0);
            INSERT INTO tickets (id, "group", state, environment, price_milliunits, currency, charged_at_ms,
              waiting_since_ms, opened_at_ms, cause, attempts, attempt_limit, blocks_repurchase)
              VALUES (7, 3, 'open', 'Production', 19990, 'EUR', \(Int64(day) * 86_400_000 + 1), 1, 1, 'late', 0, 5, 0);
            """)
        return store
    }

    private static func day(_ back: Int) -> String {
        let moment = People.now - .days(Int64(back))
        return String(moment.description.prefix(10))
    }

    @Test func findsWhoPaid() throws {
        let found = try Self.store().search("9.99 EUR \(Self.day(5))", at: People.now)
        #expect(found.matches.map { $0.customer?.id.rawValue } == ["u_1042"])
        #expect(found.matches.first?.matchedOn == "charge" && found.kind == .charge)
        #expect(found.matches.first?.matchedText.text == "9.99 EUR on \(Self.day(5))")
    }

    @Test func withoutACurrencyFindsEveryOne() throws {
        let found = try Self.store().search("9.99 \(Self.day(5))", at: People.now)
        #expect(found.matches.count == 2 && found.matches.last?.chain == "1000000831360854")
    }

    @Test func findsTheTicket() throws {
        let found = try Self.store().search("19.99 EUR \(Self.day(5))", at: People.now)
        #expect(found.matches.map(\.ticket) == ["7"])
    }

    /// A customer's day is not always ours.
    @Test func findsTheDayBeforeAndAfterWhereThatDayHasNothing() throws {
        let found = try Self.store().search("4.99 EUR \(Self.day(5))", at: People.now)
        #expect(found.matches.first?.matchedText.text == "4.99 EUR on \(Self.day(4))")
    }

    @Test func saysThatItLookedForACharge() throws {
        let found = try Self.store().search("3.99 EUR \(Self.day(5))", at: People.now)
        #expect(found.matches.isEmpty && found.nearest.isEmpty && found.kind == .charge)
    }

    @Test func noMoreThanTheLimitIsFound() throws {
        let found = try Self.store().search("9.99 \(Self.day(5))", limit: 1, at: People.now)
        #expect(found.matches.count == 1 && found.isTruncated)
    }
}
