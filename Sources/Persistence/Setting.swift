internal import Purchases

/// Everything that leads may decide, by the key of `settings set`. `SettingRules` in
/// `Persistence/Tables/SettingTable.swift` says which values each takes.
package enum Setting: String, Hashable, Sendable, CaseIterable {
    /// The environments whose purchases give access, separated by commas.
    case serve
    /// The apps whose documents are taken in, separated by commas; any when empty.
    case bundleIDs = "bundle_ids"
    /// The apps' numbers in App Store Connect, separated by commas.
    case appAppleIDs = "app_apple_ids"
    /// Whether the app is in Apple's Small Business Program: `true` or `false`.
    case smallBusiness = "small_business"
    /// Which roles may bring what claims to be the App Store's record and nothing vouches for, separated by commas, or
    /// `nobody`.
    case acceptUnchecked = "accept_unchecked"
    /// The app's name, as answers to customers write it.
    case appName = "app_name"
    /// The days of an agent's longest grant.
    case longestGrantDays = "policy.longest_grant_days"
    /// The days of the longest grant that a lead gives without a second one.
    case leadLongestGrantDays = "policy.lead_longest_grant_days"
    /// The days that agents may give one customer in any 365.
    case daysPerCustomer = "policy.days_per_customer"
    /// The grants that one agent may give in 24 hours.
    case grantsPerDay = "policy.grants_per_agent"
    /// The reasons for grants, separated by commas.
    case reasons = "policy.reasons"
    /// After how many failed attempts a charge counts as exhausted.
    case retryLimit = "policy.retry_limit"
    /// The command that is run for every alarm, with the ticket as JSON on its standard input; none when empty.
    case alarmCommand = "policy.alarm_command"
    /// The account of this host whose processes alone run the alarm command; none when empty.
    case alarmAccount = "policy.alarm_account"
    /// The address to which every alarm is sent, as the alarm command reads it; none when empty.
    case alarmURL = "policy.alarm_url"
    /// After how many hours an undelivered charge without a ticket is a silent loss.
    case silentLossHours = "policy.silent_loss_hours"
    /// Within how many hours a loss of funds is to be ended; no goal when 0.
    case lossGoalHours = "policy.goal_hours_loss_of_funds"
    /// Within how many hours what is paid and not delivered is to be ended; no goal when 0.
    case undeliveredGoalHours = "policy.goal_hours_undelivered"
    /// After how many hours without an act of its holder a claim lapses; never when 0.
    case claimHours = "policy.claim_hours"
    /// For how many hours a ticket that an agent skipped is not given to that agent again.
    case skipHours = "policy.skip_hours"
    /// For how many seconds who gave a grant can cancel it.
    case cancelSeconds = "policy.cancel_seconds"
    /// Above how many customers one bulk make-good needs a second lead.
    case bulkApprovalCount = "policy.bulk_approval_count"
    /// Who may end a ticket as delivered on a person's word: `agent` or `lead`.
    case deliveredByWord = "policy.delivered_by_word"
    /// In which language customers are answered where nothing tells theirs.
    case replyLanguage = "policy.reply_language"
    /// For how many hours at a time a charge is bridged while the App Store cannot be asked; never when 0.
    case bridgeHours = "policy.bridge_hours"
    /// How many charges are bridged in any hour.
    case bridgesPerHour = "policy.bridges_per_hour"
    /// How many charges of one customer are bridged in any 365 days.
    case bridgesPerCustomer = "policy.bridges_per_customer"
    /// How many charges that nothing of the App Store's proves one key may report in a day.
    case reportsPerKey = "policy.unproved_reports_per_key"
    /// How many charges that nothing of the App Store's proves are taken in of one customer in a day.
    case reportsPerCustomer = "policy.unproved_reports_per_customer"
    /// Whether prepared answers about refunds are sent by themselves: `off` or `on`.
    case answerRefunds = "policy.answer_refunds"
    /// What Apple is told that we prefer about refunds of what was delivered: `none`, `decline`, `grant_full` or
    /// `grant_prorated`; of several the first that Apple takes.
    case refundPreference = "policy.refund_preference"

    /// Its value until a lead sets one.
    package var defaultText: String {
        switch self {
        case .serve: "Production"
        case .bundleIDs, .appAppleIDs, .appName, .alarmCommand, .alarmAccount, .alarmURL: ""
        case .smallBusiness: "false"
        case .acceptUnchecked: UncheckedPolicy.standard.description
        case .longestGrantDays: "31"
        case .leadLongestGrantDays: "366"
        case .daysPerCustomer: "62"
        case .grantsPerDay: "20"
        case .reasons: "outage,not_delivered,late,billing_error,goodwill,test,other"
        case .retryLimit: "5"
        case .silentLossHours: "24"
        case .lossGoalHours: "24"
        case .undeliveredGoalHours: "72"
        case .claimHours: "8"
        case .skipHours: "24"
        case .cancelSeconds: "30"
        case .bulkApprovalCount: "100"
        case .deliveredByWord: "agent"
        case .replyLanguage: "en"
        case .bridgeHours: "0"
        case .bridgesPerHour: "100"
        case .bridgesPerCustomer: "6"
        case .reportsPerKey: "1000"
        case .reportsPerCustomer: "20"
        case .answerRefunds: "off"
        case .refundPreference: "none"
        }
    }

    /// What it decides, in words for whoever sets it.
    package var explanation: String {
        switch self {
        case .serve:
            "The environments whose purchases give access: Production, Sandbox; in practice stores Xcode and "
                + "LocalTesting, too."
        case .bundleIDs:
            "The bundle ids of the apps whose documents are taken in; any app's when it is empty."
        case .appAppleIDs:
            "The apps' numbers in App Store Connect, of which documents are taken in; any when it is empty."
        case .smallBusiness: "Whether the app is in Apple's Small Business Program: true or false."
        case .acceptUnchecked:
            "Which roles may bring documents of Apple's that nothing vouches for: service, lead, agent, separated by "
                + "commas, or nobody."
        case .appName: "The app's name, as answers to customers write it."
        case .longestGrantDays: "How many days an agent's grant lasts at the most."
        case .leadLongestGrantDays:
            "How many days a lead's grant lasts at the most without a second lead's approval; one without end always "
                + "needs it."
        case .daysPerCustomer: "How many days agents may give one customer in any 365."
        case .grantsPerDay: "How many grants one agent may give in 24 hours."
        case .reasons: "The reasons that a grant can have."
        case .retryLimit: "After how many failed verifications a charge counts as exhausted."
        case .alarmCommand:
            "What the shell runs for every loss of funds, with the ticket as JSON on standard input; it is tried with "
                + "a test alarm when it is set. Nobody is called when it is empty."
        case .alarmAccount:
            "The account of this host whose processes alone run the alarm command, once it has agreed to it with "
                + "`makegood alarms accept`; at first the one that sets the command."
        case .alarmURL:
            "The https address to which the server posts every alarm, with the ticket as JSON; a private one, or without TLS, "
                + "only where server.yaml has alarms.allow_private. None when it is empty."
        case .silentLossHours: "After how many hours an undelivered charge without a ticket is a silent loss."
        case .lossGoalHours:
            "Within how many hours a loss of funds is to be ended, from when it came into its queue; 0: no goal."
        case .undeliveredGoalHours:
            "Within how many hours what is paid and not delivered is to be ended, from when it came into its queue; 0: "
                + "no goal."
        case .claimHours: "After how many hours without an act of its holder a claim lapses; 0: never."
        case .skipHours: "For how many hours a ticket that an agent skipped is not given to that agent again."
        case .cancelSeconds: "For how many seconds the agent who gave a grant can cancel it."
        case .bulkApprovalCount:
            "Above how many customers making good for many at once needs a second lead's approval; 0: always."
        case .deliveredByWord:
            "Who may end a ticket as delivered where no fact shows it: agent (with a note, the customer contacted) or "
                + "lead, whom agents then ask."
        case .replyLanguage: "In which language customers are answered if theirs is not known: en or de."
        case .bridgeHours:
            "For how many hours at a time, 24 in all for one charge, a customer who paid by the app's word has access while the "
                + "App Store cannot be asked about it; 0: never."
        case .bridgesPerHour: "How many charges are bridged in any hour."
        case .bridgesPerCustomer: "How many charges of one customer are bridged in any 365 days."
        case .reportsPerKey:
            "How many charges without proof from the App Store one key of the app may report in a day (UTC); more wait "
                + "in quarantine."
        case .reportsPerCustomer:
            "How many charges without proof from the App Store are taken in of one customer in a day (UTC); more wait in "
                + "quarantine."
        case .answerRefunds:
            "Whether Apple's questions about refunds are answered by themselves, for customers who agreed: off or on."
        case .refundPreference:
            "What Apple is told that we prefer about a refund of what was delivered: none, decline, grant_full or "
                + "grant_prorated; of several, as grant_prorated,decline, the first that Apple takes."
        }
    }

    /// What the keys of policies begin with.
    private static let policyPrefix = "policy."

    /// Those that decide how much is given and how tickets are worked.
    package static let policies = allCases.filter { $0.rawValue.hasPrefix(policyPrefix) }

    /// The key without what all policies begin with.
    package var shortName: String {
        rawValue.hasPrefix(Setting.policyPrefix)
            ? String(rawValue.dropFirst(Setting.policyPrefix.count)) : rawValue
    }

    /// Whether it holds several values, separated by commas.
    package var isList: Bool {
        switch self {
        case .serve, .bundleIDs, .appAppleIDs, .reasons: true
        default: false
        }
    }
}
