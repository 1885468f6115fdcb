import CBench
import Foundation
import Synchronization

/// Threads that replay recorded writes and reads, each on a connection of its own.
final class BareCrew: Sendable {
    private let path: String
    private let begin: Double
    private let turns: Int
    private let next = Mutex(0)
    private let found = Mutex<[Double]>([])
    private let failure = Mutex<(any Error)?>(nil)

    /// A crew on a store's file.
    init(path: String, begin: Double, turns: Int) {
        (self.path, self.begin, self.turns) = (path, begin, turns)
    }

    /// Replays grants in their order, whichever thread's turn it is, beside reads of pages; answers each grant's time.
    func run(
        writing tape: Tape, _ stretches: [Tape.Stretch], reading pages: Tape, _ reads: [Tape.Stretch]
    ) throws -> [Double] {
        let ended = DispatchGroup()
        for _ in 0..<GrantBurst.writers {
            start(ended) { try self.write(tape, stretches) }
        }
        for number in 0..<GrantBurst.readers {
            start(ended) { try self.read(pages, reads, from: number) }
        }
        ended.wait()
        if let error = failure.withLock({ $0 }) { throw error }
        return found.withLock { $0 }
    }

    private func start(_ ended: DispatchGroup, _ work: @escaping @Sendable () throws -> Void) {
        ended.enter()
        Thread.detachNewThread {
            do { try work() } catch { self.failure.withLock { $0 = error } }
            ended.leave()
        }
    }

    private func write(_ tape: Tape, _ stretches: [Tape.Stretch]) throws {
        let connection = try BareConnection(path, cache: BareConnection.writerCache)
        try connection.prepare(tape)
        let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(lock) }
        for turn in 0..<turns {
            GrantBurst.await(turn, from: begin)
            let start = SteadyClock.seconds
            guard cbench_lock(lock) == 0 else { throw BenchError("the bare lock failed: errno \(errno)") }
            // Inside the lock: what was recorded fits only in its order.
            let number = next.withLock { next in
                defer { next += 1 }
                return next
            }
            defer { cbench_unlock(lock) }
            guard number < stretches.count else { return }
            _ = try connection.play(tape, stretches[number])
            let seconds = SteadyClock.seconds - start
            found.withLock { $0.append(seconds) }
        }
    }

    private func read(_ pages: Tape, _ reads: [Tape.Stretch], from number: Int) throws {
        let connection = try BareConnection(path)
        try connection.prepare(pages)
        let end = begin + Double(turns) / Double(GrantBurst.perSecond)
        var turn = number
        while SteadyClock.seconds < end {
            _ = try connection.play(pages, reads[turn % reads.count])
            turn += GrantBurst.readers
            Thread.sleep(forTimeInterval: GrantBurst.pause)
        }
    }
}
