import Foundation
import Synchronization

/// Looks at the size of a -wal all the time.
final class WALGauge: Sendable {
    private struct State {
        var highest = 0
        var isOver = false
    }

    private let path: String
    private let state = Mutex(State())

    /// Begins to look.
    init(store: String) {
        path = store + "-wal"
        Thread.detachNewThread { [self] in
            while !state.withLock({ $0.isOver }) {
                look()
                usleep(5000)
            }
        }
    }

    /// Ends; answers the largest size that was seen, in bytes.
    func end() -> Int {
        look()
        return state.withLock { state in
            state.isOver = true
            return state.highest
        }
    }

    private func look() {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        state.withLock { $0.highest = max($0.highest, Int(status.st_size)) }
    }
}
