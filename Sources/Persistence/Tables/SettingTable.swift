internal import Foundation
internal import Purchases

/// Reads and keeps settings in their tables, and makes the rules that follow from them. The settings are the cases of
/// ``Setting``; they are changed in `Settings/Settings.swift`.
enum SettingTable {
    /// The value of a setting, or its default.
    static func text(_ setting: Setting, in db: Connection) throws -> String {
        if setting == .serve {
            return try served(db).sorted().map(\.rawValue).joined(separator: ",")
        }
        return try db.value("SELECT value FROM settings WHERE key = ?", [setting.rawValue])
            ?? setting.defaultText
    }

    /// The environments whose purchases give access.
    static func served(_ db: Connection) throws -> Set<AppStoreEnvironment> {
        Set(try ServedEnvironment.table.rows(in: db).map(\.environment))
    }

    /// The environments whose money counts, as a subquery: those that are served, but for the Sandbox where Production is,
    /// too†. What reviewers and testers buy is access there, and nobody's money.
    static let moneyEnvironments = """
        (SELECT environment FROM served_environments WHERE environment <> 'Sandbox'
          OR NOT EXISTS (SELECT 1 FROM served_environments WHERE environment = 'Production'))
        """

    /// Keeps a value that the rules have normalized.
    static func set(_ setting: Setting, to text: String, in db: Connection) throws {
        if setting == .serve { return try serve(text, in: db) }
        try KeptSetting.table.save(KeptSetting(key: setting.rawValue, value: text), in: db)
    }

    /// What the rules of access depend on.
    static func accessRules(_ db: Connection) throws -> AccessRules {
        AccessRules(
            catalog: try CatalogTable.read(db), servedEnvironments: try served(db),
            isSmallBusiness: try text(.smallBusiness, in: db) == "true")
    }

    /// What the rules of tickets depend on.
    static func ticketRules(_ db: Connection) throws -> TicketRules {
        TicketRules(
            catalog: try CatalogTable.read(db), servedEnvironments: try served(db),
            attemptLimit: try Int(text(.retryLimit, in: db)) ?? 0)
    }

    /// Who may bring what nothing vouches for.
    static func uncheckedPolicy(_ db: Connection) throws -> UncheckedPolicy {
        // A value that is none lets nobody through.
        try UncheckedPolicy(text(.acceptUnchecked, in: db)) ?? UncheckedPolicy.closed
    }

    /// Within how long tickets are to be ended.
    static func ticketGoals(_ db: Connection) throws -> TicketGoals {
        TicketGoals(
            lossHours: try number(.lossGoalHours, in: db),
            undeliveredHours: try number(.undeliveredGoalHours, in: db))
    }

    /// Who may say how tickets ended that no fact shows.
    static func endingRule(_ db: Connection) throws -> EndingRule {
        // A value that is none asks a lead.
        EndingRule(
            deliveredByWord: try EndingRule.DeliveredByWord(rawValue: text(.deliveredByWord, in: db)) ?? .lead
        )
    }

    /// The value of a setting that is a whole number.
    static func number(_ setting: Setting, in db: Connection) throws -> Int {
        try Int(text(setting, in: db)) ?? 0
    }

    /// What Apple is told that we prefer about refunds, the best first.
    static func refundPreferences(_ db: Connection) throws -> [ConsumptionAnswer.RefundPreference] {
        SettingRules.parts(try text(.refundPreference, in: db)).compactMap {
            ConsumptionAnswer.RefundPreference(rawValue: $0.uppercased())
        }
    }

    /// The attempts whose tickets may change with a setting; `Settings/Settings.swift` has them looked at anew.
    static func attempts(touchedBy setting: Setting, in db: Connection) throws -> [Int64] {
        switch setting {
        case .serve:
            try db.values(
                "SELECT id FROM attempts WHERE environment <> 'Production' OR outcome <> 'delivered'")
        case .retryLimit:
            try db.values("SELECT id FROM attempts WHERE outcome = 'failed' AND charged_ms IS NOT NULL")
        default: []
        }
    }

