import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Whatever id a screen shows finds its page, also where the App Store's record never came.
struct PrintedIDSearchTests {
    private static func shop() throws -> Shop {
        let shop = try Shop()
        try shop.bring(
            ReportedAttempt(
                id: "5B0FE0A2-9A5E-4A55-8F8E-0D7F4A1F6A10", transaction: "230001020690335",
                chain: "1000000831360853", line: "230000123456789", events: ReportedAttempt.lost(0)))
        try shop.bring(
            ReportedAttempt(
                id: "try-A1", customer: "u_2", transaction: "230001020690999",
                events: ReportedAttempt.lost(1)))
        return shop
    }

    @Test(arguments: [
        ("230001020690335", "transaction_id", SearchResults.Kind.transactionID),
        ("1000000831360853", "original_transaction_id", .originalTransactionID),
        ("230000123456789", "web_order_line_item_id", .webOrderLineItemID),
        ("23000102069033", "transaction_id", .transactionID),
        ("5B0FE0A2-9A5E-4A55-8F8E-0D7F4A1F6A10", "attempt_id", .uuid),
        ("5b0fe0a2-9a5e-4a55-8f8e-0d7f4a1f6a10", "attempt_id", .uuid),
        ("5B0FE0A2", "attempt_id", .attemptID),
    ])
    func leadsToTheTicket(_ text: String, _ field: String, _ kind: SearchResults.Kind) throws {
        let found = try Self.shop().store.search(text, at: Shop.now)
        #expect(found.matches.map(\.ticket) == ["1"])
        #expect(found.matches.first?.matchedOn == field && found.kind == kind)
    }

    @Test func anAttemptIsFoundAsItWasWritten() throws {
        let found = try Self.shop().store.search("try-A1", at: Shop.now)
        #expect(found.matches.first?.matchedOn == "attempt_id" && found.matches.first?.ticket == "2")
    }

    @Test func aTextThatNamesItLeadsToTheTicket() throws {
        let text = "Hello, I paid (transaction 230001020690335) and got nothing."
        let found = try Self.shop().store.search(text, at: Shop.now)
        #expect(found.isRead && found.matches.map(\.ticket) == ["1"])
    }

    @Test func aRecordOfTheAppStoresGoesFirst() throws {
        let shop = try Self.shop()
        let entry = Paper.Entry(id: "230001020690335", chain: "1000000831360853", day: 1)
        try shop.bring(Paper.receipt([entry], on: 3), customer: "u_1")
        let found = try shop.store.search("230001020690335", at: Shop.now)
        #expect(found.matches.map(\.ticket) == [nil])
        #expect(found.matches.first?.customer?.id == "u_1")
    }

    @Test(arguments: ["grant 1", "Grant #1", "grant no. 1"])
    func aGrantLeadsToItsCustomer(_ text: String) throws {
        let store = try People.inMemory()
        _ = try store.grant(try People.request(), by: People.agent, at: People.now)
        let found = try store.search(text, at: People.now)
        #expect(found.matches.map { $0.customer?.id.rawValue } == ["u_1042"] && found.kind == .grant)
    }

    @Test(arguments: ["request 1", "Request #1"])
    func aRequestLeadsToItsPage(_ text: String) throws {
        let store = try People.inMemory()
        try Raw.write(
            store,
            """
            INSERT INTO approval_requests (kind, app_user_id, request, because, evidence, facts, asked_by, asked_at_ms)
            VALUES ('grant', 'u_1042', '{}', '{}', '{}', '{}', 'ada', 1)
            """)
        let found = try store.search(text, at: People.now)
        #expect(found.matches.map(\.page) == [.request("1")] && found.kind == .request)
    }

    @Test(arguments: ["document 1", "Document 1", "document #1"])
    func aDocumentLeadsToItsPageWhereOneMayLookAtIt(_ text: String) throws {
        let store = try Self.shop().store
        let found = try store.search(text, at: Shop.now)
        #expect(found.matches.map(\.page) == [.document(1)] && found.kind == .document)
        let masked = try store.search(text, reach: .wholes, at: Shop.now)
        #expect(!masked.matches.contains { $0.page == .document(1) } && masked.kind != .document)
    }

    @Test(arguments: [SearchReach.parts, .wholes]) func anEntryOfTheLogLeadsToItsPage(_ reach: SearchReach)
        throws
    {
        let found = try Self.shop().store.search("Entry 1", reach: reach, at: Shop.now)
        #expect(found.matches.map(\.page) == [.entry(1)] && found.kind == .entry)
    }

    @Test(arguments: [
        ("L1HYDP8", true), ("0956GG", true), ("M0956GG", false), ("taro", false), ("4711", false),
        ("u_4", false), ("ab1", false),
    ])
    func aPartOfAnOrderIdIsKnownAsSuch(_ text: String, _ isPart: Bool) throws {
        let found = try Self.shop().store.search(text, at: Shop.now)
        #expect(found.matches.isEmpty && (found.unknownPartOfOrder == text) == isPart)
    }

    @Test(arguments: [
        "document 99999", "entry 99999", "incident 1", "batch 9", "refund 7", "grant 5", "request x", "grant",
    ])
    func whatIsNotThereIsNotFound(_ text: String) throws {
        #expect(try Self.shop().store.search(text, at: Shop.now).matches.isEmpty)
    }

    @Test func theBeginningOfAnOrderIdIsFoundOrExplained() throws {
        let shop = try Self.shop()
        let unknown = try shop.store.search("M0956", at: Shop.now)
        #expect(unknown.matches.isEmpty && unknown.unknownBeginningOfOrder == "M0956")
        let entry = Paper.Entry(id: "7000", chain: "7000", day: 1)
        try shop.bring(Paper.receipt([entry], on: 3), customer: "u_1")
        try shop.store.recordOrder(OrderID("M0956KTTSR"), of: "7000", by: Shop.lead, at: Shop.now)
        let known = try shop.store.search("m0956", at: Shop.now)
        #expect(known.matches.map(\.matchedOn) == ["order_id"] && known.unknownBeginningOfOrder == nil)
    }
}
