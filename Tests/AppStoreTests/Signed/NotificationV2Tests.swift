import AppStore
import AppStoreTesting
import CustomDump
import Foundation
import JSONValues
import Purchases
import Testing

@Suite struct NotificationV2Tests {
    @Test func itTellsItsTransactionItsRenewalAndItself() throws {
        let later = SignedSamples.signedAt + 500
        let document = try SignedSamples.arrived(
            "DID_RENEW", "BILLING_RECOVERY", transaction: SignedSamples.transaction(),
            renewal: SignedSamples.renewal(), changes: ["signedDate": .integer(later)])
        let received = Instant(milliseconds: later + 2000)
        let contents = try SignedSamples.contents(document, .notificationV2, receivedAt: received)
        let notice = try #require(contents.notices.first)
        expectNoDifference(
            notice.notification,
            StoreNotification(
                type: "DID_RENEW", subtype: "BILLING_RECOVERY", uuid: "002e14d5-51f5-4503-b5a8-c3a1af68eb20",
                signedAt: Instant(milliseconds: later), receivedAt: received, check: .signed, charge: "7001"))
        #expect(notice.chain == "7000" && notice.isDelivery && notice.sendAttempts.isEmpty)
        #expect(contents.precedence.documentTime == Instant(milliseconds: later))
        let parts = contents.transactions.compactMap(\.precedence) + contents.renewals.map(\.info.precedence)
        #expect(parts.map(\.documentTime.milliseconds) == [SignedSamples.signedAt, SignedSamples.signedAt])
        #expect(contents.environment == .production && contents.bundleID == "com.example.tea")
    }

    @Test func everyTypeAndSubtypeIsKeptAsItCame() throws {
        let types = Codes.all.filter { $0.family == .notificationV2 }.map(\.code)
        #expect(types.count >= 23)
        for word in types + ["NEXT_YEAR/SURPRISE"] {
            let parts = word.split(separator: "/").map(String.init)
            let document = try SignedSamples.arrived(
                parts[0], parts.dropFirst().first, transaction: SignedSamples.transaction())
            let notice = try SignedSamples.contents(document, .notificationV2).notices.first
            #expect(notice?.notification.type == parts[0])
            #expect(notice?.notification.subtype == parts.dropFirst().first)
        }
    }

    @Test func aSummaryNamesItsAppAlone() throws {
        let summary: JSONValue = .object([
            "environment": "Sandbox", "bundleId": "com.example.tea", "appAppleId": .integer(41234),
            "productId": "tea.monthly", "requestIdentifier": "efb27071-45a4-4aca-9854-2a1e9146f265",
            "storefrontCountryCodes": .array(["DEU"]), "succeededCount": .integer(5),
            "failedCount": .integer(2),
        ])
        let document = try SignedSamples.arrived(
            "RENEWAL_EXTENSION", "SUMMARY", changes: ["data": .null, "summary": summary])
        let contents = try SignedSamples.contents(document, .notificationV2)
        #expect(contents.environment == .sandbox && contents.appAppleID == 41234 && contents.chains.isEmpty)
        #expect(document.readable?["signedPayload"]?["summary"] == summary)
    }

    @Test(arguments: [("SANDBOX_b2158121", "Sandbox"), ("b2158121", "Production")])
    func anExternalPurchaseTokenSaysWhereItWasMade(_ id: String, _ environment: String) throws {
        let token: JSONValue = .object([
            "externalPurchaseId": .string(id), "tokenCreationDate": .integer(1_700_000_000_000),
            "appAppleId": .integer(55555), "bundleId": "com.example.tea",
        ])
        let document = try SignedSamples.arrived(
            "EXTERNAL_PURCHASE_TOKEN", "UNREPORTED", changes: ["data": .null, "externalPurchaseToken": token])
        let contents = try SignedSamples.contents(document, .notificationV2)
        #expect(contents.environment?.rawValue == environment && contents.appAppleID == 55555)
        #expect(document.readable?["signedPayload"]?["externalPurchaseToken"] == token)
        let created = Instant(milliseconds: 1_700_000_000_000)
        #expect(contents.notices.map(\.purchaseToken) == [ExternalPurchaseToken(id: id, createdAt: created)])
    }

    @Test func theAppTransactionOfAppDataIsCheckedToo() throws {
        func document(_ signed: JSONValue) throws -> JSONValue {
            let data: JSONValue = .object([
                "environment": "Sandbox", "bundleId": "com.example.tea", "signedAppTransactionInfo": signed,
            ])
            return try SignedSamples.arrived("RESCIND_CONSENT", changes: ["data": .null, "appData": data])
        }
        let app: JSONValue = .object([
            "receiptType": "Sandbox", "bundleId": "com.example.tea", "appTransactionId": "71134",
            "receiptCreationDate": .integer(1_700_000_000_000),
        ])
        let good = try document(SignedSamples.signed(app))
        #expect(try SignedSamples.contents(good, .notificationV2).environment == .sandbox)
        let bad = try document(SignedSamples.signed(app, .tamperedPayload))
        #expect(SignedSamples.reason(bad, .notificationV2) == .badSignature)
    }

