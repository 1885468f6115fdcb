package import Persistence
package import Purchases

/// Whom leads set to be called for a store's alarms, and whether this process may run the command. `AlarmSender` rings
/// by it; `alarms show` and the server's `check` tell it.
package struct AlarmReach: Sendable {
    /// What is set.
    package let calling: AlarmCalling
    /// The command, where this process may run it.
    package let command: AlarmCommand?
    /// Why this process does not run the command that is set; nil where it does, or none is set.
    package let obstacle: AlarmObstacle?

    /// What a process may do that has the rights of an account.
    ///
    /// - Throws: `StoreError`: the store cannot be read.
    package init(of store: Store, with consent: AlarmConsent) throws {
        calling = try store.alarmCalling()
        obstacle = AlarmReach.obstacle(calling, store, consent)
        command = obstacle == nil ? calling.command.map { AlarmCommand($0.text) } : nil
    }

    /// The address, where it may be sent to.
    package var address: String? { calling.address }

    /// Through what somebody can be called from here.
    package var channels: Set<AlarmChannel> {
        Set((command == nil ? [] : [.command]) + (address == nil ? [] : [.url]))
    }

    /// Remarks for `settings show` and its like: why nobody is called, or for which account the command waits.
    package var remarks: [String] {
        let hindrance = calling.hindrance.map(AlarmObstacle.init)
        return [obstacle, hindrance == obstacle ? nil : hindrance].compactMap { $0 }.map {
            "alarms wait here: \($0.what): \($0.remedy)"
        }
    }

    private static func obstacle(
        _ calling: AlarmCalling, _ store: Store, _ consent: AlarmConsent
    ) -> AlarmObstacle? {
        guard calling.targets[.command] != nil else { return nil }
        guard let command = calling.command else {
            let setting = [Setting.alarmCommand, .alarmAccount].first(where: calling.contradicted.contains)
            return setting.map { .contradicted($0) } ?? .noAccount
        }
        guard command.account == consent.account else { return .otherAccount(command.account) }
        do {
            guard let agreed = try consent.command(for: store) else { return .notAgreed(command.account) }
            return agreed == command.text ? nil : .agreedToAnother(command.account)
        } catch {
            return .unsafe(error)
        }
    }
}

/// Why a process does not run the alarm command that is set.
package enum AlarmObstacle: Hashable, Sendable {
    /// The audit log says something else of a setting.
    case contradicted(Setting)
    /// No account is named that runs it.
    case noAccount
    /// It is another account's to run it.
    case otherAccount(AgentName)
    /// It is this account's, which has agreed to none.
    case notAgreed(AgentName)
    /// It is this account's, which has agreed to another command.
    case agreedToAnother(AgentName)
    /// It is this account's, and what it agreed to may be somebody else's word.
    case unsafe(AlarmConsentError)

    /// What keeps everybody from it.
    package init(_ hindrance: AlarmHindrance) {
        self =
            switch hindrance {
            case .contradicted(let setting): .contradicted(setting)
            case .noAccount: .noAccount
            }
    }

    /// Whether another process may well do what this one does not.
    package var isOthers: Bool { if case .otherAccount = self { true } else { false } }

    /// What is in the way.
    package var what: String {
        switch self {
        case .contradicted(let setting): "the audit log says something else of \(setting.rawValue)"
        case .noAccount: "no account is named that runs policy.alarm_command"
        case .otherAccount(let account): "\(account) alone runs policy.alarm_command"
        case .notAgreed(let account): "\(account) has not agreed to run policy.alarm_command"
        case .agreedToAnother(let account): "\(account) has agreed to another policy.alarm_command"
        case .unsafe(let error): error.what
        }
    }

    /// What to do about it, and who.
    package var remedy: String {
        switch self {
        case .contradicted(let setting):
            "find out who wrote to the file, see `makegood audit verify`, then a lead runs `makegood settings set \(setting.rawValue) …`"
        case .noAccount: "a lead runs `makegood settings set policy.alarm_account LOGIN`"
        case .otherAccount(let account): "\(account) runs `makegood alarms accept`, if it has not"
        case .notAgreed, .agreedToAnother: "run `makegood alarms accept`"
        case .unsafe(let error): error.remedy
        }
    }
}
