import AppStore
import Foundation
import Intake
import Persistence
import PersistenceTesting
import Purchases
import Server
import Testing

/// What waited for its ration is taken in from the next day on, and somebody is called meanwhile.
struct ReportWorkerTests {
    private func worker(_ shop: AskingShop) -> ReportWorker {
        ReportWorker(
            StoreAccess(shop.store, as: AskingShop.service, clock: shop.clock), reader: shop.reader,
            gatherer: Gatherer(shop.store, as: AskingShop.service, clock: shop.clock))
    }

    private func send(_ count: Int, to shop: AskingShop) throws {
        let items = try (0..<count).map { place in
            let text = """
                {"attempt_id":"a-\(place)","app_user_id":"u_\(place)","product_id":"tea.yearly",
                 "environment":"Production","events":[{"at":"\(shop.now)","state":"purchased"}]}
                """
            let context = DocumentContext(kind: .purchaseReport, receivedAt: shop.now)
            return try shop.reader.read(
                Data(text.utf8), from: "reports#\(place)", in: context, at: shop.now)
        }
        let sender = ReportSender(key: 1, keptBytes: 1 << 20)
        _ = try shop.store.importTogether(
            [ImportBatch(items, from: "reports", sender: sender)], by: AskingShop.service, at: shop.now)
    }

    private func alarms(_ shop: AskingShop) throws -> [String] {
        try shop.store.serverStanding(at: shop.now).alarms.map(\.code)
    }

    @Test func whatWaitsIsTakenInFromTheNextDayOn() async throws {
        let shop = try AskingShop()
        try shop.store.set(.reportsPerKey, to: "2", by: AskingShop.lead, at: shop.now)
        let worker = worker(shop)
        try send(5, to: shop)
        #expect(try await worker.work(at: shop.now).count == 0)
        #expect(try alarms(shop) == ["reports_rationed"])
        #expect(try shop.store.rationedReports().count == 3 && shop.count("tickets") == 2)
        for left in [1, 0] {
            try shop.pass(.days(1))
            let done = try await worker.work(at: shop.now)
            #expect(done.count == (left == 1 ? 2 : 1))
            #expect(try shop.store.rationedReports().count == left)
            #expect(try await worker.work(at: shop.now).count == 0, "once an hour")
        }
        #expect(try alarms(shop).isEmpty)
        #expect(try shop.count("tickets") == 5)
        // They were received when they came.
        let start = AskingShop.start.milliseconds
        #expect(try shop.count("attempts WHERE received_ms = \(start)") == 5)
    }
}
