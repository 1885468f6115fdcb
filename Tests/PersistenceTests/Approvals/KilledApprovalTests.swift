import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// Writers killed while they file, approve, decline or cancel: all or nothing, and a retry tells the truth.
struct KilledApprovalTests {
    /// What is under way when the writer is killed.
    enum Deed: String, Sendable, CaseIterable {
        case file, approve, decline, cancel

        /// The places that it passes; what is after the last stands.
        var points: [FaultPoint] {
            switch self {
            case .approve: [.writeBegun, .grantWritten, .requestCarriedOut, .beforeCommit, .afterCommit]
            case .cancel: [.writeBegun, .cancelWritten, .beforeCommit, .afterCommit]
            case .file, .decline: [.writeBegun, .beforeCommit, .afterCommit]
            }
        }

        /// What happened before it.
        func prepare(_ store: Store) throws {
            switch self {
            case .file: break
            case .approve, .decline: _ = try RequestTests.file(store)
            case .cancel: try store.give(People.request(), by: People.agent, at: People.now)
            }
        }

        func perform(_ store: Store) throws {
            let at = People.now + .seconds(9)
            switch self {
            case .file: _ = try RequestTests.file(store, key: "k", at: at)
            case .approve: _ = try store.act(.approve(), on: "1", by: People.lead, at: at)
            case .decline: _ = try store.act(.decline(note: "no"), on: "1", by: People.lead, at: at)
            case .cancel: _ = try store.cancelGrant("1", by: People.agent, at: at)
            }
        }

        /// What of it is in a store: how many requests, decided ones, grants, grants taken back and its entries.
        func traces(in store: Store) throws -> [Int] {
            let action =
                switch self {
                case .file: "request.file"
                case .approve: "request.approve"
                case .decline: "request.decline"
                case .cancel: "grant.cancel"
                }
            return try [
                store.number("SELECT count(*) FROM approval_requests"),
                store.number("SELECT count(*) FROM approval_requests WHERE state <> 'open'"),
                store.number("SELECT count(*) FROM grants"),
                store.number("SELECT count(*) FROM grants WHERE revoked_at_ms IS NOT NULL"),
                store.audit(action: action).entries.count,
            ]
        }
    }

    private static let cases = Deed.allCases.flatMap { deed in deed.points.map { (deed, $0) } }

    @Test(arguments: cases)
    func allOrNothing(_ deed: Deed, _ point: FaultPoint) async throws {
        let folder = try StoreFolder()
        let fresh = try folder.create()
        try deed.prepare(fresh)
        let before = try deed.traces(in: fresh)
        try fresh.close()
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = folder.path as String, deed = deed.rawValue as String, point = point.rawValue as String]
            in
            let plan = StoreFaults.environment(["MAKEGOOD_FAULT": "\(point):1"])
            let store = try Store.open(at: path, readOnly: false, lockTimeout: .seconds(5), faults: plan)
            try #require(Deed(rawValue: deed)).perform(store)
        }
        let store = try Store.open(at: folder.path)
        #expect(try (deed.traces(in: store) == before) == (point != .afterCommit))
        #expect(try store.verifyAudit().isOK)
        let error = failure { try deed.perform(store) }
        // Filing has a key and is answered again; the others say that it was done.
        #expect(point == .afterCommit && deed != .file ? error?.code == .conflict : error == nil)
        let after = try deed.traces(in: store)
        #expect(after[4] == 1 && after != before)
        #expect(try store.verifyAudit().isOK)
    }
}
