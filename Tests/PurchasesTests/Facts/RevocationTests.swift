import Purchases
import Testing

/// Source: Apple, `cancellation_date`, `revocationType`, `revocationPercentage`, `is_upgraded`, REFUND_REVERSED.
@Suite struct RevocationTests {
    @Test(
        arguments: [
            (nil, Ownership.purchased, nil, Revocation.Kind.refund), (nil, nil, nil, .refund),
            (nil, .familyShared, nil, .familyRevoke), (nil, .familyShared, true, .familyRevoke),
            (nil, .purchased, true, nil), (.familyRevoke, .purchased, nil, .familyRevoke),
            (.refund, .familyShared, nil, .refund), (.refund, .purchased, true, .refund),
        ] as [(Revocation.Kind?, Ownership?, Bool?, Revocation.Kind?)])
    func hasAKind(_ told: Revocation.Kind?, _ owner: Ownership?, _ upgraded: Bool?, _ kind: Revocation.Kind?)
    {
        let transaction = bought(from: 0, to: 30) { values in
            values.revocation = revoked(5, kind: told)
            values.ownership = owner
            values.isUpgraded = upgraded
        }
        #expect(transaction.revocationKind == kind)
        #expect((transaction.revocation == nil) == (kind == nil))
    }

    private func merged(_ told: [(Double, TransactionValues.RevocationStatement?)]) -> Transaction {
        var facts = chain([])
        for (time, statement) in told {
            facts.merge(bought(from: 0, to: 30, told: document(day(time))) { $0.revocation = statement })
        }
        return facts.transactions[0]
    }

    @Test func aLaterDocumentWithoutItUndoesIt() {
        let none = TransactionValues.RevocationStatement.none
        #expect(merged([(6, revoked(5)), (7, none)]).revocation == nil)
        #expect(merged([(7, none), (6, revoked(5))]).revocation == nil)
        #expect(merged([(5, none), (6, revoked(5))]).revocation?.at == day(5))
        #expect(merged([(6, revoked(5)), (7, nil)]).revocation?.at == day(5))
    }

    @Test func isKnownSinceTheEarliestDocumentThatToldIt() {
        #expect(merged([(8, revoked(5)), (6, revoked(5)), (4, revoked(3))]).revocationKnownAt == day(6))
    }

    @Test func detailsThatALaterDocumentLeavesOutStay() {
        let orders: [[(Double, TransactionValues.RevocationStatement?)]] = [
            [(6, revoked(5, kind: .refund, percentage: 50_000)), (7, revoked(5))],
            [(7, revoked(5)), (6, revoked(5, kind: .refund, percentage: 50_000))],
        ]
        for told in orders {
            #expect(
                merged(told).revocation == Revocation(at: day(5), toldKind: .refund, percentage: 50_000))
        }
    }
}
