import Alarms
import AppStoreClient
import Persistence
import Purchases

/// The part of `ServerCheck` that reads the store: role, presence of a server, alarms, and whether app, environments
/// and secrets fit those that Apple is asked with.
struct StoreCheck {
    let store: Store
    /// As whom the server acts.
    let agent: AgentName
    /// With what it asks; nil where nothing is set to ask with.
    let access: AppStoreAccess?
    /// What the server's account agreed to run for alarms.
    let alarms: AlarmConsent
    /// Whether the address for alarms may be private, and without TLS.
    let alarmsMayBePrivate: Bool
    let now: Instant

    /// Everything that was found.
    ///
    /// - Throws: `StoreError` when the store cannot be read.
    func findings() throws -> [ServerFinding] {
        let settings = try store.settings()
        var findings = [
            ServerFinding("store", store.isPractice ? "it is a practice store" : "it opens"), try role(),
            try server(), try calling(),
        ]
        guard let access else {
            findings.append(
                ServerFinding(
                    "app_store", .error, "nothing is set to ask the App Store with",
                    fix:
                        "name a key of App Store Connect or the app's shared secret under app_store in the configuration"
                ))
            return findings
        }
        findings += [bundle(access, settings), environments(access, settings)]
        return try findings + secrets(access)
    }

    private func role() throws -> ServerFinding {
        let fix = "as a lead: makegood agents add \(agent) --role service"
        guard let role = try? store.role(of: agent) else {
            return ServerFinding("role", .error, "the store does not know \(agent)", fix: fix)
        }
        guard role.may(.serve) else {
            return ServerFinding(
                "role", .error, "\(agent) has the role \(role.rawValue), which may not serve", fix: fix)
        }
        guard role == .service else {
            return ServerFinding(
                "role", .warning,
                "\(agent) has the role \(role.rawValue), which may more than a server needs",
                fix: "run the server under a login of its own: makegood agents add LOGIN --role service")
        }
        return ServerFinding("role", "\(agent) has the role service")
    }

    private func server() throws -> ServerFinding {
        switch try store.wholePage(of: ServerStatusQuery(), at: now).presence {
        case .there: ServerFinding("server", "a server runs on this store")
        case .late(let since), .gone(let since):
            ServerFinding(
                "server", .warning, "no server runs on this store since \(since)", fix: "makegood-server run")
        case .never:
            ServerFinding("server", .warning, "no server ever ran on this store", fix: "makegood-server run")
        }
    }

    private func bundle(_ access: AppStoreAccess, _ settings: [Setting: String]) -> ServerFinding {
        let taken = parts(settings[.bundleIDs])
        let bundle = access.bundleID.rawValue
        if taken.isEmpty {
            return ServerFinding(
                "bundle", .warning, "the store takes in the documents of any app",
                fix: "makegood settings add bundle_ids \(bundle)")
        }
        guard taken.contains(bundle) else {
            return ServerFinding(
                "bundle", .error,
                "the App Store is asked about \(bundle), of which the store takes in nothing",
                fix: "makegood settings add bundle_ids \(bundle), or put bundle_id right in the configuration"
            )
        }
        return ServerFinding("bundle", "the store takes in the documents of \(bundle)")
    }

    private func environments(_ access: AppStoreAccess, _ settings: [Setting: String]) -> ServerFinding {
        let served = parts(settings[.serve])
        guard !access.environments.isEmpty else {
            return ServerFinding(
                "environments", .error,
                "the store serves \(served.joined(separator: ", ")), about which Apple answers nothing",
                fix: "makegood settings add serve Production, or Sandbox")
        }
        let asked = access.environments.map(\.rawValue).joined(separator: ", ")
        return ServerFinding("environments", "asked are: \(asked)")
    }

    private func secrets(_ access: AppStoreAccess) throws -> [ServerFinding] {
        var findings: [ServerFinding] = []
        if access.key != nil {
            findings.append(ServerFinding("key", "the App Store Connect key is a private key"))
        } else {
            findings.append(
                ServerFinding(
                    "key", .warning,
                    "there is no App Store Connect key: gaps are not filled, and chains are asked about by receipt",
                    fix:
                        "make a key for in-app purchases in App Store Connect, and name it in the configuration"
                ))
        }
        guard let secret = access.sharedSecret else {
            findings.append(
                ServerFinding(
                    "secret", .warning,
                    "there is no shared secret: receipts cannot be verified with Apple",
                    fix: "take it from App Store Connect, and name its file in the configuration"))
            return findings
        }
        switch try secret.use({ try store.matches(secret: $0) }) {
        case true?: findings.append(ServerFinding("secret", "the store knows the shared secret"))
        case false?:
            findings.append(
                ServerFinding(
                    "secret", .error,
                    "the store knows another shared secret, so notifications of version 1 would be refused",
                    fix: "as a lead: makegood settings secret add < FILE"))
        case nil:
            findings.append(
                ServerFinding(
                    "secret", .warning,
                    "the store knows no shared secret: nobody vouches for notifications of version 1",
                    fix: "as a lead: makegood settings secret add < FILE"))
        }
        return findings
    }

    private func calling() throws -> ServerFinding {
        let reach = try AlarmReach(of: store, with: alarms)
        if reach.calling.targets.isEmpty {
            return ServerFinding(
                "alarms", .warning, "nobody is called for a loss of funds",
                fix: "makegood settings set policy.alarm_command COMMAND, or policy.alarm_url URL")
        }
        if let obstacle = reach.obstacle {
            return ServerFinding(
                "alarms", .warning, "the server runs no alarm command: \(obstacle.what)", fix: obstacle.remedy
            )
        }
        if let obstacle = reach.calling.hindrance.map(AlarmObstacle.init) {
            return ServerFinding("alarms", .error, "nobody is called: \(obstacle.what)", fix: obstacle.remedy)
        }
        if let address = reach.address, !alarmsMayBePrivate, AlarmAddress(address)?.isOpen != true {
            return ServerFinding(
                "alarms", .error, "policy.alarm_url is inside or not https, and nothing is sent there",
                fix: "set alarms.allow_private: true in the configuration, or another address")
        }
        return ServerFinding("alarms", "somebody is called for a loss of funds")
    }

    private func parts(_ text: String?) -> [String] {
        (text ?? "").split(separator: ",").map(String.init)
    }
}
