import AppStore
import AppStoreClient
import AppStoreSimulator
import Crypto
import Foundation
import JSONValues
import Purchases
import Testing

/// What the simulated App Store answers, through the client that asks the real one, and by hand.
struct SimulatedAnswerTests {
    private let start = Shelf.start

    // MARK: verifyReceipt

    @Test func aReceiptIsVerifiedWhereItBelongs() async throws {
        var apple = try Shelf.shop()
        apple.open("tester", in: .sandbox)
        _ = try apple.buy("tea.monthly", by: "u_1")
        _ = try apple.buy("tea.leaves", by: "u_1")
        _ = try apple.buy("tea.pot", by: "tester")
        let (real, test) = (try apple.receipt(of: "u_1"), try apple.receipt(of: "tester"))
        let asker = try Question.asker(SharedAppStore(apple), at: start)
        for (receipt, environment, count) in [(real, AppStoreEnvironment.production, 2), (test, .sandbox, 1)]
        {
            let answer = try await asker.verifyReceipt(receipt)
            let json = try JSONValue(parsing: answer.body)
            #expect(answer.environment == environment && json["status"] == .integer(0))
            #expect(json["environment"]?.string == environment.rawValue)
            #expect(json["receipt"]?["in_app"]?.array?.count == count)
        }
    }

