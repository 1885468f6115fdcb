import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// Incidents as the store keeps them: found with what comes in, shaped by leads, heard once.
struct IncidentStoreTests {
    /// An evening on which verification answers with an error: one customer every ten minutes.
    static func evening(
        _ count: Int = 12, from first: Double = 0, answer: Int = 503, version: String = "5.1"
    ) -> [ReportedAttempt] {
        (0..<count).map { place in
            let at = first + Double(place) / 6
            return ReportedAttempt(
                id: "\(answer)-\(first)-\(place)", customer: "u_\(answer)_\(place)", appVersion: version,
                events: ReportedAttempt.lost(at) + [
                    ReportedAttempt.step("verify", at + 0.1, httpStatus: answer)
                ])
        }
    }

    /// What an incident is, whatever its number.
    private func meaning(_ store: Store) throws -> [String] {
        try store.wholePage(of: IncidentListQuery()).incidents.map {
            "\($0.key) \($0.causes) \($0.from) \($0.until) \($0.state) \($0.figures.tickets) \($0.figures.money)"
        }
    }

    @Test func anEveningIsOneIncidentInWhateverOrderItComes() throws {
        let reports = Self.evening().map(\.paper)
        let shop = try Shop()
        try shop.bring(reports)
        let incident = try #require(try shop.store.wholePage(of: IncidentListQuery()).incidents.first)
        #expect(try shop.store.wholePage(of: IncidentListQuery()).incidents.count == 1)
        #expect(incident.key == "http_503" && incident.state == .closed && !incident.isKept)
        #expect(incident.from == ReportedAttempt.moment(0))
        #expect(incident.figures.tickets == 12 && incident.figures.customers == 12)
        #expect(incident.figures.open == 12 && incident.figures.money.map(\.amount) == ["119.88"])
        #expect(try shop.tickets().allSatisfy { $0.incident == incident.id && $0.version == 1 })
        #expect(try !shop.store.findIncidents(by: Shop.lead, at: Shop.now))
        #expect(try shop.store.verifyAudit().isOK)
        let other = try Shop()
        for report in reports.reversed() { try other.bring(report) }
        #expect(try meaning(other.store) == meaning(shop.store))
    }

    @Test func anIncidentKeepsItsNumberAsItGrowsAndThenItIsOver() throws {
        let shop = try Shop()
        let during = ReportedAttempt.moment(2.2)
        let evening = Self.evening(24)
        try shop.bring(evening.prefix(13).map(\.paper), at: during)
        let begun = try #require(try shop.store.wholePage(of: IncidentListQuery(.goingOn)).incidents.first)
        try shop.bring(evening.dropFirst(13).map(\.paper), at: ReportedAttempt.moment(4.2))
        let grown = try #require(try shop.store.wholePage(of: IncidentListQuery(.goingOn)).incidents.first)
        #expect(grown.id == begun.id && grown.figures.tickets == 24 && grown.until > begun.until)
        _ = try shop.store.applyOverdueMoves(by: Shop.lead, at: ReportedAttempt.moment(30))
        let over = try #require(try shop.store.wholePage(of: IncidentListQuery()).incidents.first)
        #expect(over.id == begun.id && over.state == .closed && over.closedAt == grown.until + .hours(6))
    }

