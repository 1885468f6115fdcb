import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// What was refused is told to the audit log, and nothing else of it happened.
struct RefusalTests {
    private static let stranger = AgentName("mallory")

    private func refusals(_ store: Store) throws -> [AuditEntry] {
        try store.audit(action: "refused", limit: 1000).entries
    }

    @Test(arguments: AuditAction.allCases, [People.viewer, People.agent, People.service, stranger])
    func everyRefusedWriteIsToldOnce(_ action: AuditAction, _ login: AgentName) throws {
        let store = try People.inMemory()
        let may = (try? store.role(of: login))?.may(action.permission) ?? false
        let error = failure { try store.write(action, by: login, at: People.now) { _ in .nothing(()) } }
        #expect((error == nil) == may)
        if !may { #expect(error?.code.exitCode == 4) }
        let told = try refusals(store)
        #expect(told.map(\.subject) == (may ? [] : [action.rawValue]))
        #expect(told.allSatisfy { $0.agent == login })
        #expect(try store.verifyAudit().isOK)
    }

    @Test func whatPolicyRefusesIsToldToo() throws {
        let store = try People.inMemory()
        _ = failure { try store.removeAgent(People.lead, by: People.lead, at: People.now) }
        #expect(try refusals(store).map(\.details) == [#"{"why":"policy"}"#])
    }

    @Test func whatIsNotThereIsNoRefusal() throws {
        let store = try People.inMemory()
        _ = failure {
            try store.addNote("x", to: AppUserID("nobody"), by: People.agent, at: People.now)
        }
        #expect(try refusals(store).isEmpty)
    }

    @Test func aCommandThatMayNotBeginIsToldByItsPermission() throws {
        let store = try People.inMemory()
        #expect(failure { try store.require(.backup, of: People.viewer, at: People.now) }?.code == .refused)
        #expect(try refusals(store).map(\.subject) == ["backup"])
    }

    @Test func aStrangersNameCannotSpoilTheLog() throws {
        let store = try People.inMemory()
        let name = AgentName("\u{1B}[2J" + String(repeating: "x", count: 500))
        _ = failure { try store.addNote("x", to: People.customer, by: name, at: People.now) }
        let told = try #require(try refusals(store).first?.agent.rawValue)
        #expect(told.hasPrefix("unknown (??2Jx") && told.utf8.count < 64)
    }

    @Test func aFloodIsToldUpToAPoint() throws {
        let store = try People.inMemory()
        let attempt = { (now: Instant) in
            _ = failure { try store.addNote("x", to: People.customer, by: Self.stranger, at: now) }
        }
        for second in 0..<150 { attempt(Instant(milliseconds: People.now.milliseconds + Int64(second))) }
        #expect(try refusals(store).count == Refusal.most)
        attempt(People.now + .seconds(120))
        #expect(try refusals(store).count == Refusal.most + 1)
    }

    @Test func aRunThatWritesNothingTellsNothing() throws {
        let folder = try StoreFolder()
        try folder.create().close()
        let store = try Store.open(at: folder.path, readOnly: true)
        _ = failure { try store.addNote("x", to: People.customer, by: People.viewer, at: People.now) }
        _ = failure { try store.require(.backup, of: People.viewer, at: People.now) }
        #expect(try refusals(store).isEmpty)
    }
}
