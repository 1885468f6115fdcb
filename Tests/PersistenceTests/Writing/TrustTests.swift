import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// Whoever writes to the file beside Makegood is found, and gets nothing by it.
struct TrustTests {
    private let store: Store
    private let lead = People.lead
    private let now = People.now

    /// A store in which everything that is compared with the log is set.
    init() throws {
        store = try People.inMemory()
        _ = try store.addSecret("hunter2", by: lead, at: now)
        _ = try store.addSecret("gone", by: lead, at: now)
        try store.removeSecret("gone", by: lead, at: now)
        for (name, scope) in [("app", APIScope.app), ("old", .metrics)] {
            _ = try store.addAPIKey(named: name, for: scope, by: lead, at: now)
        }
        try store.removeAPIKey(named: "old", by: lead, at: now)
        try store.add("com.example.tea,com.example.cup", to: .bundleIDs, by: lead, at: now)
        try store.add("Sandbox", to: .serve, by: lead, at: now)
        try store.set(.grantsPerDay, to: "5", by: lead, at: now)
        try store.set(.appName, to: "Tea", by: lead, at: now)
        try store.set(.appName, to: "", by: lead, at: now)
        try store.addAgent(AgentName("gone"), role: .lead, by: lead, at: now)
        try store.removeAgent(AgentName("gone"), by: lead, at: now)
    }

    @Test func whatTheProgramDidAgrees() throws {
        let verdict = try store.verifyAudit()
        #expect(verdict.isOK && verdict.differences.isEmpty, "\(String(describing: verdict.firstBroken))")
        #expect(try store.doctor(at: now).first { $0.code == "trust" }?.level == .ok)
    }

    @Test(arguments: [
        ("UPDATE agents SET role = 'lead' WHERE login = 'vic'", "agent:vic", "\"viewer\"", true),
        ("UPDATE agents SET removed_at_ms = NULL WHERE login = 'gone'", "agent:gone", "removed", true),
        ("UPDATE agents SET removed_at_ms = 1 WHERE login = 'lena'", "agent:lena", "missing", true),
        (
            "INSERT INTO agents (login, role, since_ms, added_by) VALUES ('mal', 'lead', 1, 'lena')",
            "agent:mal", "no entry", false
        ),
        (
            "UPDATE settings SET value = '5000' WHERE key = 'policy.grants_per_agent'",
            "setting:policy.grants_per_agent", "\"5\"", true
        ),
        (
            "DELETE FROM settings WHERE key = 'policy.grants_per_agent'", "setting:policy.grants_per_agent",
            "\"20\"", true
        ),
        (
            "INSERT INTO settings VALUES ('policy.alarm_command', 'touch x')", "setting:policy.alarm_command",
            "touch x", false
        ),
        ("UPDATE settings SET value = '' WHERE key = 'bundle_ids'", "setting:bundle_ids", "nothing", true),
        ("INSERT INTO settings VALUES ('small_business', 'true')", "setting:small_business", "true", false),
        ("INSERT INTO served_environments VALUES ('Xcode')", "setting:serve", "Xcode", true),
        ("DELETE FROM served_environments", "setting:serve", "nothing", true),
        ("UPDATE secrets SET hash = 'mine'", "secret:1", "not the one", true),
        (
            "INSERT INTO secrets (salt, hash, added_at_ms, added_by) VALUES ('s', 'h', 1, 'lena')",
            "secret:2", "removed", true
        ),
        ("DELETE FROM secrets", "secret:1", "missing", true),
        ("UPDATE api_keys SET hash = 'mine' WHERE name = 'app'", "key:app", "not the one", true),
        ("UPDATE api_keys SET scope = 'backend' WHERE name = 'app'", "key:app", "not the one", true),
        ("UPDATE api_keys SET removed_at_ms = NULL WHERE name = 'old'", "key:old", "removed", true),
        ("UPDATE store_state SET value = '0' WHERE key = 'practice'", "store:practice", "true", true),
        ("DELETE FROM audit_subjects WHERE id = 'vic'", "agent:vic", "not found by", true),
    ])
    func whatSomebodyElseDidIsNamed(_ sql: String, _ about: String, _ why: String, _ isTold: Bool) throws {
        try Raw.write(store, sql)
        let verdict = try store.verifyAudit()
        #expect(!verdict.isOK && verdict.broken == nil, "the log itself is whole")
        let breach = try #require(verdict.firstBroken)
        #expect(breach.about == about && breach.why.contains(why), "\(breach)")
        #expect((breach.sequence != nil) == isTold, "the newest entry about it")
        #expect(verdict.differences.count == 1)
    }