    @Test func clocksThatAreYearsOffMakeNoIncidentAndHideNone() throws {
        let shop = try Shop()
        let start = -Double(MadeUpChain.start) / 3_600_000
        let reset = (0..<20).map { place in
            let at = start + 1 + Double(place % 4)
            return ReportedAttempt(
                id: "past\(place)", customer: "p_\(place)", events: ReportedAttempt.lost(at))
        }
        let ahead = (0..<20).map { place in
            let at = 24.0 * 365 * 30 + Double(place % 4)
            return ReportedAttempt(
                id: "ahead\(place)", customer: "f_\(place)", events: ReportedAttempt.lost(at))
        }
        try shop.bring((reset + ahead).map(\.paper))
        #expect(
            try shop.tickets().count == 40 && shop.store.wholePage(of: IncidentListQuery()).incidents.isEmpty)
        try shop.bring(Self.evening().map(\.paper))
        #expect(try shop.store.wholePage(of: IncidentListQuery()).incidents.map(\.key) == ["http_503"])
        // Where an envelope says when a report came, it counts from then.
        let told = Self.evening(6, answer: 503).enumerated().map { place, report in
            var report = report
            (report.id, report.customer) = ("told\(place)", "t_\(place)")
            report.events =
                ReportedAttempt.lost(24.0 * 365 * 30) + [
                    ReportedAttempt.step("verify", 24.0 * 365 * 30, httpStatus: 503)
                ]
            return report.received(1)
        }
        try shop.bring(told)
        #expect(try shop.store.wholePage(of: IncidentListQuery()).incidents.map(\.figures.tickets) == [18])
    }

    @Test func anIncidentRingsOnce() throws {
        let shop = try Shop()
        try shop.bring(Self.evening().map(\.paper))
        try shop.bring(ReportedAttempt(id: "alone", customer: "u_2", events: ReportedAttempt.lost(400)))
        var heard: [Alarm] = []
        while let alarm = try shop.store.takeAlarm(by: Shop.lead, at: Shop.now) {
            heard.append(alarm)
            try shop.store.settleAlarm(alarm, as: .delivered, by: Shop.lead, at: Shop.now)
        }
        #expect(heard.map(\.incident) == [IncidentID("1"), nil])
        #expect(try shop.store.alarmStanding() == .clear)
        try shop.bring(Self.evening(3, from: 2.1).map(\.paper))
        #expect(try shop.store.takeAlarm(by: Shop.lead, at: Shop.now) == nil)
    }

    @Test func whereNobodyIsCalledAnIncidentIsToldOnce() throws {
        let shop = try Shop()
        try shop.bring(Self.evening().map(\.paper))
        let told = try shop.store.takeUnheardAlarms(by: Shop.lead, at: Shop.now)
        #expect(told.count == 0 && told.incidents.map(\.figures.tickets) == [12])
    }

    @Test func aLeadShapesItAndTheRuleLeavesItAlone() throws {
        let shop = try Shop.staffed()
        try shop.bring(Self.evening().map(\.paper))
        let (store, lead, now) = (shop.store, Shop.lead, Shop.now)
        let id = IncidentID("1")
        #expect(throws: StoreError.self) { try store.act(.close, on: id, by: Shop.agent, at: now) }
        let found = try #require(try store.wholePage(of: IncidentQuery(id))).incident.version
        let named = try store.act(.name("The long evening"), on: id, version: found, by: lead, at: now)
        #expect(named.incident.name == "The long evening" && !named.incident.isKept)
        #expect(throws: StoreError.incident(id, .changed)) {
            try store.act(.name("Another"), on: id, version: found, by: lead, at: now)
        }
        let later = try store.act(.split(.from(ReportedAttempt.moment(0.9))), on: id, by: lead, at: now)
        #expect(later.incident.figures.tickets == 6 && later.incident.isKept)
        #expect(try store.wholePage(of: IncidentQuery(id))?.incident.figures.tickets == 6)
        // More of the same comes in, and the halves stay as they are.
        try shop.bring(Self.evening(3, from: 0.05, answer: 500).map(\.paper))
        #expect(
            try store.wholePage(of: IncidentListQuery()).incidents.map(\.figures.tickets).sorted() == [6, 6])
        let whole = try store.act(.merge(into: id), on: later.incident.id, by: lead, at: now)
        #expect(whole.incident.figures.tickets == 12 && whole.merged == [later.incident.id])
        #expect(try store.wholePage(of: IncidentListQuery()).incidents.count == 1)
        let apart = try store.act(.separate, on: later.incident.id, by: lead, at: now)
        #expect(apart.incident.figures.tickets == 6 && apart.incident.state == .closed)
        #expect(throws: StoreError.incident(id, .nothingSplit)) {
            try store.act(.split(.version("9.9")), on: id, by: lead, at: now)
        }
        #expect(throws: StoreError.incident(id, .mergedIntoItself)) {
            try store.act(.merge(into: id), on: id, by: lead, at: now)
        }
        let open = try store.act(.reopen, on: id, by: lead, at: now)
        #expect(open.incident.state == .goingOn)
        #expect(try store.act(.close, on: id, by: lead, at: now).incident.closedAt == now)
        let first = try #require(open.first)
        #expect(try store.moveTickets([first], into: nil, by: lead, at: now) == 1)
        #expect(try store.wholePage(of: IncidentQuery(id))?.incident.figures.tickets == 5)
        #expect(try store.verifyAudit().isOK)
    }

    @Test func theFiguresAreThoseOfItsTickets() throws {
        let shop = try Shop()
        try shop.bring(Self.evening().map(\.paper))
        let tickets = try shop.tickets()
        try shop.makeGood(tickets[0].id, customer: tickets[0].customer?.rawValue ?? "")
        let ending = TicketEnd(.writtenOff, note: "gone")
        _ = try shop.store.act(.resolve(ending), on: tickets[1].id, by: Shop.lead, at: Shop.now)
        let page = try #require(try shop.store.wholePage(of: IncidentQuery(IncidentID("1"))))
        let figures = page.incident.figures
        #expect(figures.tickets(.madeGood) == 1 && figures.tickets(.writtenOff) == 1 && figures.open == 10)
        #expect(figures.tickets == 12 && figures.madeGoodPercent == 8)
        #expect(page.curve.reduce(0) { $0 + $1.tickets } == 12 && page.versions.map(\.value) == ["5.1"])
        #expect(page.products.map(\.value) == ["tea.monthly"] && page.step == .hours(1))
    }

    @Test(arguments: ["incidents_written", "before_commit", "after_commit"])
    func aSearchThatWasKilledIsGoneOnWith(_ point: String) async throws {
        let folder = try StoreFolder()
        try folder.createShop().close()
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = folder.path as String, point = point as String] in
            // The first two writes are the import's own.
            let plan = StoreFaults.environment([
                "MAKEGOOD_FAULT": "\(point):\(point == "incidents_written" ? 1 : 2)"
            ])
            let store = try Store.open(at: path, readOnly: false, lockTimeout: .seconds(5), faults: plan)
            try Shop(store).bring(IncidentStoreTests.evening().map(\.paper))
        }
        let store = try folder.open()
        _ = try store.findIncidents(by: Shop.lead, at: Shop.now)
        let whole = try Shop()
        try whole.bring(Self.evening().map(\.paper))
        try Shop(store).bring(Self.evening().map(\.paper))
        #expect(try meaning(store) == meaning(whole.store))
        #expect(try Shop(store).tickets().allSatisfy { $0.incident == IncidentID("1") })
        #expect(try StoreHealth.problems(of: store).isEmpty)
    }
}