    /// How much agents and leads may give alone.
    static func grantPolicy(_ db: Connection) throws -> GrantPolicy {
        let kept = Dictionary(
            uniqueKeysWithValues: try KeptSetting.table.rows(in: db).map { ($0.key, $0.value) })
        let text: (Setting) -> String = { kept[$0.rawValue] ?? $0.defaultText }
        let number: (Setting) -> Int = { Int(text($0)) ?? 0 }
        return GrantPolicy(
            longestDays: number(.longestGrantDays), daysPerCustomer: number(.daysPerCustomer),
            grantsPerDay: number(.grantsPerDay),
            reasons: SettingRules.parts(text(.reasons)).filter { $0 != Grant.bridgeReason },
            cancelWindow: .seconds(Int64(number(.cancelSeconds))),
            leadLongestDays: number(.leadLongestGrantDays), bulkCustomers: number(.bulkApprovalCount))
    }

    private static func serve(_ text: String, in db: Connection) throws {
        try db.run("DELETE FROM served_environments")
        try ServedEnvironment.table.insert(
            SettingRules.parts(text).map {
                ServedEnvironment(environment: AppStoreEnvironment(rawValue: $0))
            }, in: db)
    }
}

/// The value of a setting that is not at its default; the key may be one that a newer program knows.
struct KeptSetting: TableRow {
    static let table = Table<KeptSetting>("settings", key: "key")
    static let unread = KeptSetting(key: "", value: "")

    var key: String
    var value: String

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("key", &key)
        columns.visit("value", &value)
    }
}

/// An environment whose purchases give access.
struct ServedEnvironment: TableRow {
    static let table = Table<ServedEnvironment>("served_environments", key: "environment")
    static let unread = ServedEnvironment(environment: .production)

    var environment: AppStoreEnvironment

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("environment", &environment)
    }
}

/// What values settings may have. The rules stand beside the table because values are kept in the form that they give:
/// `Settings.swift` asks them before each change, and `StoreCreation.swift` for the environments of a new store.
enum SettingRules {
    /// A value in the form in which it is kept; refuses what makes no sense.
    static func normalized(_ text: String, for setting: Setting, isPractice: Bool) throws -> String {
        let text = trimmed(text)
        switch setting {
        case .serve: return try environments(text, isPractice: isPractice)
        case .bundleIDs: return try list(text, of: setting) { $0.allSatisfy { !$0.isWhitespace } }
        case .appAppleIDs: return try list(text, of: setting) { Int64($0).map { $0 > 0 } ?? false }
        case .smallBusiness: return try choice(text, of: ["true", "false"], for: setting)
        case .acceptUnchecked:
            guard let policy = UncheckedPolicy(parts(text).joined(separator: ",")) else {
                throw StoreError.invalid(.value(of: setting, .badPart(text)))
            }
            return policy.description
        case .appName, .alarmCommand: return text
        case .alarmAccount: return try account(text)
        case .alarmURL: return try address(text, for: setting)
        case .reasons: return try reasons(text)
        case .longestGrantDays, .leadLongestGrantDays, .daysPerCustomer, .silentLossHours, .grantsPerDay,
            .lossGoalHours, .undeliveredGoalHours, .claimHours, .skipHours, .cancelSeconds,
            .bulkApprovalCount, .bridgesPerHour, .bridgesPerCustomer, .reportsPerCustomer:
            return try number(text, for: setting)
        case .reportsPerKey: return try number(text, for: setting, upTo: 1_000_000)
        case .retryLimit: return try number(text, for: setting, from: 1)
        case .deliveredByWord:
            return try choice(text, of: EndingRule.DeliveredByWord.allCases.map(\.rawValue), for: setting)
        case .replyLanguage: return try choice(text, of: ["en", "de"], for: setting)
        case .bridgeHours: return try number(text, for: setting, upTo: 24)
        case .answerRefunds: return try choice(text, of: ["off", "on"], for: setting)
        case .refundPreference: return try preferences(text)
        }
    }

