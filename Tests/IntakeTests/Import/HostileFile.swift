import Foundation
import Testing

/// A file that nobody should send, and what the report says of it.
struct HostileFile: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: Data
    let reason: String
    var source = "f"

    init(_ description: String, _ text: String, _ reason: String) {
        (testDescription, bytes, self.reason) = (description, Data(text.utf8), reason)
    }

    init(_ description: String, bytes: Data, _ reason: String) {
        (testDescription, self.bytes, self.reason) = (description, bytes, reason)
    }

    /// A document that nothing is wrong with.
    static let good = Paper.receipt([Paper.Entry(id: "7000", chain: "7000")], on: 1)

    /// The good document with something else in the place of one of its texts.
    private static func bad(_ text: String, _ other: String) -> String {
        good.replacingOccurrences(of: text, with: other)
    }

    private static let start = "\"\(MadeUpChain.start)\""

    /// One for each way to be bad.
    static let examples = [
        HostileFile("no JSON", "hello there", "not_json"),
        HostileFile("truncated", String(good.dropLast(20)), "not_json"),
        HostileFile(
            "10,000 levels deep",
            String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000), "too_deep"),
        HostileFile(
            "10,000 objects deep",
            String(repeating: #"{"a":"#, count: 10_000) + "1" + String(repeating: "}", count: 10_000),
            "too_deep"),
        HostileFile(
            "10 MB in an id",
            bad(
                #""transaction_id":"7000""#,
                #""transaction_id":"\#(String(repeating: "7", count: 10 << 20))""#), "bad_value"),
        HostileFile(
            "10 MB in a text",
            bad(
                #""transaction_id":"#,
                #""cancellation_date_ms":"1600000000000","cancellation_reason":"\#(String(repeating: "x", count: 10 << 20))","transaction_id":"#
            ), "too_large"),
        HostileFile(
            "invalid UTF-8", bytes: Data(bad("tea", "te\u{1}a").utf8.map { $0 == 1 ? 0xFF : $0 }),
            "invalid_utf8"),
        HostileFile(
            "a raw NUL", bytes: Data(bad("tea", "te\u{1}a").utf8.map { $0 == 1 ? 0 : $0 }), "not_json"),
        HostileFile("an escaped NUL", bad("tea.monthly", #"te\u0000a"#), "bad_value"),
        HostileFile("a list for a text", bad(#""7000""#, "[]"), "wrong_type"),
        HostileFile(
            "a text for an object",
            bad(#"{"bundle_id":"com.example.tea","request_date_ms":"1600086400000"}"#, #""x""#), "wrong_type"),
        HostileFile("without ids", bad(#","transaction_id":"7000""#, ""), "missing_id"),
        HostileFile("without product", bad(#""product_id":"tea.monthly","#, ""), "missing_product"),
        HostileFile("the year 0", bad(start, #""0000-01-01T00:00:00Z""#), "bad_date"),
        HostileFile("the year 99999", bad(start, #""3093527980799000""#), "bad_date"),
        HostileFile("the end of numbers", bad(start, #""9223372036854775807""#), "bad_date"),
        HostileFile("nothing", "", "empty"), HostileFile("an empty list", "[]", "empty"),
        HostileFile("only spaces", " \n\n ", "empty"),
        HostileFile("of no kind", #"{"a":1}"#, "unknown_kind"),
        HostileFile("a number", "12", "unknown_kind"),
    ]
}
