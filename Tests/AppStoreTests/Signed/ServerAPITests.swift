import AppStore
import AppStoreTesting
import CustomDump
import JSONValues
import Purchases
import Testing

@Suite struct ServerAPITests {
    private func signed(_ id: String, _ changes: [String: JSONValue] = [:]) throws -> JSONValue {
        try SignedSamples.signed(
            SignedSamples.transaction(["transactionId": .string(id)].merging(changes) { $1 }))
    }

    private func contents(_ members: [String: JSONValue]) throws -> DocumentContents {
        try SignedSamples.contents(.object(members), .serverAPI)
    }

    private func history(_ more: Bool?) throws -> [String: JSONValue] {
        var answer: [String: JSONValue] = [
            "bundleId": "com.example.tea", "environment": "Production", "revision": "1_0",
            "signedTransactions": .array([try signed("7000"), try signed("7001")]),
        ]
        answer["hasMore"] = more.map(JSONValue.bool)
        return answer
    }

    @Test func aHistoryTellsItsTransactions() throws {
        let contents = try contents(history(false))
        #expect(contents.transactions.map(\.transactionID) == ["7000", "7001"])
        expectNoDifference(
            contents.lists, [DocumentContents.TransactionList(chain: "7000", ids: ["7000", "7001"])])
        #expect(contents.precedence.isSigned && contents.bundleID == "com.example.tea")
    }

    @Test func aPageOfAHistoryIsNoWholeHistory() throws {
        #expect(try contents(history(true)).lists.isEmpty)
        #expect(try contents(["signedTransactions": .array([try signed("7000")])]).lists.isEmpty)
    }

    @Test func allStatuses() throws {
        let item: JSONValue = .object([
            "status": .integer(1), "originalTransactionId": "7000",
            "signedTransactionInfo": try signed("7001"),
            "signedRenewalInfo": try SignedSamples.signed(SignedSamples.renewal()),
        ])
        let group: JSONValue = .object([
            "subscriptionGroupIdentifier": "g1", "lastTransactions": .array([item]),
        ])
        let contents = try contents([
            "data": .array([group]), "environment": "Production", "bundleId": "com.example.tea",
            "appAppleId": .integer(41234),
        ])
        #expect(contents.transactions.map(\.values.group) == ["g1"] && contents.appAppleID == 41234)
        #expect(contents.renewals.map(\.info.autoRenew) == [true] && contents.chains == ["7000"])
    }

    @Test func oneTransactionAndOneAppTransaction() throws {
        #expect(
            try contents(["signedTransactionInfo": signed("7001")]).transactions.map(\.transactionID) == [
                "7001"
            ])
        let app: JSONValue = .object(["receiptType": "Production", "bundleId": "com.example.tea"])
        let answer = try contents(["signedAppTransactionInfo": SignedSamples.signed(app)])
        #expect(
            answer.transactions.isEmpty && answer.bundleID == "com.example.tea" && answer.precedence.isSigned)
    }

    @Test func anOrderIsNamedBesideTheAnswer() throws {
        let answer: [String: JSONValue] = [
            "status": .integer(0), "signedTransactions": .array([try signed("7001")]),
        ]
        #expect(try contents(answer).orderID == nil)
        #expect(try contents(answer.merging(["orderId": "MK5TTTVWJH"]) { $1 }).orderID == "MK5TTTVWJH")
        #expect(try contents(["status": .integer(1), "signedTransactions": .array([])]).chains.isEmpty)
    }

    @Test func aHistoryOfNotificationsTellsEachOfThem() throws {
        let item = try #require(
            SignedSamples.arrived("DID_RENEW", transaction: SignedSamples.transaction()).object)
        let attempts: JSONValue = .array([
            .object(["attemptDate": .integer(1_700_000_200_000), "sendAttemptResult": "NO_RESPONSE"])
        ])
        let contents = try contents([
            "hasMore": .bool(false),
            "notificationHistory": .array([
                .object(item.merging(["sendAttempts": attempts]) { $1 }), try SignedSamples.arrived("TEST"),
            ]),
        ])
        #expect(contents.notices.map(\.notification.type) == ["DID_RENEW", "TEST"])
        #expect(contents.notices.map(\.isDelivery) == [false, false])
        #expect(contents.notices.first?.sendAttempts.map(\.result) == ["NO_RESPONSE"])
        #expect(contents.transactions.map(\.transactionID) == ["7001"])
    }

    @Test(
        arguments: [
            ["errorCode": .integer(4_040_010), "errorMessage": "Transaction id not found."],
            ["testNotificationToken": "ce3af791-365e-4c60-841b-1674b43c1609"],
            ["requestIdentifier": "x", "complete": .bool(true), "completeDate": .integer(1_700_000_000_000)],
            [
                "originalTransactionId": "7000", "success": .bool(true),
                "effectiveDate": .integer(1_700_000_000_000),
            ],
        ] as [[String: JSONValue]])
    func whatIsNotSignedIsEvidenceOnly(_ answer: [String: JSONValue]) throws {
        let contents = try contents(answer)
        #expect(contents.transactions.isEmpty && contents.renewals.isEmpty && contents.notices.isEmpty)
        #expect(!contents.precedence.isSigned)
    }

    @Test func anExtensionNamesItsChainAndTellsNothingOfIt() throws {
        #expect(
            try contents(["originalTransactionId": "7000", "effectiveDate": .integer(1)]).mentions == ["7000"]
        )
    }

    @Test func oneForgedPartRefusesTheWholeAnswer() throws {
        let forged = try SignedSamples.signed(SignedSamples.transaction(), .tamperedPayload)
        let answer: JSONValue = .object(["signedTransactions": .array([try signed("7000"), forged])])
        #expect(SignedSamples.reason(answer, .serverAPI) == .badSignature)
        #expect(SignedSamples.reason(.object(["signedTransactions": "x"]), .serverAPI) == .wrongType)
        #expect(SignedSamples.reason(.object(["signedTransactionInfo": "x"]), .serverAPI) == .malformedJWS)
    }

    @Test func theSamePartTellsTheSameInEveryAnswer() throws {
        let part = try signed("7001")
        let answers: [JSONValue] = [
            .object(["signedTransactionInfo": part]), .object(["signedTransactions": .array([part])]),
        ]
        let told = try answers.map { try SignedSamples.contents($0, .serverAPI).transactions[0] }
        #expect(told[0].values == told[1].values)
        #expect(told[0].precedence?.documentTime == told[1].precedence?.documentTime)
    }
}
