import AsyncHTTPClient
import NIOCore
import Purchases

extension HTTPClientResponse.Body {
    /// Reads what nobody wants to know, so that the connection can be used again: not for long, and not without end. The
    /// library's deadline is over once the head of an answer is there, and its limit of a read starts anew with each byte.
    func drain(upTo bytes: Int, until deadline: NIODeadline) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { _ = try? await collect(upTo: bytes) }
            group.addTask {
                let left = deadline - .now()
                if left > .zero { try? await Task.sleep(for: .nanoseconds(left.nanoseconds)) }
            }
            await group.next()
            group.cancelAll()
        }
    }
}

/// The present of a step that takes a while and was told only when it begins.
struct Stopwatch: Sendable {
    private let start: Instant
    private let begun = ContinuousClock.now

    /// Begins at a moment.
    init(from start: Instant) { self.start = start }

    /// The present.
    var now: Instant { start + TimeLength(Int64(begun.duration(to: .now) / .milliseconds(1))) }
}
