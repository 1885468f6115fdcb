import JSONValues
import Testing

/// What values say of themselves in an answer.
@Suite struct JSONEncodableTests {
    private enum Code: String, JSONEncodable { case some }

    private struct Row: JSONEncodable {
        let code: Code?
        let number: Int

        var json: JSONValue { .object(["code": code, "number": number]) }
    }

    private let missing: String? = nil
    private let rows = [Row(code: .some, number: 1), Row(code: nil, number: 2)]

    @Test func valuesStandUnderTheirNames() {
        let answer = JSONValue.object([
            "rows": rows, "last": rows.last, "text": "a", "flag": true, "nested": .object(["text": missing]),
            "counts": [Code.some: 3].byCode, "mapped": rows.map { .object(["twice": $0.number * 2]) },
        ])
        #expect(
            answer.canonicalText == """
                {"counts":{"some":3},"flag":true,"last":{"code":null,"number":2},"mapped":[{"twice":2},{"twice":4}],\
                "nested":{"text":null},"rows":[{"code":"some","number":1},{"code":null,"number":2}],"text":"a"}
                """)
    }

    @Test func whatIsMissingIsNullUnlessItIsLeftOut() {
        let answer = JSONValue.object([
            "missing": missing, "none": rows.first { $0.number == 3 }, "text": "a",
        ])
        #expect(answer.canonicalText == #"{"missing":null,"none":null,"text":"a"}"#)
        #expect(answer.withoutNulls.canonicalText == #"{"text":"a"}"#)
    }

    @Test func theNewMemberCounts() {
        let answer = rows[0].json.adding(["number": missing, "more": [1, 2]])
        #expect(answer.canonicalText == #"{"code":"some","more":[1,2],"number":null}"#)
    }
}