    @Test func theReceiptItselfIsSignedUnderTheSameRoot() throws {
        var apple = try Shelf.shop()
        let bought = try Shelf.charged(apple.buy("tea.yearly", by: "u_1"))
        let receipt = try AppReceipt(base64OrDER: apple.receipt(of: "u_1"))
        let checker = SignatureChecker(roots: try TrustedRoots(certificate: apple.signer.root), now: start)
        try checker.check(receipt)
        #expect(receipt.purchases.map(\.transactionID) == [bought.id])
        #expect(throws: DocumentProblem.self) {
            try SignatureChecker(
                roots: try TrustedRoots(certificate: SimulatedAppStore(at: start).signer.root), now: start
            )
            .check(receipt)
        }
    }

    @Test func everyStatusOfVerifyReceipt() throws {
        var apple = try Shelf.shop()
        apple.open("tester", in: .sandbox)
        apple.open("gone")
        for name in ["u_1", "tester", "gone"] as [AccountID] { _ = try apple.buy("tea.monthly", by: name) }
        _ = try apple.buy("tea.pot", by: "u_2")
        try apple.change("gone") { $0.isDeleted = true }
        func status(
            _ account: AccountID?, _ host: String = "buy", password: String? = nil, method: String = "POST",
            body: String? = nil
        ) throws -> JSONValue? {
            var members: [String: JSONValue] = [:]
            if let account {
                members["receipt-data"] = .string(try apple.receipt(of: account).base64EncodedString())
            }
            members["password"] = .string(password ?? apple.terms.sharedSecret)
            if password == "" { members["password"] = nil }
            let text = body ?? JSONValue.object(members).canonicalText
            let answer = try apple.ask(
                method, "https://\(host).itunes.apple.com/verifyReceipt", text, token: nil)
            return answer.json?["status"]
        }
        #expect(try status("u_1") == .integer(0))
        #expect(try status("u_1", method: "GET") == .integer(21000))
        #expect(try status(nil) == .integer(21002))
        #expect(try status(nil, body: #"{"receipt-data":"!!!"}"#) == .integer(21002))
        #expect(try status(nil, body: #"{"receipt-data":"MIIB"}"#) == .integer(21003))
        #expect(try status("u_1", password: "wrong") == .integer(21004))
        #expect(try status("u_1", password: "") == .integer(21004))
        #expect(try status("u_2", password: "") == .integer(0))
        #expect(try status("tester") == .integer(21007))
        #expect(try status("u_1", "sandbox") == .integer(21008))
        #expect(try status("gone") == .integer(21010))
    }

    @Test func oldTransactionsCanBeLeftOut() async throws {
        var apple = try Shelf.shop()
        _ = try apple.buy("tea.weekly", by: "u_1")
        _ = try apple.advance(to: start + .days(30))
        let receipt = try apple.receipt(of: "u_1")
        let asker = try Question.asker(SharedAppStore(apple), at: start + .days(30))
        let all = try JSONValue(parsing: await asker.verifyReceipt(receipt, .everything).body)
        let few = try JSONValue(parsing: await asker.verifyReceipt(receipt, .newestOnly).body)
        #expect(all["latest_receipt_info"]?.array?.count == 5)
        #expect(few["latest_receipt_info"]?.array?.count == 1)
        #expect(all["pending_renewal_info"]?.array?.first?["auto_renew_status"] == .string("1"))
    }

    // MARK: The Server API

    @Test func historiesComeInPagesByWhatChangedLast() async throws {
        var apple = try Shelf.shop()
        let bought = try Shelf.charged(apple.buy("tea.weekly", by: "u_1"))
        _ = try apple.advance(to: start + .days(7 * 49))
        _ = try apple.advance(to: start + .days(7 * 49) + .hours(1))
        try apple.refund(bought.id, share: 50_000)
        let asker = try Question.asker(SharedAppStore(apple), at: apple.now)
        let history = try await asker.transactionHistory(ofAny: bought.id, in: .production)
        let pages = try history.map { try JSONValue(parsing: $0.body) }
        #expect(pages.map { $0["signedTransactions"]?.array?.count } == [20, 20, 10])
        let last = try #require(pages.last?["signedTransactions"]?.array?.last?.string)
        let payload = try SignedText.payload(of: last)
        #expect(payload["transactionId"]?.string == bought.id.rawValue)
        #expect(payload["revocationType"]?.string == "REFUND_PRORATED")
        let refunds = try await asker.refundHistory(ofAny: bought.id, in: .production)
        #expect(
            try refunds.map { try JSONValue(parsing: $0.body)["signedTransactions"]?.array?.count } == [
                1
            ])
    }

    @Test func whatIsSignedHoldsUnderItsRoot() async throws {
        var apple = try Shelf.shop()
        let bought = try Shelf.charged(apple.buy("tea.monthly", by: "u_1"))
        let root = apple.signer.root
        let asker = try Question.asker(SharedAppStore(apple), at: start)
        let answer = try await asker.transactionInfo(bought.id, in: .production)
        let text = try #require(try JSONValue(parsing: answer.body)["signedTransactionInfo"]?.string)
        let checker = SignatureChecker(roots: try TrustedRoots(certificate: root), now: start)
        try checker.check(SignedText(text))
        let strangers = SignatureChecker(roots: .apple, now: start)
        #expect(throws: DocumentProblem.self) { try strangers.check(SignedText(text)) }
    }

    @Test func aTokenIsSignedFromThePresentRenewalOn() throws {
        var apple = try Shelf.shop()
        let bought = try Shelf.charged(apple.buy("tea.weekly", by: "u_1"))
        _ = try apple.advance(to: start + .days(8))
        let token = "7e3fb20b-4cdb-47cc-936d-99d65f608138"
        let url = "https://api.storekit.apple.com/inApps/v1/transactions/\(bought.original)/appAccountToken"
        let answer = try apple.ask("PUT", url, #"{"appAccountToken":"\#(token)"}"#)
        #expect(answer.response.status == 200)
        _ = try apple.advance(to: start + .days(15))
        #expect(apple.transactions(of: "u_1").map(\.token) == [nil, token, token])
    }

    @Test func statusesSayWhereEachSubscriptionStands() async throws {
        var apple = try Shelf.shop { $0.graceDays = 3 }
        func status() throws -> Int64? {
            let any = try #require(apple.transactions(of: "u_1").first?.id.rawValue)
            let answer = try apple.ask("GET", "https://api.storekit.apple.com/inApps/v1/subscriptions/\(any)")
            let item = answer.json?["data"]?.array?.first?["lastTransactions"]?.array?.first
            if case .integer(let status)? = item?["status"] { return status }
            return nil
        }
        let bought = try Shelf.charged(apple.buy("tea.yearly", by: "u_1"))
        #expect(try status() == 1)
        try apple.setPayment(of: "u_1", works: false)
        let end = try #require(bought.expiresAt)
        for (after, expected) in [(TimeLength.days(1), 4), (.days(4), 3), (.days(61), 2)]
            as [(TimeLength, Int64)]
        {
            _ = try apple.advance(to: end + after)
            #expect(try status() == expected)
        }
        try apple.change("u_1") { $0.canPay = true }
        let again = try Shelf.charged(apple.buy("tea.yearly", by: "u_1"))
        try apple.refund(again.id)
        #expect(try status() == 5)
    }

    @Test func ordersAreKnownInProductionOnly() async throws {
        var apple = try Shelf.shop()
        let bought = try Shelf.charged(apple.buy("tea.pot", by: "u_1"))
        let asker = try Question.asker(SharedAppStore(apple), at: start)
        #expect(try await asker.lookUpOrder(bought.order).isKnown)
        #expect(try await !asker.lookUpOrder(OrderID("MAAAAAAAAA")).isKnown)
        let sandbox = try apple.ask(
            "GET", "https://api.storekit-sandbox.apple.com/inApps/v1/lookup/\(bought.order)")
        #expect(sandbox.response.status == 404)
    }

    @Test func theHistoryOfNotificationsTellsWhatFailed() async throws {
        var apple = try Shelf.shop()
        for name in ["u_1", "u_2"] as [AccountID] { _ = try apple.buy("tea.weekly", by: name) }
        var now = start
        while now < start + .days(120) {
            now = now + .days(1)
            for delivery in try apple.advance(to: now) {
                apple.delivered(delivery, delivery.account == "u_1" ? .answered(200) : .answered(503))
            }
        }
        let asker = try Question.asker(SharedAppStore(apple), at: now)
        var (uuids, token): (Set<String>, String?) = ([], nil)
        var pages = 0
        repeat {
            let page = try await asker.notificationHistory(
                from: start, until: now, .all, page: token, in: .production)
            let items = try JSONValue(parsing: page.answer.body)["notificationHistory"]?.array ?? []
            for item in items {
                let payload = try SignedText.payload(of: try #require(item["signedPayload"]?.string))
                uuids.insert(try #require(payload["notificationUUID"]?.string))
            }
            (token, pages) = (page.nextToken, pages + 1)
        } while token != nil && pages < 100
        #expect(uuids.count == 2 * (1 + 17))
        #expect(pages == 2)
        let failed = try await asker.notificationHistory(
            from: start, until: now, .failedOnly, page: nil, in: .production)
        let item = try JSONValue(parsing: failed.answer.body)["notificationHistory"]?.array
        #expect(item?.count == 18)
        #expect(item?.first?["sendAttempts"]?.array?.count == 6)
    }

    @Test(arguments: ErrorCase.all) func everyErrorHasItsCode(_ example: ErrorCase) throws {
        var apple = try Shelf.shop()
        apple.open("gone")
        let bought = try Shelf.charged(apple.buy("tea.monthly", by: "u_1"))
        let gone = try Shelf.charged(apple.buy("tea.pot", by: "gone"))
        let paid = try Shelf.charged(apple.buy("tea.yearly", by: "u_2"))
        let coins = try Shelf.charged(apple.buy("tea.leaves", by: "u_2"))
        try apple.change("gone") { $0.isDeleted = true }
        let path = example.path.replacing("TRIAL", with: bought.id.rawValue).replacing(
            "GONE", with: gone.id.rawValue
        )
        .replacing("PAID", with: paid.id.rawValue).replacing("COINS", with: coins.id.rawValue)
        let body = example.body.replacing("NOW", with: String(start.milliseconds))
        let answer = try apple.ask(example.method, "https://api.storekit.apple.com/inApps\(path)", body)
        #expect(
            answer.json?["errorCode"] == .integer(Int64(example.code)), "\(example) \(answer.json ?? .null)")
        #expect(answer.response.status == example.code / 10_000)
    }

    /// Version 2 takes every type of product, and what goes together; version 1 two types.
    @Test(arguments: [
        ("tea.yearly", ""), ("tea.yearly", #","refundPreference":"GRANT_PRORATED""#),
        ("tea.leaves", #","consumptionPercentage":40000,"refundPreference":"GRANT_PRORATED""#),
        ("tea.pass", #","consumptionPercentage":100000,"refundPreference":"GRANT_FULL""#),
        ("tea.pot", #","consumptionPercentage":0,"refundPreference":"DECLINE""#),
    ])
    func consumptionIsTakenOfEveryTypeOfProduct(_ product: String, _ more: String) throws {
        var apple = try Shelf.shop()
        let bought = try Shelf.charged(apple.buy(ProductID(product), by: "u_1"))
        try apple.requestRefund(bought.id)
        let body =
            #"{"customerConsented":true,"deliveryStatus":"DELIVERED","sampleContentProvided":false"# + more
            + "}"
        let url = { (version: String) in
            "https://api.storekit.apple.com/inApps/\(version)/transactions/consumption/\(bought.id)"
        }
        #expect(try apple.ask("PUT", url("v2"), body).response.status == 202)
        #expect(apple.consumptionAnswers[bought.id] == Data(body.utf8))
        let isOfOld = ["tea.yearly", "tea.leaves"].contains(product)
        #expect(try apple.ask("PUT", url("v1"), body).response.status == (isOfOld ? 202 : 400))
    }

    @Test func extensionsAreTwoAYear() throws {
        var apple = try Shelf.shop()
        let paid = try Shelf.charged(apple.buy("tea.yearly", by: "u_1"))
        let url = "https://api.storekit.apple.com/inApps/v1/subscriptions/extend/\(paid.original)"
        let body = #"{"extendByDays":30,"extendReasonCode":3,"requestIdentifier":"r1"}"#
        #expect(try apple.ask("PUT", url, body).json?["success"] == .bool(true))
        #expect(try apple.ask("PUT", url, body).json?["success"] == .bool(true))
        #expect(try apple.ask("PUT", url, body).json?["errorCode"] == .integer(4_030_005))
        #expect(apple.subscriptions[paid.original]?.expiresAt == paid.expiresAt.map { $0 + .days(60) })
        #expect(try Shelf.told(apple.advance(to: start)).filter { $0 == "RENEWAL_EXTENDED" }.count == 2)
    }

    @Test func aBadTokenIsAnsweredWithoutABody() throws {
        var apple = try Shelf.shop()
        let url = "https://api.storekit.apple.com/inApps/v1/notifications/test"
        let key = apple.terms.key
        let others: [String?] = [
            nil, "Bearer", "Bearer a.b.c",
            try Question.token(apple.terms, at: start, changing: ["aud": .string("x")]),
            try Question.token(apple.terms, at: start - .hours(2)),
            try Question.token(apple.terms, at: start, changing: ["bid": .string("com.example.coffee")]),
            try Question.token(apple.terms, at: start, changing: ["iss": .string("x")]),
            try Question.token(apple.terms, at: start, signedBy: P256.Signing.PrivateKey()),
        ]
        for token in others {
            let answer = try apple.ask("POST", url, token: token)
            #expect(answer.response.status == 401 && answer.response.body.isEmpty)
        }
        let good = try apple.ask(
            "POST", url, token: try Question.token(apple.terms, at: start, signedBy: key.privateKey))
        #expect(good.response.status == 200)
    }

    @Test func theLimitIsTheHours() throws {
        var apple = try Shelf.shop()
        let url = "https://api.storekit-sandbox.apple.com/inApps/v1/notifications/test/x"
        for _ in 1...360 { #expect(try apple.ask("GET", url).response.status == 400) }
        let refused = try apple.ask("GET", url).response
        #expect(refused.status == 429)
        #expect(refused.headers["retry-after"] == String((start + .hours(1)).milliseconds))
        _ = try apple.advance(to: start + .hours(1))
        #expect(try apple.ask("GET", url).response.status == 400)
    }

    // MARK: Faults

    @Test(
        arguments: [
            (AppleFault.Kind.down, "network"), (.reset, "network"), (.html, "not_json"),
            (.http(503), "http_503"),
            (.receipt(21005), "21005"), (.wrongSecret, "21004"), (.limited, "http_429"),
            (.redirect, "http_302"),
        ] as [(AppleFault.Kind, String)])
    func faultsAreWhatTheClientKnows(_ kind: AppleFault.Kind, _ code: String) async throws {
        var apple = try Shelf.shop()
        _ = try apple.buy("tea.monthly", by: "u_1")
        let receipt = try apple.receipt(of: "u_1")
        apple.faults = FaultPlan([AppleFault(kind, until: start + .hours(1))])
        let shared = SharedAppStore(apple)
        let asker = try Question.asker(shared, at: start)
        let error = try await #require(throws: AppStoreError.self) { try await asker.verifyReceipt(receipt) }
        #expect(error.code == code)
        _ = try shared.advance(to: start + .hours(1))
        let later = try Question.asker(shared, at: start + .hours(1))
        #expect(try JSONValue(parsing: await later.verifyReceipt(receipt).body)["status"] == .integer(0))
    }
}

/// A request that must fail, and the code with which it does.
struct ErrorCase: Sendable, CustomTestStringConvertible {
    let method: String
    let path: String
    let body: String
    let code: Int

    init(_ code: Int, _ method: String, _ path: String, _ body: String = "") {
        (self.code, self.method, self.path, self.body) = (code, method, path, body)
    }

    var testDescription: String { "\(code) \(method) \(path)" }

    static let all = [
        ErrorCase(4_000_006, "GET", "/v1/transactions/abc"),
        ErrorCase(4_040_010, "GET", "/v1/transactions/1"),
        ErrorCase(4_040_001, "GET", "/v2/history/GONE"),
        ErrorCase(4_000_005, "GET", "/v2/history/TRIAL?revision=x"),
        ErrorCase(4_000_021, "GET", "/v2/history/TRIAL?sort=UP"),
        ErrorCase(4_000_013, "GET", "/v2/history/TRIAL?startDate=2&endDate=1"),
        ErrorCase(4_000_022, "GET", "/v2/history/TRIAL?productType=TEA"),
        ErrorCase(4_000_031, "GET", "/v1/subscriptions/TRIAL?status=9"),
        ErrorCase(4_040_010, "GET", "/v1/subscriptions/12"),
        ErrorCase(4_040_010, "GET", "/v2/refund/lookup/12"),
        ErrorCase(4_040_005, "PUT", "/v1/subscriptions/extend/1", good),
        ErrorCase(4_000_009, "PUT", "/v1/subscriptions/extend/1", #"{"extendByDays":91}"#),
        ErrorCase(
            4_000_010, "PUT", "/v1/subscriptions/extend/1", #"{"extendByDays":9,"extendReasonCode":7}"#),
        ErrorCase(
            4_000_011, "PUT", "/v1/subscriptions/extend/1", #"{"extendByDays":9,"extendReasonCode":1}"#),
        ErrorCase(4_030_004, "PUT", "/v1/subscriptions/extend/TRIAL", good),
        ErrorCase(4_040_009, "GET", "/v1/subscriptions/extend/mass/tea.monthly/r9"),
        ErrorCase(4_000_023, "POST", "/v1/subscriptions/extend/mass", good),
        ErrorCase(4_000_035, "PUT", "/v2/transactions/consumption/TRIAL", #"{"customerConsented":false}"#),
        ErrorCase(4_000_036, "PUT", "/v2/transactions/consumption/TRIAL", #"{"customerConsented":true}"#),
        ErrorCase.consumption(4_000_041, #""deliveryStatus":"DELIVERED","sampleContentProvided":1"#),
        ErrorCase.consumption(4_000_209, #""consumptionPercentage":40000"#),
        ErrorCase.consumption(4_000_209, #""deliveryStatus":"UNDELIVERED_OTHER","consumptionPercentage":0"#),
        ErrorCase.consumption(4_000_044, #""refundPreference":"GRANT""#),
        ErrorCase.consumption(4_000_000, #""consumptionPercentage":100001"#, of: "COINS"),
        ErrorCase.consumption(4_000_000, #""consumptionPercentage":-1"#, of: "COINS"),
        ErrorCase.consumption(
            4_000_000, #""deliveryStatus":"UNDELIVERED_OTHER","consumptionPercentage":1"#, of: "COINS"),
        ErrorCase.consumption(4_000_044, #""refundPreference":"GRANT_PRORATED""#, of: "COINS"),
        ErrorCase.consumption(
            4_000_044, #""refundPreference":"GRANT_PRORATED","consumptionPercentage":100000"#, of: "COINS"),
        ErrorCase.consumption(
            4_000_044,
            #""refundPreference":"GRANT_PRORATED","deliveryStatus":"UNDELIVERED_OTHER","consumptionPercentage":0"#,
            of: "COINS"),
        ErrorCase(4_000_183, "PUT", "/v1/transactions/TRIAL/appAccountToken", #"{"appAccountToken":"x"}"#),
        ErrorCase(4_040_010, "POST", "/v1/transactions/5/finish"),
        ErrorCase(4_000_015, "POST", "/v1/notifications/history", "{}"),
        ErrorCase(4_000_016, "POST", "/v1/notifications/history", #"{"startDate":NOW}"#),
        ErrorCase(4_000_012, "POST", "/v1/notifications/history", #"{"startDate":1,"endDate":2}"#),
        ErrorCase(4_000_013, "POST", "/v1/notifications/history", #"{"startDate":NOW,"endDate":1}"#),
        ErrorCase(
            4_000_014, "POST", "/v1/notifications/history?paginationToken=x",
            #"{"startDate":NOW,"endDate":9999999999999}"#),
        ErrorCase(
            4_000_019, "POST", "/v1/notifications/history",
            #"{"startDate":NOW,"endDate":9999999999999,"notificationType":"TEST","transactionId":"1"}"#),
        ErrorCase(4_000_020, "GET", "/v1/notifications/test/x"),
        ErrorCase(4_040_008, "GET", "/v1/notifications/test/x_1"),
    ]

    private static let good = #"{"extendByDays":9,"extendReasonCode":1,"requestIdentifier":"r"}"#

    /// Consumption information of a purchase: of what was delivered, unless its members say otherwise.
    private static func consumption(
        _ code: Int, _ members: String, of purchase: String = "TRIAL"
    ) -> ErrorCase {
        var body = #"{"customerConsented":true,"# + members
        if !members.contains("deliveryStatus") { body += #","deliveryStatus":"DELIVERED""# }
        if !members.contains("sampleContentProvided") { body += #","sampleContentProvided":false"# }
        return ErrorCase(code, "PUT", "/v2/transactions/consumption/\(purchase)", body + "}")
    }
}

/// Asks a simulated App Store.
enum Question {
    /// A client at a moment that does not pass.
    static func asker(_ apple: SharedAppStore, at now: Instant) throws -> AppStoreAsker {
        AppStoreAsker(
            access: try apple.access(), transport: InProcessTransport(to: apple),
            clock: AppStoreClock(now: { now }, sleep: { _ in }))
    }

    /// A token for the Server API.
    static func token(
        _ terms: ShopTerms, at now: Instant, changing claims: [String: JSONValue] = [:],
        signedBy key: P256.Signing.PrivateKey? = nil
    ) throws -> String {
        func part(_ members: [String: JSONValue]) -> String {
            Data(JSONValue.object(members).canonicalText.utf8).base64EncodedString()
                .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        }
        let header = part(["alg": .string("ES256"), "kid": .string(terms.key.keyID), "typ": .string("JWT")])
        let seconds = now.milliseconds / 1000
        let body: [String: JSONValue] = [
            "iss": .string(terms.key.issuerID), "iat": .integer(seconds), "exp": .integer(seconds + 300),
            "aud": .string("appstoreconnect-v1"), "bid": .string(terms.bundleID.rawValue),
        ]
        let signed = header + "." + part(body.merging(claims) { $1 })
        let signature = try (key ?? terms.key.privateKey).signature(for: Data(signed.utf8)).rawRepresentation
        let text = signature.base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        return "Bearer \(signed).\(text)"
    }
}

extension SimulatedAppStore {
    /// Asks one question, with a good token.
    mutating func ask(_ method: String, _ url: String, _ body: String = "") throws -> (
        response: SimulatorResponse, json: JSONValue?
    ) {
        try ask(method, url, body, token: try Question.token(terms, at: now))
    }

    /// Asks one question.
    mutating func ask(
        _ method: String, _ url: String, _ body: String = "", token: String?
    ) throws -> (response: SimulatorResponse, json: JSONValue?) {
        let url = try #require(URL(string: url))
        let response = respond(
            to: SimulatorRequest(method: method, url: url, authorization: token, body: Data(body.utf8)))
        return (response, try? JSONValue(parsing: response.body))
    }
}
