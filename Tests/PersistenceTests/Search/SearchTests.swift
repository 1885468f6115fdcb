import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

struct SearchTests {
    private func store() throws -> Store {
        let store = try People.inMemory()
        try store.addCustomer(
            AppUserID("Zoe-7"),
            CustomerValues(
                email: "zoe@example.org", name: "Zoë 100% O'Neil",
                appAccountToken: "5B0FE0A2-9A5E-4A55-8F8E-0D7F4A1F6A10"),
            by: People.agent, at: People.now)
        try Raw.write(
            store,
            """
            INSERT INTO chains (id, environment, original_transaction_id, customer_id) VALUES
                (1, 'Production', '1000000831360853', 1), (2, 'Sandbox', '1000000692878476', NULL);
            INSERT INTO transactions (id, chain_id, transaction_id, web_order_line_item_id, known_ms, told_ms,
                told_signed, told_sha256, app_transaction_id)
                VALUES (1, 1, '230001020690335', '230000123456789', 1, 1, 0, '', '704000000000000001');
            """)
        try store.recordOrder(
            OrderID("mk5tts7rx1"), of: OriginalTransactionID("1000000831360853"), by: People.agent,
            at: People.now)
        return store
    }

    @Test(arguments: [
        ("u_1042", "app_user_id", "u_1042", "app_user_id"),
        ("  U_10 ", "app_user_id", "u_1042", "app_user_id"),
        ("taro@example.com", "email", "u_1042", "email"), ("TARO", "text", "u_1042", "email"),
        ("山田", "text", "u_1042", "name"), ("田 太", "text", "u_1042", "name"),
        ("example.org", "email", "Zoe-7", "email"),
        ("ZOË", "app_user_id", "Zoe-7", "app_user_id"), ("Ｚｏë 100", "text", "Zoe-7", "name"),
        ("100%", "text", "Zoe-7", "name"), ("o'neil", "text", "Zoe-7", "name"),
        ("O’Neil", "text", "Zoe-7", "name"),
        ("oneil", "text", "Zoe-7", "name"), ("neil zoe", "text", "Zoe-7", "name"),
        ("zoe  o´neil", "text", "Zoe-7", "name"), ("“zoe@example.org”", "email", "Zoe-7", "email"),
        ("<zoe@example.org>.", "email", "Zoe-7", "email"), ("oneil example.org", "text", "Zoe-7", "name"),
        ("MK5TTS7RX1.", "order_id", "u_1042", "order_id"),
        ("5b0fe0a29a5e4a558f8e0d7f4a1f6a10", "uuid", "Zoe-7", "app_account_token"),
        ("{5B0FE0A2-9A5E-4A55-8F8E-0D7F4A1F6A10}", "uuid", "Zoe-7", "app_account_token"),
        ("5b0fe0a2", "uuid", "Zoe-7", "app_account_token"),
        ("5B0FE0A2-9A5E", "uuid", "Zoe-7", "app_account_token"),
        ("5b0fe0a29a5e4", "uuid", "Zoe-7", "app_account_token"),
        ("5b0fe", "uuid", "Zoe-7", "app_account_token"),
        ("MK5TTS7RX1", "order_id", "u_1042", "order_id"),
        ("1000000831360853", "original_transaction_id", "u_1042", "original_transaction_id"),
        ("230001020690335", "transaction_id", "u_1042", "transaction_id"),
        ("2300010", "transaction_id", "u_1042", "transaction_id"),
        ("230000123456789", "web_order_line_item_id", "u_1042", "web_order_line_item_id"),
        ("704000000000000001", "app_transaction_id", "u_1042", "app_transaction_id"),
        ("704000000", "app_transaction_id", "u_1042", "app_transaction_id"),
        ("5b0fe0a2-9a5e-4a55-8f8e-0d7f4a1f6a10", "uuid", "Zoe-7", "app_account_token"),
        ("oe", "app_user_id", "Zoe-7", "app_user_id"),
    ])
    func everyNameFindsItsCustomer(_ query: String, _ kind: String, _ customer: String, _ on: String) throws {
        let results = try store().search(query, at: People.now)
        #expect(results.matches.first?.customer?.id.rawValue == customer)
        #expect(results.matches.first?.matchedOn == on)
        #expect(results.kind.rawValue == kind, "\(results.kind)")
    }

    @Test func aChainThatIsNobodysIsFound() throws {
        let match = try store().search("1000000692878476", at: People.now).matches.first
        #expect(match?.customer == nil && match?.chain?.rawValue == "1000000692878476")
    }

    @Test(arguments: [
        "", "   ", "nobody", "' OR 1=1 --", "\" OQ \"", "*", "%", "_x_", "NEAR(a b)", "a\0b", "\u{202e}",
        "ÿÿÿ",
    ])
    func whatFitsNothingFindsNothing(_ query: String) throws {
        let found = try store().search(query, at: People.now).matches
        #expect(found.isEmpty || (query == "%" && found.count == 1))
    }

    @Test func moreThanTheLimitIsSaidToBeMore() throws {
        let store = try People.inMemory()
        for number in 0..<5 {
            try store.addCustomer(AppUserID("abc\(number)"), by: People.agent, at: People.now)
        }
        let results = try store.search("abc", limit: 3, at: People.now)
        #expect(results.matches.count == 3 && results.isTruncated)
        #expect(try store.search("abc", limit: 5, at: People.now).isTruncated == false)
    }

