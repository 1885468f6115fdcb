import Foundation
import GRDB
import PersistenceTesting
import Purchases
import Testing
import Wording

@testable import FileStore
@testable import Persistence

/// An alarm waits until it was delivered, whoever takes it, and whatever becomes of those who do.
struct AlarmTests {
    private let store: Store
    private let lead = People.lead
    private let now = People.now

    /// A store with alarms of three losses of funds.
    init() throws {
        store = try People.inMemory()
        for number in 1...3 {
            try Raw.write(
                store,
                """
                INSERT INTO tickets (id, "group", state, environment, waiting_since_ms, opened_at_ms, cause, attempts,
                    attempt_limit, blocks_repurchase)
                VALUES (\(number), 3, 'open', 'Production', 1, 1, 'late', 0, 5, 0);
                INSERT INTO alarms (ticket_id, at_ms) VALUES (\(number), 1);
                """)
        }
    }

    private func take(_ at: Instant) throws -> Alarm? { try store.takeAlarm(by: lead, at: at) }

    @Test func oneAtATimeAndNeverTwice() throws {
        let taken = try (0..<3).compactMap { _ in try take(now) }
        #expect(taken.map(\.ticket.rawValue) == ["1", "2", "3"])
        #expect(try take(now) == nil)
        for alarm in taken { try store.settleAlarm(alarm, as: .delivered, by: lead, at: now) }
        #expect(try take(now + .days(400)) == nil)
        #expect(try store.alarmStanding() == .clear)
        #expect(try store.verifyAudit().isOK)
    }

    @Test func whatAKilledRunTookIsDueAgainAfterItsLease() throws {
        let taken = try #require(try take(now))
        #expect(taken.attempts == 1 && taken.nextAt == now + AlarmPace.lease)
        _ = try (take(now), take(now))
        #expect(try take(now + AlarmPace.lease - TimeLength(1)) == nil)
        let again = try #require(try take(now + AlarmPace.lease))
        #expect(again.ticket == taken.ticket && again.attempts == 2)
        // The first one lives after all, and comes too late to say that it failed.
        try store.settleAlarm(taken, as: .failed("slow"), by: lead, at: now + AlarmPace.lease)
        #expect(try store.alarmStanding().worst == nil)
        // But what was heard was heard.
        try store.settleAlarm(taken, as: .delivered, by: lead, at: now + AlarmPace.lease)
        #expect(try store.alarmStanding().waiting.counted == 2)
    }

    @Test func whatFailsIsTriedAgainEverMoreSeldom() throws {
        var (at, pauses) = (now, [TimeLength]())
        for _ in 0..<9 {
            let alarm = try #require(try take(at))
            try store.settleAlarm(alarm, as: .failed("exit 3"), by: lead, at: at)
            let worst = try #require(try store.alarmStanding().worst)
            let next = try #require(worst.nextAt)
            #expect(
                try take(next - TimeLength(1)) == nil, "the others wait, too: it is the command that fails")
            pauses.append(next - at)
            at = next
        }
        #expect(pauses.map(\.wholeSeconds) == [30, 60, 120, 240, 480, 960, 1920, 3600, 3600])
        for _ in 0..<3 {
            try store.settleAlarm(try #require(try take(at)), as: .delivered, by: lead, at: at)
        }
        #expect(try store.alarmStanding() == .clear)
    }

