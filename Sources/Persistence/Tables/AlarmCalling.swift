package import Purchases

/// Whom leads set to be called for alarms, and who may run the command for it.
///
/// Whoever may write the file can write these settings. A command is run, and an address is sent to, only where the audit
/// log says that a lead set them so; and the command only in processes of one account, which agreed to it itself.
package struct AlarmCalling: Hashable, Sendable {
    /// What is set: the command, the address.
    package let targets: [AlarmChannel: String]
    /// Whose processes alone run the command; nil when nobody is named.
    package let account: AgentName?
    /// The settings of which the audit log says something else.
    package let contradicted: Set<Setting>

    /// A calling made of these values; the store's own is ``Store/alarmCalling()``.
    package init(
        targets: [AlarmChannel: String], account: AgentName?, contradicted: Set<Setting> = []
    ) {
        (self.targets, self.account, self.contradicted) = (targets, account, contradicted)
    }

    /// What the settings say.
    static func read(_ db: Connection) throws -> AlarmCalling {
        let targets = try AlarmChannel.allCases.map { ($0, try SettingTable.text($0.setting, in: db)) }
        let account = try SettingTable.text(.alarmAccount, in: db)
        let settings: [Setting] = [.alarmCommand, .alarmAccount, .alarmURL]
        return AlarmCalling(
            targets: Dictionary(targets.filter { !$0.1.isEmpty }) { first, _ in first },
            account: account.isEmpty ? nil : AgentName(account),
            contradicted: Set(try settings.filter { try !LoggedWord.agrees(on: $0, in: db) }))
    }

    /// The address, where it is set and the log says the same.
    package var address: String? { contradicted.contains(.alarmURL) ? nil : targets[.url] }

    /// The command, where it and its account are set and the log says the same.
    package var command: (text: String, account: AgentName)? {
        guard contradicted.isDisjoint(with: [.alarmCommand, .alarmAccount]), let text = targets[.command],
            let account
        else { return nil }
        return (text, account)
    }

    /// Why nothing is called though leads set a command or an address; nil when nothing is in the way.
    package var hindrance: AlarmHindrance? {
        if targets[.command] != nil {
            let first = [Setting.alarmCommand, .alarmAccount].first(where: contradicted.contains)
            if let first { return .contradicted(first) }
            if account == nil { return .noAccount }
        }
        return targets[.url] != nil && contradicted.contains(.alarmURL) ? .contradicted(.alarmURL) : nil
    }
}

/// Why alarms ring nowhere though leads set a command or an address.
package enum AlarmHindrance: Hashable, Sendable {
    /// The audit log says something else of a setting than what it holds.
    case contradicted(Setting)
    /// No account is named that runs the command.
    case noAccount
}

extension Store {
    /// Whom leads set to be called for alarms.
    package func alarmCalling() throws(StoreError) -> AlarmCalling { try read { try AlarmCalling.read($0) } }
}
