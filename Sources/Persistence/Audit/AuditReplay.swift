internal import Purchases

/// What must stand in a store: who may do what, what is set, which secrets and keys there are. Once as its audit log
/// tells it, once as its tables hold it. `AuditVerification` and `Doctor.trust` compare both.
struct AuditReplay: Equatable {
    /// One thing that must stand, such as the role of an agent.
    struct Fact: Equatable {
        /// What it is, in parts; a part is nil where an older entry does not tell it. All of it is nil where the thing
        /// is gone.
        var parts: [String?]?
        /// The entry that tells of it; nil where none does.
        var sequence: Int64?
    }

    /// Everything that must stand, by what it is about, as `agent:ana`.
    private(set) var facts: [String: Fact] = [:]

    /// The entries that say anything about it.
    static let actions: [AuditAction] = [
        .initialize, .agentAdd, .agentRemove, .settingsSet, .secretAdd, .secretRemove, .keyAdd, .keyRemove,
    ]

    /// Follows the next entry of the log; one that says nothing about what stands changes nothing.
    mutating func follow(_ entry: AuditEntry) {
        func tell(_ about: String, _ parts: [String?]?) {
            facts[about] = Fact(parts: parts, sequence: entry.sequence)
        }
        switch AuditAction(rawValue: entry.action) {
        case .initialize: found(entry)
        case .agentAdd, .agentRemove:
            let details: AgentDetails? = try? ColumnText.value(entry.details)
            tell("agent:\(entry.subject)", details?.role.map { [$0] })
        case .settingsSet:
            let details: SettingDetails? = try? ColumnText.value(entry.details)
            let isSet = entry.subject == Setting.serve.rawValue
            let after = details?.after
            tell(
                "setting:\(entry.subject)",
                [isSet ? after.map { Self.inOrder(SettingRules.parts($0)) } : after])
        case .secretAdd, .secretRemove:
            guard let details: SecretDetails = try? ColumnText.value(entry.details) else { return }
            tell(
                "secret:\(details.id)",
                entry.action == AuditAction.secretAdd.rawValue ? [details.digest] : nil)
        case .keyAdd:
            let details: APIKeyDetails? = try? ColumnText.value(entry.details)
            tell("key:\(entry.subject)", [details?.scope, details?.digest])
        case .keyRemove: tell("key:\(entry.subject)", nil)
        default: break
        }
    }

    private mutating func found(_ entry: AuditEntry) {
        let details: FoundingDetails? = try? ColumnText.value(entry.details)
        // Entries of before do not say the apps' numbers.
        let told: [(String, String?)] = [
            ("agent:\(entry.subject)", Role.lead.rawValue),
            ("store:practice", details.map { "\($0.practice)" }),
            ("setting:\(Setting.serve.rawValue)", details?.serves.map(AuditReplay.inOrder)),
            ("setting:\(Setting.bundleIDs.rawValue)", details?.bundleIDs?.joined(separator: ",")),
            (
                "setting:\(Setting.appAppleIDs.rawValue)",
                details?.appAppleIDs?.map(String.init).joined(separator: ",")
            ),
        ]
        for (about, text) in told { facts[about] = Fact(parts: [text], sequence: entry.sequence) }
    }

    /// What the tables hold.
    static func held(_ db: Connection) throws -> AuditReplay {
        let agents = try db.map("SELECT login, role FROM agents WHERE removed_at_ms IS NULL") { row in
            ("agent:\(try row[0] as String)", [try row[1] as String])
        }
        let settings = try db.map("SELECT key, value FROM settings") { row in
            ("setting:\(try row[0] as String)", [try row[1] as String])
        }
        let secrets = try db.map("SELECT id, salt, hash FROM secrets") { row in
            ("secret:\(try row[0] as Int64)", [SecretHash.digest(salt: try row[1], hash: try row[2])])
        }
        let keys = try db.map("SELECT name, scope, hash FROM api_keys WHERE removed_at_ms IS NULL") { row in
            (
                "key:\(try row[0] as String)",
                [try row[1] as String, ColumnText.digest(of: try row[2] as String)]
            )
        }
        let served: [String] = try db.values("SELECT environment FROM served_environments")
        let others = [
            ("store:practice", [try StoreState.practice.read(db) == "1" ? "true" : "false"]),
            ("setting:\(Setting.serve.rawValue)", [inOrder(served)]),
        ]
        var held = AuditReplay()
        for (about, parts) in agents + settings + secrets + keys + others {
            held.facts[about] = Fact(parts: parts, sequence: nil)
        }
        return held
    }

    /// Environments are a set: their order says nothing.
    private static func inOrder(_ environments: [String]) -> String {
        Set(environments).sorted().joined(separator: ",")
    }

    /// Where what is held is not what the log tells, in the order of what it is about.
    func differences(to held: AuditReplay) -> [AuditVerdict.Breach] {
        Set(facts.keys).union(held.facts.keys).sorted().compactMap { about in
            AuditReplay.why(about, told: facts[about], held: held.facts[about]?.parts).map { why in
                AuditVerdict.Breach(sequence: facts[about]?.sequence, about: about, why: why)
            }
        }
    }

    /// Why two words about one thing are not the same; nil when they are.
    private static func why(_ about: String, told: Fact?, held: [String?]?) -> String? {
        // A setting that nobody set holds its default.
        let first = firstValue(of: about).map { [Optional($0)] }
        guard let parts = told?.parts ?? first else {
            guard held != nil else { return nil }
            return told == nil ? "no entry tells of it" : "the log says that it was removed"
        }
        guard let held = held ?? first else { return "it is missing" }
        guard zip(parts, held).contains(where: { $0 != nil && $0 != $1 }) else { return nil }
        guard parts.count == 1, let before = parts[0], let now = held[0], !about.hasPrefix("secret:") else {
            return "it is not the one that the log tells of"
        }
        return "the log says \(quoted(before)), the store holds \(quoted(now))"
    }

    /// What a setting holds that nobody set; nil for everything else.
    private static func firstValue(of about: String) -> String? {
        guard about.hasPrefix("setting:") else { return nil }
        return Setting(rawValue: String(about.dropFirst("setting:".count)))?.defaultText
    }

    /// A value as it stands in a sentence: short, on one line.
    private static func quoted(_ value: String) -> String {
        guard !value.isEmpty else { return "nothing" }
        let short = value.count > 60 ? value.prefix(60) + "…" : value[...]
        return ColumnText.quoted(String(short))
    }
}
