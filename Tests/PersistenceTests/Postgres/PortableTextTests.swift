import PersistenceTesting
import Purchases
import StorePostgres
import Testing

@testable import Persistence

/// Every statement reads alike in SQLite and in PostgreSQL, as far as its text tells.
struct PortableTextTests {
    /// What a text may break, and why.
    private struct Exception {
        let part: String
        let rules: Set<PortableText.Rule>
        let why: String

        init(_ part: String, _ rules: Set<PortableText.Rule>, _ why: String) {
            (self.part, self.rules, self.why) = (part, rules, why)
        }
    }

    private static let anything = Set(PortableText.Rule.allCases)

    private static let exceptions = [
        Exception("customers_search", anything, "a twin by hand: words and parts in fts5, trigrams there"),
        Exception("CREATE ", anything, "the schema is translated, not shared"),
        Exception("PRAGMA ", anything, "the file's own settings"),
        Exception("pragma_", anything, "doctor's look at the file"),
        Exception("sqlite_master", anything, "doctor's look at the schema"),
        Exception(
            "INDEXED BY tickets_failed", [.comparedNumber, .nullSafe],
            "to the letter what the index says of its rows: the next format says is_unproved = 0"),
        Exception(
            "NOT is_restitution", [.comparedNumber],
            "to the letter what the index says of its rows: the next format says is_restitution = 0"),
        Exception(
            "x.reference COLLATE NOCASE", [.bothKnow],
            "the indexes of references have it: the next format has lower(reference)"),
        Exception(
            "t.reference = ? COLLATE NOCASE", [.bothKnow],
            "the indexes of references have it: the next format has lower(reference)"),
        Exception(
            "ORDER BY i.transaction_id LIMIT", [.totalOrder],
            "the view of all ids is read in the order of one column, or whole"),
    ]

    /// Whether a text is known to be one that PostgreSQL reads otherwise, or not at all.
    static func isExcepted(_ sql: String) -> Bool { exceptions.contains { sql.contains($0.part) } }

    /// The rules that a text breaks and may not.
    private static func broken(_ sql: String) -> [PortableText.Rule] {
        let allowed = exceptions.filter { sql.contains($0.part) }.reduce(into: Set()) {
            $0.formUnion($1.rules)
        }
        return PortableText(sql).broken.filter { !allowed.contains($0) }
    }

    static let heard = Result { try listen() }

    /// What all that is known to be read and written runs.
    private static func listen() throws -> Set<String> {
        let heard = HeardStatements()
        let reads = ReadWorkTests()
        let full = try FullStore.store(of: WriteTown.sizes.few)
        try FullStore.fill(full, with: [ReadWorkTests.charges], count: WriteTown.sizes.few)
        try heard.hear(full) {
            for question in reads.questions { _ = try question.ask(full) }
        }
        for work in WriteWork.all {
            guard let act = work.act else { continue }
            let town = try WriteTown(of: \.few)
            try heard.hear(town.store) { try act(town)() }
        }
        let town = try WriteTown(of: \.few)
        try heard.hear(town.store) { try look(at: town) }
        return Set(heard.statements.map(\.sql))
    }

