import Purchases
import Testing

/// Source: Apple, Set App Account Token; the project's rule of owners.
@Suite struct AccountTokenTests {
    /// A chain, what claims it, whether a token of the customer's is known, and what stands against signing it.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var chain = Chain(
            id: ChainID(OriginalTransactionID("1"), in: .production),
            transactions: [bought("1", from: 0, to: 30)])
        var claims: [OwnerClaim] = []
        var isTokenKnown = true
        let obstacle: AccountTokenObstacle?
    }

    private static let token = "7e3fb20b-4cdb-47cc-936d-99d65f608138"

    private static func claim(_ kind: OwnerClaim.Kind, _ customer: String) -> OwnerClaim {
        OwnerClaim(kind: kind, customer: AppUserID(customer), at: day(1))
    }

    static let examples = [
        Example(testDescription: "nobody's", obstacle: nil),
        Example(
            testDescription: "another's by name", claims: [claim(.named, "u_2")], obstacle: nil),
        Example(
            testDescription: "another's token",
            chain: chain([bought("1", from: 0) { $0.appAccountToken = "x" }]), obstacle: nil),
        Example(testDescription: "attached to the customer", claims: [claim(.attach, "u_1")], obstacle: nil),
        Example(
            testDescription: "attached to another", claims: [claim(.attach, "u_2")],
            obstacle: .attachedToAnother),
        Example(testDescription: "no token is known", isTokenKnown: false, obstacle: .noToken),
        Example(
            testDescription: "an older transaction carries the token",
            chain: chain([
                bought("1", from: 0, to: 30) { $0.appAccountToken = PersonIdentifier(token) },
                bought("2", from: 30, to: 60),
            ]), obstacle: nil),
        Example(
            testDescription: "the newest carries it",
            chain: chain([
                bought("1", from: 0, to: 30),
                bought("2", from: 30, to: 60) { $0.appAccountToken = PersonIdentifier(token) },
            ]), obstacle: .signed),
        Example(
            testDescription: "shared by family",
            chain: chain([bought("1", from: 0) { $0.ownership = .familyShared }]), obstacle: .familyShared),
        Example(
            testDescription: "made in Xcode", chain: chain(in: .xcode, [bought("1", from: 0)]),
            obstacle: .notApples),
    ]

    @Test(arguments: examples) func saysWhatStandsAgainstIt(_ example: Example) {
        let token = example.isTokenKnown ? AccountTokenTests.token : nil
        let customer = Customer(
            id: AppUserID("u_1"), values: CustomerValues(appAccountToken: PersonIdentifier(token)))
        #expect(
            AccountTokenObstacle.first(against: customer, of: example.chain, claims: example.claims)
                == example.obstacle)
    }
}
