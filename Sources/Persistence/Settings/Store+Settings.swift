internal import GRDB
public import Purchases

extension Store {
    /// The value of every setting.
    public func settings() throws -> [Setting: String] {
        try read { db in
            let pairs = try Setting.allCases.map { ($0, try SettingRows.text($0, db)) }
            return Dictionary(uniqueKeysWithValues: pairs)
        }
    }

    /// Changes a setting.
    ///
    /// Errors: usage for a value that makes no sense.
    public func set(_ setting: Setting, to text: String, by lead: AgentName, at now: Instant) throws {
        let value = try SettingRules.normalized(text, for: setting, isPractice: isPractice)
        try write(.settingsSet, by: lead, at: now) { writing in
            let before = try SettingRows.text(setting, writing.db)
            try SettingRows.set(setting, value, writing.db)
            try TicketUpdate.look(at: SettingRows.attempts(touchedBy: setting, writing.db), writing)
            if setting == .alarmCommand { try AlarmRows.passOver(writing) }
            try writing.changed(.setting, setting.rawValue)
            return .done(
                (),
                try AuditDraft(
                    setting.rawValue, about: [.setting(setting.rawValue)], ["before": before, "after": value])
            )
        }
    }

    /// What the rules of access depend on.
    public func accessRules() throws -> AccessRules { try read { try SettingRows.accessRules($0) } }

    /// How much agents may give.
    public func grantPolicy() throws -> GrantPolicy { try read { try SettingRows.grantPolicy($0) } }

    /// The apps whose documents are taken in; any when empty.
    public func bundleIDs() throws -> Set<BundleID> {
        try read { Set(SettingRules.parts(try SettingRows.text(.bundleIDs, $0)).map { BundleID($0) }) }
    }

    /// The apps' numbers in App Store Connect whose documents are taken in; any when empty.
    public func appAppleIDs() throws -> Set<Int> {
        try read { Set(SettingRules.parts(try SettingRows.text(.appAppleIDs, $0)).compactMap { Int($0) }) }
    }
}
