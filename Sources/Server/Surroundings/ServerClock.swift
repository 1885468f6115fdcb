import Foundation
public import Purchases

/// The time as the server sees it: the system's, or one that a test or a demonstration turns.
public struct ServerClock: Sendable {
    /// The present.
    public let now: @Sendable () -> Instant
    /// Waits until a moment has come; returns at once for one that has passed.
    public let sleep: @Sendable (_ until: Instant) async throws -> Void

    /// A clock that somebody else turns.
    public init(
        now: @escaping @Sendable () -> Instant,
        sleep: @escaping @Sendable (_ until: Instant) async throws -> Void
    ) {
        (self.now, self.sleep) = (now, sleep)
    }

    /// The system's clock, in whole milliseconds.
    public static let system = ServerClock {
        Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    } sleep: { until in
        let present = Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))
        let wait = until.milliseconds - present
        if wait > 0 { try await Task.sleep(for: .milliseconds(wait)) }
    }
}
