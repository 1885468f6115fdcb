internal import Purchases

/// What values settings may have.
enum SettingRules {
    /// A value in the form in which it is kept; refuses what makes no sense.
    static func normalized(_ text: String, for setting: Setting, isPractice: Bool) throws -> String {
        let text = trimmed(text)
        switch setting {
        case .serve: return try environments(text, isPractice: isPractice)
        case .bundleIDs: return try list(text, of: setting) { $0.allSatisfy { !$0.isWhitespace } }
        case .appAppleIDs: return try list(text, of: setting) { Int64($0).map { $0 > 0 } ?? false }
        case .smallBusiness: return try choice(text, ["true", "false"], setting)
        case .appName, .alarmCommand: return text
        case .reasons: return try reasons(text)
        case .longestGrantDays, .daysPerCustomer, .silentLossHours, .grantsPerDay:
            return try number(text, setting)
        case .retryLimit: return try number(text, setting, from: 1)
        }
    }

    /// Refuses environments that Apple does not name, and unsigned ones outside practice stores.
    static func checkEnvironments(_ environments: [AppStoreEnvironment], isPractice: Bool) throws {
        guard !environments.isEmpty else { throw wrong(.serve, "at least one environment is needed") }
        for environment in environments {
            guard AppStoreEnvironment.known.contains(environment) else {
                throw wrong(.serve, "\(environment.rawValue) is no environment of the App Store")
            }
            guard environment.isSignedByApple || isPractice else {
                throw StoreError(
                    .refused, "\(environment.rawValue) is served by practice stores only",
                    remedy: "serve Production or Sandbox")
            }
        }
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
        if let bad = parts.first(where: { !isGood($0) }) { throw wrong(setting, "\(bad) is none") }
        return parts.joined(separator: ",")
    }

    private static func reasons(_ text: String) throws -> String {
        let codes = parts(text)
        let isCode: (String) -> Bool = { code in
            code.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "_") }
        }
        guard !codes.isEmpty, codes.allSatisfy(isCode) else {
            throw wrong(.reasons, "reasons are words of lower-case letters, digits and _")
        }
        return codes.joined(separator: ",")
    }

    private static func choice(_ text: String, _ choices: [String], _ setting: Setting) throws -> String {
        guard choices.contains(text) else {
            throw wrong(setting, "it is one of \(choices.joined(separator: ", "))")
        }
        return text
    }

    private static func number(_ text: String, _ setting: Setting, from least: Int = 0) throws -> String {
        guard let number = Int(text), (least...36_500).contains(number) else {
            throw wrong(setting, "it is a whole number from \(least) to 36500")
        }
        return String(number)
    }

    /// The values that somebody names to add to a list or take out of it.
    static func items(_ text: String, of setting: Setting) throws -> [String] {
        guard setting.isList else {
            throw StoreError(
                .usage, "\(setting.rawValue) holds one value", remedy: "use `makegood settings set`")
        }
        let items = parts(text)
        guard !items.isEmpty else { throw wrong(setting, "no value is named") }
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

    private static func wrong(_ setting: Setting, _ why: String) -> StoreError {
        StoreError(
            .usage, "that is no value for \(setting.rawValue), \(why)",
            remedy: "see `makegood settings show`")
    }
}
