import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// What was seen to fail in a trial, and long texts that are read for what is in them.
struct SearchTextTests {
    private static let token = "7c9e6679-7425-40de-944b-e07fc1f90ae7"
    private static let chain = "1000000831360853"

    private static func store() throws -> Store {
        let store = try People.inMemory()
        let people = [
            ("u_1", "muller@example.com", "Jürgen Müller"), ("u_2", "zl@example.com", "Zoë Lefèvre"),
            ("u_3", "nunez@example.com", "José Núñez"), ("u_4", "on@example.com", "Shane O’Neil"),
            ("u_5", "ada@example.com", "Ada Byron"), ("u_6", "other@example.com", "Adam Byronski"),
        ]
        for (id, email, name) in people {
            try store.addCustomer(
                AppUserID(id),
                CustomerValues(
                    email: PersonIdentifier(email), name: PersonName(name),
                    appAccountToken: id == "u_3" ? PersonIdentifier(token) : nil),
                by: People.agent, at: People.now)
        }
        try Raw.write(
            store,
            """
            INSERT INTO chains (id, environment, original_transaction_id, customer_id)
            SELECT 1, 'Production', '\(chain)', id FROM customers WHERE app_user_id = 'u_5';
            INSERT INTO chains (id, environment, original_transaction_id) VALUES (2, 'Production', '1000000692878476');
            INSERT INTO tickets (id, "group", state, customer_id, environment, waiting_since_ms, opened_at_ms, cause,
                attempts, attempt_limit, blocks_repurchase)
            SELECT 34, 3, 'open', id, 'Production', 1, 1, 'x', 5, 5, 0 FROM customers WHERE app_user_id = 'u_4';
            """)
        return store
    }

    private static func found(_ query: String) throws -> SearchResults {
        try store().search(query, at: People.now)
    }

    /// The ten of the trial.
    @Test(arguments: [
        ("muller", "u_1"), ("zoe lefevre", "u_2"), ("nunez", "u_3"), ("O'Neil", "u_4"), ("byron ada", "u_5"),
        ("Ada  Byron", "u_5"), ("7c9e6679742540de944be07fc1f90ae7", "u_3"), ("7c9e6679", "u_3"),
        ("“zl@example.com”", "u_2"), ("Hello, my user id is u_5 and I paid twice!", "u_5"),
    ])
    func whatTheTrialTypedFindsItsCustomer(_ query: String, _ customer: String) throws {
        #expect(try Self.found(query).matches.first?.customer?.id.rawValue == customer)
    }

    @Test(arguments: ["34", "#34", "ticket 34", "Ticket #34."])
    func theNumberOfATicketLeadsToIt(_ query: String) throws {
        let results = try Self.found(query)
        #expect(results.matches.first?.ticket == TicketID("34") && results.kind == .ticket)
        #expect(results.matches.first?.customer?.id == AppUserID("u_4"))
    }

    @Test func wordsThatBeginWordsComeFirst() throws {
        // In Adam Byronski the words begin words, too; parts inside words come last, although they came first.
        let store = try Self.store()
        try store.addCustomer(
            AppUserID("u_0"), CustomerValues(name: "Sebyron Granada"), by: People.agent, at: People.now)
        try Raw.write(store, "UPDATE customers SET id = 0 WHERE app_user_id = 'u_0'")
        let found = try store.search("byron ada", at: People.now).matches.compactMap(\.customer?.id.rawValue)
        #expect(found == ["u_5", "u_6", "u_0"])
    }

