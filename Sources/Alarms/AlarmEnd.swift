import Dispatch
import Synchronization

/// The end of a console: its `AlarmDispatcher` rings until it comes, and `ShellProcess` cuts a running command short.
package final class AlarmEnd: Sendable {
    private let isHere = Mutex(false)
    private let bell = DispatchSemaphore(value: 0)

    /// It has not come yet.
    package init() {}

    /// Lets the end come.
    package func come() {
        isHere.withLock { $0 = true }
        bell.signal()
    }

    package var hasCome: Bool { isHere.withLock { $0 } }

    /// Waits for it, but no longer than given; answers whether it has come.
    package func hasCome(within time: Duration) -> Bool {
        if hasCome { return true }
        return bell.wait(timeout: .now() + .milliseconds(Int(time / .milliseconds(1)))) == .success
    }
}
