import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// Batches killed at every step, and carried on by somebody else: everybody gets exactly one grant, and gives back one.
struct KilledBatchTests {
    /// How many losses there are.
    private static let losses = 5

    /// Where the writer is killed, at which passage, and whether it does many members in one write, or each in its own.
    private static let places: [(FaultPoint, Int, Bool)] = [
        (.batchPlanned, 1, true), (.batchGranted, 3, true), (.batchEnding, 1, true), (.beforeCommit, 2, true),
        (.afterCommit, 2, true),
        (.batchGranted, 1, false), (.batchGranted, 3, false), (.grantWritten, 2, false),
        (.batchEnding, 1, false),
        (.writeBegun, 1, false), (.writeBegun, 4, false), (.beforeCommit, 1, false),
        (.beforeCommit, 3, false), (.beforeCommit, 7, false), (.afterCommit, 1, false),
        (.afterCommit, 4, false), (.afterCommit, 7, false),
    ]

    private static let backPlaces: [(FaultPoint, Int, Bool)] = [
        (.batchCancelling, 4, true), (.beforeCommit, 2, true), (.batchCancelling, 1, false),
        (.batchCancelling, 4, false), (.writeBegun, 1, false), (.beforeCommit, 1, false),
        (.beforeCommit, 3, false), (.beforeCommit, 7, false), (.afterCommit, 1, false),
        (.afterCommit, 4, false), (.afterCommit, 7, false),
    ]

    /// How long a write may last: as usual, or until it did one thing.
    static func patience(together: Bool) -> Duration { together ? WritePatience.timeLimit : .zero }

    private static func plan(_ point: String, _ passage: Int) -> StoreFaults {
        StoreFaults.environment(["MAKEGOOD_FAULT": "\(point):\(passage)"])
    }

    /// Plans and carries out, under a key, so that it can be done again.
    static func carryOut(_ store: Store, by lead: AgentName = Shop.lead) throws -> Batch {
        let ids = (1...losses).map { TicketID(String($0)) }
        let batch = try store.startBatch(
            BatchRequest(.tickets(ids), reason: "outage"), key: "night", by: lead, at: Shop.now)
        return try store.act(.carryOn(), on: batch.id, by: lead, at: Shop.now)
    }

    static func takeBack(_ store: Store, by lead: AgentName = Shop.lead) throws -> Batch {
        let at = Shop.now + .seconds(5)
        if try store.batch(BatchID("1"))?.state == .done {
            _ = try store.act(.cancel, on: BatchID("1"), by: lead, at: at)
        }
        return try store.act(.carryOn(), on: BatchID("1"), by: lead, at: at)
    }

