import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// An import and grants on one file at once: both succeed, and nothing is lost.
struct TwoWritersTests {
    private static let grants = 20
    private static let documents = 100

    private static func papers(_ first: Int) -> [Paper] {
        (0..<documents).map { index in
            let chain = "\(first + index)"
            return Paper.receipt([Paper.Entry(id: chain, chain: chain)], on: 1).owned(
                by: AppUserID("u_\(chain)"))
        }
    }

    private static func grant(_ number: Int, in store: Store) throws {
        let period = try #require(CalendarPeriod(days: 1))
        let request = GrantRequest(
            customer: AppUserID("u_1"), entitlement: EntitlementID("premium"), term: .period(period),
            reason: "outage",
            evenIfNothingIsGained: true)
        _ = try store.grant(request, key: "k\(number)", by: Shop.lead, at: Shop.now)
    }

    @Test func twoImportersAndAGrantingAgentAllGetThrough() async throws {
        let folder = try StoreFolder()
        let store = try folder.createShop()
        try Shop(store).bring(Paper.customer("u_1"))
        let path = folder.path
        let reports = try await withThrowingTaskGroup(of: ImportReport?.self) { group in
            for first in [10_000, 20_000] {
                group.addTask { try Shop(Store.open(at: path)).bring(Self.papers(first)) }
            }
            group.addTask {
                let agent = try Store.open(at: path)
                for number in 0..<Self.grants { try Self.grant(number, in: agent) }
                return nil
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(reports.compactMap { $0?.newChains } == [Self.documents, Self.documents])
        #expect(try store.number("SELECT count(*) FROM grants") == Self.grants)
        #expect(
            try store.number("SELECT count(*) FROM chains WHERE customer_id IS NOT NULL") == 2
                * Self.documents)
        #expect(try store.number("SELECT count(*) FROM imports WHERE finished_ms IS NULL") == 0)
        #expect(try StoreHealth.problems(of: store).isEmpty)
    }

    @Test func anotherProcessImportsWhileThisOneGrants() async throws {
        let folder = try StoreFolder()
        let store = try folder.createShop()
        try Shop(store).bring(Paper.customer("u_1"))
        let granting = Task.detached { for number in 0..<Self.grants { try Self.grant(number, in: store) } }
        await #expect(processExitsWith: .success) {
            [path = folder.path as String] in
            let report = try Shop(Store.open(at: path)).bring(TwoWritersTests.papers(30_000))
            guard report.newChains == TwoWritersTests.documents else { throw StoreError.store(.readOnly) }
        }
        try await granting.value
        #expect(try store.number("SELECT count(*) FROM grants") == Self.grants)
        #expect(try store.number("SELECT count(*) FROM chains") == Self.documents)
        #expect(try StoreHealth.problems(of: store).isEmpty)
    }
}
