import Foundation
import Synchronization

/// Keeps one writer at work: where the plan is to kill it now and then, another takes its place.
final class WriterKeeper: Sendable {
    private struct State {
        var kills = 0
        var failure: String?
    }

    private let arguments: [String]
    private let number: Int
    private let plan: StressPlan
    private let isKilling: Bool
    private let first: WorkerProcess
    private let state = Mutex(State())

    /// Starts the writer.
    init(_ arguments: [String], _ number: Int, _ plan: StressPlan, killing: Bool) throws {
        self.arguments = arguments + ["--role", "writer", "--number", String(number)]
        (self.number, self.plan, isKilling) = (number, plan, killing)
        first = try WorkerProcess(self.arguments)
    }

    /// How often it was killed.
    var kills: Int { state.withLock { $0.kills } }
    /// Why it did not come to its end; nil when it did.
    var failure: String? { state.withLock { $0.failure } }

    /// Waits until everything is written.
    func keep() {
        var process = first
        while isKilling, endsEarly(process) {
            state.withLock { $0.kills += 1 }
            guard let next = try? WorkerProcess(arguments + ["--replacement"]) else { break }
            process = next
        }
        do { if !isKilling { try process.wait() } } catch {
            state.withLock { $0.failure = "writer \(number): \(error)" }
        }
    }

    /// Kills a writer at a moment of its own; false when it had come to its end by itself.
    private func endsEarly(_ process: WorkerProcess) -> Bool {
        let pause = 200 + plan.random(kills, UInt64(50 + number), below: 1000)
        let deadline = SteadyClock.seconds + Double(pause) / 1000
        var status: Int32 = 0
        while waitpid(process.id, &status, WNOHANG) == 0 {
            if SteadyClock.seconds > deadline { kill(process.id, SIGKILL) }
            usleep(1000)
        }
        if status != 0, status & 0x7F != SIGKILL {
            state.withLock { $0.failure = "writer \(number) ended with status \(status)" }
        }
        return status & 0x7F == SIGKILL
    }
}
