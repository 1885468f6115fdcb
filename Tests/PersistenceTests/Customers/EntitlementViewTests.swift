import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// The views go by SQLite's clock, so these examples count days from the real present.
struct EntitlementViewTests {
    /// A period: product of a chain or entitlement of a grant, and its days from now; nil for no end.
    struct Piece: Sendable {
        var chain: String?
        var environment = "Production"
        var name = "basic"
        var from: Int64
        var until: Int64?
    }

    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var pieces: [Piece]
        var isTester = false
        /// entitlement, days until, source, source_id
        var active: [[String?]]
    }

    static let examples = [
        Example(testDescription: "nothing", pieces: [], active: []),
        Example(
            testDescription: "a chain through the catalogue", pieces: [Piece(chain: "c", from: -1, until: 5)],
            active: [["premium", "5", "chain", "c"]]),
        Example(
            testDescription: "a product that the catalogue lacks",
            pieces: [Piece(chain: "c", name: "gold", from: -1, until: 5)],
            active: [["gold", "5", "chain", "c"]]),
        Example(
            testDescription: "touching and overlapping pieces are one run",
            pieces: [
                Piece(chain: "c", from: -1, until: 5), Piece(name: "premium", from: 5, until: 9),
                Piece(name: "premium", from: 8, until: 12), Piece(name: "premium", from: 13, until: 20),
            ], active: [["premium", "12", "chain", "c"]]),
        Example(
            testDescription: "the source whose own run ends latest",
            pieces: [Piece(chain: "c", from: -1, until: 5), Piece(name: "premium", from: -2, until: 6)],
            active: [["premium", "6", "grant", "1"]]),
        Example(
            testDescription: "a chain's own pieces count as one run",
            pieces: [
                Piece(chain: "c", from: -1, until: 5), Piece(chain: "c", from: 5, until: 9),
                Piece(name: "premium", from: -2, until: 6),
            ], active: [["premium", "9", "chain", "c"]]),
        Example(
            testDescription: "on a tie the chain, then the smaller id",
            pieces: [
                Piece(chain: "d", from: -1, until: 5), Piece(chain: "c", from: -1, until: 5),
                Piece(name: "premium", from: -2, until: 5),
            ], active: [["premium", "5", "chain", "c"]]),
        Example(
            testDescription: "no end wins",
            pieces: [Piece(chain: "c", from: -1, until: 5), Piece(name: "premium", from: -2)],
            active: [["premium", nil, "grant", "1"]]),
        Example(
            testDescription: "past and future count for nothing",
            pieces: [Piece(chain: "c", from: -9, until: -1), Piece(name: "premium", from: 1)], active: []),
        Example(
            testDescription: "Sandbox is not served",
            pieces: [Piece(chain: "c", environment: "Sandbox", from: -1, until: 5)], active: []),
        Example(
            testDescription: "but testers have it",
            pieces: [Piece(chain: "c", environment: "Sandbox", from: -1, until: 5)], isTester: true,
            active: [["premium", "5", "chain", "c"]]),
    ]

    @Test(arguments: examples)
    func activeEntitlementsFollowTheRule(_ example: Example) throws {
        let store = try People.inMemory()
        let now = Instant(Date()).milliseconds
        if example.isTester {
            try store.act(.tester(true), on: People.customer, by: People.lead, at: People.now)
        }
        for piece in example.pieces { try add(piece, now: now, to: store) }
        let found = try Raw.texts(
            store,
            """
            SELECT entitlement, (until_ms - \(now)) / 86400000, source, source_id FROM active_entitlements
            WHERE app_user_id = 'u_1042' ORDER BY entitlement
            """)
        #expect(found == example.active)
    }

    private func add(_ piece: Piece, now: Int64, to store: Store) throws {
        let (from, until) = (
            now + piece.from * 86_400_000, piece.until.map { String(now + $0 * 86_400_000) } ?? "NULL"
        )
        guard let chain = piece.chain else {
            return try Raw.write(
                store,
                """
                INSERT INTO grants (app_user_id, entitlement, starts_at_ms, ends_at_ms, reason, granted_by, granted_at_ms)
                VALUES ('u_1042', '\(piece.name)', \(from), \(until), 'r', 'ada', 1)
                """)
        }
        try Raw.write(
            store,
            """
            INSERT INTO chains (environment, original_transaction_id, customer_id)
            VALUES ('\(piece.environment)', '\(chain)', 1) ON CONFLICT DO NOTHING;
            INSERT INTO access_periods (chain_id, product_id, from_ms, until_ms)
            SELECT id, '\(piece.name)', \(from), \(until) FROM chains WHERE original_transaction_id = '\(chain)'
            """)
    }

    @Test func aRevokedGrantEndsAtItsRevocation() throws {
        let store = try People.inMemory()
        let grant = try store.give(try People.request(), by: People.agent, at: People.now).grant
        _ = try store.revoke(grant.id, reason: "x", by: People.agent, at: People.now + .days(1))
        let until = (People.now + .days(1)).milliseconds
        #expect(
            try Raw.texts(store, "SELECT until_ms, source, source_id, environment FROM entitlement_periods")
                == [["\(until)", "grant", "1", nil]])
    }

    @Test(arguments: ["entitlement_periods", "counting_periods", "active_entitlements"])
    func oneCustomersRowsAreFoundByIndexes(_ view: String) throws {
        let store = try People.inMemory()
        let plan = try Raw.texts(
            store, "EXPLAIN QUERY PLAN SELECT * FROM \(view) WHERE app_user_id = 'u_1042'")
        let steps = plan.compactMap { $0.last ?? nil }
        #expect(steps.contains { $0.contains("SEARCH u USING COVERING INDEX") })
        for table in ["u", "c", "g", "p", "k", "e"] { #expect(!steps.contains("SCAN \(table)")) }
        #expect(
            !steps.contains { $0.hasPrefix("SCAN c ") || $0.hasPrefix("SCAN u ") || $0.hasPrefix("SCAN g ") })
    }
}
