import AsyncHTTPClient
import NIOCore

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
