/// Where a store stood when a run began.
struct StressStart {
    /// The newest audit entry.
    let audit: Int
    /// The newest change.
    let changes: Int
    /// The newest grant.
    let grants: Int

    /// Where a store stands now.
    init(_ table: StoreTable) throws {
        audit = try table.number("SELECT max(sequence) FROM audit")
        changes = try table.number("SELECT max(sequence) FROM change_log")
        grants = try table.number("SELECT max(id) FROM grants")
    }
}
