import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Our own writing of JSON gives the bytes that Foundation's gives.
struct JSONTextTests {
    private func foundation(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private struct Everything: Codable {
        enum Case: Codable { case plain, with(Int, name: String?) }

        var text = "a \"quoted\" \\ / \n\t\u{8}\u{c}\r\u{1}\u{1f} 山田 👩‍👩‍👧 e\u{301}"
        var empty = ""
        var numbers: [Int64] = [.min, 0, .max]
        var small: [UInt8] = [0, 255]
        var truth = true
        var absent: Int?
        var holes: [Int?] = [1, nil]
        var nested = [["a": [1, 2]], [:], ["b": [], "a b": [3]]]
        var cases: [Case] = [.plain, .with(1, name: "x"), .with(2, name: nil)]
        var optional: Case? = .plain
    }

    @Test func everyShape() throws {
        #expect(try JSONText.of(Everything()) == foundation(Everything()))
        #expect(try JSONText.of([String]()) == "[]")
        #expect(try JSONText.of([String: Int]()) == "{}")
        #expect(try JSONText.of("a") == #""a""#)
        #expect(try JSONText.of(7) == "7")
    }

    @Test func whatTheStoreKeeps() throws {
        var values = TransactionValues()
        values.productID = ProductID("p")
        values.purchasedAt = Instant(milliseconds: 1_700_000_000_123)
        values.revocation = .revoked(Revocation(at: .earliest, toldKind: .refund))
        values.price = Money(milliunits: 9990, currency: "EUR")
        let told = MergedFacts(
            values, precedence: Precedence(documentTime: .latest, isSigned: true, digest: "d"))
        #expect(try JSONText.of(told) == foundation(told))
        let request = GrantRequest(
            customer: AppUserID("c"), entitlement: EntitlementID("e"), term: .lost, reason: "late",
            note: "„so“", ticket: TicketID("7"))
        #expect(try JSONText.of(request) == foundation(request))
        let access = CustomerAccess(
            facts: CustomerFacts(customer: Customer(id: AppUserID("c")), chains: [], grants: []),
            rules: AccessRules(
                catalog: Catalog([]), servedEnvironments: [.production], isSmallBusiness: false)
        ).verdict(for: EntitlementID("e"), at: .earliest)
        #expect(try JSONText.of(access) == foundation(access))
    }
}
