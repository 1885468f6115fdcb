import AppStore
import AppStoreSimulator
import Foundation
import JSONValues
import Purchases
import Testing

/// When notifications are sent, sent again, and what the app sends beside them.
struct DeliveryTests {
    private let start = Shelf.start

    @Test(
        arguments: [(NoticeVersion.v2, [0, 1, 13, 37, 85, 157]), (.v1, [0, 6, 30, 78])]
            as [(NoticeVersion, [Int64])])
    func whatIsNotTakenIsSentAgainAsAppleDoes(_ version: NoticeVersion, _ hours: [Int64]) throws {
        var apple = try Shelf.shop { $0.versions = [version] }
        _ = try apple.buy("tea.family", by: "u_1")
        var sent: [(Instant, Data)] = []
        var now = start
        while now <= start + .hours(200) {
            for delivery in try apple.advance(to: now) {
                sent.append((delivery.at, delivery.body))
                apple.delivered(delivery, sent.count.isMultiple(of: 2) ? .unreachable : .answered(503))
            }
            now = now + .hours(1)
        }
        #expect(sent.map { ($0.0 - start).count / 3_600_000 } == hours)
        #expect(Set(sent.map(\.1)).count == 1)
        #expect(apple.undelivered == 0)
    }

    @Test func theSandboxTriesOnceAndWhatWasTakenIsNotRepeated() throws {
        var apple = try Shelf.shop()
        apple.open("tester", in: .sandbox)
        _ = try apple.buy("tea.pot", by: "tester")
        _ = try apple.buy("tea.yearly", by: "u_1")
        let sent = try apple.advance(to: start)
        #expect(sent.map(\.environment) == [.sandbox, .production])
        for delivery in sent {
            apple.delivered(delivery, delivery.environment == .sandbox ? .timedOut : .answered(206))
        }
        #expect(try apple.advance(to: start + .days(10)).isEmpty)
    }

