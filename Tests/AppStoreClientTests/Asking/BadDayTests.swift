import AppStoreClient
import Foundation
import Purchases
import Testing

struct BadDayTests {
    private let id = TransactionID("1")

    /// Asks without pause for as long as the clock allows; answers the codes of what came.
    private func hammer(_ bench: ClientBench, for time: TimeLength) async -> [String: Int] {
        var codes: [String: Int] = [:]
        let end = bench.time.now + time
        while bench.time.now < end {
            do {
                _ = try await bench.client.transactionInfo(id, in: .production)
                codes["answered", default: 0] += 1
            } catch {
                codes[error.code, default: 0] += 1
                // An asker without manners: a second, whatever it was told.
                bench.time.turn(to: bench.time.now + .seconds(1))
            }
        }
        return codes
    }

    @Test func anOutageIsAskedAboutSeldom() async throws {
        let bench = try ClientBench { _, _ in .json("busy", status: 503) }
        let codes = await hammer(bench, for: .hours(6))
        #expect(bench.store.requests.count == codes["http_503"])
        // Five to notice, then at most one every minute at these odds.
        #expect(bench.store.requests.count <= 5 + 6 * 60 + 10, "\(codes)")
        #expect(bench.store.requests.count >= 60, "an outage's end must be noticed: \(codes)")
    }

    @Test func itIsOverWhenAppleIsBack() async throws {
        let bench = try ClientBench { _, count in
            count < 8 ? .json("<html>", status: 200) : .json("{}")
        }
        let codes = await hammer(bench, for: .seconds(600))
        #expect(codes["not_json"] == 8)
        #expect((codes["answered"] ?? 0) > 1000, "\(codes)")
    }

