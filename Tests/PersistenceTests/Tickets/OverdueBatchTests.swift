import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Many overdue attempts are looked at in writes of a few hundred, and whoever dies between them has lost nothing.
struct OverdueBatchTests {
    private static let due = ReportedAttempt.moment(24)
    private static let count = OverdueAttempts.batch + 1

    /// A store in which one more than a batch is overdue.
    private static func folder() throws -> StoreFolder {
        let folder = try StoreFolder()
        let store = try folder.createShop()
        let silent = (0..<count).map {
            ReportedAttempt(
                id: "a\($0)", customer: "u_\($0)", events: [ReportedAttempt.state("purchasing", 0)]
            ).paper
        }
        try Shop(store).bring(silent, at: ReportedAttempt.moment(1))
        try store.close()
        return folder
    }

    /// Where the second write ends without its end.
    private static func secondWriteFails() -> StoreFaults {
        let writes = PassedPoints()
        return StoreFaults { point in
            if point == .beforeCommit, writes.next() == 2 { throw StoreError.store(.readOnly) }
        }
    }

    private func check(_ store: Store) throws {
        #expect(try store.number("SELECT count(*) FROM tickets") == Self.count)
        #expect(try store.number("SELECT count(*) FROM attempts WHERE due_ms IS NOT NULL") == 0)
        #expect(try StoreHealth.problems(of: store).isEmpty && store.verifyAudit().isOK)
    }

    @Test func whoeverOpensLooksAtThem() throws {
        let folder = try Self.folder()
        let failing = try folder.open(Self.secondWriteFails())
        #expect(throws: StoreError.self) { try failing.applyOverdueMoves(by: Shop.lead, at: Self.due) }
        #expect(try failing.number("SELECT count(*) FROM tickets") == OverdueAttempts.batch)
        try failing.close()
        let store = try folder.open()
        #expect(try store.applyOverdueMoves(by: Shop.lead, at: Self.due) == 1)
        #expect(try store.applyOverdueMoves(by: Shop.lead, at: Self.due) == 0)
        #expect(try store.number("SELECT count(*) FROM audit WHERE action = 'ticket.overdue'") == 2)
        try check(store)
    }

    @Test func anImportLooksAtThem() throws {
        let folder = try Self.folder()
        let failing = try folder.open(Self.secondWriteFails())
        #expect(throws: StoreError.self) { try Shop(failing).bring(Paper.customer("x"), at: Self.due) }
        let told = try #require(try failing.audit(limit: 1).entries.first)
        #expect(told.details.contains(#""opened_tickets":\#(OverdueAttempts.batch)"#), "\(told.details)")
        try failing.close()
        let store = try folder.open()
        #expect(try Shop(store).bring(Paper.customer("x"), at: Self.due).ticketCounts == [1, 0, 0])
        try check(store)
    }

    /// Those of which nothing comes are looked at once, and keep nobody from the others.
    @Test func whatStaysDueIsPassedOver() throws {
        let folder = try Self.folder()
        let store = try folder.open()
        let part = try store.write(.ticketOverdue, by: Shop.lead, at: Self.due) { writing in
            let first = try OverdueAttempts.settle(after: .start, in: writing)
            try writing.db.run("UPDATE attempts SET due_ms = 0 WHERE due_ms IS NULL", [])
            let second = try OverdueAttempts.settle(after: try #require(first.place), in: writing)
            return .done(second, try AuditDraft("tickets", TicketChangeRecord(second.changes)))
        }
        #expect(part.changes.opened.count == 1)
    }
}
