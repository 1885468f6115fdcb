internal import Purchases

/// The checks of who may do and run what. What they say of alarms belongs to ``alarms(_:)`` in `DoctorContent.swift`.
extension Doctor {
    /// How many differences are named.
    private static let named = 5

    /// Whether agents, settings, secrets, keys and served environments are what the audit log tells.
    static func trust(_ db: Connection) throws -> Finding {
        var told = AuditReplay()
        let actions = AuditReplay.actions.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        try db.step("\(AuditLog.selection) WHERE a.action IN (\(actions)) ORDER BY a.sequence") { row in
            told.follow(try AuditLog.entry(row))
            return true
        }
        let differences = told.differences(to: try AuditReplay.held(db))
        guard !differences.isEmpty else {
            return Finding("trust", "agents, settings, secrets and keys are what the audit log tells")
        }
        let words = differences.prefix(named).map { "\($0.about): \($0.why)" }.joined(separator: "; ")
        let more = differences.count > named ? "; and \(differences.count - named) more" : ""
        return Finding(
            "trust", .error, words + more,
            fix:
                "somebody wrote to the file beside Makegood: find out who, then a lead sets it again with `makegood agents`, `makegood settings` or `makegood-server key`, or restores a backup"
        )
    }

    /// Why nobody rings for the alarms that wait.
    static func hindered(_ hindrance: AlarmHindrance, _ wait: String) -> Finding {
        switch hindrance {
        case .contradicted(let setting):
            Finding(
                "alarms", .error,
                "\(wait), and nobody is called: the audit log says something else of \(setting.rawValue)",
                fix:
                    "find out who wrote to the file, then a lead runs `makegood settings set \(setting.rawValue) …`"
            )
        case .noAccount:
            Finding(
                "alarms", .error, "\(wait), and nobody is called: no account is named that runs the command",
                fix:
                    "a lead runs `makegood settings set policy.alarm_account LOGIN`, and LOGIN `makegood alarms accept`"
            )
        }
    }

    /// Alarms that wait with nothing in their way that the store knows of.
    static func due(_ standing: AlarmSummary, _ wait: String) -> Finding {
        guard let account = standing.account else {
            return Finding("alarms", "\(wait) to go out with the next command")
        }
        return Finding(
            "alarms", .ok, "\(wait) for the next command of \(account), or its console or server",
            fix: "as \(account), see `makegood alarms`")
    }
}
