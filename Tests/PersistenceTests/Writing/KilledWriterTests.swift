import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// Writers killed at every fault point: all or nothing, and the retry tells the truth.
struct KilledWriterTests {
    private func open(_ folder: StoreFolder, _ faults: StoreFaults) throws -> Store {
        try Store.open(at: folder.path, readOnly: false, lockTimeout: .seconds(5), faults: faults)
    }

    @Test(arguments: [FaultPoint.writeBegun, .grantWritten, .beforeCommit])
    func aGrantThatFailsBeforeItsCommitIsNotThere(_ point: FaultPoint) throws {
        let folder = try StoreFolder()
        try folder.create().close()
        let failing = try open(folder, StoreFaults { if $0 == point { throw StoreError.store(.readOnly) } })
        #expect(
            failure {
                _ = try failing.grant(try People.request(), key: "k", by: People.agent, at: People.now)
            } != nil)
        try checkRetry(folder, isReplay: false)
    }

    @Test func aGrantWhoseAnswerIsLostIsAnsweredAgain() throws {
        let folder = try StoreFolder()
        try folder.create().close()
        let failing = try open(
            folder, StoreFaults { if $0 == .afterCommit { throw StoreError.store(.readOnly) } })
        #expect(
            failure {
                _ = try failing.grant(try People.request(), key: "k", by: People.agent, at: People.now)
            } != nil)
        try checkRetry(folder, isReplay: true)
    }

    @Test func aKilledMigrationLeavesNothing() throws {
        let folder = try StoreFolder()
        let founding = StoreCreation(
            isPractice: true, serves: [.production], bundleIDs: [], appAppleIDs: [], lead: People.lead,
            at: People.now)
        let faults = StoreFaults { _ in throw StoreError.store(.readOnly) }
        #expect(
            failure { try Store.create(at: folder.path, founding: founding, faults: faults) }
                == .store(.readOnly))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.folder).isEmpty)
        #expect(try folder.create().verifyAudit().isOK)
    }

    @Test(arguments: [(FaultPoint.grantWritten, false), (.beforeCommit, false), (.afterCommit, true)])
    func aProcessKilledInAGrantLeavesAllOrNothing(_ point: FaultPoint, _ isReplay: Bool) async throws {
        let folder = try StoreFolder()
        try folder.create().close()
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = folder.path as String, name = point.rawValue as String] in
            let plan = StoreFaults.environment(["MAKEGOOD_FAULT": "\(name):1"])
            let store = try Store.open(at: path, readOnly: false, lockTimeout: .seconds(5), faults: plan)
            _ = try store.grant(try People.request(), key: "k", by: People.agent, at: People.now)
        }
        try checkRetry(folder, isReplay: isReplay)
    }

    private func checkRetry(_ folder: StoreFolder, isReplay: Bool) throws {
        let store = try Store.open(at: folder.path)
        #expect(try Raw.number(store, "SELECT count(*) FROM grants") == (isReplay ? 1 : 0))
        #expect(try store.verifyAudit().isOK)
        let outcome = try store.give(try People.request(), key: "k", by: People.agent, at: People.now)
        #expect(outcome.isReplay == isReplay && outcome.after.isEntitled)
        #expect(try Raw.number(store, "SELECT count(*) FROM grants") == 1)
        #expect(try store.verifyAudit().isOK)
    }
}