    @Test func theOneThatFailsDoesNotKeepTheOthersBack() throws {
        let bad = try #require(try take(now))
        try store.settleAlarm(bad, as: .failed("exit 3"), by: lead, at: now)
        let later = now + .seconds(30)
        #expect(
            try [take(later), take(later), take(later)].compactMap { $0?.ticket.rawValue } == ["2", "3", "1"])
    }

    @Test func aClockThatWentAheadKeepsNothingBack() throws {
        let ahead = now + .days(3)
        try store.settleAlarm(try #require(try take(ahead)), as: .failed("exit 3"), by: lead, at: ahead)
        #expect(try take(ahead) == nil)
        #expect(try take(now) != nil)
    }

    @Test func withoutACommandTheyAreToldAsOne() throws {
        try Raw.write(store, "UPDATE tickets SET state = 'resolved', resolution = 'delivered' WHERE id = 1")
        let told = try store.takeUnheardAlarms(by: lead, at: now)
        #expect(told == UnheardAlarms(count: 2, first: TicketID("2"), incidents: []))
        #expect(try store.takeUnheardAlarms(by: lead, at: now).count == 0)
        #expect(try take(now + .days(1)) == nil)
    }

    @Test func aCommandIsForWhatComesAndACorrectedOneForWhatTheOtherMissed() throws {
        try store.set(.alarmCommand, to: "false", by: lead, at: now)
        #expect(try take(now) == nil, "those from before are not for it")
        try Raw.write(store, "UPDATE alarms SET taken_at_ms = NULL")
        try store.settleAlarm(try #require(try take(now)), as: .failed("exit 1"), by: lead, at: now)
        #expect(try take(now) == nil)
        try store.set(.alarmCommand, to: "true", by: lead, at: now)
        #expect(try take(now) != nil)
    }

    @Test func whatIsBeingDeliveredIsNobodyElses() throws {
        try store.set(.alarmCommand, to: "false", by: lead, at: now)
        try Raw.write(store, "UPDATE alarms SET taken_at_ms = NULL")
        let mine = try #require(try take(now))
        let later = now + .seconds(1)
        try store.settleAlarm(try #require(try take(now)), as: .failed("exit 1"), by: lead, at: later)
        #expect(try take(later) == nil)
        try store.set(.alarmCommand, to: "true", by: lead, at: later)
        #expect(try [take(later), take(later)].compactMap { $0?.ticket.rawValue } == ["3", "2"])
        #expect(try take(later) == nil, "the first is still being delivered")
        #expect(try take(now + AlarmPace.lease)?.ticket == mine.ticket)
    }

    @Test func aLongestPauseInWholeSecondsIsNoWrongClock() throws {
        try Raw.write(store, "UPDATE alarms SET attempts = 20")
        let at = now + TimeLength(1)
        try store.settleAlarm(try #require(try take(at)), as: .failed("exit 3"), by: lead, at: at)
        let next = now + AlarmPace.longestPause + .seconds(1)
        #expect(try store.alarmStanding().worst?.nextAt == next)
        #expect(try take(at) == nil && take(next - TimeLength(1)) == nil)
        #expect(try take(next) != nil)
    }

    /// What the audit log says of what the store itself wrote there.
    @Test func theAuditSaysWhatWasSentAndWhatWasNot() throws {
        var said: [String] = []
        func note() throws {
            let entry = try #require(try store.audit(limit: 1).entries.first)
            said.append(AuditSentence(entry, for: .program).text)
        }
        func settle(_ end: Alarm.End, at: Instant) throws {
            let alarm = try #require(try take(at))
            try note()
            try store.settleAlarm(alarm, as: end, by: lead, at: at)
            try note()
        }
        try settle(.failed("exit 3"), at: now)
        for end in [Alarm.End.delivered, .needless, .failed("exit 4")] { try settle(end, at: now + .days(1)) }
        _ = try store.takeUnheardAlarms(by: lead, at: now + .days(2))
        try note()
        try Raw.write(store, "UPDATE alarms SET taken_at_ms = NULL")
        _ = try store.takeUnheardAlarms(by: lead, at: now + .days(2))
        try note()
        try Raw.write(
            store,
            "UPDATE alarms SET taken_at_ms = NULL; UPDATE tickets SET state = 'resolved', resolution = 'delivered'"
        )
        _ = try store.takeUnheardAlarms(by: lead, at: now + .days(2))
        try note()
        try Raw.write(store, "UPDATE alarms SET taken_at_ms = NULL")
        try store.passAlarmsOver(by: lead, at: now + .days(2))
        try note()
        #expect(
            said == [
                "lena took the alarm of ticket 1 to send",
                "lena could not send the alarm of ticket 1: exit 3",
                "lena took the alarm of ticket 2 to send", "lena sent the alarm of ticket 2",
                "lena took the alarm of ticket 3 to send",
                "lena did not send the alarm of ticket 3: the ticket was resolved",
                "lena took the alarm of ticket 1 to send, try 2",
                "lena could not send the alarm of ticket 1: exit 4",
                "lena printed a line about 1 loss of funds, because no command was set",
                "lena printed a line about 3 losses of funds, because no command was set",
                "lena passed over alarms of tickets that were resolved",
                "lena dropped the alarms that waited: nobody was called",
            ])
    }

    @Test func theDoctorSaysWhatWaits() throws {
        let finding = { try #require(try self.store.doctor(at: now).first { $0.code == "alarms" }) }
        #expect(try finding().level == .ok)
        try store.settleAlarm(try #require(try take(now)), as: .failed("exit 127"), by: lead, at: now)
        let found = try finding()
        #expect(found.level == .warning && found.text.contains("3 wait") && found.text.contains("exit 127"))
    }

    @Test func twoProcessesTakeEachAlarmOnce() throws {
        let folder = try StoreFolder()
        let first = try folder.create()
        let second = try Store.open(at: folder.path)
        for number in 1...20 {
            try Raw.write(
                first,
                """
                INSERT INTO tickets (id, "group", state, environment, waiting_since_ms, opened_at_ms, cause, attempts,
                    attempt_limit, blocks_repurchase)
                VALUES (\(number), 3, 'open', 'Production', 1, 1, 'late', 0, 5, 0);
                INSERT INTO alarms (ticket_id, at_ms) VALUES (\(number), 1);
                """)
        }
        var taken: [TicketID] = []
        for turn in 0..<20 {
            let store = turn % 2 == 0 ? first : second
            if let alarm = try store.takeAlarm(by: lead, at: now) { taken.append(alarm.ticket) }
        }
        #expect(Set(taken).count == 20)
        #expect(try first.takeAlarm(by: lead, at: now) == nil && second.takeAlarm(by: lead, at: now) == nil)
    }
}
