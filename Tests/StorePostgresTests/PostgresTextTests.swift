import Testing

@testable import StorePostgres

struct PostgresTextTests {
    @Test(arguments: [
        // Parameters.
        ("SELECT ?, ? FROM t", "SELECT $1, $2 FROM t"),
        ("SELECT ?1, ?2, ?1", "SELECT $1, $2, $1"),
        ("SELECT ?3, ?1, ?3", "SELECT $1, $2, $1"),
        ("SELECT ?2, ?", "SELECT $1, $2"),
        ("SELECT :a, @b, :a", "SELECT $1, $2, $1"),
        ("SELECT '?', \"?\", ? -- ?\n, /* ? */ ?", "SELECT '?', \"?\", $1 -- ?\n, /* ? */ $2"),
        ("SELECT 'it''s ?', ?", "SELECT 'it''s ?', $1"),
        // Hints.
        ("SELECT a FROM t INDEXED BY t_a WHERE a = 1", "SELECT a FROM t  WHERE a = 1"),
        ("SELECT a FROM t NOT INDEXED", "SELECT a FROM t "),
        ("SELECT a FROM t CROSS JOIN u ON u.a = t.a", "SELECT a FROM t  JOIN u ON u.a = t.a"),
        ("SELECT a FROM t CROSS JOIN u", "SELECT a FROM t CROSS JOIN u"),
        (
            "SELECT a FROM t CROSS JOIN u JOIN v ON v.a = u.a",
            "SELECT a FROM t CROSS JOIN u JOIN v ON v.a = u.a"
        ),
        (
            "SELECT a FROM t CROSS JOIN (SELECT b FROM u) AS s ON s.b = t.a",
            "SELECT a FROM t  JOIN (SELECT b FROM u) AS s ON s.b = t.a"
        ),
        ("SELECT a FROM t WHERE +a = 1 AND b + c = +t.d", "SELECT a FROM t WHERE a = 1 AND b + c = t.d"),
        // Where NULL stands.
        ("SELECT a FROM t ORDER BY a", "SELECT a FROM t ORDER BY a NULLS FIRST"),
        (
            "SELECT a FROM t ORDER BY a DESC, b ASC, c + d LIMIT ?",
            "SELECT a FROM t ORDER BY a DESC NULLS LAST, b ASC NULLS FIRST, c + d NULLS FIRST LIMIT $1"
        ),
        ("SELECT a FROM t ORDER BY a NULLS LAST", "SELECT a FROM t ORDER BY a NULLS LAST"),
        (
            "SELECT row_number() OVER (ORDER BY b) FROM (SELECT 1 ORDER BY 1)",
            "SELECT row_number() OVER (ORDER BY b NULLS FIRST) FROM (SELECT 1 ORDER BY 1 NULLS FIRST)"
        ),
        // Sums.
        ("SELECT sum(a) FROM t", "SELECT CAST(sum(a) AS bigint) FROM t"),
        (
            "SELECT coalesce(SUM(a + (b)), 0) FROM t",
            "SELECT coalesce(CAST(SUM(a + (b)) AS bigint), 0) FROM t"
        ),
        (
            "SELECT sum(a) FILTER (WHERE b) OVER (ORDER BY c ROWS 1 PRECEDING), sum(a) OVER w FROM t",
            "SELECT CAST(sum(a) FILTER (WHERE b) OVER (ORDER BY c NULLS FIRST ROWS 1 PRECEDING) AS bigint), "
                + "CAST(sum(a) OVER w AS bigint) FROM t"
        ),
        ("SELECT a FROM t ORDER BY sum(a)", "SELECT a FROM t ORDER BY CAST(sum(a) AS bigint) NULLS FIRST"),
        ("SELECT t.sum FROM t", "SELECT t.sum FROM t"),
        // Transactions.
        ("BEGIN IMMEDIATE TRANSACTION", "BEGIN ISOLATION LEVEL READ COMMITTED"),
        ("BEGIN DEFERRED TRANSACTION", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"),
        ("BEGIN", "BEGIN"),
        ("SAVEPOINT part", "SAVEPOINT part"),
        ("ROLLBACK TRANSACTION TO SAVEPOINT part", "ROLLBACK TRANSACTION TO SAVEPOINT part"),
        ("", ""),
    ])
    func makesTextsOfPostgreSQL(sqlite: String, postgres: String) {
        #expect(PostgresText.prepared(sqlite) == postgres)
    }

    @Test func saysWhatToBindWhere() {
        let prepared = PostgresText().prepared("SELECT ?4, ?2, ?4")
        #expect(prepared.places == [3, 1])
        #expect(prepared.count == 4)
    }

    @Test(arguments: [
        ("SELECT id FROM t ORDER BY id", "SELECT id FROM t ORDER BY id"),
        ("SELECT id FROM t ORDER BY a, id DESC", "SELECT id FROM t ORDER BY a NULLS FIRST, id DESC"),
        (
            "SELECT x.id FROM t AS x JOIN u y ON y.id = x.id ORDER BY x.id, y.a",
            "SELECT x.id FROM t AS x JOIN u y ON y.id = x.id ORDER BY x.id, y.a"
        ),
        (
            "SELECT y.id FROM t x LEFT JOIN u y ON y.id = x.id ORDER BY x.id, y.id",
            "SELECT y.id FROM t x LEFT JOIN u y ON y.id = x.id ORDER BY x.id, y.id NULLS FIRST"
        ),
        (
            "SELECT max(id) AS id FROM t ORDER BY id",
            "SELECT max(id) AS id FROM t ORDER BY id NULLS FIRST"
        ),
        ("SELECT id FROM v ORDER BY id", "SELECT id FROM v ORDER BY id NULLS FIRST"),
        ("SELECT a FROM t, u ORDER BY a", "SELECT a FROM t, u ORDER BY a NULLS FIRST"),
        ("SELECT id FROM t ORDER BY id + 0", "SELECT id FROM t ORDER BY id + 0 NULLS FIRST"),
    ])
    func leavesOrdersByWhatIsNeverNull(sqlite: String, postgres: String) {
        let rules = PostgresText(columns: ["t": ["id": true, "a": false], "u": ["id": true, "a": true]])
        #expect(rules.prepared(sqlite).text == postgres)
    }

    @Test(arguments: [
        "SELECT 'a''b', \"c\"\"d\", [e f], `g`, x'ff', 1.5e3, ?12, :a -- end\nWHERE a<>b||c->>'$.d' /* open",
        "", "'", "a--", "é = ü", "$", "SELECT a::text",
    ])
    func losesNothingOfAText(sql: String) {
        #expect(SQLToken.all(of: sql).map(\.text).joined() == sql)
        #expect(SQLText(sql).text == sql)
    }
}
