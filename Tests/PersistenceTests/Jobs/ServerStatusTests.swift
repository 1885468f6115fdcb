import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// Whether a server is there is told by its beats alone, and others hear of what changes for them.
struct ServerStatusTests {
    private let store: Store
    private let start = People.now

    init() throws {
        store = try Store.inMemory(practice: false, by: People.lead, at: People.now)
        try People.settle(store)
    }

    private let own = ServerID("1-1")

    private func note(
        _ notes: [WorkerNote] = [], of server: ServerID? = nil, release: String? = nil, at now: Instant
    ) throws {
        let server = KnownServer(id: server ?? own, release: release, startedAt: start, presence: .there)
        try store.noteServer(server, notes, by: People.service, at: now)
    }

    @Test func itIsThereThenLateThenGone() throws {
        #expect(try store.serverStanding(at: start) == .never)
        try note(at: start)
        #expect(try store.serverStanding(at: start + ServerStatus.lateAfter).isThere)
        let late = start + ServerStatus.lateAfter + TimeLength(1)
        #expect(try store.serverStanding(at: late).presence == .late(since: start))
        let gone = start + ServerStatus.goneAfter + TimeLength(1)
        #expect(try store.serverStanding(at: gone).presence == .gone(since: start))
        try note(at: gone)
        #expect(try store.serverStanding(at: gone).isThere)
        try store.noteServerEnd(own, by: People.service, at: gone + .seconds(1))
        #expect(try store.serverStanding(at: gone + .seconds(1)).presence == .gone(since: gone + .seconds(1)))
    }

    @Test func whoWasSeenInWhatIsStillToComeIsGone() throws {
        try note(at: start)
        let back = start - .hours(3)
        #expect(try store.serverStanding(at: start - ServerStatus.lateAfter).isThere)
        #expect(try store.serverStanding(at: back).presence == .gone(since: start))
        let other = ServerID("2-2")
        try note(of: other, at: back)
        let standing = try store.serverStanding(at: back)
        #expect(standing.there.map(\.id) == [other] && standing.isThere)
    }

    @Test func aPracticeStoresServerMayLiveInAnotherTime() throws {
        let practice = try People.inMemory()
        let process = ProcessInfo.processInfo.processIdentifier
        let server = KnownServer(id: own, process: process, startedAt: start, presence: .there)
        try practice.noteServer(server, by: People.service, at: start)
        #expect(try practice.serverStanding(at: start + .days(1)).isThere)
        try practice.noteServerEnd(own, by: People.service, at: start)
        #expect(try !practice.serverStanding(at: start).isThere)
    }

    @Test func anUpgradeIsSeenFromTheFirstBeatOfTheNewToTheEndOfTheOld() throws {
        let (old, new) = (ServerID("1-1"), ServerID("2-2"))
        let late = start + .seconds(20)
        try note([WorkerNote("gaps", didAt: start, nextAt: nil)], of: old, release: "0.1.0", at: start)
        try note([WorkerNote("alarms", didAt: late, nextAt: nil)], of: new, release: "0.2.0", at: late)
        var standing = try store.serverStanding(at: late)
        #expect(Set(standing.there.map(\.release)) == ["0.1.0", "0.2.0"])
        #expect(standing.server(old)?.workers.map(\.name) == ["gaps"])
        #expect(try store.doctor(at: late).first { $0.code == "server" }?.text == "2 are running")
        try store.noteServerEnd(old, by: People.service, at: late)
        standing = try store.serverStanding(at: late)
        #expect(standing.isThere && standing.there.map(\.id) == [new])
        #expect(standing.server(old)?.presence == .gone(since: late), "it is shown for a while")
        let after = late + ServerStatus.shownAfter + .seconds(1)
        try note(of: new, at: after)
        #expect(try store.serverStanding(at: after).servers.map(\.id) == [new])
    }

    @Test func oneThatFailsBesideAnotherIsSaid() throws {
        try note([WorkerNote("gaps", didAt: nil, nextAt: nil, failure: "network")], at: start)
        try note([WorkerNote("gaps", didAt: start, nextAt: nil)], of: ServerID("2-2"), at: start)
        #expect(try store.serverStanding(at: start).failing.map(\.outcome) == ["network"])
    }

    @Test func failuresAreCountedUntilOneEndsWell() throws {
        for second in 0..<3 {
            let now = start + .seconds(Int64(second))
            try note([WorkerNote("gaps", didAt: nil, nextAt: nil, failure: "http_503")], at: now)
        }
        #expect(try store.serverStanding(at: start).failing.map(\.failures) == [3])
        try note([WorkerNote("gaps", didAt: start, nextAt: nil)], at: start)
        #expect(try store.serverStanding(at: start).failing.isEmpty)
    }

    @Test func othersHearOfItOnceNotOfEachBeat() throws {
        let before = try store.newestChange()
        try note(at: start)
        try note(at: start + .seconds(10))
        let failing = [WorkerNote("gaps", didAt: nil, nextAt: nil, failure: "network")]
        try note(failing, at: start + .seconds(20))
        try note(failing, at: start + .seconds(30))
        try note([WorkerNote("gaps", didAt: start, nextAt: nil)], at: start + .seconds(40))
        #expect(try store.changes(since: before).map(\.entity) == [.server, .server, .server])
    }

    @Test func aServerAlarmIsRaisedOnceAndToldUntilHeard() throws {
        #expect(try store.raiseServerAlarm("wrong_secret", by: People.service, at: start))
        #expect(try !store.raiseServerAlarm("wrong_secret", by: People.service, at: start + .seconds(1)))
        let alarm = try #require(try store.dueServerAlarm(at: start))
        try store.settleServerAlarm(
            alarm, heardBy: [.command], failure: "the address answered 500", by: People.service, at: start)
        #expect(try store.dueServerAlarm(at: start + .seconds(29)) == nil)
        let again = try #require(try store.dueServerAlarm(at: start + .seconds(30)))
        #expect(again.heardBy == [.command] && again.attempts == 1)
        try store.settleServerAlarm(again, heardBy: [.url], failure: nil, by: People.service, at: start)
        #expect(try store.dueServerAlarm(at: start + .days(9)) == nil)
        #expect(try store.doctor(at: start).first { $0.code == "server_alarms" }?.level == .error)
        #expect(try store.endServerAlarm("wrong_secret", by: People.service, at: start))
        #expect(try !store.endServerAlarm("wrong_secret", by: People.service, at: start))
        #expect(try store.raiseServerAlarm("wrong_secret", by: People.service, at: start))
    }

    @Test func theDoctorSaysWhatFollows() throws {
        func level(_ code: String, _ now: Instant) throws -> Finding.Level? {
            try store.doctor(at: now).first { $0.code == code }?.level
        }
        #expect(try level("server", start) == .ok)
        try note(at: start)
        #expect(try level("server", start) == .ok && level("api_keys", start) == .warning)
        try store.askAppStore(.order, about: "MABCDEF123", by: People.agent, at: start)
        let gone = try #require(
            try store.doctor(at: start + .hours(1)).first { $0.code == "server" })
        #expect(gone.level == .warning && gone.text.contains("1 question to the App Store waits"))
        try Raw.write(store, "INSERT INTO unauthentic_days VALUES (\(start.milliseconds), 2, 9, 3, 4096)")
        #expect(try level("unauthentic", start) == .warning)
    }
}
