import Foundation
import Intake
import PersistenceTesting
import Purchases
import Testing

@testable import Intake
@testable import Persistence

/// Bad input is rejected with its source, its place and a reason; the good beside it goes in, the store stays sound.
struct HostileInputTests {
    @Test(arguments: HostileFile.examples) func isRejectedAndKept(_ example: HostileFile) throws {
        let shop = try DocumentShop()
        let report = try Importer(store: shop.store, agent: Shop.lead, now: Shop.now).run(
            example.bytes, named: "f")
        #expect(report.documents == 1 && report.accepted == 0)
        #expect(report.rejected.map(\.reason) == [example.reason])
        #expect(report.rejected.first?.source.hasPrefix("f") == true)
        #expect(report.rejected.first?.detail.isEmpty == false)
        let kept = try #require(try shop.store.quarantine().first)
        #expect(kept.reason == example.reason && kept.body.count <= Rejection.byteLimit)
        #expect(try StoreHealth.problems(of: shop.store).isEmpty)
        if kept.body.isEmpty || kept.body.count < kept.byteCount {
            #expect(throws: StoreError.self) { try shop.retry(kept) }
        } else {
            #expect(try shop.retry(kept).rejected.map(\.reason) == [example.reason])
        }
        #expect(try shop.store.quarantine().count == 1)
        try shop.store.dropQuarantined(kept.id, by: Shop.lead, at: Shop.now)
        #expect(try shop.store.quarantined(kept.id) == nil && shop.store.quarantine().isEmpty)
        #expect(try shop.store.verifyAudit().isOK)
    }

    @Test func theGoodBesideTheBadGoesIn() throws {
        let folder = try StoreFolder()
        let shop = DocumentShop(try folder.createShop())
        var paths: [String] = []
        let examples = HostileFile.examples.filter { $0.testDescription != "10 MB in a text" }
        for (index, example) in examples.enumerated() {
            paths.append(try folder.write(example.bytes, "bad\(index)"))
            let good = JSONPaper.receipt(
                [JSONPaper.Entry(id: "\(8000 + index)", chain: "\(8000 + index)")], on: 1)
            paths.append(try folder.write(Data(good.utf8), "good\(index)"))
        }
        let lines = [HostileFile.good, "{oops", JSONPaper.customer("u_1"), #"{"a":1}"#].joined(
            separator: "\n")
        paths.append(try folder.write(Data(lines.utf8), "lines"))
        paths.append(
            try folder.write(
                Data("[\(JSONPaper.customer("u_2")),7,\(JSONPaper.customer("u_3"))]".utf8), "list"))
        paths += [folder.folder, folder.folder + "/nowhere", "/proc/self/mem"]
        let report = try Importer(store: shop.store, agent: Shop.lead, now: Shop.now).run(paths)
        #expect(report.accepted == examples.count + 4)
        #expect(report.newChains == examples.count + 1)
        let last = report.rejected.suffix(6).map {
            "\($0.source.replacingOccurrences(of: folder.folder, with: "")) \($0.reason)"
        }
        #expect(
            last == [
                "/lines:2 not_json", "/lines:4 unknown_kind", "/list#1 unknown_kind", " directory",
                "/nowhere unreadable",
                "/proc/self/mem unreadable",
            ])
        #expect(report.documents == report.accepted + report.rejected.count)
        #expect(try StoreHealth.problems(of: shop.store).isEmpty)
        let again = try Importer(store: shop.store, agent: Shop.lead, now: Shop.now).run(paths)
        #expect(again.duplicates == again.accepted && again.newChains == 0)
        #expect(try shop.store.quarantine(limit: 100).count == report.rejected.count)
    }

    @Test func whoMayNotDropMayNot() throws {
        let shop = try DocumentShop()
        try shop.store.addAgent(AgentName("ada"), role: .agent, by: Shop.lead, at: Shop.now)
        try shop.bring("{oops")
        let kept = try #require(try shop.store.quarantine().first)
        #expect(throws: StoreError.self) {
            try shop.store.dropQuarantined(kept.id, by: AgentName("ada"), at: Shop.now)
        }
        #expect(try shop.store.quarantine().count == 1)
    }

    @Test func lettersOfEveryKindAreKeptAsTheyCame() throws {
        let shop = try DocumentShop()
        let name = "\u{202E}evil\u{200D}" + String(repeating: "\u{301}", count: 1000) + "山田👩‍👩‍👧"
        try shop.bring(#"{"app_user_id":"u_1","name":"\#(name)","email":"a@b.c"}"#)
        #expect(
            try shop.store.customerPage(AppUserID("u_1"), at: Shop.now)?.customer.values.name?.whole == name)
        for word in ["' OR 1=1 --", "%", "\"山田\"", "NEAR(a b)", "*"] {
            _ = try shop.store.search(word, at: Shop.now)
        }
        #expect(try StoreHealth.problems(of: shop.store).isEmpty)
    }
}