    /// What looks at everything, and lists that no other test counts; what stumbles over a made-up row is heard up to there.
    private static func look(at town: WriteTown) throws {
        let now = town.now
        let (subscriber, incident) = (try town.subscriber(), try town.incident())
        var (charged, referred, priced) = (TicketFilter(), TicketFilter(), TicketFilter())
        charged.charged = TicketFilter.ChargedDays(from: now - .days(9), through: now)
        referred.reference = "C-1"
        (priced.loss, priced.currency, priced.price) = (.open, "EUR", .negative)
        let filters = [charged, referred, priced]
        let looks: [(Store) throws -> Any?] = [
            { try $0.doctorAll(at: now, by: People.lead) }, { try $0.report(at: now) },
            { try $0.notificationReport() }, { try $0.balance(at: now) }, { try $0.checkBalance(at: now) },
            { try $0.verifyAudit() }, { try $0.wholePage(of: LossReviewQuery(), at: now) },
            { try $0.wholePage(of: LeadListCountsQuery(), at: now) },
            { try $0.quarantineEntries() }, { try $0.webhookStandings() }, { try $0.webhookDeliveries() },
            { try $0.serverStanding(at: now) },
            { try $0.wholePage(of: RequestNewsQuery(since: now), by: People.agent) },
            { try $0.ticketPage(TicketID("3"), at: now) },
            { try $0.maskedEvidence(of: TicketID("3"), at: now) },
            { try $0.exportPerson(subscriber.customer, by: People.lead, at: now) },
            { try $0.customerPage(subscriber.customer, at: now) },
            { try $0.chainPage(subscriber.chain, at: now) },
            { try $0.wholePage(of: IncidentQuery(incident)) },
            { store in try filters.map { try store.tickets($0, at: now) } },
        ]
        for look in looks { _ = try? look(town.store) }
    }

    @Test func everyStatementIsPortable() throws {
        let texts = try Self.heard.get()
        #expect(texts.count > 700)
        for text in texts.sorted() {
            let broken = Self.broken(text)
            #expect(broken.isEmpty, "\(broken.map(\.rawValue).joined(separator: ", ")):\n\(text)")
        }
    }

    @Test func everyExceptionIsNeeded() throws {
        let texts = try Self.heard.get()
        for exception in Self.exceptions where exception.rules != Self.anything {
            let isNeeded = texts.contains { text in
                text.contains(exception.part)
                    && !exception.rules.isDisjoint(with: PortableText(text).broken)
            }
            #expect(isNeeded, "\(exception.part): \(exception.why)")
        }
    }

    private typealias Example = (sql: String, broken: [PortableText.Rule])

