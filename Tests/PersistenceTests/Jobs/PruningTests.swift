import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// What is kept for a time alone is forgotten after it, and nothing else ever is.
struct PruningTests {
    private static let now = Shop.soon
    private let shop: AskedShop
    private var store: Store { shop.store }

    init() throws { shop = try AskedShop() }

    private static func day(_ count: Int64) -> Instant { now + .days(count) }

    @discardableResult
    private func prune(_ day: Int64) throws -> Bool {
        try store.pruneOld(by: AskedShop.server, at: Self.day(day))
    }

    private func send(_ key: String, on day: Int64) throws -> ImportOutcome? {
        let batch = ImportBatch([], from: "POST", key: IdempotencyKey(key, digest: "digest"))
        return try store.importTogether([batch], by: AskedShop.server, at: Self.day(day)).first
    }

    private var answers: Int { get throws { try store.number("SELECT count(*) FROM idempotency") } }

    /// Events of customers, one after the other, and when each was told.
    private func tell(_ events: [(customer: String, day: Int64)]) throws {
        for (customer, day) in events {
            try Raw.write(
                store,
                """
                INSERT INTO entitlement_events (app_user_id, entitlement, kind, from_ms, source, source_id, at_ms)
                VALUES ('\(customer)', 'premium', 'granted', 1, 'chain', '7', \(Self.day(day).milliseconds))
                """)
        }
    }

    private func bring(_ customers: String...) throws {
        for customer in customers {
            let paper = ReportedAttempt(
                id: customer, customer: customer, transaction: nil,
                events: [ReportedAttempt.state("purchasing", 1)]
            ).paper
            try shop.shop.bring([paper], at: Self.now)
        }
    }

    // MARK: Answers

    @Test func anAnswerOverHTTPIsForgottenAfterNinetyDays() throws {
        #expect(try send("http:1:a", on: 0)?.result != nil)
        guard case .repeated? = try send("http:1:a", on: 80) else {
            Issue.record("it was not answered again")
            return
        }
        try prune(90)
        #expect(try answers == 1)
        try prune(92)
        #expect(try answers == 0)
        guard case .taken? = try send("http:1:a", on: 92) else {
            Issue.record("the key is still used")
            return
        }
    }

    /// A grant's key may be called anything.
    @Test func answersToGrantsAreKeptForEver() throws {
        for key in ["grant-1", "http:1:mine", "http;"] {
            try Raw.write(
                store,
                """
                INSERT INTO idempotency (key, request_hash, result, at_ms)
                VALUES ('\(key)', 'hash', '{"grant":"1"}', 1)
                """)
        }
        try prune(1000)
        #expect(try answers == 3)
        for key in ["grant-1", "http:1:mine"] {
            #expect(throws: (any Error).self) {
                try Raw.write(
                    store,
                    """
                    INSERT INTO store_state VALUES ('pruning_before_ms', '\(Int64.max)') ON CONFLICT DO NOTHING;
                    DELETE FROM idempotency WHERE key = '\(key)'
                    """)
            }
        }
        #expect(try answers == 3)
    }

    @Test func nobodyForgetsAnAnswerByTheWay() throws {
        _ = try send("http:1:a", on: 0)
        #expect(throws: (any Error).self) { try Raw.write(store, "DELETE FROM idempotency") }
        #expect(try answers == 1)
        try prune(100)
        #expect(try store.number("SELECT count(*) FROM store_state WHERE key = 'pruning_before_ms'") == 0)
    }

    @Test func muchIsForgottenInShortWrites() throws {
        try Raw.write(
            store,
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
            INSERT INTO idempotency (key, request_hash, result, at_ms)
              SELECT 'http:1:' || i, 'hash', '{"documents":[],"tickets":[]}', i FROM n
            """)
        #expect(try prune(200) && answers == 1200 - Pruning.atOnce)
        #expect(try prune(200) && prune(200) == false)
        #expect(try answers == 0)
        _ = try send("http:1:new", on: 0)
        #expect(try prune(200) == false)
        #expect(try answers == 1, "what is old is looked for once a day")
    }

    // MARK: Events

    @Test func whoReadsOnFromAForgottenEventIsToldFromWhere() throws {
        try bring("u_1", "u_2")
        try tell([("u_1", 0), ("u_1", 1), ("u_2", 2), ("u_1", 95), ("u_1", 96)])
        try prune(100)
        #expect(try store.number("SELECT count(*) FROM entitlement_events") == 2)
        let first = try store.entitlementEvents(of: "u_1")
        #expect(first.events.map(\.id) == [4, 5] && first.earliest == 2)
        let onward = try store.entitlementEvents(of: "u_1", after: 2)
        #expect(onward.events.map(\.id) == [4, 5] && onward.earliest == 2, "nothing is missing behind it")
        #expect(try store.entitlementEvents(of: "u_2", after: 3).earliest == 3)
        try prune(200)
        #expect(try store.entitlementEvents(of: "u_1").events.map(\.id) == [5], "numbers are not used again")
        #expect(try store.entitlementEvents(of: "u_1").earliest == 4)
    }

    @Test func whatWebhooksAreNotToldYetIsKept() throws {
        try bring("u_1")
        let backend = WebhookReceiver("backend")
        try store.queueWebhooks(to: [backend], by: AskedShop.server, at: Self.now)
        try tell([("u_1", 0), ("u_1", 1), ("u_1", 2)])
        try prune(200)
        #expect(try store.number("SELECT count(*) FROM entitlement_events") == 3)
        try store.queueWebhooks(to: [backend], by: AskedShop.server, at: Self.day(200))
        try prune(202)
        #expect(try store.number("SELECT count(*) FROM entitlement_events") == 1)
    }

    @Test(arguments: [(FaultPoint.pruned, false), (.beforeCommit, false), (.afterCommit, true)])
    func killedWhileForgettingNothingIsHalfForgotten(_ point: FaultPoint, _ isDone: Bool) async throws {
        let folder = try StoreFolder()
        let store = try folder.createShop()
        _ = try AskedShop(Shop(store))
        let batch = ImportBatch([], from: "POST", key: IdempotencyKey("http:1:a", digest: "digest"))
        _ = try store.importTogether([batch], by: AskedShop.server, at: Shop.soon)
        try store.close()
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = folder.path as String, point = point.rawValue as String] in
            let store = try Store.open(
                at: path, readOnly: false, lockTimeout: .seconds(5),
                faults: StoreFaults.environment(["MAKEGOOD_FAULT": "\(point):1"]))
            try store.pruneOld(by: AskedShop.server, at: Shop.soon + .days(100))
        }
        let again = try folder.open()
        #expect(try again.number("SELECT count(*) FROM idempotency") == (isDone ? 0 : 1))
        #expect(
            try again.number("SELECT count(*) FROM store_state WHERE key LIKE 'prun%'") == (isDone ? 1 : 0))
        try again.pruneOld(by: AskedShop.server, at: Shop.soon + .days(102))
        #expect(try again.number("SELECT count(*) FROM idempotency") == 0)
        #expect(try StoreHealth.problems(of: again).isEmpty)
    }
}
