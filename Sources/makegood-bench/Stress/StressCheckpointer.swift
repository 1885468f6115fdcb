import Foundation
import Persistence

/// Checkpoints all the time: three times as much as can be, then all of it.
struct StressCheckpointer {
    /// What everybody is told.
    let plan: StressPlan
    /// The name of its process.
    static let name = "checkpointer"

    /// How long it pauses, in microseconds.
    private static let pause: UInt32 = 2000

    /// Checkpoints until it is told to end.
    func run() throws {
        let folder = try plan.folder()
        let store = try Store.open(at: folder.store)
        try folder.takeTurns(as: StressCheckpointer.name) { turn in
            if turn % 4 == 3 { try store.emptyWAL() } else { try store.writeBackWAL() }
            usleep(StressCheckpointer.pause)
        }
        try store.close()
    }
}
