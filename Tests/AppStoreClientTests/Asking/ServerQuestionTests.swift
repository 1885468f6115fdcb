import AppStoreClient
import Foundation
import JSONValues
import JWTKit
import Purchases
import Testing

struct ServerQuestionTests {
    private static let unknown = AppStoreHTTPResponse.json(
        #"{"errorCode":4040010,"errorMessage":"Transaction id not found."}"#, status: 404)

    private static func isSandbox(_ request: AppStoreHTTPRequest) -> Bool {
        request.url.host == "api.storekit-sandbox.apple.com"
    }

    @Test func everyQuestionGoesWhereAppleWantsIt() async throws {
        let bench = try ClientBench { request, _ in
            .json(#"{"signedTransactions":[],"status":0,"testNotificationToken":"t","revision":"r"}"#)
        }
        let (client, id) = (bench.client, TransactionID("2000000123"))
        _ = try await client.transactionInfo(id)
        _ = try await client.subscriptionStatuses(ofAny: id, in: .sandbox)
        _ = try await client.transactionHistory(ofAny: id)
        _ = try await client.refundHistory(ofAny: id)
        #expect(try await client.lookUpOrder(OrderID("MABC123")).isKnown)
        let page = try await client.notificationHistory(
            from: Instant(milliseconds: 1), until: Instant(milliseconds: 2), .failedOnly, page: "p/1",
            in: .production)
        #expect(page.nextToken == nil)
        #expect(try await client.requestTestNotification(in: .sandbox) == "t")
        _ = try await client.testNotificationStatus("t", in: .sandbox)
        try await client.setAppAccountToken(
            "7e3fb20b", of: ChainID(OriginalTransactionID("2000000123"), in: .sandbox))
        let (live, sandbox) = ("https://api.storekit.apple.com", "https://api.storekit-sandbox.apple.com")
        #expect(
            bench.store.requests.map { "\($0.method) \($0.url.absoluteString)" } == [
                "GET \(live)/inApps/v1/transactions/2000000123",
                "GET \(sandbox)/inApps/v1/subscriptions/2000000123",
                "GET \(live)/inApps/v2/history/2000000123",
                "GET \(live)/inApps/v2/refund/lookup/2000000123",
                "GET \(live)/inApps/v1/lookup/MABC123",
                "POST \(live)/inApps/v1/notifications/history?paginationToken=p%2F1",
                "POST \(sandbox)/inApps/v1/notifications/test",
                "GET \(sandbox)/inApps/v1/notifications/test/t",
                "PUT \(sandbox)/inApps/v1/transactions/2000000123/appAccountToken",
            ])
        let told = try JSONValue(parsing: try #require(bench.store.requests[8].body))
        #expect(told == .object(["appAccountToken": .string("7e3fb20b")]))
        let filter = try JSONValue(parsing: try #require(bench.store.requests[5].body))
        #expect(
            filter
                == .object(["startDate": .integer(1), "endDate": .integer(2), "onlyFailures": .bool(true)]))
    }

    /// Ids come from people and documents; none may lead to another endpoint, host or header.
    @Test(arguments: [
        "../../v1/notifications/test", "a/b", "a?b=c", "a#b", "a%2Fb", "a b", "a\r\nHost: x", "..", "ä",
        "//x", "@x",
    ]) func noIdLeadsElsewhere(_ id: String) async throws {
        let bench = try ClientBench { _, _ in .json("{}") }
        _ = try await bench.client.transactionInfo(TransactionID(id))
        let url = try #require(bench.store.requests.first?.url.absoluteString)
        let prefix = "https://api.storekit.apple.com/inApps/v1/transactions/"
        #expect(url.hasPrefix(prefix))
        #expect(!url.dropFirst(prefix.count).contains { "/?#@ .\r\n".contains($0) }, "\(url)")
        #expect(url.dropFirst(prefix.count).removingPercentEncoding == id)
    }

    @Test func theTokenIsWhatAppleWantsAndIsKeptForAsLongAsItIsGood() async throws {
        let bench = try ClientBench { _, _ in .json("{}") }
        let keys = await JWTKeyCollection().add(ecdsa: TestKey.key.publicKey, kid: "KEYID12345")
        for minutes in [0, 1, 3, 4, 8] {
            bench.time.turn(to: TurnedClock.start + .seconds(Int64(minutes * 60)))
            _ = try await bench.client.transactionInfo(TransactionID("1"))
        }
        let tokens = bench.store.requests.compactMap { $0.headers["authorization"]?.dropFirst(7) }
        #expect(tokens[0] == tokens[1] && tokens[1] == tokens[2] && tokens[3] != tokens[2])
        #expect(Set(tokens).count == 3)
        for (token, minutes) in zip(tokens, [0, 0, 0, 4, 8]) {
            let claims = try await keys.verify(Array(token.utf8), as: Claims.self)
            let start = TurnedClock.start.milliseconds / 1000 + Int64(minutes * 60)
            #expect(claims.iss == "57246542-issuer" && claims.bid == "com.example.app")
            #expect(claims.aud == "appstoreconnect-v1")
            #expect(claims.iat <= start && claims.iat >= start - 60)
            #expect(claims.exp > start + 120 && claims.exp - claims.iat <= 1200)
            let header = try #require(token.split(separator: ".").first)
            let base64 = String(header) + String(repeating: "=", count: (4 - header.count % 4) % 4)
            let parts = try JSONValue(parsing: try #require(Data(base64Encoded: base64)))
            #expect(
                parts
                    == .object([
                        "alg": .string("ES256"), "kid": .string("KEYID12345"), "typ": .string("JWT"),
                    ]))
        }
    }

    private struct Claims: JWTPayload {
        let iss, aud, bid: String
        let iat, exp: Int64
        func verify(using algorithm: some JWTAlgorithm) async throws {}
    }

    @Test func theSandboxIsAskedForWhatProductionDoesNotKnow() async throws {
        let bench = try ClientBench { request, _ in
            Self.isSandbox(request) ? .json(#"{"signedTransactionInfo":"x"}"#) : Self.unknown
        }
        let answer = try await bench.client.transactionInfo(TransactionID("1"))
        #expect(answer.environment == .sandbox && answer.kind == .serverAPI)
        await #expect(throws: AppStoreError.api(code: 4_040_010, http: 404)) {
            try await bench.client.transactionInfo(TransactionID("1"), in: .production)
        }
        #expect(bench.store.requests.map(Self.isSandbox) == [false, true, false])
    }

    @Test func otherErrorsDoNotLeadToTheSandbox() async throws {
        let bench = try ClientBench { _, _ in .json(#"{"errorCode":4000006}"#, status: 400) }
        await #expect(throws: AppStoreError.api(code: 4_000_006, http: 400)) {
            try await bench.client.transactionInfo(TransactionID("x"))
        }
        #expect(bench.store.requests.count == 1)
    }

    @Test func aHistoryIsReadToItsEnd() async throws {
        let bench = try ClientBench { request, count in
            let page = request.url.query?.split(separator: "=").last.map(String.init) ?? "0"
            let next = (Int(page) ?? 0) + 1
            return .json(
                #"{"signedTransactions":["\#(count)"],"revision":"\#(next)","hasMore":\#(next < 4)}"#)
        }
        let history = try await bench.client.transactionHistory(ofAny: TransactionID("1"))
        #expect(history.count == 4)
        #expect(bench.store.requests.map { $0.url.query } == [nil, "revision=1", "revision=2", "revision=3"])
    }

    @Test func aHistoryThatNeverEndsIsCutOff() async throws {
        let stuck = try ClientBench { _, _ in .json(#"{"revision":"1","hasMore":true}"#) }
        let first = try await stuck.client.refundHistory(ofAny: TransactionID("1"))
        #expect(first.count == 2)
        let endless = try ClientBench { _, count in .json(#"{"revision":"\#(count)","hasMore":true}"#) }
        let second = try await endless.client.transactionHistory(ofAny: TransactionID("1"))
        #expect(second.count == 500)
    }

    @Test func pagesOfNotificationsFollowTheirToken() async throws {
        let bench = try ClientBench { request, count in
            .json(#"{"notificationHistory":[],"paginationToken":"t\#(count)","hasMore":\#(count < 2)}"#)
        }
        var (token, count) = (String?.none, 0)
        repeat {
            token = try await bench.client.notificationHistory(
                from: .earliest, until: TurnedClock.start, page: token, in: .production
            ).nextToken
            count += 1
        } while token != nil && count < 10
        #expect(count == 3)
    }

    @Test func whatAppleDidWithATestIsRead() async throws {
        let bench = try ClientBench { _, _ in
            .json(
                #"{"signedPayload":"x","sendAttempts":[{"attemptDate":1,"sendAttemptResult":"TLS_ISSUE"},{"sendAttemptResult":"SUCCESS"}]}"#
            )
        }
        let answer = try await bench.client.testNotificationStatus("t", in: .production)
        #expect(answer.results == ["TLS_ISSUE", "SUCCESS"])
    }

    @Test func whatIsNotConfiguredIsNotAsked() async throws {
        let bench = try ClientBench(hasKey: false, hasSecret: false) { _, _ in .json("{}") }
        await #expect(throws: AppStoreError.notConfigured(.server)) {
            try await bench.client.transactionInfo(TransactionID("1"))
        }
        await #expect(throws: AppStoreError.notConfigured(.receipts)) {
            try await bench.client.verifyReceipt("x")
        }
        let production = try ClientBench(environments: [.sandbox]) { _, _ in .json("{}") }
        await #expect(throws: AppStoreError.notServed) {
            try await production.client.lookUpOrder(OrderID("MABC123"))
        }
        #expect(bench.store.requests.isEmpty && production.store.requests.isEmpty)
    }
}
