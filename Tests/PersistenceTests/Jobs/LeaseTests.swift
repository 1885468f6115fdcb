import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Of several servers one does something at a time: while it says so, and for a minute after it said so last.
struct LeaseTests {
    private let shop: AskedShop
    private let one = ServerID("1-1")
    private let two = ServerID("2-2")
    private let subject = LeaseSubject.webhook("backend")
    private var store: Store { shop.store }

    init() throws { shop = try AskedShop() }

    private func lease(_ server: ServerID, at now: Instant) throws -> Bool {
        try store.lease(subject, for: server, by: AskedShop.server, at: now)
    }

    private func beat(_ server: ServerID, at now: Instant) throws {
        let known = KnownServer(id: server, startedAt: Shop.now, presence: .there)
        try store.noteServer(known, by: AskedShop.server, at: now)
    }

    @Test func aLeaseIsItsHoldersUntilAMinuteAfterTheLastBeat() throws {
        let now = Shop.soon
        #expect(try lease(one, at: now) && lease(one, at: now), "who has it keeps it")
        #expect(try !lease(two, at: now))
        try beat(one, at: now + .seconds(50))
        #expect(try !lease(two, at: now + .seconds(109)))
        #expect(try store.holds(subject, one))
        #expect(try lease(two, at: now + .seconds(110)), "nobody waits for a dead one")
        #expect(try !store.holds(subject, one))
        try beat(one, at: now + .seconds(111))
        #expect(try !lease(one, at: now + .seconds(112)), "what another took is not renewed")
    }

    @Test func whatLapsedAndNobodyTookIsStillItsHolders() throws {
        #expect(try lease(one, at: Shop.soon))
        #expect(try store.holds(subject, one))
        #expect(try lease(one, at: Shop.soon + .hours(3)))
    }

    @Test func whoEndsLetsGoAtOnce() throws {
        #expect(try lease(one, at: Shop.soon))
        try store.noteServerEnd(one, by: AskedShop.server, at: Shop.soon)
        #expect(try lease(two, at: Shop.soon))
    }

    @Test func aClockThatWasSetBackHoldsNothingUp() throws {
        #expect(try lease(one, at: Shop.soon + .days(400)))
        #expect(try lease(two, at: Shop.soon))
    }

    @Test func onlyWhoServesTakesOne() throws {
        #expect(throws: StoreError.self) {
            try store.lease(subject, for: one, by: Shop.agent, at: Shop.soon)
        }
    }

    @Test func ofTwoServersOneTriesAndOnlyItsTryCounts() throws {
        try shop.shop.bring([AskedShop.charged()])
        try store.makeVerifications(by: AskedShop.server, at: Shop.soon)
        func take(_ server: ServerID, at now: Instant) throws -> [AppStoreRequestID] {
            try store.takeDueAsks(for: server, by: AskedShop.server, at: now).map(\.request.id)
        }
        let taken = try take(one, at: Shop.soon)
        let id = try #require(taken.first)
        #expect(try take(two, at: Shop.soon + .seconds(59)).isEmpty)
        #expect(try store.dueAsks(for: two, at: Shop.soon + .seconds(59)).isEmpty)
        #expect(try take(two, at: Shop.soon + .seconds(60)) == [id])
        // The first one stood still meanwhile, and goes on.
        func note(_ server: ServerID, _ result: TryResult) throws {
            let effect = SideEffect.leased(.request(id), server, .tried(id, result))
            _ = try store.importTogether(
                [ImportBatch([], from: "App Store", effects: [effect])], by: AskedShop.server,
                at: Shop.soon + .seconds(61))
        }
        func tries() throws -> [String] {
            try store.asked(.all).flatMap { $0.tries.map(\.outcome) }
        }
        try note(one, .refused("21003"))
        #expect(try tries().isEmpty, "what another took the other notes")
        try note(two, .failed("http_503", isCounted: true, notBefore: nil))
        #expect(try tries() == ["http_503"])
        try note(two, .failed("http_503", isCounted: true, notBefore: nil))
        #expect(try tries() == ["http_503"], "a lease is worth one try")
        #expect(try store.text("SELECT count(*) FROM leases") == "0")
    }

    @Test func aServersAlarmIsCalledForByOne() throws {
        try store.raiseServerAlarm("wrong_secret", by: AskedShop.server, at: Shop.soon)
        func take(_ server: ServerID) throws -> ServerAlarm? {
            try store.takeServerAlarm(for: server, by: AskedShop.server, at: Shop.soon)
        }
        let alarm = try #require(try take(one))
        #expect(try take(two) == nil)
        try store.settleServerAlarm(
            alarm, heardBy: [.command], failure: nil, of: one, by: AskedShop.server, at: Shop.soon)
        #expect(try take(two) == nil, "it was heard")
        #expect(try store.text("SELECT count(*) FROM leases") == "0")
    }
}