    @Test func aRefusedKeyIsTriedEveryFewMinutes() async throws {
        let bench = try ClientBench { _, _ in AppStoreHTTPResponse(status: 401) }
        let codes = await hammer(bench, for: .hours(6))
        #expect(Set(codes.keys) == ["http_401"])
        #expect(bench.store.requests.count <= 6 * 20 + 1)
        let tokens = Set(bench.store.requests.compactMap { $0.headers["authorization"] })
        #expect(tokens.count == bench.store.requests.count, "each probe signs a new token")
        // The sandbox is not to blame.
        await #expect(throws: AppStoreError.self) {
            try await bench.client.transactionInfo(id, in: .sandbox)
        }
        #expect(bench.store.requests.last?.url.host?.contains("sandbox") == true)
    }

    @Test func aLimitIsKeptToTheMillisecond() async throws {
        let moment = TurnedClock.start + .seconds(90)
        let bench = try ClientBench { _, count in
            count == 0
                ? .json(
                    #"{"errorCode":4290000}"#, status: 429,
                    headers: ["retry-after": String(moment.milliseconds)])
                : .json("{}")
        }
        await #expect(throws: AppStoreError.rateLimited(until: moment)) {
            try await bench.client.transactionInfo(id, in: .production)
        }
        await #expect(throws: AppStoreError.busy(until: moment)) {
            try await bench.client.transactionInfo(id, in: .production)
        }
        // Limits are an endpoint's: others go on.
        _ = try await bench.client.subscriptionStatuses(ofAny: id, in: .production)
        bench.time.turn(to: moment)
        _ = try await bench.client.transactionInfo(id, in: .production)
        #expect(bench.store.requests.count == 3)
    }

    @Test(arguments: [nil, "0", "1", "-1", "garbage", "99999999999999999", "9223372036854775807"])
    func noLimitIsHammeredOrBelievedForEver(_ header: String?) async throws {
        let bench = try ClientBench { _, _ in
            .json("{}", status: 429, headers: header.map { ["retry-after": $0] } ?? [:])
        }
        _ = await hammer(bench, for: .hours(3))
        #expect(bench.store.requests.count <= 3 * 3600 + 1)
        #expect(bench.store.requests.count >= 3)
        if header == nil || header == "garbage" { #expect(bench.store.requests.count < 200) }
    }

    @Test func aConnectionThatBrokeIsTriedOnceMoreAndNoMore() async throws {
        let bench = try ClientBench { (_, count) throws(TransportError) in
            if count == 0 { throw .reset }
            return .json("{}")
        }
        _ = try await bench.client.transactionInfo(id, in: .production)
        #expect(bench.store.requests.count == 2)
        let broken = try ClientBench { (_, _) throws(TransportError) in throw .reset }
        await #expect(throws: AppStoreError.transport(.reset)) {
            try await broken.client.transactionInfo(id, in: .production)
        }
        #expect(broken.store.requests.count == 2)
        // A TEST asked for twice would be two.
        await #expect(throws: AppStoreError.transport(.reset)) {
            try await broken.client.requestTestNotification(in: .sandbox)
        }
        #expect(broken.store.requests.count == 3)
    }

    @Test func theBudgetStaysBelowApplesLimit() async throws {
        let bench = try ClientBench { _, _ in .json("{}") }
        let codes = await hammer(bench, for: .seconds(100))
        #expect(codes.keys.sorted() == ["answered"])
        #expect(bench.store.requests.count <= 50 * 100)
        let sandbox = try ClientBench { _, _ in .json("{}") }
        let end = TurnedClock.start + .seconds(100)
        while sandbox.time.now < end {
            _ = try await sandbox.client.transactionInfo(id, in: .sandbox)
        }
        #expect(sandbox.store.requests.count <= 5 * 100)
    }

    @Test func aThousandAtOnceAreEightAtOnce() async throws {
        let crowd = CrowdedStore()
        let key = try AppStoreKey(pem: Secret(TestKey.pem), id: "KEYID12345", issuerID: "i")
        let access = AppStoreAccess(bundleID: BundleID("com.example.app"), key: key)
        let client = AppStoreAsker(access: access, transport: crowd, clock: TurnedClock().clock)
        let outcomes = await withTaskGroup(of: String.self) { group in
            for _ in 0..<1000 {
                group.addTask {
                    do throws(AppStoreError) {
                        _ = try await client.transactionInfo(TransactionID("1"))
                        return "answered"
                    } catch { return error.code }
                }
            }
            return await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
        }
        #expect(await crowd.most <= 8)
        #expect(Set(outcomes.keys).isSubset(of: ["answered", "busy"]))
        #expect((outcomes["answered"] ?? 0) >= 72, "\(outcomes)")
    }

    /// Whoever asked gives up after twelve seconds: that is Apple's doing, and not a change of mind.
    @Test(arguments: [(12, "circuit_open"), (2, "answered")])
    func anAppleThatHangsOpensTheCircuit(_ seconds: Int64, _ next: String) async throws {
        let (crowd, time) = (CrowdedStore(), TurnedClock())
        let access = AppStoreAccess(
            bundleID: BundleID("com.example.app"), sharedSecret: Secret(ClientBench.secret))
        let client = AppStoreAsker(access: access, transport: crowd, clock: time.clock)
        await crowd.hold()
        let tasks = (0..<8).map { _ in Task { _ = try await client.verifyReceipt("x") } }
        while await crowd.present < 8 { await Task.yield() }
        time.turn(to: time.now + .seconds(seconds))
        for task in tasks { task.cancel() }
        for task in tasks { _ = await task.result }
        await crowd.free()
        var outcome = "answered"
        do throws(AppStoreError) { _ = try await client.verifyReceipt("x") } catch { outcome = error.code }
        #expect(outcome == next)
    }

    @Test func whoGivesUpFreesItsPlace() async throws {
        let crowd = CrowdedStore()
        let access = AppStoreAccess(
            bundleID: BundleID("com.example.app"), sharedSecret: Secret(ClientBench.secret))
        let client = AppStoreAsker(access: access, transport: crowd, clock: TurnedClock().clock)
        await crowd.hold()
        let tasks = (0..<40).map { _ in
            Task { () async -> String in
                do throws(AppStoreError) {
                    _ = try await client.verifyReceipt("x")
                    return "answered"
                } catch { return error.code }
            }
        }
        while await crowd.present < 8 { await Task.yield() }
        for task in tasks { task.cancel() }
        await crowd.free()
        for task in tasks { #expect(["answered", "cancelled", "busy"].contains(await task.value)) }
        // All eight places are free again.
        for _ in 0..<16 { _ = try await client.verifyReceipt("x") }
    }

    @Test func nothingSecretIsLoggedOrTold() async throws {
        let bench = try ClientBench { (_, count) throws(TransportError) in
            switch count % 6 {
            case 0: return .json(#"{"status":21004,"password":"\#(ClientBench.secret)"}"#)
            case 1: return .json(ClientBench.secret, status: 500)
            case 2: return .json(ClientBench.secret, status: 302)
            case 3: throw .reset
            case 4:
                return .json(#"{"errorCode":4040001,"errorMessage":"\#(ClientBench.secret)"}"#, status: 404)
            default: return .json(#"{"status":0}"#)
            }
        }
        var told = ""
        for _ in 0..<30 {
            do throws(AppStoreError) { _ = try await bench.client.verifyReceipt("cmVjZWlwdA==") } catch {
                told += "\(error) \(error.code) \(error.localizedDescription)"
            }
            do throws(AppStoreError) {
                _ = try await bench.client.transactionInfo(TransactionID("2000000123"))
            } catch {
                told += "\(error) \(error.code)"
            }
            bench.time.turn(to: bench.time.now + .seconds(600))
        }
        let body = TestKey.pem.split(separator: "\n")[1].prefix(16)
        let tokens = bench.store.requests.compactMap { $0.headers["authorization"]?.dropFirst(7) }
        told += bench.log.text + bench.store.requests.map(\.description).joined()
        #expect(bench.log.text.contains("21004") && !tokens.isEmpty)
        for secret in [ClientBench.secret, String(body), "cmVjZWlwdA", "2000000123"] + tokens.map(String.init)
        {
            #expect(!told.contains(secret))
        }
    }
}

/// An Apple that lets everybody wait, and counts how many are there at once.
private actor CrowdedStore: AppStoreTransport {
    private(set) var present = 0
    private(set) var most = 0
    private var isHeld = false

    func hold() { isHeld = true }
    func free() { isHeld = false }

    func send(_ request: AppStoreHTTPRequest) async throws(TransportError) -> AppStoreHTTPResponse {
        present += 1
        most = max(most, present)
        for _ in 0..<10 { await Task.yield() }
        defer { present -= 1 }
        while isHeld {
            if Task.isCancelled { throw .cancelled }
            await Task.yield()
        }
        return .json(#"{"status":0}"#)
    }
}
