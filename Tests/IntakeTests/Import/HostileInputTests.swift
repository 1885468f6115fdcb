import Foundation
import Purchases
import Testing

@testable import Intake
@testable import Persistence

/// Bad input is rejected with its source, its place and a reason; the good beside it goes in, the store stays sound.
struct HostileInputTests {
    @Test(arguments: HostileFile.examples) func isRejectedAndKept(_ example: HostileFile) throws {
        let shop = try Shop()
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
        let folder = try ShopFolder()
        let shop = Shop(try folder.create())
        var paths: [String] = []
        let examples = HostileFile.examples.filter { $0.testDescription != "10 MB in a text" }
        for (index, example) in examples.enumerated() {
            paths.append(try folder.write(example.bytes, "bad\(index)"))
            let good = Paper.receipt([Paper.Entry(id: "\(8000 + index)", chain: "\(8000 + index)")], on: 1)
            paths.append(try folder.write(Data(good.utf8), "good\(index)"))
        }
        let lines = [HostileFile.good, "{oops", Paper.customer("u_1"), #"{"a":1}"#].joined(separator: "\n")
        paths.append(try folder.write(Data(lines.utf8), "lines"))
        paths.append(
            try folder.write(Data("[\(Paper.customer("u_2")),7,\(Paper.customer("u_3"))]".utf8), "list"))
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
        let shop = try Shop()
        try shop.store.addAgent(AgentName("ada"), role: .agent, by: Shop.lead, at: Shop.now)
        try shop.bring("{oops")
        let kept = try #require(try shop.store.quarantine().first)
        #expect(throws: StoreError.self) {
            try shop.store.dropQuarantined(kept.id, by: AgentName("ada"), at: Shop.now)
        }
        #expect(try shop.store.quarantine().count == 1)
    }

    @Test func lettersOfEveryKindAreKeptAsTheyCame() throws {
        let shop = try Shop()
        let name = "\u{202E}evil\u{200D}" + String(repeating: "\u{301}", count: 1000) + "山田👩‍👩‍👧"
        try shop.bring(#"{"app_user_id":"u_1","name":"\#(name)","email":"a@b.c"}"#)
        #expect(try shop.store.customerPage(AppUserID("u_1"), at: Shop.now)?.customer.values.name == name)
        for word in ["' OR 1=1 --", "%", "\"山田\"", "NEAR(a b)", "*"] {
            _ = try shop.store.search(word, at: Shop.now)
        }
        #expect(try StoreHealth.problems(of: shop.store).isEmpty)
    }
}
