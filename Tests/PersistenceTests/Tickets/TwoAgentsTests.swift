import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// Two who make one ticket good at once: one grant, and the other is told who did it.
struct TwoAgentsTests {
    private static func prepare() throws -> (StoreFolder, Store) {
        let folder = try StoreFolder()
        let store = try folder.createShop()
        try store.addAgent(Shop.agent, role: .agent, by: Shop.lead, at: Shop.now)
        try Shop(store).bring(ReportedAttempt(transaction: "t1", events: ReportedAttempt.lost()))
        return (folder, store)
    }

    /// Makes the ticket good; answers the conflict of who came second.
    private static func makeGood(in store: Store, by agent: AgentName) throws -> StoreError? {
        do {
            try Shop(store).makeGood(by: agent)
            return nil
        } catch let error as StoreError where error.code == .conflict {
            return error
        }
    }

    private func check(_ store: Store) throws {
        #expect(try store.number("SELECT count(*) FROM grants") == 1)
        let page = try Shop(store).page()
        #expect(page.ticket.resolution == .madeGood && page.grants.count == 1)
        #expect(page.moves.count == 2 && page.moves.last?.agent == page.grants.first?.grantedBy)
        #expect(try store.verifyAudit().isOK && StoreHealth.problems(of: store).isEmpty)
    }

    @Test(arguments: 1...5) func twoStoresOnOneFile(_ round: Int) async throws {
        let (folder, store) = try Self.prepare()
        let path = folder.path
        let errors = try await withThrowingTaskGroup(of: (AgentName, StoreError?).self) { group in
            for agent in [Shop.lead, Shop.agent] {
                group.addTask { (agent, try Self.makeGood(in: Store.open(at: path), by: agent)) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let loser = try #require(errors.first { $0.1 != nil })
        let winner = try #require(errors.first { $0.1 == nil })
        #expect(loser.1 == .ticket("1", .resolved(as: .madeGood, by: winner.0, at: Shop.now)))
        #expect(loser.1?.code.exitCode == 5)
        try check(store)
    }

    @Test func twoProcesses() async throws {
        let (folder, store) = try Self.prepare()
        let mine = Task.detached { try Self.makeGood(in: store, by: Shop.lead) }
        await #expect(processExitsWith: .success) {
            [path = folder.path as String] in
            guard let error = try TwoAgentsTests.makeGood(in: Store.open(at: path), by: Shop.agent) else {
                return
            }
            guard error == .ticket("1", .resolved(as: .madeGood, by: Shop.lead, at: Shop.now)) else {
                throw StoreError.store(.readOnly)
            }
        }
        if let error = try await mine.value {
            #expect(error == .ticket("1", .resolved(as: .madeGood, by: Shop.agent, at: Shop.now)))
        }
        try check(store)
    }

    @Test func oneClaimsWhatTheOtherClaimed() async throws {
        let (folder, store) = try Self.prepare()
        let path = folder.path
        let claims = try await withThrowingTaskGroup(of: TicketID?.self) { group in
            for agent in [Shop.lead, Shop.agent] {
                group.addTask {
                    try Store.open(at: path).claimNextTicket(by: agent, at: Shop.now)?.ticket.id
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(claims.compactMap { $0 } == ["1"])
        #expect(try Shop(store).queue.map(\.state) == [.claimed])
    }
}