    @Test func aWholeMailIsReadAndTheBestMatchIsFirst() throws {
        let mail = """
            From: Lefèvre, Zoë <ZL@example.com>
            To: support@example.net
            Subject: Re: [Ticket #34] charged (again!)

            Hello, I'm Zoë Lefèvre. My friend Ada Byron says the same. The app shows \(Self.token.uppercased()),
            Apple says transaction=\(Self.chain); and "1000000692878476".
            """
        let results = try Self.found(mail)
        #expect(results.isRead && !results.isTruncated)
        let subjects = results.matches.map { match in
            match.ticket.map { "#\($0)" } ?? match.customer?.id.rawValue ?? match.chain?.rawValue ?? ""
        }
        // Two are named twice: the writer by address and name, the friend by a chain and the name.
        #expect(subjects == ["u_5", "u_2", "#34", "u_3", "1000000692878476"])
        #expect(
            results.matches.map(\.matchedOn) == [
                "original_transaction_id", "email", "ticket", "app_account_token", "original_transaction_id",
            ])
        #expect(results.kind == .originalTransactionID)
    }

    @Test func whatBase64SaysIsRead() throws {
        let said = #"{"originalTransactionId":"\#(Self.chain)","appAccountToken":"\#(Self.token)"}"#
        let payload = Data(said.utf8).base64EncodedString().replacing("=", with: "").replacing("+", with: "-")
        let signed = "eyJhbGciOiJFUzI1NiIsIng1YyI6WyJNSUlFTURDQ0E3YWdBd0lCQWdJUSJdfQ.\(payload).c2lnbmF0dXJl"
        #expect(try Self.found(signed).matches.map(\.customer?.id.rawValue) == ["u_3", "u_5"])
        let nested = Data(#"{"signedPayload":"\#(signed)"}"#.utf8).base64EncodedString(
            options: .lineLength64Characters)
        #expect(
            try Self.found("Receipt:\n\(nested)\nthanks").matches.map(\.customer?.id.rawValue) == [
                "u_3", "u_5",
            ])
        // A receipt in ASN.1: the next entry's mark and length stand right behind the text.
        let bytes = Data(
            [0x04, 0x12, 0x0C, 0x10] + Self.chain.utf8 + [0x30, 0x82, 0x01, 0xFF, 0xFE, 0x30, 0x0D, 0x02])
        let receipt = (Data(repeating: 0x82, count: 30) + bytes).base64EncodedString()
        #expect(try Self.found(receipt).matches.map(\.customer?.id.rawValue) == ["u_5"])
    }

    @Test func aMegabyteIsReadWithinBounds() throws {
        let entries = (0..<12_000).map { number in
            #"{"transaction_id":"9\#(100_000_000_000 + number)","original_transaction_id":"\#(Self.chain)"}"#
        }
        let text = entries.joined(separator: ",\n")
        #expect(text.utf8.count > 900_000)
        let results = try Self.found(text)
        #expect(results.matches.first?.customer?.id.rawValue == "u_5")
        #expect(results.isTruncated)
        let read = SearchText(text)
        #expect(read.isCut && read.marks.count <= 5 * SearchText.mostOfAKind)
    }

    @Test func readingThatNobodyWaitsForStops() async throws {
        let text = (0..<5_000).map { "word\($0) u_5" }.joined(separator: " ")
        let store = try Self.store()
        let results = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try? store.search(text, at: People.now)
        }.value
        #expect(results?.matches.isEmpty == true && results?.isTruncated == true)
    }

    @Test(arguments: [
        "thanks for nothing, really", "it is 2 a.m. on 12.04.2026", "https://example.net/a?b=c&d=e", "(((",
        "a b c d e",
        String(repeating: "x", count: 5_000), String(repeating: "( ", count: 5_000),
    ])
    func textsThatNameNobodyFindNobody(_ text: String) throws {
        #expect(try Self.found(text).matches.isEmpty)
    }

    @Test func anOrderIDThatIsNotRecordedIsNamed() throws {
        #expect(try Self.found("mk4x8abc12").unknownOrder == OrderID("MK4X8ABC12"))
        #expect(try Self.found("“MK4X8ABC12”").unknownOrder == OrderID("MK4X8ABC12"))
        #expect(try Self.found("nobody at all").unknownOrder == nil)
    }
}