    @Test func everyPartIsChecked() throws {
        let good = try SignedSamples.signed(SignedSamples.transaction())
        let forged = try SignedSamples.signed(SignedSamples.renewal(), .signedByAnother)
        let payload = SignedSamples.notification(
            "DID_RENEW", data: ["signedTransactionInfo": good, "signedRenewalInfo": forged])
        let document: JSONValue = .object(["signedPayload": try SignedSamples.signed(payload)])
        #expect(SignedSamples.reason(document, .notificationV2) == .badSignature)
        let wrapped: JSONValue = .object([
            "signedPayload": try SignedSamples.signed(SignedSamples.notification("TEST"), .tamperedPayload)
        ])
        #expect(SignedSamples.reason(wrapped, .notificationV2) == .badSignature)
    }

    @Test(
        arguments: [
            ("environment", "Sandbox", .badValue), ("environment", "Xcode", .badValue),
            ("bundleId", "com.example.coffee", .otherBundle),
        ] as [(String, JSONValue, RejectionReason)])
    func partsOfDifferentAppsOrEnvironmentsAreRefused(
        _ key: String, _ value: JSONValue, _ reason: RejectionReason
    ) throws {
        let document = try SignedSamples.arrived(
            "DID_RENEW", transaction: SignedSamples.transaction([key: value]))
        #expect(SignedSamples.reason(document, .notificationV2) == reason)
    }

    @Test func partsThatNameNoEnvironmentAreOfTheNotifications() throws {
        let unnamed: [String: JSONValue] = ["environment": .null]
        let data = [
            "signedTransactionInfo": try SignedSamples.signed(SignedSamples.transaction(unnamed)),
            "signedRenewalInfo": try SignedSamples.signed(SignedSamples.renewal(unnamed)),
        ]
        func document(in environment: JSONValue) throws -> JSONValue {
            let data = data.merging(["environment": environment]) { $1 }
            let payload = SignedSamples.notification("DID_RENEW", data: data)
            return .object(["signedPayload": try SignedSamples.signed(payload)])
        }
        for environment in [AppStoreEnvironment.production, .sandbox] {
            let contents = try SignedSamples.contents(
                document(in: .string(environment.rawValue)), .notificationV2)
            #expect(contents.environment == environment && contents.renewals.count == 1)
            #expect(contents.transactions.map(\.environment) == [environment])
        }
        // What is not Apple's says nothing of what is.
        for environment in [JSONValue.null, "Xcode"] {
            #expect(try SignedSamples.reason(document(in: environment), .notificationV2) == .badValue)
        }
    }

    @Test func anotherKindThanItWasSaidToBeIsRefused() throws {
        let notification = try SignedSamples.signed(SignedSamples.notification("TEST"))
        let transaction = try SignedSamples.signed(SignedSamples.transaction())
        #expect(SignedSamples.reason(notification, .signedTransaction) == .wrongKind)
        #expect(SignedSamples.reason(notification, .signedRenewalInfo) == .wrongKind)
        #expect(SignedSamples.reason(transaction, .signedRenewalInfo) == .wrongKind)
        #expect(SignedSamples.reason(transaction, .notificationV2) == .wrongKind)
        let arrived = try SignedSamples.arrived("TEST")
        #expect(SignedSamples.reason(arrived, .serverAPI) == .wrongKind)
    }

    @Test func aReversedRefundStandsAgain() throws {
        let refunded = SignedSamples.transaction(["revocationDate": .integer(1_700_000_050_000)])
        let later = SignedSamples.signedAt + 86_400_000
        let document = try SignedSamples.arrived(
            "REFUND_REVERSED", transaction: refunded, changes: ["signedDate": .integer(later)])
        let told = try SignedSamples.contents(document, .notificationV2).transactions.first
        #expect(told?.values.revocation == TransactionValues.RevocationStatement.none)
        #expect(told?.precedence?.documentTime == Instant(milliseconds: later))
    }

    @Test func aBareSignedPayloadIsANotificationToo() throws {
        let bare = try SignedSamples.signed(SignedSamples.notification("TEST"))
        let notice = try SignedSamples.contents(bare, .notificationV2).notices.first
        #expect(notice?.notification.type == "TEST" && notice?.chain == nil)
        let nameless = try SignedSamples.signed(
            SignedSamples.notification("TEST", data: [:], ["notificationType": .null]))
        #expect(SignedSamples.reason(nameless, .notificationV2) == .wrongKind)
    }

    @Test func oneWithSendAttemptsIsToldAgainRatherThanDelivered() throws {
        var document = try #require(SignedSamples.arrived("TEST").object)
        document["sendAttempts"] = .array([
            .object(["attemptDate": .integer(1_700_000_200_000), "sendAttemptResult": "TIMED_OUT"]),
            .object(["sendAttemptResult": "SUCCESS"]),
        ])
        let contents = try SignedSamples.contents(
            .object(document), .notificationV2, receivedAt: Instant("2024-01-01"))
        let notice = try #require(contents.notices.first)
        #expect(!notice.isDelivery && notice.notification.receivedAt == nil)
        expectNoDifference(
            notice.sendAttempts,
            [SendAttempt(at: Instant(milliseconds: 1_700_000_200_000), result: "TIMED_OUT")])
    }
}