    private static let examples: [Example] = [
        ("SELECT id FROM t WHERE a IS ?", [.nullSafe]),
        ("SELECT id FROM t WHERE (a, b) IS NOT (1, 2)", [.nullSafe]),
        ("SELECT id FROM t WHERE a IS NOT DISTINCT FROM ? AND b IS NOT NULL AND c IS NULL", []),
        ("SELECT id FROM t WHERE is_kept AND a = 1", [.comparedNumber]),
        ("SELECT id FROM t WHERE a = 1 AND NOT t.is_kept", [.comparedNumber]),
        ("SELECT id FROM t WHERE (a < ? OR NOT ?4)", [.comparedNumber]),
        ("SELECT CASE WHEN is_counted THEN a END FROM t", [.comparedNumber]),
        ("SELECT id FROM t WHERE 1", [.comparedNumber]),
        ("SELECT id FROM t WHERE json_valid(body) AND a > 1", [.comparedNumber]),
        (
            "SELECT is_kept FROM t WHERE is_kept = 1 AND a BETWEEN ? AND ? AND NOT EXISTS (SELECT 1 FROM u)",
            []
        ),
        ("SELECT a = b FROM t", [.valueOfComparison]),
        ("SELECT id, a IS NOT NULL AS has FROM t", [.valueOfComparison]),
        ("SELECT EXISTS (SELECT 1 FROM t)", [.valueOfComparison]),
        ("SELECT sum(a > b) FROM t", [.valueOfComparison]),
        ("SELECT max((a = b) * 100 + id) FROM t", [.valueOfComparison]),
        ("SELECT CASE WHEN a = 1 THEN b = 2 ELSE 0 END FROM t", [.valueOfComparison]),
        ("UPDATE t SET a = b > 1 WHERE id = ?", [.valueOfComparison]),
        ("INSERT INTO t (a, b) VALUES (?1, ?2 > 1)", [.valueOfComparison]),
        ("SELECT sum(CASE WHEN a > b THEN 1 ELSE 0 END), (SELECT max(c) FROM u WHERE u.a = t.a) FROM t", []),
        ("SELECT id FROM t ORDER BY a = 'x' DESC, id LIMIT ?", []),
        ("SELECT iif(a > 1, b, c) FROM t", [.valueOfComparison, .conditional]),
        ("UPDATE t SET a = min(a, ?) WHERE id = ?", [.greaterOfTwo]),
        ("SELECT max(a), min(b) FROM t", []),
        ("SELECT id FROM t WHERE a IN (SELECT value FROM json_each(?1))", [.list]),
        ("SELECT id FROM t WHERE a IN (SELECT value FROM json_each(t.list))", []),
        ("SELECT id FROM t WHERE (?1 IS NULL OR a = ?1)", [.typedParameter]),
        ("SELECT id FROM t WHERE (CAST(?1 AS TEXT) IS NULL OR a = ?1)", []),
        ("SELECT ?1 UNION ALL SELECT a FROM t", [.typedParameter]),
        ("SELECT id FROM t WHERE a > ?1 * 86400000", [.typedParameter]),
        ("WITH RECURSIVE f (id) AS (VALUES (?1) UNION SELECT id FROM t) SELECT id FROM f", [.typedParameter]),
        ("UPDATE t SET a = CASE WHEN b = 1 THEN ?1 END WHERE id = ?2", [.typedParameter]),
        ("UPDATE t SET a = CASE WHEN b > ?1 THEN ?1 ELSE b END WHERE id = ?2", []),
        ("INSERT INTO t (a, b) SELECT ?, id FROM u WHERE c = ?", []),
        ("INSERT INTO t (a) VALUES (?) ON CONFLICT DO NOTHING", [.conflictTarget]),
        (
            "INSERT INTO t (a, n) VALUES (?, 1) ON CONFLICT (a) DO UPDATE SET n = n + 1 WHERE t.n < 9",
            [.oldValue]
        ),
        ("INSERT INTO t (a, n) VALUES (?, 1) ON CONFLICT (a) DO UPDATE SET n = t.n + excluded.n", []),
        ("SELECT count(*) FROM (SELECT 1 FROM t LIMIT ?)", [.namedSubquery]),
        ("SELECT count(*) FROM (SELECT 1 FROM t LIMIT ?) counted WHERE 1 < 2", []),
        ("SELECT a FROM t ORDER BY a DESC LIMIT 1", [.totalOrder]),
        ("SELECT a FROM t ORDER BY a DESC, t.id DESC LIMIT 1", []),
        ("SELECT a, b, count(*) FROM t GROUP BY a", [.grouped]),
        ("SELECT a, coalesce(t.b, ''), count(c) FROM t GROUP BY 1, 2", []),
        ("SELECT a AS x FROM t GROUP BY a HAVING x IS NOT NULL", [.having]),
        ("SELECT a FROM t GROUP BY a HAVING count(*) > 1", []),
        ("SELECT 'request:' || r.id FROM r", [.joinedNumber]),
        ("SELECT 'request:' || CAST(r.id AS TEXT) FROM r", []),
        ("SELECT a FROM t WHERE a = ? COLLATE NOCASE", [.bothKnow]),
        ("UPDATE OR IGNORE t SET a = ?", [.bothKnow]),
        ("SELECT a FROM t WHERE a = \"x\"", [.bothKnow]),
        ("UPDATE t SET body = x'' WHERE id = ?", [.bothKnow]),
        ("SELECT a FROM t WHERE +t.state = 'open'", [.bothKnow]),
        (
            "SELECT a FROM t WHERE +t.due_at_ms > ? AND +t.\"group\" = ? AND a = 'it''s \"x\" IS ?' -- IS 1",
            []
        ),
        ("SELECT CAST(a AS INTEGER) FROM t", [.bothKnow]),
        ("SELECT a FROM t ORDER BY id LIMIT -1", [.bothKnow]),
    ]

    @Test func everyRuleIsSeen() {
        for (sql, broken) in Self.examples { #expect(PortableText(sql).broken == broken, "\(sql)") }
        #expect(Set(Self.examples.flatMap(\.broken)) == Self.anything)
    }
}
