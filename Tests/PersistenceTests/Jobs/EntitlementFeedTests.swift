import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// Backends that apply every event in order know what each customer may use, whatever happened and was killed.
struct EntitlementFeedTests {
    private static let people = ["u_1", "u_2", "u_3", "u_4"]

    /// What backends know: what was told at the beginning, and every event since.
    private struct Backend {
        var known: [AppUserID: [EntitlementID: Instant?]] = [:]
        var last: [AppUserID: Int64] = [:]

        mutating func listen(to store: Store, _ person: AppUserID) throws {
            var page = try store.entitlementEvents(of: person, after: last[person], limit: 2)
            repeat {
                for event in page.events {
                    #expect(event.id > last[person] ?? 0)
                    last[person] = event.id
                    let holding = event.news.holding
                    switch event.news.kind {
                    case .granted:
                        #expect(known[person]?[holding.entitlement] == nil)
                        known[person, default: [:]][holding.entitlement] = .some(holding.span.until)
                    case .extended, .shortened:
                        #expect(known[person]?[holding.entitlement] != nil)
                        known[person, default: [:]][holding.entitlement] = .some(holding.span.until)
                    case .ended, .revoked:
                        #expect(known[person]?[holding.entitlement] != nil)
                        known[person]?[holding.entitlement] = nil
                    }
                }
                page = try store.entitlementEvents(of: person, after: page.last, limit: 2)
            } while !page.events.isEmpty
        }
    }

    /// Tells until nothing is left.
    static func tellAll(_ store: Store, customers: Int = 2, at now: Instant) throws {
        for _ in 0..<200 {
            if try !store.tellEntitlements(customers: customers, by: Shop.lead, at: now).isMore { return }
        }
        Issue.record("telling does not come to an end")
    }

    private static func active(_ store: Store, _ person: AppUserID, at now: Instant) throws
        -> [EntitlementID: Instant?]
    {
        try store.countingPeriods(of: person).compactMapValues { runs in
            runs.first { $0.contains(now) }.map { $0.until }
        }
    }

    @Test(arguments: Soak.seeds(4, from: 0))
    func applyingAllEventsGivesWhatHolds(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let shop = try Shop()
        var (now, backend) = (Paper.moment(0), Backend())
        for person in Self.people {
            try shop.store.addCustomer(AppUserID(person), CustomerValues(), by: Shop.lead, at: now)
        }
        try Self.tellAll(shop.store, at: now)
        var count = 0
        for step in 0..<60 {
            now = now + .hours(Int64.random(in: 1...200, using: &random))
            try Self.change(shop, step, at: now, &random)
            if Bool.random(using: &random) { continue }
            try Self.tellAll(shop.store, customers: Int.random(in: 1...5, using: &random), at: now)
            for person in Self.people.map({ AppUserID($0) }) {
                try backend.listen(to: shop.store, person)
                let holds = try Self.active(shop.store, person, at: now)
                let known = backend.known[person] ?? [:]
                #expect(known == holds, "seed \(seed), step \(step), \(person)")
                count += holds.count
            }
        }
        #expect(count > 10, "too little held to try anything")
        #expect(try shop.store.verifyAudit().isOK)
    }

