import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

struct StoreTransactionTests {
    @Test func anUnknownLoginIsToldWhatALeadMustRun() throws {
        let store = try People.inMemory()
        let error = failure {
            try store.act(.note("hi"), on: People.customer, by: AgentName("mallory"), at: People.now)
        }
        #expect(error?.code == .refused && error == .agent(AgentName("mallory"), .notListed))
    }

    @Test func everyActionAsksForItsPermission() throws {
        let store = try People.inMemory()
        for action in AuditAction.allCases {
            for login in [People.viewer, People.agent, People.service, People.lead] {
                let role = try store.role(of: login)
                let error = failure {
                    try store.write(action, by: login, at: People.now) { _ in .nothing(()) }
                }
                #expect((error == nil) == role.may(action.permission), "\(action) \(login)")
            }
        }
    }

    @Test func aChangeWithoutAnEntryIsUndone() throws {
        let store = try People.inMemory()
        let error = failure {
            try store.write(.grant, by: People.agent, at: People.now) { writing in
                try writing.changed(.grant, "1")
                return .nothing(())
            }
        }
        #expect(error == .store(.unaudited))
        #expect(try store.changes(since: 0).contains { $0.entity == .grant } == false)
    }

    @Test func whatIsToReadCannotWrite() throws {
        let folder = try StoreFolder()
        for store in [try People.inMemory(), try folder.create()] {
            let error = failure {
                _ = try store.read { try $0.run("UPDATE customers SET name = 'somebody else'") }
            }
            #expect(error == .disk(store.name, .unwritable))
            #expect(try store.number("SELECT count(*) FROM customers WHERE name = 'somebody else'") == 0)
            try store.act(.note("it goes on"), on: People.customer, by: People.agent, at: People.now)
        }
    }

    @Test func aFailureUndoesEverything() throws {
        let store = try People.inMemory()
        let before = try store.verifyAudit().head
        let error = failure {
            try store.write(.grant, by: People.agent, at: People.now) { writing -> WriteResult<Void> in
                try writing.changed(.grant, "1")
                throw StoreError.store(.readOnly)
            }
        }
        #expect(error == .store(.readOnly))
        #expect(try store.verifyAudit().head == before)
    }
}
