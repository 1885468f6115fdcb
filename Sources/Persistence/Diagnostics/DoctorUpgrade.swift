internal import Purchases

/// The check of what a release makes of a store that was there before.
extension Doctor {
    /// Whether charges are what the present format makes of them, and whether backends wait for a lead's word on that.
    static func upgrade(_ db: Connection) throws -> Finding {
        if let place = try UpgradePlace.read(db) {
            guard place.isBegun else {
                return Finding(
                    "upgrade", .warning, "older charges are still told apart by the old rules",
                    fix: "a lead looks at `makegood upgrade run --dry-run`, then runs `makegood upgrade run`")
            }
            return Finding(
                "upgrade", .warning, "the upgrade is not at its end",
                fix: "a lead runs `makegood upgrade run`, which goes on with it")
        }
        let customers = try HeldNewsTable.count(of: .customer, in: db)
        let tickets = try HeldNewsTable.count(of: .ticket, in: db)
        guard customers + tickets > 0 else {
            return Finding("upgrade", "charges are what the present format makes of them")
        }
        return Finding(
            "upgrade", .warning,
            "backends are not told yet what it changed: of \(customers) customers and \(tickets) tickets",
            fix: "a lead runs `makegood upgrade tell`, or with --silently if they are not to be told")
    }
}
