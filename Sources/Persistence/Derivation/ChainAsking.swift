import Purchases

/// Keeps in a chain's row when the App Store is to be asked about it next, once it was asked.
///
/// The rule is `AskSchedule` in `Purchases/Asking`; ``PeriodTable`` keeps the same column when the facts change.
enum ChainAsking {
    /// After so long a chain is asked about again of which the App Store could not be asked.†
    private static let pause = TimeLength.seconds(600)

    /// Notes that the App Store was asked about a chain; what it answered is in the store.
    static func note(
        _ id: ChainID, isAnswered: Bool, at now: Instant, in writing: StoreTransaction
    ) throws {
        let db = writing.db
        guard var stored = try StoredChain.find(id, in: db) else { return }
        guard isAnswered else {
            try db.run(
                "UPDATE chains SET next_ask_ms = ? WHERE id = ? AND next_ask_ms IS NOT NULL",
                [now + pause, stored.rowID])
            return
        }
        let catalog = try CatalogTable.read(db)
        guard let timeline = ChainTimeline.timelines(of: [stored.chain], catalog: catalog).first else {
            return
        }
        let before = AskSchedule(timeline, catalog: catalog, log: stored.askLog)
        stored.askLog = stored.askLog.asked(before.question, at: now)
        let after = AskSchedule(timeline, catalog: catalog, log: stored.askLog)
        try db.run(
            "UPDATE chains SET asks = ?, asked_ms = ?, next_ask_ms = ? WHERE id = ?",
            [stored.askLog.asks, now, after.next, stored.rowID])
    }
}
