import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Lists of tickets: those in queues first, worst first, page by page without gaps or repeats.
struct TicketListTests {
    /// A shop with tickets of every group, some of one moment, some resolved.
    private static func shop() throws -> Shop {
        let shop = try Shop.staffed()
        var reports: [Paper] = []
        for index in 0..<24 {
            let hours = Double(index % 5) * 100 + 1
            let events = [
                [ReportedAttempt.state("failed", hours, errorCode: 0)],
                [ReportedAttempt.state("purchased", hours)],
                ReportedAttempt.lost(hours) + ReportedAttempt.failing(index % 2, from: hours),
            ][index % 3]
            let attempt = ReportedAttempt(
                id: "a\(index)", customer: "u_\(index % 4)", product: index < 12 ? "week_pass" : "forever",
                appVersion: "5.\(index % 2)", events: events)
            reports.append(attempt.paper)
        }
        try shop.bring(reports)
        for (offset, id) in (["2", "5", "9"] as [TicketID]).enumerated() {
            _ = try shop.store.act(
                .resolve(.said(.delivered)), on: id, reference: "HD-1", by: Shop.lead,
                at: Shop.now + .hours(Int64(offset / 2)))
        }
        _ = try shop.store.act(.claim, on: "3", by: Shop.agent, at: Shop.now)
        return shop
    }

    private func pages(_ shop: Shop, _ filter: TicketFilter, size: Int) throws -> [Ticket] {
        var (found, cursor): ([Ticket], String?) = ([], nil)
        repeat {
            let page = try shop.store.tickets(filter, after: cursor, limit: size, at: Shop.now)
            #expect(page.tickets.count <= size && (page.next == nil || page.tickets.count == size))
            found += page.tickets
            cursor = page.next
        } while cursor != nil && found.count < 100
        return found
    }

    @Test(arguments: [1, 2, 3, 7, 23, 24, 25], ["", "state:unresolved", "group:3", "resolution:delivered"])
    func allPagesTogetherAreOneList(_ size: Int, _ text: String) throws {
        let (shop, filter) = (try Self.shop(), try TicketFilter(parsing: text, at: Instant(milliseconds: 0)))
        let whole = try shop.tickets(filter)
        #expect(try pages(shop, filter, size: size).map(\.id) == whole.map(\.id))
        #expect(Set(whole.map(\.id)).count == whole.count)
    }

    @Test func theWorstComesFirst() throws {
        let tickets = try Self.shop().tickets()
        #expect(tickets.count == 24 && tickets.prefix(21).allSatisfy(\.isUnresolved))
        let queue = tickets.filter(\.isUnresolved).map {
            [-$0.group.rawValue, Int($0.waitingSince.milliseconds), Int($0.id.rawValue) ?? 0]
        }
        #expect(queue == queue.sorted { $0.lexicographicallyPrecedes($1) })
        #expect(tickets.suffix(3).map(\.id) == ["9", "5", "2"])
    }

    /// Filters, and what every ticket that they show has.
    static let filters: [(String, @Sendable (Ticket) -> Bool)] = [
        ("group:2", { $0.group == .undelivered }), ("state:claimed", { $0.claimedBy == Shop.agent }),
        ("cause:21005", { $0.cause == "21005" }), ("cause:skerror_0", { $0.cause == "skerror_0" }),
        ("product:forever", { $0.product == "forever" }), ("customer:u_2", { $0.customer == "u_2" }),
        ("version:5.1", { $0.appVersion == "5.1" }), ("agent:ana", { $0.claimedBy == Shop.agent }),
        ("agent:none", { $0.claimedBy == nil }), ("blocks:yes", { $0.blocksRepurchase }),
        ("blocks:no", { !$0.blocksRepurchase }), ("state:resolved", { !$0.isUnresolved }),
        (
            "state:unresolved group:3 cause:not_verified",
            { $0.isUnresolved && $0.group == .lossOfFunds && $0.cause == .notVerified }
        ),
        ("customer:nobody", { _ in false }),
    ]

    @Test(arguments: filters)
    func aFilterShowsJustWhatItSays(_ text: String, _ holds: @Sendable (Ticket) -> Bool) throws {
        let shop = try Self.shop()
        let shown = try shop.tickets(TicketFilter(parsing: text, at: Instant(milliseconds: 0))).map(\.id)
        #expect(try shown == shop.tickets().filter(holds).map(\.id))
    }

    @Test func agesAreBySinceWhenTheCustomerWaits() throws {
        let shop = try Self.shop()
        let age = (Shop.now - ReportedAttempt.moment(201)).count / 3_600_000
        let older = try shop.tickets(TicketFilter(parsing: "age>\(age)h", at: Instant(milliseconds: 0)))
        let younger = try shop.tickets(TicketFilter(parsing: "age<\(age)h", at: Instant(milliseconds: 0)))
        #expect(older.count + younger.count == 24)
        #expect(older.allSatisfy { $0.waitingSince < Shop.now - .hours(age) } && !older.isEmpty)
        #expect(younger.allSatisfy { $0.waitingSince > Shop.now - .hours(age) } && !younger.isEmpty)
    }

    @Test(arguments: ["x", "q.1.2", "r.1", "q.a.b.c.d", ""]) func aBadCursorIsRefused(_ cursor: String) throws
    {
        let shop = try Shop()
        let error = #expect(throws: StoreError.self) { try shop.store.tickets(after: cursor, at: Shop.now) }
        #expect(error?.code == .usage)
    }

    @Test func theCountsAreThoseOfTheQueues() throws {
        let shop = try Self.shop()
        let counts = try shop.store.wholePage(of: TicketCountsQuery(), at: Shop.now)
        let queue = try shop.queue
        for group in ErrorGroup.allCases {
            #expect(counts.count(of: group).counted == queue.filter { $0.group == group }.count)
        }
        #expect(counts.toWork.counted == queue.filter { $0.group > .notCharged }.count)
    }
}
