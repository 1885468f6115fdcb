import Purchases
import Testing

struct UncheckedPolicyTests {
    @Test(arguments: [
        ("service,lead", "service,lead"), ("lead,service", "service,lead"), ("agent", "agent"),
        ("nobody", "nobody"), ("service,lead,agent", "service,lead,agent"), ("lead,lead", "lead"),
        ("", nil), ("viewer", nil), ("lead,", nil), ("nobody,lead", nil), ("Lead", nil),
        ("lead service", nil),
    ])
    func valuesAreReadAndWrittenInOneWay(_ text: String, _ written: String?) {
        #expect(UncheckedPolicy(text)?.description == written)
    }

    private static let when = Instant(milliseconds: 1_700_000_000_000)

    private static func contents(_ kind: DocumentKind, tells: Bool) -> DocumentContents {
        var contents = DocumentContents(
            kind: kind, precedence: Precedence(documentTime: when, isSigned: false, digest: "d"))
        guard tells else { return contents }
        contents.transactions = [
            TransactionObservation(
                transactionID: TransactionID("1"), originalTransactionID: OriginalTransactionID("1"),
                environment: .production, values: TransactionValues())
        ]
        return contents
    }

    @Test(arguments: [
        (DocumentKind.verifyReceipt, StoreNotification.Check.unchecked, Role.agent, false),
        (.verifyReceipt, .unchecked, .lead, true), (.verifyReceipt, .unchecked, .service, true),
        (.verifyReceipt, .asked, .agent, true), (.serverAPI, .unchecked, .agent, false),
        (.serverAPI, .signed, .agent, true), (.notificationV1, .unchecked, .agent, false),
        (.notificationV1, .secret, .agent, true), (.signedTransaction, .unchecked, .agent, false),
        (.purchaseReport, .unchecked, .agent, true), (.customers, .unchecked, .agent, true),
    ])
    func aRecordThatNothingVouchesForIsTakenFromSomeRolesAlone(
        _ kind: DocumentKind, _ check: StoreNotification.Check, _ role: Role, _ isAccepted: Bool
    ) {
        let contents = Self.contents(kind, tells: true)
        #expect(UncheckedPolicy.standard.accepts(contents, checked: check, from: role) == isAccepted)
    }

    @Test func whatTellsNothingOfPurchasesIsTakenFromEverybody() {
        let status = Self.contents(.verifyReceipt, tells: false)
        for role in Role.allCases {
            #expect(UncheckedPolicy.closed.accepts(status, checked: .unchecked, from: role))
        }
        #expect(
            !UncheckedPolicy.closed.accepts(
                Self.contents(.receipt, tells: true), checked: .unchecked, from: .lead))
    }
}