    @Test func versionOneCarriesTheSecretAndTheReceipt() throws {
        var apple = try Shelf.shop { $0.versions = [.v1, .v2] }
        let bought = try Shelf.charged(apple.buy("tea.weekly", by: "u_1"))
        try apple.refund(bought.id)
        let sent = try apple.advance(to: start)
        #expect(
            sent.map { "\($0.version) \($0.type)" } == [
                "v1 INITIAL_BUY", "v2 SUBSCRIBED", "v1 CANCEL", "v1 DID_CHANGE_RENEWAL_STATUS", "v2 REFUND",
            ])
        let body = try JSONValue(parsing: sent[0].body)
        #expect(body["password"]?.string == apple.terms.sharedSecret)
        #expect(body["unified_receipt"]?["latest_receipt_info"]?.array?.count == 1)
        let receipt = try #require(body["unified_receipt"]?["latest_receipt"]?.string)
        #expect(try AppReceipt(base64OrDER: Data(receipt.utf8)).purchaseCount == 1)
    }

    @Test func faultsChangeHowNotificationsCome() throws {
        var apple = try Shelf.shop()
        let faults: [(AppleFault.Kind, Int)] = [
            (.lost, 0), (.duplicated, 2), (.stranger, 2), (.late(milliseconds: 1000), 1),
        ]
        for (kind, count) in faults {
            apple.faults = FaultPlan([AppleFault(kind, until: apple.now + .hours(1))])
            _ = try apple.buy("tea.leaves", by: "u_1")
            _ = try apple.buy("tea.pass", by: "u_1")
            try apple.declineRefund(try #require(apple.transactions(of: "u_1").last?.id))
            #expect(try apple.advance(to: apple.now + .hours(2)).count == count, "\(kind)")
        }
    }

    @Test func theAppSendsItsReceiptThenItsReport() throws {
        var world = SimulatedWorld(try Shelf.shop())
        _ = try world.app.buy("tea.monthly", by: "u_1", from: &world.apple)
        let first = try world.advance(to: start)
        #expect(first.requests.map(\.path) == ["/v1/receipts"])
        let answer = #"{"verified":"apple","entitlements":[{"entitlement":"premium","entitled":true}]}"#
        world.app.answered(
            try #require(first.requests.first), status: 200, body: Data(answer.utf8), at: start,
            from: &world.apple)
        let second = try world.advance(to: start + .seconds(1))
        #expect(second.requests.map(\.path) == ["/v1/purchase-reports"])
        #expect(
            try Devices.states(try #require(second.requests.first)) == [
                "purchasing", "purchased", "verify", "deliver", "finished",
            ])
        world.app.answered(
            try #require(second.requests.first), status: 202, body: Data(), at: start, from: &world.apple)
        #expect(try world.advance(to: start + .days(1)).requests.isEmpty)
        #expect(world.app.tally.delivered == 1)
    }

    @Test func afterFiveTriesTheAppFinishes() throws {
        var world = SimulatedWorld(try Shelf.shop())
        _ = try world.app.buy("tea.monthly", by: "u_1", signs: true, from: &world.apple)
        var (tries, last): ([Instant], AppRequest?) = ([], nil)
        while let next = world.app.nextDue(after: world.apple.now), tries.count < 20 {
            for request in try world.advance(to: max(next, world.apple.now)).requests {
                let isReceipt = request.path == "/v1/receipts"
                if isReceipt { tries.append(world.apple.now) } else { last = request }
                world.app.answered(
                    request, status: isReceipt ? 503 : 202, body: Data(), at: world.apple.now,
                    from: &world.apple)
            }
        }
        #expect(tries.map { ($0 - start).wholeSeconds } == [0, 5, 65, 665, 4265])
        #expect(try Devices.states(try #require(last)).suffix(2) == ["verify", "finished"])
        #expect(world.app.tally.givenUp == 1)
    }

    @Test func aShopThatAsksAppleItselfOnlyReports() throws {
        for (kind, outcome) in [
            (AppleFault.Kind.down, "error"), (.http(503), "http_status"), (.receipt(21005), "receipt_status"),
        ] {
            var world = SimulatedWorld(try Shelf.shop())
            world.apple.faults = FaultPlan([AppleFault(kind, until: start + .seconds(30))])
            _ = try world.app.buy("tea.monthly", by: "u_1", on: .reports, from: &world.apple)
            var last: AppRequest?
            for seconds in [0, 5, 65, 66] as [Int64] {
                for request in try world.advance(to: start + .seconds(seconds)).requests {
                    #expect(request.path == "/v1/purchase-reports")
                    world.app.answered(
                        request, status: 202, body: Data(), at: world.apple.now, from: &world.apple)
                    last = request
                }
            }
            let events = try JSONValue(parsing: try #require(last).body)["events"]?.array ?? []
            #expect(events.filter { $0[outcome] != nil }.count == 2, "\(kind)")
            #expect(try Devices.states(try #require(last)).suffix(3) == ["verify", "deliver", "finished"])
        }
    }

    /// Whatever people do in three months: charges of a chain never overlap unless a higher plan took over, nothing is
    /// told twice, and who has access is who paid, shares, or is in grace.
    @Test(arguments: 1...2) func threeMonthsOfPeopleMakeSense(_ seed: UInt64) throws {
        var habits = ShopLife.Habits()
        (habits.customersPerHour, habits.customerLimit) = (60, 60)
        var world = SimulatedWorld(
            try SimulatedAppStore(ShopTerms(seed: seed), at: start),
            life: ShopLife(habits, seed: seed, from: start))
        var uuids: [String] = []
        for day in 1...90 {
            let step = try world.advance(to: start + .days(Int64(day)))
            uuids += step.deliveries.compactMap(\.uuid)
            for delivery in step.deliveries { world.apple.delivered(delivery, .answered(200)) }
            for request in step.requests {
                world.app.answered(
                    request, status: 202, body: Data(), at: world.apple.now, from: &world.apple)
            }
        }
        #expect(uuids.count > 100 && Set(uuids).count == uuids.count)
        #expect(world.apple.accounts.count == 60 && world.apple.undelivered == 0)
        for account in world.apple.accounts.keys {
            let charges = world.apple.transactions(of: account).filter { $0.kind == .autoRenewable }
            for (one, next) in zip(charges, charges.dropFirst()) where one.original == next.original {
                let isOver =
                    one.isUpgraded || one.revocation != nil || (one.expiresAt ?? .latest) <= next.purchasedAt
                #expect(isOver, "\(one.id) and \(next.id) of \(account)")
            }
            let held = world.apple.entitlements(of: account)
            let isRunning = world.apple.subscriptions.values.contains {
                $0.account == account && ($0.phase == .active || $0.phase == .grace)
            }
            if isRunning { #expect(held.contains(EntitlementID("premium")), "\(account)") }
        }
    }

    @Test func aLateReceiptIsEmpty() throws {
        var apple = try Shelf.shop()
        try apple.change("u_1") { $0.hasEmptyReceipt = true }
        _ = try apple.buy("tea.monthly", by: "u_1")
        #expect(try AppReceipt(base64OrDER: apple.receipt(of: "u_1")).purchaseCount == 0)
        try apple.change("u_1") { $0.hasEmptyReceipt = false }
        #expect(try AppReceipt(base64OrDER: apple.receipt(of: "u_1")).purchaseCount == 1)
    }

    @Test func scenariosAreReadOrRefused() throws {
        let scenario = try Scenario(
            yaml: "speed: 60\ngrace_days: 3\nnotifications: [v1, v2]\ncustomers_per_hour: 9\n"
                + "faults: [{kind: receipt, value: 21005, side: verify_receipt, from: 60, until: 120, share: 0.5}]"
        )
        #expect(scenario.terms.speed == 60 && scenario.terms.versions == [.v1, .v2])
        let fault = try #require(scenario.plan(from: start).faults.first)
        #expect(
            fault
                == AppleFault(
                    .receipt(21005), from: start + .seconds(60), until: start + .seconds(120),
                    side: .verifyReceipt, share: 0.5))
        for bad in [
            "[]", "a: [", "sped: 3", "speed: 0", "faults: [{kind: tea}]", "notifications: v3", "speed: true",
        ] {
            #expect(throws: ScenarioProblem.self, "\(bad)") { try Scenario(yaml: bad) }
        }
    }
}

/// What a device reports.
private enum Devices {
    static func states(_ request: AppRequest) throws -> [String] {
        let events = try JSONValue(parsing: request.body)["events"]?.array ?? []
        return events.compactMap { $0["state"]?.string ?? $0["step"]?.string }
    }
}
