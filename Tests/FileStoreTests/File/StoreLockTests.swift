import Foundation
import PersistenceTesting
import Purchases
import Synchronization
import Testing

@testable import FileStore
@testable import Persistence

struct StoreLockTests {
    @Test func aHeldLockNamesItsHolder() throws {
        let temporary = try StoreFolder()
        try temporary.create().close()
        let error = try StoreLock(store: temporary.path).hold {
            failure { _ = try Store.open(at: temporary.path, lockTimeout: TimeLength(20)) }
        }
        #expect(error == .store(.busy(holder: getpid())))
        #expect(error?.code.exitCode == 69)
    }

    @Test func aWriteWaitsNoLongerThanAsked() throws {
        let temporary = try StoreFolder()
        try temporary.create().close()
        let store = try Store.open(at: temporary.path, lockTimeout: TimeLength(10))
        let error = try StoreLock(store: temporary.path).hold {
            failure { try store.act(.note("hello"), on: People.customer, by: People.agent, at: People.now) }
        }
        #expect(error?.code == .busy)
        try store.act(.note("hello"), on: People.customer, by: People.agent, at: People.now)
    }

    @Test func whoGaveUpWaitingHandsTheLockOn() throws {
        let temporary = try StoreFolder()
        let lock = StoreLock(store: temporary.path, timeout: TimeLength(10))
        try lock.hold {
            for _ in 0..<3 { #expect(failure { try lock.hold {} }?.code == .busy) }
        }
        let patient = StoreLock(store: temporary.path)
        for _ in 0..<20 { try patient.hold {} }
    }

    @Test func onlyOneHoldsItAtATime() async throws {
        let temporary = try StoreFolder()
        let lock = StoreLock(store: temporary.path)
        let crowd = Crowd()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<25 {
                        try lock.hold {
                            crowd.enter()
                            crowd.leave()
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(crowd.most == 1)
    }
}

/// Counts who is inside at the same time.
private final class Crowd: Sendable {
    private struct Count {
        var now = 0
        var most = 0
    }

    private let count = Mutex(Count())

    var most: Int { count.withLock { $0.most } }

    func enter() {
        count.withLock { count in
            count.now += 1
            count.most = max(count.most, count.now)
        }
    }

    func leave() { count.withLock { $0.now -= 1 } }
}

/// What the kernel's table of locks says of one file.
struct KernelLocksTests {
    private static let table = """
        1: POSIX  ADVISORY  WRITE 11 08:01:42 0 EOF
        2: FLOCK  ADVISORY  WRITE 12 08:01:42 0 EOF
        2: -> FLOCK  ADVISORY  WRITE 13 08:01:42 0 EOF
        3: FLOCK  ADVISORY  WRITE 14 08:01:43 0 EOF
        4: -> POSIX  ADVISORY  WRITE 15 08:01:43 0 EOF
        5: FLOCK

        """

    @Test(arguments: [(UInt64(42), Int32?(12)), (43, 14), (44, nil)])
    func theHolderIsWhoHasIt(inode: UInt64, holder: Int32?) {
        #expect(KernelLocks.holder(of: inode, in: Self.table) == holder)
    }

    @Test(arguments: [(UInt64(42), true), (43, false), (44, false)])
    func onlyAWaiterForTheSameFileCounts(inode: UInt64, isAwaited: Bool) {
        #expect(KernelLocks.isAwaited(inode, in: Self.table) == isAwaited)
    }
}
