import FileStore
import JSONValues
import Persistence
import Purchases
import Testing

@testable import makegood

/// The review in words, as JSON and as a table.
struct ReviewAnswerTests {
    private let agent = AgentName("ana")
    private let now = Instant("2026-11-20T12:00:00Z") ?? .earliest

    /// A store with three losses: one of 9.99 EUR three days ago, one of 500 JPY and one without a price a day ago.
    private func store() throws -> Store {
        let store = try Store.inMemory(practice: true, by: agent, at: now)
        let items = [
            report("a", Money(milliunits: 9990, currency: "EUR"), now - .days(3)),
            report("b", Money(milliunits: 500_000, currency: "JPY"), now - .days(1)),
            report("c", nil, now - .days(1)),
        ]
        _ = try store.importDocuments(
            ImportFeed(items, sources: [ImportSource(name: "app", sha256: nil)]), by: agent, at: now)
        return store
    }

    private func report(_ id: String, _ price: Money?, _ at: Instant) -> ImportItem {
        var contents = DocumentContents(
            kind: .purchaseReport, precedence: Precedence(documentTime: at, isSigned: false, digest: id))
        contents.environment = .production
        var values = PurchaseReportValues()
        values.customer = AppUserID("u_\(id)")
        values.product = ProductID("tea")
        values.transactionID = TransactionID("t\(id)")
        values.appVersion = id == "c" ? nil : "=5.2"
        values.price = price
        let events = [
            PurchaseEvent(at: at, step: .purchased, text: "{\"state\":\"purchased\"}"),
            PurchaseEvent(at: at, step: .verify, httpStatus: 503, text: "{\"http_status\":503}"),
            PurchaseEvent(at: at, step: .finished, text: "{\"state\":\"finished\"}"),
        ]
        contents.report = PurchaseReport(attempt: AttemptID(id), values: values, events: events)
        return .document(DecodedDocument(contents: contents, body: "{}", source: "app", check: .unchecked))
    }

    private func answer(_ look: ReviewCommand.Look? = nil, since: Instant? = nil) throws -> ReviewAnswer {
        ReviewAnswer(review: try store().wholePage(of: LossReviewQuery(since: since), at: now), look: look)
    }

    @Test func anOverviewHasASumForEachCurrency() throws {
        let lines = try answer().lines
        #expect(lines[0] == "loss of funds · all charges · Production")
        #expect(lines[2] == "               TICKETS   EUR  JPY  NO PRICE")
        #expect(lines[3] == "  lost in all        3  9.99  500         1")
        #expect(lines[4] == "  open               3  9.99  500         1")
        #expect(
            lines.contains { $0.contains("http_503") && $0.hasSuffix("9.99 EUR, 500 JPY, 1 without a price") }
        )
        #expect(lines.contains { $0.hasPrefix("  no version told") })
    }

    @Test func whatLiesOutsideThePeriodIsSaidBesideIt() throws {
        let lines = try answer(since: now - .days(1)).lines
        #expect(lines[0] == "loss of funds · charges since 2026-11-19 · Production")
        #expect(lines.contains("1 more is open of charges outside these days"))
        let none = ReviewAnswer(
            review: try store().wholePage(of: LossReviewQuery(since: now + .days(2)), at: now), look: nil
        ).lines
        #expect(
            none.dropFirst() == [
                "no ticket tells of a loss of funds", "3 more are open of charges outside these days",
            ])
    }

    @Test func aTableHasOneRowForEachValueStandingAndCurrency() throws {
        let head = ["by", "value", "state", "currency", "tickets", "amount", "free", "negative"]
        #expect(
            try answer(.day).table == [
                head, ["day", "2026-11-17", "open", "EUR", "1", "9.99", "0", "0"],
                ["day", "2026-11-19", "open", "JPY", "1", "500", "0", "0"],
                ["day", "2026-11-19", "open", "", "1", "", "0", "0"],
            ])
        #expect(CSV.text(try answer(.version).table).contains("version,'=5.2,open,EUR,1,9.99,0,0\r\n"))
    }

    @Test func amountsAreDecimalTextsAndNeverAddedAcrossCurrencies() throws {
        let json = try answer(.cause).json
        let open = try #require(json["total"]?["open"])
        #expect(open["tickets"] == .integer(3) && open["unknown_price"] == .integer(1))
        let euro = JSONValue.object(["amount": .string("9.99"), "currency": .string("EUR")])
        let yen = JSONValue.object(["amount": .string("500"), "currency": .string("JPY")])
        #expect(open["money"] == .array([euro, yen]))
        #expect(json["by_cause"] != nil && json["by_version"] == nil && json["by_day"] == nil)
        #expect(try answer().json["oldest"]?["ticket"] == .string("1"))
    }
}
