import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// What was refused is told to the audit log, and nothing else of it happened.
struct RefusalTests {
    private static let stranger = AgentName("mallory")

    private func refusals(_ store: Store) throws -> [AuditEntry] {
        try store.audit(action: "refused", limit: 1000).entries
    }

    /// Who may do what; a new action needs a row here.
    private static let rows: [(acts: [AuditAction], roles: [Role])] = [
        ([.incidentFind, .ticketOverdue, .catalogFollow, .adopt], [.service, .viewer, .agent, .lead]),
        (
            [.appStoreTry, .serverNote, .grantBridge, .grantBridgeEnd, .webhookReplay, .webhookForget],
            [.service, .lead]
        ),
        ([.refused], [.viewer, .agent, .lead]),
        ([.revealOnce], [.viewer, .agent, .lead]),
        ([.importDocuments, .alarm], [.service, .agent, .lead]),
        (
            [
                .quarantineRetry, .customerAdd, .customerSet, .customerNote, .chainAttach, .chainOrder,
                .grant,
                .revoke, .grantCancel, .ticket, .reveal, .export, .requestFile, .requestWithdraw, .viewKeep,
                .appStoreAsk, .appStoreCancel, .backup, .customerConsent,
            ], [.agent, .lead]
        ),
        (
            [
                .initialize, .quarantineDrop, .catalogImport, .settingsSet, .secretAdd, .secretRemove,
                .agentAdd,
                .agentRemove, .customerTester, .ticketWriteOff, .customerErase, .requestApprove,
                .requestReview, .requestDecline, .templateSet, .viewShare,
                .incidentShape, .batchStart, .batchEnd, .batchCancel, .keyAdd, .keyRemove, .restore,
                .extend, .accountToken, .refundAnswer, .refundSkip, .upgrade, .upgradeTell,
            ], [.lead]
        ),
    ]

    @Test func everyActHasARow() {
        let acts = Self.rows.flatMap(\.acts)
        #expect(acts.count == Set(acts).count && Set(acts) == Set(AuditAction.allCases))
    }

    @Test(arguments: AuditAction.allCases) func whoMayNotIsRefusedAndToldOnce(_ action: AuditAction) throws {
        let roles = Self.rows.first { $0.acts.contains(action) }?.roles ?? []
        let people: [(AgentName, Role?)] = [
            (People.viewer, .viewer), (People.agent, .agent), (People.lead, .lead),
            (People.service, .service), (Self.stranger, nil),
        ]
        for (login, role) in people {
            let store = try People.inMemory()
            let may = role.map(roles.contains) ?? false
            let error = failure { try store.write(action, by: login, at: People.now) { _ in .nothing(()) } }
            #expect((error == nil) == may, "\(action) \(login)")
            if !may { #expect(error?.code.exitCode == 4) }
            let told = try refusals(store)
            #expect(told.map(\.subject) == (may ? [] : [action.rawValue]))
            #expect(told.allSatisfy { $0.agent == login })
            #expect(try store.verifyAudit().isOK)
        }
    }

    @Test func whatPolicyRefusesIsToldToo() throws {
        let store = try People.inMemory()
        _ = failure { try store.removeAgent(People.lead, by: People.lead, at: People.now) }
        #expect(try refusals(store).map(\.details) == [#"{"why":"policy"}"#])
    }

    @Test func whatIsNotThereIsNoRefusal() throws {
        let store = try People.inMemory()
        _ = failure { try store.act(.note("x"), on: AppUserID("nobody"), by: People.agent, at: People.now) }
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
        _ = failure { try store.act(.note("x"), on: People.customer, by: name, at: People.now) }
        let told = try #require(try refusals(store).first?.agent.rawValue)
        #expect(told.hasPrefix("unknown (??2Jx") && told.utf8.count < 64)
    }

    @Test func aFloodIsToldUpToAPoint() throws {
        let store = try People.inMemory()
        let attempt = { (now: Instant) in
            _ = failure { try store.act(.note("x"), on: People.customer, by: Self.stranger, at: now) }
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
        _ = failure { try store.act(.note("x"), on: People.customer, by: People.viewer, at: People.now) }
        _ = failure { try store.require(.backup, of: People.viewer, at: People.now) }
        #expect(try refusals(store).isEmpty)
    }
}
