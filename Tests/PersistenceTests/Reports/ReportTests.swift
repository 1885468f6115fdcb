import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// The store in numbers.
@Suite struct StoreReportTests {
    @Test func chainsAreCountedAsTheyAreAtTheMoment() throws {
        let store = try TestDocuments.store(TestDocuments.answer([("1001", 0)]))
        let counted = { (day: Int) in
            try store.report(at: TestDocuments.moment(day)).chains.filter { $0.value > 0 }.map(\.key)
        }
        #expect(try counted(-1) == [.upcoming])
        #expect(try counted(1) == [.active])
        #expect(try counted(31) == [.expired])
    }

    @Test func trialsAndRefundsOfServedEnvironmentsOnly() throws {
        let trial = TestDocuments.answer([("1001", 0)]) { $0.transactions[0].values.isTrial = true }
        let store = try TestDocuments.store(trial)
        #expect(try store.report(at: TestDocuments.moment(1)).trials == 1)
        #expect(try store.report(at: TestDocuments.moment(31)).trials == 0)
        try TestDocuments.take(
            [TestDocuments.answer([("1001", 0)], on: 2, refundedAt: TestDocuments.moment(2))], into: store)
        #expect(
            try store.report(at: TestDocuments.moment(1)).refunds == StoreReport.Refunds(count: 0, recent: 0))
        #expect(
            try store.report(at: TestDocuments.moment(3)).refunds == StoreReport.Refunds(count: 1, recent: 1))
        #expect(
            try store.report(at: TestDocuments.moment(40)).refunds == StoreReport.Refunds(count: 1, recent: 0)
        )
        try Raw.write(store, "UPDATE chains SET environment = 'Sandbox'")
        let other = try store.report(at: TestDocuments.moment(3))
        #expect(other.refunds.count == 0 && other.chains.values.allSatisfy { $0 == 0 })
    }

    @Test func grantsAndTickets() throws {
        let store = try FullStore.store(of: 40)
        let report = try store.report(at: Instant(milliseconds: 30))
        #expect(report.grants[.active] == 30 && report.grants[.upcoming] == 10)
        // Every second ticket is resolved; ticket n's customer has waited since n times ten days.
        let late = try store.report(at: Instant(milliseconds: 41 * 864_000_000))
        #expect(late.tickets.values.flatMap(\.values).reduce(0, +) == 20)
        #expect(late.tickets.values.compactMap { $0[.month] }.reduce(0, +) == 1)
        #expect(late.tickets.values.compactMap { $0[.older] }.reduce(0, +) == 19)
    }
}

/// What is counted of notifications.
@Suite struct NotificationReportTests {
    private func row(_ report: NotificationReport, _ type: String) -> [Int]? {
        let row = report.totals.first { $0.name.type == type }
        return row.map { [$0.received, $0.duplicates, $0.missed, $0.unchecked] }
    }

    private func report(_ documents: DecodedDocument..., since: Instant? = nil) throws -> NotificationReport {
        let store = try People.inMemory()
        try TestDocuments.take(documents, into: store)
        return try store.notificationReport(since: since)
    }

    @Test func deliveriesBeyondTheFirstAreDuplicates() throws {
        let at = { TestDocuments.moment($0) as Instant? }
        let report = try report(
            TestDocuments.notification("DID_RENEW", uuid: "a", received: at(1)),
            // The same document at another time, and once more at the same.
            TestDocuments.notification("DID_RENEW", uuid: "a", received: at(2)),
            TestDocuments.notification("DID_RENEW", uuid: "a", received: at(2)),
            // The same notification, signed anew.
            TestDocuments.notification("DID_RENEW", uuid: "a", received: at(2), copy: 1),
            // Another one, of which nothing says when it came.
            TestDocuments.notification("DID_RENEW", uuid: "b"),
            TestDocuments.notification("DID_RENEW", uuid: "b"),
            TestDocuments.notification("REFUND", uuid: "c", check: .unchecked))
        #expect(row(report, "DID_RENEW") == [2, 2, 0, 0])
        #expect(row(report, "REFUND") == [1, 0, 0, 1])
    }

