import Foundation

/// A command of the shell in a process group of its own, as a shell would start it: no signal blocked, none ignored.
///
/// Foundation's `Process` hands down the signals that its threads block, and writes its input through a pipe: a
/// command that does not read would stop us or kill us. A file as standard input can do neither.
struct ShellProcess {
    /// How a process ended.
    enum End: Equatable {
        /// It left with a status.
        case exited(Int32)
        /// A signal ended it.
        case killed(Int32)
        /// It took too long and was ended, with everything it had started.
        case timedOut
    }

    private let id: pid_t

    /// Starts a command; nil when that is not possible.
    init?(_ command: String, input: Data) {
        guard let file = ShellProcess.file(of: input) else { return nil }
        defer { fclose(file) }
        var actions = ShellProcess.actions(reading: file)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var attributes = ShellProcess.attributes()
        defer { posix_spawnattr_destroy(&attributes) }
        let words = (["sh", "-c", command] as [String]).map { strdup($0) }
        let values = ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") }
        defer { for text in words + values { free(text) } }
        var process: pid_t = 0
        let result = posix_spawn(&process, "/bin/sh", &actions, &attributes, words + [nil], values + [nil])
        guard result == 0 else { return nil }
        id = process
    }

    /// Waits for its end, but no longer than given: then the whole group is killed.
    func wait(for limit: Duration) -> End {
        let deadline = ContinuousClock.now + limit
        while ContinuousClock.now < deadline {
            if let end = end(options: WNOHANG) { return end }
            usleep(5000)
        }
        // Before it is reaped, so that the number can be nobody else's.
        kill(-id, SIGKILL)
        _ = end(options: 0)
        return .timedOut
    }

    private func end(options: Int32) -> End? {
        var status: Int32 = 0
        var found = waitpid(id, &status, options)
        while found < 0, errno == EINTR { found = waitpid(id, &status, options) }
        guard found != 0 else { return nil }
        let signal = status & 0x7F
        return signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal)
    }

    /// A file without a name that holds the input, ready to be read; processes do not inherit it unasked.
    private static func file(of input: Data) -> UnsafeMutablePointer<FILE>? {
        guard let file = tmpfile() else { return nil }
        _ = fcntl(fileno(file), F_SETFD, FD_CLOEXEC)
        let written = input.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
        guard written == input.count, fflush(file) == 0 else {
            fclose(file)
            return nil
        }
        rewind(file)
        return file
    }

    private static func actions(reading file: UnsafeMutablePointer<FILE>) -> posix_spawn_file_actions_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, fileno(file), 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        return actions
    }

    private static func attributes() -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        return attributes
    }
}