/// A file that nobody should send, and what the report says of it.
struct HostileFile: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: Data
    let reason: String
    var source = "f"

    init(_ description: String, _ text: String, _ reason: String) {
        (testDescription, bytes, self.reason) = (description, Data(text.utf8), reason)
    }

    init(_ description: String, bytes: Data, _ reason: String) {
        (testDescription, self.bytes, self.reason) = (description, bytes, reason)
    }

    /// A document that nothing is wrong with.
    static let good = JSONPaper.receipt([JSONPaper.Entry(id: "7000", chain: "7000")], on: 1)

    /// The good document with something else in the place of one of its texts.
    private static func bad(_ text: String, _ other: String) -> String {
        good.replacingOccurrences(of: text, with: other)
    }

    private static let start = "\"\(MadeUpChain.start)\""

    /// One for each way to be bad.
    static let examples = [
        HostileFile("no JSON", "hello there", "not_json"),
        HostileFile("truncated", String(good.dropLast(20)), "not_json"),
        HostileFile(
            "10,000 levels deep",
            String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000), "too_deep"),
        HostileFile(
            "10,000 objects deep",
            String(repeating: #"{"a":"#, count: 10_000) + "1" + String(repeating: "}", count: 10_000),
            "too_deep"),
        HostileFile(
            "10 MB in an id",
            bad(
                #""transaction_id":"7000""#,
                #""transaction_id":"\#(String(repeating: "7", count: 10 << 20))""#), "bad_value"),
        HostileFile(
            "10 MB in a text",
            bad(
                #""transaction_id":"#,
                #""cancellation_date_ms":"1600000000000","cancellation_reason":"\#(String(repeating: "x", count: 10 << 20))","transaction_id":"#
            ), "too_large"),
        HostileFile(
            "invalid UTF-8", bytes: Data(bad("tea", "te\u{1}a").utf8.map { $0 == 1 ? 0xFF : $0 }),
            "invalid_utf8"),
        HostileFile(
            "a raw NUL", bytes: Data(bad("tea", "te\u{1}a").utf8.map { $0 == 1 ? 0 : $0 }), "not_json"),
        HostileFile("an escaped NUL", bad("tea.monthly", #"te\u0000a"#), "bad_value"),
        HostileFile("a list for a text", bad(#""7000""#, "[]"), "wrong_type"),
        HostileFile(
            "a text for an object",
            bad(#"{"bundle_id":"com.example.tea","request_date_ms":"1600086400000"}"#, #""x""#), "wrong_type"),
        HostileFile("without ids", bad(#","transaction_id":"7000""#, ""), "missing_id"),
        HostileFile("without product", bad(#""product_id":"tea.monthly","#, ""), "missing_product"),
        HostileFile("the year 0", bad(start, #""0000-01-01T00:00:00Z""#), "bad_date"),
        HostileFile("the year 99999", bad(start, #""3093527980799000""#), "bad_date"),
        HostileFile("the end of numbers", bad(start, #""9223372036854775807""#), "bad_date"),
        HostileFile("nothing", "", "empty"), HostileFile("an empty list", "[]", "empty"),
        HostileFile("only spaces", " \n\n ", "empty"),
        HostileFile("of no kind", #"{"a":1}"#, "unknown_kind"),
        HostileFile("a number", "12", "unknown_kind"),
    ]
}
