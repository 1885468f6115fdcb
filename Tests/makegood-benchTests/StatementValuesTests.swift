import Testing

@testable import makegood_bench

/// What a statement ran with is read back from its expanded text.
struct StatementValuesTests {
    private typealias Literal = StatementValues.Literal

    @Test(arguments: [
        ("a = ?", "a = NULL", [1], [Literal.null]),
        ("a = ?1 AND b < ?1", "a = -7 AND b < -7", [1, 1], [.integer(-7), .integer(-7)]),
        ("a IN (?, ?)", "a IN (1.5, 'it''s')", [1, 2], [.real(1.5), .text(Array("it's".utf8))]),
        ("a = ?2 AND b = ?", "a = 1 AND b = 2", [2, 3], [.integer(1), .integer(2)]),
        (
            "a = :a AND b = :b AND c = :a", "a = 1 AND b = 2 AND c = 1", [1, 2, 1],
            [.integer(1), .integer(2), .integer(1)]
        ),
        ("VALUES (?)", "VALUES (x'00ff1a')", [1], [.blob([0, 255, 26])]),
        ("a = '?' AND \"b?\" = ? -- why?", "a = '?' AND \"b?\" = '日' -- why?", [1], [.text(Array("日".utf8))]),
    ])
    func valuesAreReadBack(
        template: String, expanded: String, indexes: [Int], literals: [StatementValues.Literal]
    ) throws {
        let found = try #require(StatementValues(template: template, expanded: expanded))
        #expect(found.values.map(\.index) == indexes)
        #expect(found.values.map(\.literal) == literals)
    }

    @Test(arguments: [
        ("a = ?", "a = "), ("a = ?", "a = 'x"), ("a = ?", "a = 1 AND b = 2"), ("a = 1 AND b", "a = 1"),
    ])
    func textsThatDoNotBelongTogetherAreRefused(template: String, expanded: String) {
        #expect(StatementValues(template: template, expanded: expanded) == nil)
    }
}
