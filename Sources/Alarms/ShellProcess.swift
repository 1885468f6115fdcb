import Foundation

/// A command of the shell in a process group of its own, as a shell would start it: no signal blocked, none ignored.
///
/// Foundation's `Process` hands down the signals that its threads block, and writes its input through a pipe: a
/// command that does not read would stop us or kill us. A file as standard input can do neither.
final class ShellProcess {
    /// How a process ended.
    enum End: Equatable {
        /// It left with a status.
        case exited(Int32)
        /// A signal ended it.
        case killed(Int32)
        /// It took too long and was ended, with everything it had started.
        case timedOut
        /// Nobody wanted to wait any longer, and it was ended so.
        case cutShort
    }

    /// How long it may still run once the other end has come†.
    private static let grace = Duration.milliseconds(300)
    /// How much of its standard error is read.
    private static let longestComplaint = 120

    private let id: pid_t
    /// A file without a name that holds its standard error: a pipe that nobody reads would stop or kill it.
    private let errors: UnsafeMutablePointer<FILE>

    /// Starts a command; nil when that is not possible.
    init?(_ command: String, input: Data) {
        guard let file = ShellProcess.file(of: input) else { return nil }
        defer { fclose(file) }
        guard let errors = ShellProcess.file(of: Data()) else { return nil }
        self.errors = errors
        var actions = ShellProcess.actions(reading: file, complaining: errors)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var attributes = ShellProcess.attributes()
        defer { posix_spawnattr_destroy(&attributes) }
        let words = (["sh", "-c", command] as [String]).map { strdup($0) }
        let values = ShellProcess.environment.map { strdup("\($0.key)=\($0.value)") }
        defer { for text in words + values { free(text) } }
        var process: pid_t = 0
        let result = posix_spawn(&process, "/bin/sh", &actions, &attributes, words + [nil], values + [nil])
        id = process
        guard result == 0 else { return nil }
    }

    deinit { fclose(errors) }

    /// What the command gets of our environment: everything but our secrets.
    private static var environment: [String: String] {
        ProcessInfo.processInfo.environment.filter { name, _ in
            !name.hasPrefix("MAKEGOOD_APPSTORE_") && name != "MAKEGOOD_SHARED_SECRET"
        }
    }

    /// Waits for its end, but no longer than given, and no longer than a moment once the other end has come: then the
    /// whole group is killed.
    func wait(for limit: Duration, until other: AlarmEnd = AlarmEnd()) -> End {
        var (deadline, isCutShort) = (ContinuousClock.now + limit, false)
        while ContinuousClock.now < deadline {
            if let end = end(options: WNOHANG) { return end }
            if !isCutShort, other.hasCome {
                (deadline, isCutShort) = (min(deadline, .now + ShellProcess.grace), true)
            }
            usleep(5000)
        }
        // Before it is reaped, so that the number can be nobody else's.
        kill(-id, SIGKILL)
        _ = end(options: 0)
        return isCutShort ? .cutShort : .timedOut
    }

    /// The first words of what it wrote to standard error, on one line; nil when it wrote nothing.
    var complaint: String? {
        var bytes = [UInt8](repeating: 0, count: ShellProcess.longestComplaint)
        let count = pread(fileno(errors), &bytes, bytes.count, 0)
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).first.map(String.init)
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

    private static func actions(
        reading file: UnsafeMutablePointer<FILE>, complaining errors: UnsafeMutablePointer<FILE>
    ) -> posix_spawn_file_actions_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, fileno(file), 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, fileno(errors), 2)
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