    @Test func accessIsToldAtTheMomentAskedFor() throws {
        let store = try People.inMemory()
        _ = try store.grant(try People.request(), by: People.agent, at: People.now)
        #expect(try store.search("u_1042", at: People.now).matches.first?.hasAccess == true)
        #expect(try store.search("u_1042", at: People.now + .days(7)).matches.first?.hasAccess == false)
    }

    @Test func accessIsWhatTheViewOfOtherProgramsSays() throws {
        let store = try People.inMemory()
        let texts = [
            ("served", "Production", "basic", 0), ("sandbox", "Sandbox", "basic", 0),
            ("tester", "Sandbox", "basic", 1), ("unlisted", "Production", "other", 0),
            ("locked", "Production", "nothing", 0),
        ]
        try Raw.write(store, "INSERT INTO products (product_id, kind) VALUES ('nothing', 'consumable')")
        for (row, (name, environment, product, tester)) in texts.enumerated() {
            try store.addCustomer(AppUserID("access-\(name)"), by: People.agent, at: People.now)
            try Raw.write(
                store,
                """
                UPDATE customers SET tester = \(tester) WHERE app_user_id = 'access-\(name)';
                INSERT INTO chains (id, environment, original_transaction_id, customer_id)
                SELECT \(row + 1), '\(environment)', 'o\(row)', id FROM customers WHERE app_user_id = 'access-\(name)';
                INSERT INTO access_periods VALUES (\(row + 1), '\(product)', 10, 20);
                """)
        }
        for moment in [Int64(9), 10, 19, 20].map(Instant.init(milliseconds:)) {
            for match in try store.search("access-", at: moment).matches {
                let customer = try #require(match.customer)
                let periods = try store.countingPeriods(of: customer.id).values.joined()
                #expect(
                    match.hasAccess == periods.contains { $0.contains(moment) }, "\(customer.id) \(moment)")
            }
        }
        #expect(
            try store.search("access-", at: Instant(milliseconds: 10)).matches.filter(\.hasAccess).count == 3)
    }

    @Test func whatNamesSomebodyInFullIsNotLookedForInOtherNames() throws {
        let store = try People.inMemory()
        for name in ["taro77", "xtaro77", "abcd", "xabcd"] {
            try store.addCustomer(AppUserID(name), by: People.agent, at: People.now)
        }
        #expect(try store.search("taro77", at: People.now).matches.count == 1)
        #expect(try store.search("aro77", at: People.now).matches.count == 2)
        // Too short to mean one customer alone.
        #expect(try store.search("abcd", at: People.now).matches.count == 2)
    }

    @Test(arguments: [
        ("zoe@example.org", "email"), ("Zoë 100% O'Neil", "name"), ("Zoe-7", "app_user_id"),
        ("5B0FE0A2-9A5E-4A55-8F8E-0D7F4A1F6A10", "app_account_token"), ("zoe-", "app_user_id"),
        ("oe-7", "app_user_id"), ("write to zoe@example.org soon", "email"),
        ("230001020690", nil), ("MK5TTS7RX1", nil), ("10000008313", nil),
    ])
    func whoSeesNobodyFindsByWholesAndByWhatIsHiddenFromNobody(_ query: String, _ on: String?) throws {
        let results = try store().search(query, reach: .wholes, at: People.now)
        let match = try #require(results.matches.first, "\(query)")
        #expect(match.customer != nil && (on == nil || match.matchedOn == on), "\(match.matchedOn)")
    }

    @Test(arguments: [
        "zoe@example.or", "oe@example.org", "zoe@", "example.org", "neil", "zoë 100% o'nei", "100% O'Neil",
        "neil zoe", "zoe neil", "5b0fe0a2", "5B0FE0A2-9A5E-4A55-8F8E-0D7F4A1F6A1", "taro", "山田", "田",
        "is it neil, or example.org?", "example.org neil",
    ])
    func whoSeesNobodyLearnsNoAddressLetterByLetter(_ query: String) throws {
        #expect(try store().search(query, reach: .wholes, at: People.now).matches.isEmpty)
        #expect(try store().search(query, at: People.now).isTruncated == false)
    }

    @Test func onlyWhoSeesPersonalDataFindsByItsParts() {
        #expect([Role.viewer, .service].map(SearchReach.init) == [.wholes, .wholes])
        #expect([Role.agent, .lead].map(SearchReach.init) == [.parts, .parts])
    }

    @Test func aSearchThatNobodyWaitsForStops() async throws {
        let store = try store()
        let results = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try? store.search("oe", at: People.now)
        }.value
        #expect(results?.matches.isEmpty == true && results?.isTruncated == true)
    }

    @Test(arguments: [("abc", 1), ("abcdefgh", 6), ("abcdefghi", 4), ("abcdefghij", 5), ("aaaaaa", 1)])
    func aLongTextAsksForEverySecondTrigram(_ text: String, _ count: Int) {
        #expect(Trigrams.query(of: text).split(separator: " AND ").count == count)
    }
}
