import Alarms
import ArgumentParser
import Persistence
import Purchases

/// The options about alarms of `settings set` and `policy set`.
struct AlarmOptions: ParsableArguments {
    @Flag(help: "Set an alarm command without trying it, because it works elsewhere only.")
    var untried = false

    @Option(
        help: "Whose processes run the alarm command, once that account agreed (default: this account's).")
    var account: String?

    @Flag(
        help:
            "Set a policy.alarm_url that is inside or not https: the server sends there only where its server.yaml has alarms.allow_private."
    )
    var allowPrivate = false
}

/// Changes a setting for `settings set` and `policy set`. An alarm command is tried first (`AlarmTrial`), and agreed
/// to where this account is to run it (`AlarmAgreement`).
struct AlarmSetting {
    private let options: AlarmOptions
    private let invocation: Invocation

    /// A change with what was said beside it.
    init(_ options: AlarmOptions, _ invocation: Invocation) {
        (self.options, self.invocation) = (options, invocation)
    }

    /// Changes a setting; answers how the trial of an alarm command went, where one was made.
    ///
    /// - Throws: `StoreError`, `CommandError`.
    func change(_ setting: Setting, to value: String) throws -> AlarmTrial? {
        let (store, agent, now) = (invocation.store, invocation.agent, invocation.now)
        try store.require(.settings, of: agent, at: now)
        guard setting == .alarmCommand else {
            guard options.account == nil else {
                throw CommandError(
                    .usage, "\(setting.rawValue) is run by nobody",
                    remedy: "use --account with policy.alarm_command alone")
            }
            if setting == .alarmURL { try check(value) }
            try store.set(setting, to: value, by: agent, at: now)
            return nil
        }
        let account = try self.account()
        let isOurs = account == Login.effective
        let trial = try isOurs && !options.untried ? AlarmTrial(of: value, invocation) : nil
        try name(account)
        try store.set(.alarmCommand, to: value, by: agent, at: now)
        if isOurs { try AlarmAgreement(invocation).make() }
        return trial
    }

    /// Refuses an address inside, or without TLS, unless `--allow-private` allows it; what is no address the store
    /// refuses.
    private func check(_ address: String) throws {
        guard !options.allowPrivate, let place = AlarmAddress(address), !place.isOpen else { return }
        throw CommandError(
            .usage, "\(Setting.alarmURL.rawValue) is inside or not https",
            remedy:
                "use https and a public name; for a receiver inside say --allow-private, and have alarms.allow_private set in server.yaml"
        )
    }

    /// Whose processes run it: the account that sets it, unless another was named now.
    private func account() throws -> AgentName {
        let account = options.account.map(AgentName.init) ?? Login.effective
        guard !account.rawValue.isEmpty else {
            throw CommandError(.usage, "--account is empty", remedy: "name a login of this host")
        }
        return account
    }

    private func name(_ account: AgentName) throws {
        guard try invocation.store.settings()[.alarmAccount] != account.rawValue else { return }
        try invocation.store.set(
            .alarmAccount, to: account.rawValue, by: invocation.agent, at: invocation.now)
    }
}

/// What the account that runs this program agrees to run for the alarms of a store.
struct AlarmAgreement {
    private let invocation: Invocation

    /// The agreement of the account that runs an invocation.
    init(_ invocation: Invocation) { self.invocation = invocation }

    /// Agrees to the command that is set, or to none where none is.
    ///
    /// - Throws: `CommandError`: it is another account's, the log says otherwise, or the file cannot be kept.
    func make() throws {
        if invocation.store.isReadOnly { throw StoreError.store(.readOnly) }
        let calling = try invocation.store.alarmCalling()
        switch calling.hindrance {
        case .contradicted(.alarmURL)?, nil: break
        case .some(let hindrance):
            let obstacle = AlarmObstacle(hindrance)
            throw CommandError(.refused, obstacle.what, remedy: obstacle.remedy)
        }
        let consent = Login.alarms
        if let command = calling.command, command.account != consent.account {
            let obstacle = AlarmObstacle.otherAccount(command.account)
            throw CommandError(.refused, obstacle.what, remedy: obstacle.remedy)
        }
        do {
            try consent.agree(to: calling.command?.text, for: invocation.store)
        } catch {
            throw CommandError(.unavailable, error.what, remedy: error.remedy)
        }
    }
}
