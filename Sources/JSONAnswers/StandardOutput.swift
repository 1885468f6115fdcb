import Foundation
import Synchronization

/// Standard output, and whether what was written to it arrived: an answer that did not must fail its command.
package enum StandardOutput {
    /// What becomes of what is written.
    private enum State: Equatable {
        case open
        /// Nothing is written any more, and nobody misses it.
        case readerLeft
        /// The system refused it with this number.
        case failed(Int32)
    }

    private static let state = Mutex(State.open)

    /// Opens nothing in the place of streams that were closed before the program began: a store's file in the place of
    /// standard output would be overwritten with the answer.
    package static func secureStreams() {
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
            // Reading only, so that writing to it fails as writing to a closed stream does.
            _ = open("/dev/null", O_RDONLY)
        }
    }

    /// Writes a text; after the first failure nothing more is written.
    package static func write(_ text: String) {
        state.withLock { state in
            guard state == .open else { return }
            var text = text
            state = text.withUTF8 { written(UnsafeRawBufferPointer($0)) }
        }
    }

    /// Why what was written did not arrive, in the system's words; nil when it did, or when its reader had enough.
    package static var failure: String? {
        guard case .failed(let number) = state.withLock({ $0 }) else { return nil }
        return number == EBADF ? "it is closed" : String(cString: strerror(number)).lowercased()
    }

    /// Whether somebody has everything that was written: a reader that left may have seen nothing of it.
    package static var hasAll: Bool { state.withLock { $0 } == .open }

    private static func written(_ bytes: UnsafeRawBufferPointer) -> State {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Foundation.write(
                STDOUT_FILENO, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EPIPE {
                // `| head` has all that it wanted: that is no failure of the command.
                return .readerLeft
            } else if errno == EAGAIN {
                waitUntilWritable()
            } else if errno != EINTR {
                return .failed(errno)
            }
        }
        return .open
    }

    private static func waitUntilWritable() {
        var stream = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        poll(&stream, 1, -1)
    }
}