    /// Something that changes what people may use.
    private static func change(
        _ shop: Shop, _ step: Int, at now: Instant, _ random: inout SeededRandom
    ) throws {
        let person = AppUserID(people.randomElement(using: &random) ?? "u_1")
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1, 2:
            let (chain, day) = ("70\(Int.random(in: 0..<6, using: &random))", days(to: now))
            let environment = Bool.random(using: &random) ? "Production" : "Sandbox"
            let entry = Paper.Entry(
                id: "\(chain)\(step)", chain: chain,
                product: ["tea.monthly", "tea.yearly"].randomElement(using: &random) ?? "",
                day: day, days: Int64.random(in: 5...40, using: &random),
                revokedOn: Int.random(in: 0..<5, using: &random) == 0 ? day : nil)
            try shop.bring(
                Paper.receipt([entry], on: day, environment: environment), customer: person.rawValue, at: now)
        case 3, 4:
            guard let period = CalendarPeriod(days: Int.random(in: 1...30, using: &random)) else { return }
            let request = GrantRequest(
                customer: person, entitlement: "premium", term: .period(period), reason: "goodwill",
                evenIfNothingIsGained: true)
            try shop.store.give(request, by: Shop.lead, at: now)
        case 5:
            let page = try shop.store.customerPage(person, at: now)
            guard let grant = page?.grants.first(where: { $0.state(at: now) == .active }) else { return }
            _ = try shop.store.revoke(grant.id, reason: "mistake", by: Shop.lead, at: now)
        case 6:
            let isTester = try shop.store.customerPage(person, at: now)?.customer.isTester ?? false
            try shop.store.act(.tester(!isTester), on: person, by: Shop.lead, at: now)
        default:
            let serve = Bool.random(using: &random) ? "Production" : "Production,Sandbox"
            try shop.store.set(.serve, to: serve, by: Shop.lead, at: now)
        }
    }

    private static func days(to now: Instant) -> Int64 {
        (now.milliseconds - MadeUpChain.start) / MadeUpChain.day
    }

    @Test func whatHoldsAtTheBeginningIsTold() throws {
        let store = try People.inMemory()
        _ = try store.give(try People.request(), by: People.agent, at: People.now)
        #expect(try store.tellEntitlements(by: People.service, at: People.now).events == 0)
        #expect(try store.entitlementEvents(of: People.customer).events.isEmpty)
        let told = try store.tellEntitlements(by: People.service, at: People.now + .days(8))
        #expect(told.events == 1 && told.next == nil)
        let events = try store.entitlementEvents(of: People.customer).events
        #expect(events.map(\.news.kind) == [.ended] && events.first?.at == People.now + .days(8))
        #expect(failure { _ = try store.entitlementEvents(of: "nobody") }?.code == .notFound)
        #expect(
            failure { _ = try store.tellEntitlements(by: People.viewer, at: People.now + .days(9)) } == nil,
            "where nothing is to be done nothing is written")
    }

    @Test func whatBeginsByTheClockAloneIsToldThen() throws {
        let store = try People.inMemory()
        _ = try store.tellEntitlements(by: People.service, at: People.now)
        var request = try People.request()
        request.start = .at(People.now + .days(2))
        _ = try store.give(request, by: People.lead, at: People.now)
        let first = try store.tellEntitlements(by: People.service, at: People.now + .hours(1))
        #expect(first.events == 0 && first.next == People.now + .days(2))
        #expect(try store.tellEntitlements(by: People.service, at: People.now + .days(2)).events == 1)
        #expect(try store.entitlementEvents(of: People.customer).events.map(\.news.kind) == [.granted])
    }

    @Test(
        arguments: [
            (FaultPoint.entitlementsTold, 1), (.entitlementsTold, 2), (.writeBegun, 1), (.beforeCommit, 1),
            (.beforeCommit, 2), (.afterCommit, 1), (.afterCommit, 2),
        ])
    func killedAndToldOnce(_ point: FaultPoint, _ passage: Int) async throws {
        let folder = try StoreFolder()
        let store = try folder.createShop()
        let shop = Shop(store)
        try Self.tellAll(store, at: Shop.soon)
        for (number, person) in Self.people.enumerated() {
            let entry = Paper.Entry(id: "9\(number)", chain: "9\(number)")
            try shop.bring(Paper.receipt([entry], on: 0), customer: person, at: Shop.soon)
        }
        try store.close()
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = folder.path as String, point = point.rawValue as String, passage = passage as Int] in
            let store = try Store.open(
                at: path, readOnly: false, lockTimeout: .seconds(5),
                faults: StoreFaults.environment(["MAKEGOOD_FAULT": "\(point):\(passage)"]))
            try EntitlementFeedTests.tellAll(store, customers: 1, at: Shop.soon)
        }
        let again = try folder.open()
        try Self.tellAll(again, customers: 1, at: Shop.soon)
        for person in Self.people {
            let events = try again.entitlementEvents(of: AppUserID(person)).events
            #expect(events.map(\.news.kind) == [.granted], "\(person)")
        }
    }
}