    @Test func theDoctorSaysEveryDifference() throws {
        try Raw.write(
            store, "UPDATE agents SET role = 'lead'; UPDATE settings SET value = 'x' WHERE key = 'app_name'")
        let finding = try #require(try store.doctor(at: now).first { $0.code == "trust" })
        #expect(finding.level == .error && finding.fix != nil)
        for about in ["agent:ada", "agent:intake", "agent:vic", "setting:app_name"] {
            #expect(finding.text.contains(about), "\(finding.text)")
        }
        #expect(try store.doctor(at: now).first { $0.code == "audit" }?.level == .ok)
        // What a lead sets anew through the program agrees again.
        for (login, role) in [
            (People.agent, Role.agent), (People.viewer, .viewer), (People.service, .service),
        ] {
            try store.addAgent(login, role: role, by: lead, at: now)
        }
        try store.set(.appName, to: "Tea", by: lead, at: now)
        #expect(try store.verifyAudit().isOK)
    }

    @Test func aRoleThatTheLogDidNotGiveGivesNothing() throws {
        try Raw.write(
            store,
            """
            UPDATE agents SET role = 'lead' WHERE login IN ('vic', 'gone'); UPDATE agents SET removed_at_ms = NULL;
            INSERT INTO agents (login, role, since_ms, added_by) VALUES ('mal', 'lead', 1, 'lena');
            UPDATE agents SET role = 'viewer' WHERE login = 'lena';
            INSERT INTO audit_subjects SELECT 'mal', 'agent', sequence FROM audit WHERE action = 'store.init';
            """)
        #expect(try store.role(of: People.viewer) == .viewer)
        for login in ["gone", "mal"].map({ AgentName($0) }) {
            #expect(failure { _ = try store.role(of: login) } == .agent(login, .notListed))
            #expect(failure { try store.addAgent(login, role: .lead, by: login, at: now) }?.code == .refused)
        }
        #expect(
            try store.wholePage(of: AgentListQuery()).map(\.login.rawValue) == [
                "ada", "intake", "lena", "vic",
            ])
        // The lead whose row was changed is one still, and takes the stranger out.
        try store.removeAgent(AgentName("mal"), by: lead, at: now)
        try store.addAgent(lead, role: .lead, by: lead, at: now)
        #expect(failure { try store.removeAgent(lead, by: lead, at: now) } == .agent(lead, .lastLead))
    }

    @Test func aStoreBecomesNoPracticeStoreByOneRow() throws {
        let folder = try StoreFolder()
        defer { withExtendedLifetime(folder) {} }
        let path = folder.file("s.sqlite")
        try Store.create(at: path, by: lead, at: now).close()
        try Raw.write(path, "UPDATE store_state SET value = '1' WHERE key = 'practice'")
        let store = try Store.open(at: path)
        defer { try? store.close() }
        #expect(!store.isPractice)
        #expect(try store.verifyAudit().firstBroken?.about == "store:practice")
    }

    @Test func aCallingNeedsTheWordOfTheLog() throws {
        try store.set(.alarmCommand, to: "true", by: lead, at: now)
        #expect(try store.alarmCalling().hindrance == .noAccount)
        try store.set(.alarmAccount, to: "svc", by: lead, at: now)
        #expect(try store.alarmCalling().command?.text == "true")
        try Raw.write(store, "UPDATE settings SET value = 'mal' WHERE key = 'policy.alarm_account'")
        #expect(try store.alarmCalling().command == nil)
        #expect(try store.alarmCalling().hindrance == .contradicted(.alarmAccount))
        try store.set(.alarmAccount, to: "svc", by: lead, at: now)
        try store.set(.alarmURL, to: "https://example.com/a", by: lead, at: now)
        #expect(try store.alarmCalling().hindrance == nil)
        try Raw.write(
            store, "UPDATE settings SET value = 'https://example.org/' WHERE key = 'policy.alarm_url'")
        let calling = try store.alarmCalling()
        #expect(calling.address == nil && calling.hindrance == .contradicted(.alarmURL))
        #expect(calling.command?.account == AgentName("svc"), "the command is not the address")
    }
}
