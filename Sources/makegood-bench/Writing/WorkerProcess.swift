import Foundation

/// This program once more, doing a part of a figure.
struct WorkerProcess {
    /// Its process.
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
