import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// What a program does by itself is told of the program, and what a person does of the person.
struct ProgramTests {
    @Test func theLogSaysWhichProgramDidWhatNobodyAskedFor() throws {
        let folder = try StoreFolder()
        let shop = Shop(try folder.createShop())
        try shop.bring(
            ReportedAttempt(product: "week_pass", transaction: "9000", events: ReportedAttempt.lost()))
        try shop.store.close()

        let store = try Store.open(at: folder.path, program: .console)
        defer { try? store.close() }
        #expect(try store.takeUnheardAlarms(by: Shop.lead, at: Shop.now).count == 1)
        let told = try #require(try store.audit(action: "alarm").entries.first)
        #expect(told.agent == Shop.lead && told.details.hasSuffix(#","program":"console"}"#))
        try store.set(.retryLimit, to: "4", by: Shop.lead, at: Shop.now)
        let set = try #require(try store.audit(action: "settings.set").entries.first)
        #expect(!set.details.contains("program"))
        #expect(try store.verifyAudit().isOK)
    }
}
