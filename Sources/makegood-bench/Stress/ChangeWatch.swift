import Foundation
import Persistence
import Synchronization

/// Hears what a store's watcher tells, which must be every change once and in order.
final class ChangeWatch: Sendable {
    private struct State {
        var newest: Int64
        var gap: String?
    }

    private static let patience = 10.0
    private let state: Mutex<State>

    /// Hears on from a sequence.
    init(since sequence: Int64) { state = Mutex(State(newest: sequence)) }

    /// Hears of changes.
    func hear(_ changes: [Change]) {
        state.withLock { state in
            for change in changes {
                if change.sequence != state.newest + 1, state.gap == nil {
                    state.gap = "the watcher told of change \(change.sequence) after \(state.newest)"
                }
                state.newest = change.sequence
            }
        }
    }

    /// What was not told of all changes up to the newest.
    func problems(upTo newest: Int64) -> [String] {
        let deadline = SteadyClock.seconds + ChangeWatch.patience
        while state.withLock({ $0.newest }) < newest, SteadyClock.seconds < deadline { usleep(5000) }
        return state.withLock { state in
            let end = state.newest < newest ? "the watcher told of no change after \(state.newest)" : nil
            return [state.gap, end].compactMap { $0 }
        }
    }
}
