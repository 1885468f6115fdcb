import Purchases
import Testing

/// An attempt that names nobody is the one customer's whom others name, and nobody's where these are several.
struct AttemptCustomerTests {
    /// Who is named where, and whose the attempt is.
    struct Example: Sendable, CustomTestStringConvertible {
        var inAttempt: Set<String> = []
        var inEnvelopes: Set<String> = []
        var besideIDs: Set<String> = []
        let customer: String?

        var testDescription: String {
            [inAttempt, inEnvelopes, besideIDs].map { "\($0.sorted())" }.joined(separator: " ")
        }
    }

    static let examples = [
        Example(customer: nil), Example(inAttempt: ["u_1"], customer: "u_1"),
        Example(inAttempt: ["u_1", "u_2"], customer: nil),
        Example(inEnvelopes: ["u_1"], customer: "u_1"), Example(inEnvelopes: ["u_1", "u_2"], customer: nil),
        Example(besideIDs: ["u_1"], customer: "u_1"), Example(besideIDs: ["u_1", "u_2"], customer: nil),
        Example(inAttempt: ["u_1"], inEnvelopes: ["u_2"], besideIDs: ["u_3"], customer: "u_1"),
        Example(inEnvelopes: ["u_2"], besideIDs: ["u_1", "u_3"], customer: "u_2"),
        Example(inAttempt: ["u_1", "u_2"], besideIDs: ["u_1"], customer: nil),
    ]

    @Test(arguments: examples) func decides(_ example: Example) {
        func customers(_ names: Set<String>) -> Set<AppUserID> { Set(names.map { AppUserID($0) }) }
        let customer = AttemptCustomer.customer(
            inAttempt: customers(example.inAttempt), inEnvelopes: customers(example.inEnvelopes),
            besideIDs: customers(example.besideIDs))
        #expect(customer?.rawValue == example.customer)
    }
}
