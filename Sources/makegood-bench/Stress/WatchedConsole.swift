import Foundation
import Synchronization

/// A console in a terminal of its own, read all the time: one that nobody reads stops when its terminal is full.
final class WatchedConsole: Sendable {
    private static let kept = 1 << 20
    /// How long a console may take to show something, in seconds.
    private static let patience = 20.0
    /// How long what a repaint brings is waited for, in microseconds.
    private static let look: UInt32 = 200_000

    private let process: pid_t
    private let master: Int32
    private let heard = Mutex<[UInt8]>([])
    private let rows = Mutex<UInt16>(UInt16(ConsoleProbe.rows))

    /// Starts the product's console on a store.
    init(_ program: String, on store: String) throws {
        (process, master) = try ConsoleProbe.start(program, ConsoleProbe.arguments(on: store))
        Thread.detachNewThread { [self] in listen() }
    }

    /// Types keys.
    func press(_ keys: String) {
        let bytes = Array(keys.utf8)
        _ = write(master, bytes, bytes.count)
    }

    /// Whether a text is on the screen, sooner or later; keys are pressed and all is painted anew before every look.
    func shows(_ text: String, pressing keys: String = "") -> Bool {
        let deadline = SteadyClock.seconds + WatchedConsole.patience
        while SteadyClock.seconds < deadline, isAlive {
            press(keys)
            repaint()
            usleep(WatchedConsole.look)
            if heard.withLock({ $0.firstRange(of: Array(text.utf8)) }) != nil { return true }
        }
        return false
    }

    /// Whether the program still runs.
    var isAlive: Bool {
        var found = siginfo_t()
        return waitid(P_PID, id_t(process), &found, WEXITED | WNOHANG | WNOWAIT) == 0 && found.si_signo == 0
    }

    /// Asks the program to end, and makes it after a while; answers whether it gave the terminal back by itself.
    func close() -> Bool {
        kill(process, SIGTERM)
        let deadline = SteadyClock.seconds + 5
        var status: Int32 = 0
        while waitpid(process, &status, WNOHANG) == 0 {
            if SteadyClock.seconds > deadline { kill(process, SIGKILL) }
            usleep(2000)
        }
        Foundation.close(master)
        return status & 0x7F != SIGKILL
    }

    /// Another size makes a program paint every cell.
    private func repaint() {
        heard.withLock { $0 = [] }
        let count = rows.withLock { rows in
            rows = rows == UInt16(ConsoleProbe.rows) ? rows + 1 : UInt16(ConsoleProbe.rows)
            return rows
        }
        var size = winsize()
        (size.ws_row, size.ws_col) = (count, UInt16(ConsoleProbe.columns))
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    private func listen() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(master, &buffer, buffer.count)
            guard count > 0 else { return }
            heard.withLock { heard in
                heard += buffer[..<count]
                if heard.count > WatchedConsole.kept { heard.removeFirst(heard.count - WatchedConsole.kept) }
            }
        }
    }
}