    /// Refuses environments that Apple does not name, and unsigned ones outside practice stores.
    static func checkEnvironments(_ environments: [AppStoreEnvironment], isPractice: Bool) throws {
        guard !environments.isEmpty else { throw StoreError.invalid(.value(of: .serve, .noEnvironment)) }
        for environment in environments {
            guard AppStoreEnvironment.known.contains(environment) else {
                throw StoreError.invalid(.value(of: .serve, .unknownEnvironment(environment)))
            }
            guard environment.isSignedByApple || isPractice else {
                throw StoreError.store(.practiceEnvironment(environment))
            }
        }
    }

    private static func account(_ text: String) throws -> String {
        if !text.isEmpty { try AgentRules.checkLogin(AgentName(text)) }
        return text
    }

    /// An address that says nothing secret: settings are shown to everybody.
    private static func address(_ text: String, for setting: Setting) throws -> String {
        guard !text.isEmpty else { return text }
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = parts.host, !host.isEmpty, parts.fragment == nil,
            !text.contains(where: \.isWhitespace)
        else { throw StoreError.invalid(.value(of: setting, .noAddress)) }
        guard parts.user == nil, parts.password == nil else {
            throw StoreError.invalid(.value(of: setting, .secretInAddress))
        }
        return text
    }

    private static func environments(_ text: String, isPractice: Bool) throws -> String {
        let environments = parts(text).map(AppStoreEnvironment.init(rawValue:))
        try checkEnvironments(environments, isPractice: isPractice)
        return Set(environments).sorted().map(\.rawValue).joined(separator: ",")
    }

    private static func list(
        _ text: String, of setting: Setting, _ isGood: (String) -> Bool
    ) throws -> String {
        let parts = parts(text)
        if let bad = parts.first(where: { !isGood($0) }) {
            throw StoreError.invalid(.value(of: setting, .badPart(bad)))
        }
        return parts.joined(separator: ",")
    }

    private static func reasons(_ text: String) throws -> String {
        let codes = parts(text)
        let isCode: (String) -> Bool = { code in
            code.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "_") }
        }
        guard !codes.isEmpty, codes.allSatisfy(isCode) else {
            throw StoreError.invalid(.value(of: .reasons, .badCode))
        }
        guard !codes.contains(Grant.bridgeReason) else { throw StoreError.grant(.bridgedByHand) }
        return codes.joined(separator: ",")
    }

    /// One preference or none; or several, the best first, each once.
    private static func preferences(_ text: String) throws -> String {
        let words = ConsumptionAnswer.RefundPreference.allCases.map { $0.rawValue.lowercased() }
        let parts = parts(text)
        guard parts.count > 1 else {
            return try choice(text, of: ["none"] + words, for: .refundPreference)
        }
        if let bad = parts.first(where: { !words.contains($0) }) {
            throw StoreError.invalid(.value(of: .refundPreference, .badPart(bad)))
        }
        guard Set(parts).count == parts.count else {
            throw StoreError.invalid(.value(of: .refundPreference, .badPart(text)))
        }
        return parts.joined(separator: ",")
    }

    private static func choice(_ text: String, of choices: [String], for setting: Setting) throws -> String {
        guard choices.contains(text) else {
            throw StoreError.invalid(.value(of: setting, .noChoice(of: choices)))
        }
        return text
    }

    /// A whole number; unless said otherwise up to 36,500, a hundred years in days†.
    private static func number(
        _ text: String, for setting: Setting, from least: Int = 0, upTo most: Int = 36_500
    ) throws -> String {
        let range = least...most
        guard let number = Int(text), range.contains(number) else {
            throw StoreError.invalid(.value(of: setting, .outside(range)))
        }
        return String(number)
    }

    /// The values that somebody names to add to a list or take out of it.
    static func items(_ text: String, of setting: Setting) throws(StoreError) -> [String] {
        guard setting.isList else {
            throw StoreError.invalid(.noList(setting))
        }
        let items = parts(text)
        guard !items.isEmpty else { throw StoreError.invalid(.value(of: setting, .nothing)) }
        return items
    }

    /// The parts of a list without spaces and empty ones.
    static func parts(_ text: String) -> [String] {
        text.split(separator: ",").map { trimmed(String($0)) }.filter { !$0.isEmpty }
    }

    private static func trimmed(_ text: String) -> String {
        let rest = text.drop(while: \.isWhitespace)
        guard let last = rest.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(rest[...last])
    }
}
