internal import CKernel
package import Purchases

/// The time as the server sees it: the system's, or one that a test or a demonstration turns.
package struct ServerClock: Sendable {
    package let now: @Sendable () -> Instant
    /// Waits until a moment has come; returns at once for one that has passed.
    package let sleep: @Sendable (_ until: Instant) async throws -> Void

    /// A clock that somebody else turns.
    package init(
        now: @escaping @Sendable () -> Instant,
        sleep: @escaping @Sendable (_ until: Instant) async throws -> Void
    ) {
        (self.now, self.sleep) = (now, sleep)
    }

    /// The system's clock, in whole milliseconds, as the kernel has it: no library that was loaded before the C library
    /// moves it.
    package static let system = ServerClock {
        Instant(milliseconds: ckernel_present_ms())
    } sleep: { until in
        let wait = until.milliseconds - ckernel_present_ms()
        if wait > 0 { try await Task.sleep(for: .milliseconds(wait)) }
    }
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
