import Foundation

/// A process of our own that starts as a shell would start it: no signal blocked, none ignored.
///
/// Foundation's `Process` hands down what its threads block, which is nearly every signal: a terminal started by it
/// cannot be ended, and a program in it does not hear that it was asked to leave.
struct ChildProcess: Sendable {
    private let id: pid_t

    /// Starts a program with files for its standard input, output and errors.
    init(_ program: String, _ arguments: [String], environment: [String], files: [String]) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, files[0], O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, files[1], O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, files[2], O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let words = ([program] + arguments).map { strdup($0) }
        let values = environment.map { strdup($0) }
        defer { for text in words + values { free(text) } }
        var process: pid_t = 0
        let result = posix_spawn(&process, program, &actions, &attributes, words + [nil], values + [nil])
        guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: result) ?? .EINVAL) }
        id = process
    }

    /// Sends it a signal.
    func signal(_ number: Int32) { kill(id, number) }

    /// Whether it runs, and has not ended already.
    var isRunning: Bool {
        var information = siginfo_t()
        guard waitid(P_PID, id_t(id), &information, WEXITED | WNOHANG | WNOWAIT) == 0 else { return false }
        return information.si_signo == 0
    }

    /// Waits for its end, and answers its exit code, or its signal's number negated.
    func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : -signal
    }
}
