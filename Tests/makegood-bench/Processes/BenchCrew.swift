import CBench
import Foundation

/// Processes of this program that work on one store from one moment to another.
struct BenchCrew {
    /// When they begin, on the steady clock: late enough for all of them to be ready.
    let begin = SteadyClock.seconds + 1

    private let bench: Bench
    private let path: String
    private let seconds: Int

    /// A crew on the store at a path.
    init(_ bench: Bench, on path: String, seconds: Int) {
        (self.bench, self.path, self.seconds) = (bench, path, seconds)
    }

    /// When they end, on the steady clock.
    var end: Double { begin + Double(seconds) }

    /// Starts one of them, by the name of its command.
    func start(_ command: String, number: Int = 0, _ arguments: [String] = []) throws -> WorkerProcess {
        let population = bench.population
        return try WorkerProcess(
            [
                command, "--path", path, "--customers", String(population.customers), "--transactions",
                String(population.transactions), "--seed", String(population.seed), "--seconds",
                String(seconds), "--begin", String(begin), "--number", String(number),
            ] + arguments)
    }
}

/// This program once more, doing a part of a figure.
struct WorkerProcess {
    let id: pid_t

    /// Starts it, no signal blocked and none ignored.
    init(_ arguments: [String]) throws {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let words = (["makegood-bench"] + arguments).map { strdup($0) }
        let values = ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") }
        defer { for text in words + values { free(text) } }
        var process: pid_t = 0
        let result = posix_spawn(
            &process, "/proc/self/exe", nil, &attributes, words + [nil], values + [nil])
        guard result == 0 else { throw BenchError("a worker cannot be started: errno \(result)") }
        id = process
    }

    /// Waits for its end, which must be a good one.
    func wait() throws {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else { throw BenchError("a worker ended with status \(status)") }
    }
}

/// The lock of a store, held by whoever replays what the product did under it.
final class BareLock {
    private let descriptor: Int32

    /// The lock of the store at a path.
    init(store: String) throws {
        descriptor = open(store + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw BenchError("the bare lock cannot be opened: errno \(errno)") }
    }

    deinit { close(descriptor) }

    /// Holds it for some work, waiting for it.
    func hold<Value>(_ work: () throws -> Value) throws -> Value {
        guard cbench_lock(descriptor, 1) == 0 else { throw BenchError("the bare lock failed") }
        defer { cbench_unlock(descriptor) }
        return try work()
    }

    /// Holds it for some work, unless somebody else does.
    func holdIfFree(_ work: () -> Void) {
        guard cbench_lock(descriptor, 0) == 0 else { return }
        work()
        cbench_unlock(descriptor)
    }
}
