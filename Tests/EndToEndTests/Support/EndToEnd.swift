import Foundation
import Testing

/// The console in a real terminal, one journey after the other.
@Suite(.serialized) enum Journeys {}

/// The commands, one after the other, while the journeys wait for their terminals.
@Suite(.serialized) enum Commands {}

/// What takes long, one after the other beside the commands: servers, kills, stress, the benchmark.
@Suite(.serialized) enum Endurance {}

extension Trait where Self == ConditionTrait {
    /// Runs where tmux is. Without it the test fails in CI, and is skipped with a notice elsewhere.
    static var inTerminal: Self {
        .enabled("tmux is not installed, so nothing is known about the console in a terminal") {
            if Tmux.isInstalled || ProcessInfo.processInfo.environment["CI"] != nil { return true }
            print("NOTICE: tmux is not installed; the console was not tested in a terminal")
            return false
        }
    }
}
