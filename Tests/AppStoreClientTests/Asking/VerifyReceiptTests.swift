import AppStoreClient
import Foundation
import JSONValues
import Purchases
import Testing

struct VerifyReceiptTests {
    private static let valid = #"{"status":0,"environment":"Production","receipt":{}}"#

    private static func isSandbox(_ request: AppStoreHTTPRequest) -> Bool {
        request.url.host == "sandbox.itunes.apple.com"
    }

    @Test func theQuestionIsAsAppleWantsIt() async throws {
        let bench = try ClientBench { _, _ in .json(Self.valid) }
        let answer = try await bench.client.verifyReceipt(Data([1, 2, 250]))
        #expect(answer.body == Data(Self.valid.utf8))
        #expect(answer.kind == .verifyReceipt && answer.environment == .production)
        let request = try #require(bench.store.requests.first)
        #expect(request.method == "POST")
        #expect(request.url.absoluteString == "https://buy.itunes.apple.com/verifyReceipt")
        #expect(request.headers["authorization"] == nil)
        let body = try JSONValue(parsing: try #require(request.body))
        #expect(body == .object(["receipt-data": .string("AQL6"), "password": .string(ClientBench.secret)]))
        _ = try await bench.client.verifyReceipt("AQL6", .newestOnly)
        let second = try JSONValue(parsing: try #require(bench.store.requests.last?.body))
        #expect(second["exclude-old-transactions"] == .bool(true))
    }

    @Test func aReceiptOfTheSandboxIsAskedAboutThere() async throws {
        let bench = try ClientBench { request, _ in
            .json(Self.isSandbox(request) ? Self.valid : #"{"status":21007}"#)
        }
        #expect(try await bench.client.verifyReceipt("AQL6").environment == .sandbox)
        #expect(bench.store.requests.map(Self.isSandbox) == [false, true])
    }

    @Test func noAnswerSendsItRoundInACircle() async throws {
        let bench = try ClientBench { request, _ in
            .json(Self.isSandbox(request) ? #"{"status":21008}"# : #"{"status":21007}"#)
        }
        await #expect(throws: AppStoreError.status(21008, isRetryable: nil)) {
            try await bench.client.verifyReceipt("AQL6")
        }
        #expect(bench.store.requests.count == 2)
    }

    @Test func theSandboxKnowsTestersWhereItIsNotServed() async throws {
        let production = try ClientBench(environments: [.production]) { request, _ in
            .json(Self.isSandbox(request) ? Self.valid : #"{"status":21007}"#)
        }
        #expect(try await production.client.verifyReceipt("AQL6").environment == .sandbox)
        #expect(production.store.requests.map(Self.isSandbox) == [false, true])
        let sandbox = try ClientBench(environments: [.sandbox]) { request, _ in
            .json(Self.isSandbox(request) ? Self.valid : "{}")
        }
        #expect(try await sandbox.client.verifyReceipt("AQL6").environment == .sandbox)
        let none = try ClientBench(environments: [.xcode]) { _, _ in .json(Self.valid) }
        await #expect(throws: AppStoreError.notServed) {
            try await none.client.verifyReceipt("AQL6")
        }
        #expect(none.store.requests.isEmpty)
    }

    @Test(arguments: [
        (#"{"status":21002}"#, AppStoreError.status(21002, isRetryable: nil)),
        (#"{"status":"21005"}"#, .status(21005, isRetryable: nil)),
        (#"{"status":21100,"is_retryable":true}"#, .status(21100, isRetryable: true)),
        (#"{"status":21100,"is-retryable":1}"#, .status(21100, isRetryable: true)),
        (#"{"status":21199,"is_retryable":"0"}"#, .status(21199, isRetryable: false)),
        (#"{"environment":"Production"}"#, .notJSON), (#"[{"status":0}]"#, .notJSON), ("", .notJSON),
        ("<html>Service Unavailable</html>", .notJSON), (#"{"status":0,"receipt":{"#, .notJSON),
        (#"{"status":null}"#, .notJSON),
    ]) func anAnswerSays(_ body: String, _ error: AppStoreError) async throws {
        let bench = try ClientBench { _, _ in .json(body) }
        await #expect(throws: error) { try await bench.client.verifyReceipt("AQL6") }
        #expect(bench.store.requests.count == 1)
    }

    @Test func anExpiredReceiptOfTheOldStyleIsAnAnswer() async throws {
        let bench = try ClientBench { _, _ in .json(#"{"status":21006,"receipt":{}}"#) }
        #expect(try await bench.client.verifyReceipt("AQL6").kind == .verifyReceipt)
    }

    @Test func aWrongSecretStopsAllAndMendsByItself() async throws {
        let bench = try ClientBench { _, count in .json(count < 3 ? #"{"status":21004}"# : Self.valid) }
        let client = bench.client
        await #expect(throws: AppStoreError.status(21004, isRetryable: nil)) {
            try await client.verifyReceipt("AQL6")
        }
        // A day of askers that never let go: one probe every three minutes, until the secret is right.
        var answered: [AppStoreAnswer] = []
        let end = TurnedClock.start + .hours(1)
        while bench.time.now < end {
            do { answered.append(try await client.verifyReceipt("AQL6")) } catch {
                #expect(error.isConfiguration && !error.countsAsTry)
                bench.time.turn(to: bench.time.now + .seconds(7))
                continue
            }
            break
        }
        #expect(answered.count == 1)
        #expect(bench.store.requests.count == 4)
        #expect(bench.time.now - TurnedClock.start >= .seconds(540))
    }
}