/// What counts as the same text for searches.
struct FoldingTests {
    @Test(arguments: [
        ("", ""), ("  ", ""), ("Ada", "ada"), ("Ada  \t Byron\n", "ada byron"), ("u_1042", "u_1042"),
        ("Müller", "muller"), ("Mu\u{308}ller", "muller"), ("Zoë Lefèvre", "zoe lefevre"), ("Núñez", "nunez"),
        ("Weiß", "weiss"), ("WEISS", "weiss"), ("ẞ", "ss"), ("Sørensen", "sorensen"), ("Łódź", "lodz"),
        ("Ægir Þór Đorđe", "aegir thor dorde"), ("Cœur", "coeur"),
        ("Dvořák Ğül İzmir ıslak", "dvorak gul izmir islak"),
        ("Nguyễn Thị Ánh", "nguyen thi anh"), ("Ｚｏë＠ｅｘ", "zoe@ex"), ("ﬁn", "fin"), ("№ ５", "no 5"),
        ("O'Neil", "oneil"), ("O’Neil", "oneil"), ("O´Neil", "oneil"), ("O`Neil", "oneil"),
        ("OʼNeil", "oneil"),
        ("“Ada”", "ada"), ("«Ada»", "ada"), ("Ada\u{A0}Byron", "ada byron"), ("山田　太郎", "山田 太郎"),
        ("Jean–Luc", "jean-luc"), ("A\u{200B}d\u{AD}a\u{202E}", "ada"), ("A\0da", "ada"), ("Ёлка", "елка"),
        ("Άννα ΣΟΦΟΣ", "αννα σοφοσ"), ("ガ", "ガ"), ("ｶﾞ", "ガ"), ("한글", "한글"), ("100%", "100%"),
    ])
    func whatAPersonTakesForTheSameHasOneKey(_ text: String, _ key: String) {
        #expect(SearchKey.of(text) == key)
    }

    @Test func aKeysKeyIsItself() {
        for start in stride(from: UInt32(32), to: 0x30000, by: 64) {
            let scalars = (start..<start + 64).compactMap { Unicode.Scalar($0) }
            let key = SearchKey.of("x" + String(String.UnicodeScalarView(scalars)))
            #expect(SearchKey.of(key) == key, "from \(String(start, radix: 16))")
        }
    }

    @Test(arguments: [
        ("#34", 34), ("ticket 34", 34), ("Ticket #34", 34), ("TICKET: 34.", 34), ("ticket no. 34", 34),
        ("(#34)", 34),
    ])
    func ticketsAreNamedInWords(_ text: String, _ number: Int64) {
        #expect(SearchNeedle(text).namedTicket == number)
    }

    @Test(arguments: ["34", "ticket", "no. 34", "#", "# 12a", "ticket u_34", "ticket 99999999999999999999"])
    func otherTextsNameNoTicket(_ text: String) {
        #expect(SearchNeedle(text).namedTicket == nil)
    }

    @Test(arguments: [
        ("5B0FE0A2", "5b0fe0a2"), ("5b0fe0a2-", "5b0fe0a2"), ("5b0fe0a29", "5b0fe0a2-9"), ("5b0f", "5b0f"),
        ("5b0fe0a29a5e4a558f8e0d7f4a1f6a10", "5b0fe0a2-9a5e-4a55-8f8e-0d7f4a1f6a10"),
    ])
    func uuidsAreReadWithAndWithoutDashes(_ text: String, _ stored: String) {
        #expect(SearchKinds.uuid(text) == stored)
    }

    @Test(arguments: [
        "5b0", "5b0fe-0a2", "5b0fe0a2x", "zoe", "5b0fe0a2--9", String(repeating: "a", count: 33),
    ])
    func otherTextsAreNoBeginningOfAUUID(_ text: String) {
        #expect(SearchKinds.uuid(text) == nil)
    }
}
