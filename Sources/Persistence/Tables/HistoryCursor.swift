import Purchases

/// Up to when the App Store's history of notifications was read, by environment: two facts in `store_state`.
/// `GapWorker` in `Server/Workers` reads on from there, and moves it by a `SideEffect`.
enum HistoryCursor {
    /// Moves it on; back only where it lies in the future, because the clock was ahead once.
    static func move(
        to until: Instant, of environment: AppStoreEnvironment, at now: Instant, in db: Connection
    ) throws {
        guard let state = state(of: environment) else { return }
        if let known = try read(environment, in: db), known >= until, known <= now { return }
        try state.set(String(until.milliseconds), in: db)
    }

    /// Up to when it was read; nil when it never was.
    static func read(_ environment: AppStoreEnvironment, in db: Connection) throws -> Instant? {
        try state(of: environment)?.read(db).flatMap(Int64.init).map { Instant(milliseconds: $0) }
    }

    /// Only Apple's own two have a history.
    private static func state(of environment: AppStoreEnvironment) -> StoreState? {
        switch environment {
        case .production: .historyReadProduction
        case .sandbox: .historyReadSandbox
        default: nil
        }
    }
}
