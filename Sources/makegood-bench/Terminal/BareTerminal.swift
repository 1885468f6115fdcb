import CBench
import Foundation

/// A terminal with nothing in it: how long bytes take from one end to the other.
final class BareTerminal {
    private let master: Int32
    private let slave: Int32

    /// Opens one.
    init() throws {
        var (master, slave) = (Int32(-1), Int32(-1))
        let result = cbench_open_pty(Int32(ConsoleProbe.rows), ConsoleProbe.columns, &master, &slave)
        guard result == 0 else { throw BenchError("no terminal can be opened: errno \(result)") }
        (self.master, self.slave) = (master, slave)
    }

    deinit {
        close(master)
        close(slave)
    }

    /// Writes so many bytes; answers how long it took until the first was read, in seconds.
    func echo(_ bytes: Int) throws -> Double {
        let nanoseconds = cbench_echo(slave, master, Int64(max(1, bytes)))
        guard nanoseconds >= 0 else { throw BenchError("the bare terminal failed: errno \(-nanoseconds)") }
        return Double(nanoseconds) / 1e9
    }
}
