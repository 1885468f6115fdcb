import Foundation

/// Reads as the app's backend does: with SQLite alone, and now and then in a transaction that it holds for a while.
struct StressBackend {
    /// What everybody is told.
    let plan: StressPlan
    /// The name of its process.
    static let name = "backend"
    /// How long a transaction is held at most, in milliseconds: while it is, no -wal can be begun anew.
    static let longest = 250

    /// Reads until it is told to end.
    func run() throws {
        let folder = try plan.folder()
        let store = try StoreTable(folder.store)
        try folder.takeTurns(as: StressBackend.name) { turn in
            let person = plan.population.person(plan.random(turn, 42, below: plan.customers))
            try store.rows("BEGIN")
            try store.rows(
                "SELECT entitlement, until_ms FROM active_entitlements WHERE app_user_id = '\(person.idText)'"
            )
            if turn % 50 == 49 {
                usleep(UInt32(1000 * plan.random(turn, 43, below: StressBackend.longest)))
            }
            try store.rows("COMMIT")
        }
    }
}
