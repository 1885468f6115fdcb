import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// The figures of the review are what the tickets give, whatever is done to them.
struct LossFiguresTests {
    private func standings(_ store: Store) throws -> [String?] {
        try Raw.texts(store, "SELECT \(LossSQL.standing("t")) FROM tickets t ORDER BY id").map { $0[0] }
    }

    /// Every group, end, end's author, record, word, merge and proof, one ticket each.
    private static let everything = """
        INSERT INTO tickets ("group", state, environment, waiting_since_ms, opened_at_ms, cause, attempts, attempt_limit,
          blocks_repurchase, resolution, resolved_at_ms, resolved_by, "transaction", is_unproved, merged_into,
          is_without_proof)
        SELECT g.value, iif(r.value = '', 'open', 'resolved'), 'Production', 1, 1, '21005', 1, 5, 0, nullif(r.value, ''),
          iif(r.value = '', NULL, 2), nullif(b.value, ''), nullif(x.value, 0), u.value, nullif(m.value, 0),
          p.value
        FROM json_each('[1,2,3]') g, json_each('["","delivered","made_good","credited","refunded","superseded",
          "duplicate","not_charged","written_off","withdrawn"]') r, json_each('["","ada"]') b, json_each('[0,1]') x,
          json_each('[0,1]') u, json_each('[0,1]') m, json_each('[0,1]') p
        ORDER BY m.value
        """

    @Test func theRuleInSQLIsThePureRule() throws {
        let store = try FullStore.store(of: 1)
        try Raw.write(store, LossFiguresTests.everything)
        let rows = try Raw.texts(
            store,
            "SELECT \"group\", resolution, resolved_by, \"transaction\", is_unproved, merged_into, is_without_proof FROM tickets ORDER BY id"
        )
        let byRule = rows.map { row in
            LossStatus(
                group: row[0].flatMap { Int($0) }.flatMap(ErrorGroup.init) ?? .notCharged,
                resolution: row[1].flatMap(TicketResolution.init), isWithoutProof: row[6] == "1",
                isEndedByPerson: row[2] != nil,
                isOnRecord: row[3] != nil, isUnproved: row[4] == "1", isMerged: row[5] != nil)?.rawValue
        }
        #expect(byRule.count == 961 && Set(byRule).count == LossStatus.allCases.count + 1)
        #expect(try standings(store) == byRule)
        #expect(try store.read { try LossRecount(db: $0).thorough() } == 0)
    }

    /// What a foreign program or a later release may do to a ticket: any column, to anything.
    private static let changes = [
        "\"group\" = 1 + abs(random() % 3)", "price_milliunits = NULL, currency = NULL",
        "price_milliunits = abs(random() % 50000), currency = 'EUR'",
        "price_milliunits = 0, currency = 'USD'",
        "price_milliunits = -990, currency = 'XXQ'",
        "price_milliunits = 9223372036854775807, currency = 'EUR'",
        "charged_at_ms = 1600000000000 + abs(random() % 9000000000)", "charged_at_ms = NULL",
        "cause = 'cause' || abs(random() % 4)", "product_id = nullif('p' || abs(random() % 4), 'p0')",
        "app_version = nullif('5.' || abs(random() % 4), '5.0')",
        "storefront = nullif('s' || abs(random() % 4), 's0')",
        "environment = iif(environment = 'Sandbox', 'Production', 'Sandbox')",
        "is_unproved = 1 - is_unproved",
        "state = 'open', resolution = NULL, resolved_by = NULL, resolved_at_ms = NULL",
        "state = 'resolved', resolution = 'made_good', resolved_by = 'ada', resolved_at_ms = 1700000000000",
        "state = 'resolved', resolution = 'duplicate', resolved_by = 'ada', resolved_at_ms = 1700000000000",
        "\"transaction\" = iif(\"transaction\" IS NULL, 1, NULL)",
        "state = 'resolved', resolution = 'refunded', resolved_by = 'ada', resolved_at_ms = 1700000000000",
        "is_without_proof = 1 - is_without_proof", "claimed_by = 'ada', version = version + 1",
    ]

    @Test(arguments: Soak.seeds(2)) func figuresFollowEveryChange(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let store = try FullStore.store(of: 60)
        for _ in 0..<150 {
            let ticket = Int.random(in: 1...60, using: &random)
            let change = Self.changes.randomElement(using: &random) ?? ""
            try Raw.write(store, "UPDATE tickets SET \(change) WHERE id = \(ticket)")
        }
        try LossOracle(store, at: People.now).expect(store, at: People.now)
        try Raw.write(store, "INSERT INTO served_environments VALUES ('Sandbox')")
        let day = Instant(milliseconds: 1_604_500_000_000)
        let losses = try LossOracle(store, at: People.now)
        try losses.expect(store, since: day, until: day + .days(20), at: People.now)
        try losses.expect(store, since: .earliest, at: People.now)
        #expect(try store.read { try LossRecount(db: $0).thorough() } == 0)
        try Raw.write(
            store, "PRAGMA foreign_keys = OFF; DELETE FROM tickets; PRAGMA foreign_keys = ON")
        #expect(try store.number("SELECT count(*) FROM loss_figures") == 0)
        #expect(try store.number("SELECT count(*) FROM loss_totals") == 0)
    }

    @Test func aChangeThatMattersToNoFigureTouchesNone() throws {
        let store = try FullStore.store(of: 6)
        let before = try store.number("SELECT total_changes()")
        try Raw.write(store, "UPDATE tickets SET claimed_by = 'ada', state = 'claimed' WHERE state = 'open'")
        let writes = try Raw.writerNumber(store, "SELECT changes()")
        #expect(before >= 0 && writes == 3)
        #expect(try store.read { try LossRecount(db: $0).thorough() } == 0)
    }

    @Test func theDoctorFindsFiguresThatAreNotTheTickets() throws {
        let store = try FullStore.store(of: 60)
        let finding = { try store.doctor(at: People.now).first { $0.code == "loss_figures" }?.level }
        #expect(try finding() == .ok)
        for spoilt in [
            "UPDATE loss_figures SET milliunits = milliunits + 10 WHERE dimension = 'cause'",
            "DELETE FROM loss_totals WHERE dimension = 'version'",
            "UPDATE loss_figures SET tickets = tickets + 1 WHERE dimension = 'storefront'",
        ] {
            let broken = try FullStore.store(of: 60)
            try Raw.write(broken, spoilt)
            #expect(try broken.doctor(at: People.now).first { $0.code == "loss_figures" }?.level == .error)
            #expect(try broken.read { try LossRecount(db: $0).thorough() } > 0)
        }
    }
}

extension LossRecount {
    /// How many kept rows of all dimensions are not what the tickets give.
    func thorough() throws -> Int {
        let byDay = try LossSQL.dimensions(of: "t").map { try differences($0.name, $0.value, byDay: true) }
        let ever = try LossSQL.lasting(of: "t").map { try differences($0.name, $0.value, byDay: false) }
        return (byDay + ever).reduce(0, +)
    }
}
