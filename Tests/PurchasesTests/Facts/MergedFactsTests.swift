import CustomDump
import Purchases
import Testing

/// Source: docs/architecture.md, the newest word on each field counts, whatever the order of arrival.
@Suite struct ToldTests {
    typealias Names = MergedFacts<CustomerValues>

    @Test(arguments: [
        (document(day(2)), document(day(1))),
        (document(day(1), signed: true), document(day(1), digest: "ff")),
        (document(day(1), digest: "b"), document(day(1), digest: "a")),
    ])
    func theNewerSignedOrGreaterWins(_ winner: Precedence, _ loser: Precedence) {
        let (won, lost) = (
            CustomerValues(name: "Zoë"), CustomerValues(email: "zoe@example.com", name: "José")
        )
        for tellings in [[(won, winner), (lost, loser)], [(lost, loser), (won, winner)]] {
            var told = Names(tellings[0].0, precedence: tellings[0].1)
            told.merge(Names(tellings[1].0, precedence: tellings[1].1))
            #expect(told.values == CustomerValues(email: "zoe@example.com", name: "Zoë"))
        }
        #expect(winner > loser)
    }

    @Test func whatNewerWordsCoverIsDropped() {
        var told = Names(CustomerValues(name: "A"), precedence: document(day(1)))
        told.merge(Names(CustomerValues(name: "B"), precedence: document(day(2))))
        #expect(told.tellings.count == 1)
        #expect(Names([]) == nil)
    }

    @Test(arguments: UInt64(0)..<60)
    func mergingIsCommutativeAssociativeAndIdempotent(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let tellings = (0..<6).map { _ in ToldTests.telling(&generator) }
        let all = try #require(Names(tellings))
        for _ in 0..<10 {
            let order = tellings.shuffled(using: &generator)
            let cut = Int.random(in: 1..<order.count, using: &generator)
            var left = Names(order[0].values, precedence: order[0].precedence)
            for telling in order[1..<cut] {
                left.merge(Names(telling.values, precedence: telling.precedence))
            }
            var right = try #require(Names(Array(order[cut...])))
            right.merge(left)
            left.merge(right)
            left.merge(all)
            expectNoDifference(left, all)
            expectNoDifference(right, all)
            #expect(right.values == all.values)
        }
    }

    @Test(arguments: UInt64(0)..<60)
    func aChargeIsTheSameInAnyOrder(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let told = (0..<6).map { _ in ToldTests.charge(&generator) }
        var expected = chain([])
        for transaction in told { expected.merge(transaction) }
        for _ in 0..<10 {
            var merged = chain([])
            for transaction in (told + told).shuffled(using: &generator) { merged.merge(transaction) }
            expectNoDifference(merged, expected)
        }
    }

    private static func telling(_ generator: inout SeededGenerator) -> Names.Observation {
        func some(_ values: [String]) -> String? {
            Bool.random(using: &generator) ? values.randomElement(using: &generator) : nil
        }
        let values = CustomerValues(
            email: PersonIdentifier(some(["a", "b"])), name: PersonName(some(["c", "d"])),
            country: PersonTrait(some(["DE", "JP"])))
        return .init(values, precedence: precedence(&generator))
    }

    private static func charge(_ generator: inout SeededGenerator) -> Transaction {
        let id = ["1", "12", "7"].randomElement(using: &generator) ?? "1"
        let revocations: [TransactionValues.RevocationStatement?] = [
            nil, TransactionValues.RevocationStatement.none, revoked(3),
            revoked(4, kind: .refund, percentage: 5),
            revoked(5, kind: .familyRevoke),
        ]
        let line = Bool.random(using: &generator) ? "L" : nil
        let told = precedence(&generator)
        let end: Double? = [7, 8, nil].randomElement(using: &generator) ?? nil
        return bought(id, from: 0, to: end, line: line, told: told) { values in
            values.revocation = revocations.randomElement(using: &generator) ?? nil
            values.isUpgraded = [true, nil].randomElement(using: &generator) ?? nil
            values.quantity = [1, 2, nil].randomElement(using: &generator) ?? nil
        }
    }

    private static func precedence(_ generator: inout SeededGenerator) -> Precedence {
        document(
            day(Double(Int.random(in: 0..<3, using: &generator))), signed: Bool.random(using: &generator),
            digest: ["a", "b"].randomElement(using: &generator) ?? "a")
    }
}