    @Test(arguments: places)
    func carriedOn(_ point: FaultPoint, _ passage: Int, together: Bool) async throws {
        let folder = try StoreFolder()
        try BatchShop(in: folder, losses: Self.losses).store.close()
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [
                path = folder.path as String, point = point.rawValue as String, passage = passage as Int,
                together = together as Bool
            ] in
            let store = try Store.open(
                at: path, readOnly: false, lockTimeout: .seconds(5),
                faults: KilledBatchTests.plan(point, passage))
            try WritePatience.$timeLimit.withValue(KilledBatchTests.patience(together: together)) {
                _ = try KilledBatchTests.carryOut(store)
            }
        }
        let store = try Store.open(at: folder.path)
        #expect(try store.verifyAudit().isOK)
        let batch = try Self.carryOut(store, by: BatchShop.second)
        #expect(batch.state == .done && batch.counts.granted == Self.losses)
        let traces = try BatchTraces(store)
        #expect(traces.grants == Self.losses && traces.most == 1)
        #expect(traces.entries == [Self.losses, 0, 1, 1, 0])
        #expect(try store.verifyAudit().isOK && StoreHealth.problems(of: store).isEmpty)
    }

    @Test(arguments: backPlaces)
    func takenBackOn(_ point: FaultPoint, _ passage: Int, together: Bool) async throws {
        let folder = try StoreFolder()
        let fresh = try BatchShop(in: folder, losses: Self.losses).store
        _ = try Self.carryOut(fresh)
        try fresh.close()
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [
                path = folder.path as String, point = point.rawValue as String, passage = passage as Int,
                together = together as Bool
            ] in
            let store = try Store.open(
                at: path, readOnly: false, lockTimeout: .seconds(5),
                faults: KilledBatchTests.plan(point, passage))
            try WritePatience.$timeLimit.withValue(KilledBatchTests.patience(together: together)) {
                _ = try KilledBatchTests.takeBack(store)
            }
        }
        let store = try Store.open(at: folder.path)
        #expect(try store.verifyAudit().isOK)
        let batch = try Self.takeBack(store, by: BatchShop.second)
        #expect(batch.state == .cancelled && batch.counts.takenBack == Self.losses)
        let traces = try BatchTraces(store)
        #expect(traces.revoked == Self.losses && traces.entries == [Self.losses, Self.losses, 1, 1, 2])
        #expect(try Shop(store).queue.count == Self.losses)
        #expect(try store.verifyAudit().isOK && StoreHealth.problems(of: store).isEmpty)
    }

    /// Two processes carry one batch out at once; an agent who comes after them gives nothing twice.
    @Test func twoAtOnceShareTheWork() async throws {
        let folder = try StoreFolder()
        let night = try BatchShop(in: folder, losses: 60)
        let batch = try night.store.startBatch(night.wish, by: Shop.lead, at: Shop.now)
        let (path, id) = (folder.path, batch.id.rawValue)
        await withTaskGroup(of: Void.self) { group in
            for lead in [Shop.lead, BatchShop.second] {
                group.addTask {
                    await #expect(processExitsWith: .success) {
                        [path = path as String, id = id as String, lead = lead.rawValue as String] in
                        let store = try Store.open(at: path)
                        let ended = try store.act(
                            .carryOn(), on: BatchID(id), by: AgentName(lead), at: Shop.now)
                        try #require(ended.state == .done)
                    }
                }
            }
        }
        for index in [50, 55] {
            _ = try? night.shop.makeGood(TicketID(String(index)), customer: "u_\(index - 1)", by: Shop.agent)
        }
        let traces = try BatchTraces(night.store)
        #expect(traces.grants == 60 && traces.most == 1 && traces.entries == [60, 0, 1, 1, 0])
        #expect(try night.store.verifyAudit().isOK)
    }

    @Test func membersShareAWriteWhileNobodyWaits() throws {
        let folder = try StoreFolder()
        try BatchShop(in: folder, losses: Self.losses).store.close()
        let commits = PassedPoints()
        let store = try folder.open(StoreFaults { if $0 == .afterCommit { _ = commits.next() } })
        let batch = try WritePatience.$timeLimit.withValue(.seconds(600)) { try Self.carryOut(store) }
        #expect(batch.counts.granted == Self.losses)
        // Planned in one, carried out and ended in the other.
        #expect(commits.next() == 3)
    }

    /// The disk is full in the middle: said, nothing half done, and carried on when there is room.
    @Test func aFullDiskStopsItBetweenTwoGrants() throws {
        let folder = try StoreFolder()
        try BatchShop(in: folder, losses: Self.losses).store.close()
        let passed = PassedPoints()
        let full = try folder.open(
            StoreFaults { point in
                // Once among others, and again when each is written by itself.
                if point == .batchGranted, [3, 6].contains(passed.next()) {
                    throw StoreError.store(.diskFull)
                }
            })
        #expect(refusal { try KilledBatchTests.carryOut(full) } == .store(.diskFull))
        #expect(try full.batch(BatchID("1"))?.counts.granted == 2)
        try full.close()
        let batch = try Self.carryOut(try folder.open())
        #expect(batch.state == .done && batch.counts.granted == Self.losses)
    }
}