    @Test(arguments: [false, true])
    func whatOnlyTheHistoryTellsOfWasMissed(_ historyComesFirst: Bool) throws {
        let history = TestDocuments.history(["a", "b"])
        let delivered = TestDocuments.notification(
            "DID_RENEW", uuid: "a", on: 1, received: TestDocuments.moment(1))
        let store = try People.inMemory()
        try TestDocuments.take(historyComesFirst ? [history, delivered] : [delivered, history], into: store)
        #expect(row(try store.notificationReport(), "DID_RENEW") == [1, 0, 1, 0])
    }

    @Test func daysAreUTCAndTheNewestStandsFirst() throws {
        let report = try report(
            TestDocuments.notification("DID_RENEW", uuid: "a"),
            TestDocuments.notification("DID_RENEW", uuid: "b", on: 2),
            TestDocuments.notification("DID_RENEW", "BILLING_RECOVERY", uuid: "c", on: 2))
        let days = report.days.map { "\($0.name.day?.description ?? "") \($0.name.title) \($0.received)" }
        #expect(
            days == [
                "2023-11-16T00:00:00Z DID_RENEW 1", "2023-11-16T00:00:00Z DID_RENEW/BILLING_RECOVERY 1",
                "2023-11-14T00:00:00Z DID_RENEW 1",
            ])
    }

    @Test func chargesThatNoNotificationNamesAreGaps() throws {
        let report = try report(
            TestDocuments.notification("SUBSCRIBED", uuid: "a", about: "1001", on: 10),
            TestDocuments.answer([
                // Before the first notification, named, and not.
                ("1000", 9), ("1001", 10), ("1002", 40), ("1003", 40), ("1004", 70),
            ]))
        let gaps = report.gaps.map { "\($0.day) \($0.count) \($0.first.map(\.transaction.rawValue))" }
        #expect(gaps == [#"2024-01-23T00:00:00Z 1 ["1004"]"#, #"2023-12-24T00:00:00Z 2 ["1002", "1003"]"#])
    }

    @Test func ofManyChargesOnlyTheFirstAreNamed() throws {
        let charges = (2000..<2020).reversed().map { ("\($0)", 40) }
        let report = try report(
            TestDocuments.notification("SUBSCRIBED", uuid: "a"), TestDocuments.answer(charges))
        #expect(report.gaps.map(\.count) == [20])
        #expect(
            report.gaps.first?.first.map(\.transaction.rawValue) == ["2000", "2001", "2002", "2003", "2004"])
    }

    @Test func sinceLeavesOutWhatIsOlderButNotThatItWasSeen() throws {
        let report = try report(
            TestDocuments.notification("SUBSCRIBED", uuid: "a"),
            TestDocuments.notification("DID_RENEW", uuid: "b", on: 9),
            TestDocuments.answer([("2001", 5), ("2002", 10)]), since: TestDocuments.moment(8))
        #expect(report.totals.map(\.name.type) == ["DID_RENEW"])
        #expect(report.gaps.flatMap(\.first).map(\.transaction.rawValue) == ["2002"])
        #expect(report.neverSeen[2]?.contains("SUBSCRIBED") == false)
    }

    @Test func typesOfBothVersionsThatWereNeverSeen() throws {
        let report = try report(TestDocuments.notification("DID_RENEW", uuid: "a"))
        #expect(report.neverSeen[1]?.count == 13)
        #expect(report.neverSeen[2]?.count == 22)
        #expect(report.neverSeen[2]?.contains("DID_RENEW") == false)
    }

    @Test func failedAttemptsAreCountedByResult() throws {
        let attempts = [("TIMED_OUT", 1), ("TIMED_OUT", 2), ("TLS_ISSUE", 3), ("SUCCESS", 4)].map {
            SendAttempt(at: TestDocuments.moment($0.1), result: $0.0)
        }
        let history = TestDocuments.history(["a"], attempts: attempts)
        let found = { (since: Instant?) in
            try report(history, history, since: since).failedAttempts.map { "\($0.count) \($0.result)" }
        }
        #expect(try found(nil) == ["2 TIMED_OUT", "1 TLS_ISSUE"])
        #expect(try found(TestDocuments.moment(2)) == ["1 TIMED_OUT", "1 TLS_ISSUE"])
    }

    @Test func anEmptyStoreHasSeenNothing() throws {
        let report = try report()
        #expect(report.days.isEmpty && report.gaps.isEmpty && report.failedAttempts.isEmpty)
        #expect(report.neverSeen[2]?.count == 23)
    }
}
