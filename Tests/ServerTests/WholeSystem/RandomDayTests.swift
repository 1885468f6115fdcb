import AppStoreSimulator
import Foundation
import PersistenceTesting
import Purchases
import Server
import Testing

@testable import Persistence

/// A random day on simulator, servers and store: purchases, outages, refunds, what agents do, servers that come, go and are
/// killed. What a small model says from the rules alone is what the store says, each hour; and the same seed is the same
/// store.
struct RandomDayTests {
    @Test(arguments: Soak.seeds(1))
    func theStoreIsWhatTheModelSays(seed: UInt64) async throws {
        let day = try RandomDay(seed: seed)
        for hour in 0..<RandomDay.hours {
            try await day.pass(hour)
            let (expected, found) = (day.model.standing(at: hour), try day.standing())
            // One hour that differs is enough to look at.
            try #require(found == expected, "hour \(hour) of seed \(seed), away \(day.model.away.sorted())")
        }
        #expect(try day.shop.count("alarms") == day.model.losses, "one alarm for each loss, ever")
        #expect(try day.shop.count("leases") == 0, "nothing is left under work")
        #expect(try day.shop.store.verifyAudit().isOK)
        #expect(day.model.purchases.count > 20 && !day.model.away.isEmpty)
    }

    @Test func theSameSeedIsTheSameStore() async throws {
        var stores: [[String]] = []
        for _ in 0..<2 {
            let day = try RandomDay(seed: 7)
            for hour in 0..<12 { try await day.pass(hour) }
            stores.append(try day.dump())
        }
        #expect(stores[0].count > 60)
        let (one, other) = (Set(stores[0]), Set(stores[1]))
        #expect(one == other, "\(one.symmetricDifference(other).sorted().prefix(6))")
    }
}

/// What the rules say of the purchases of a day, in whole hours: Apple comes and goes with the hour, people buy between its
/// 15th and 30th minute, agents act in its 50th, and one looks in its 55th.
private struct DayModel {
    /// One purchase of one customer.
    struct Bought: Hashable {
        let customer: String
        let product: ProductID
        let transaction: TransactionID
        let hour: Int
        /// Whether the app hands over what the App Store signed, which needs no question.
        let isTold: Bool
        /// Whether the app tried by itself to have it verified, which counts as a try.
        let hasTried: Bool
        /// Whether Apple's history of notifications tells of it: of subscriptions alone.
        let isInHistory: Bool
        var cancelledHour: Int?
        var refundedHour: Int?
        var goodHour: Int?

        /// The hours of the server's tries: at once, after 1 and 10 minutes, 1 hour and, where five are left, 6 hours.
        var tries: [Int] { [hour, hour + 1] + (hasTried ? [] : [hour + 6]) }
    }

    /// How one stands: what the customer may use, and which group an unresolved ticket is in.
    struct Snapshot: Hashable, CustomStringConvertible {
        let customer: String
        let entitlements: [String]
        let group: Int?

        var description: String {
            "\(customer) \(entitlements) \(group.map { "group \($0)" } ?? "no ticket")"
        }
    }

    /// The hours in which Apple is away.
    var away: Set<Int> = []
    var purchases: [Bought] = []

    /// When it was delivered; nil up to an hour in which it was not.
    func delivery(of bought: Bought, by hour: Int) -> Int? {
        if bought.isTold { return bought.hour }
        let tries = bought.tries.filter { $0 <= (bought.cancelledHour ?? .max) }
        let readings = bought.isInHistory ? Array((bought.hour + 1)...(bought.hour + 48)) : []
        return (tries + readings).filter { $0 <= hour && !away.contains($0) }.min()
    }

    /// When its last try failed, so that it was a loss; nil where it never was by an hour.
    func loss(of bought: Bought, by hour: Int) -> Int? {
        guard let last = bought.tries.max(), last <= hour, bought.cancelledHour == nil,
            delivery(of: bought, by: last) == nil
        else { return nil }
        return last
    }

    /// Whether the policy gives access meanwhile: from a try that found Apple away on, for some hours, and again from the
    /// next one after that.
    private func isBridged(_ bought: Bought, at hour: Int) -> Bool {
        guard !bought.isTold else { return false }
        var end = bought.hour
        for attempt in bought.tries
        where attempt <= min(hour, bought.cancelledHour ?? .max) && away.contains(attempt) && attempt >= end {
            end = attempt + RandomDay.bridgeHours
        }
        return end > hour
    }

    /// Whether Apple took it back and the history said so.
    private func isRevoked(_ bought: Bought, at hour: Int) -> Bool {
        guard let refunded = bought.refundedHour, refunded < hour else { return false }
        return ((refunded + 1)...hour).contains { !away.contains($0) }
    }

    /// How many were ever losses.
    var losses: Int { purchases.count { loss(of: $0, by: RandomDay.hours - 1) != nil } }

    /// Those whose ticket is a loss that nobody has answered yet.
    func openLosses(at hour: Int) -> [Bought] {
        purchases.filter {
            loss(of: $0, by: hour) != nil && delivery(of: $0, by: hour) == nil && $0.goodHour == nil
        }
    }

    /// Those that wait for another try.
    func waiting(at hour: Int) -> [Bought] {
        purchases.filter {
            $0.cancelledHour == nil && delivery(of: $0, by: hour) == nil && loss(of: $0, by: hour) == nil
        }
    }

    /// Those that were delivered and can be taken back.
    func refundable(at hour: Int) -> [Bought] {
        purchases.filter {
            $0.isInHistory && $0.refundedHour == nil && $0.goodHour == nil
                && delivery(of: $0, by: hour) != nil
        }
    }

    /// How everybody stands in the 55th minute of an hour.
    func standing(at hour: Int) -> [Snapshot] {
        purchases.map { bought in
            let isDelivered = delivery(of: bought, by: hour) != nil
            let has =
                isDelivered
                ? !isRevoked(bought, at: hour) : isBridged(bought, at: hour) || bought.goodHour != nil
            let entitlement = bought.product == "tea.pot" ? "pot" : "premium"
            let isOpen = !isDelivered && bought.goodHour == nil
            return Snapshot(
                customer: bought.customer, entitlements: has || bought.goodHour != nil ? [entitlement] : [],
                group: isOpen ? (loss(of: bought, by: hour) == nil ? 2 : 3) : nil)
        }.sorted { $0.customer < $1.customer }
    }
}

/// The day itself.
private final class RandomDay {
    static let hours = 24
    /// How long the policy bridges at a time: more than the hour up to a try, less than the six up to the last.
    static let bridgeHours = 4
    let shop: AskingShop
    private(set) var model = DayModel()
    private var random: AppStoreSimulator.SeededRandom
    private var servers: [(id: ServerID, workers: [any Worker], next: [Instant])] = []
    private var serverCount = 0

    init(seed: UInt64) throws {
        shop = try AskingShop()
        random = AppStoreSimulator.SeededRandom(seed ^ 0xDA7)
        let evening = Int.random(in: 2...7, using: &random)
        model.away = Set(evening..<(evening + Int.random(in: 4...9, using: &random)))
        model.away.insert(Int.random(in: 17...22, using: &random))
        let faults = model.away.sorted().map { hour in
            AppleFault(
                .http(503), from: AskingShop.start + .hours(Int64(hour)),
                until: AskingShop.start + .hours(Int64(hour + 1)))
        }
        shop.apple.with { $0.faults = AppStoreSimulator.FaultPlan(faults) }
        let hours = String(RandomDay.bridgeHours)
        try shop.store.set(.bridgeHours, to: hours, by: AskingShop.lead, at: shop.now)
        try begin()
    }

    /// An hour, up to its 55th minute.
    func pass(_ hour: Int) async throws {
        try await run(until: moment(hour, 0))
        try changeServers()
        var minutes = (0..<Int.random(in: 1...3, using: &random)).map { _ in
            Int64.random(in: 15...30, using: &random)
        }
        minutes.sort()
        for minute in minutes {
            try await run(until: moment(hour, minute))
            try buy(in: hour)
        }
        try await run(until: moment(hour, 50))
        try act(in: hour)
        try await run(until: moment(hour, 55))
        while try shop.store.tellEntitlements(by: AskingShop.service, at: shop.now).isMore {}
    }

    /// Who may use what, and which tickets are open, as the store says it.
    func standing() throws -> [DayModel.Snapshot] {
        try model.purchases.map { bought in
            let customer = AppUserID(bought.customer)
            let access = try shop.store.customerStanding(customer, at: shop.now)?.access
            let held = access?.verdicts(at: shop.now).filter(\.isEntitled).map(\.entitlement.rawValue) ?? []
            let groups = try Raw.texts(
                shop.store,
                """
                SELECT t."group" FROM tickets t JOIN customers c ON c.id = t.customer_id
                WHERE c.app_user_id = '\(bought.customer)' AND t.state <> 'resolved'
                """)
            return DayModel.Snapshot(
                customer: bought.customer, entitlements: held.sorted(),
                group: groups.first?.first.flatMap { $0 }.flatMap(Int.init))
        }.sorted { $0.customer < $1.customer }
    }

    /// Everything that the store means, without local ids and what keys make of it.
    func dump() throws -> [String] {
        let queries = [
            """
            SELECT 'ask', kind, subject, arguments, asked_by, asked_at_ms, state, attempts, next_try_ms, tried_at_ms,
              ended_at_ms, ended_by, outcome, effect FROM requests
            """,
            "SELECT 'try', request_id, number, at_ms, outcome, is_counted FROM request_tries",
            #"SELECT 'ticket', id, "group", state, resolution, transaction_id, opened_at_ms FROM tickets"#,
            "SELECT 'alarm', ticket_id, at_ms FROM alarms",
            "SELECT 'grant', id, app_user_id, entitlement, starts_at_ms, ends_at_ms, reason, granted_by FROM grants",
            "SELECT 'event', id, app_user_id, entitlement, kind, at_ms FROM entitlement_events",
            "SELECT 'lease', subject, holder, until_ms FROM leases",
        ]
        let rows = try queries.flatMap { query in
            try Raw.texts(shop.store, query).map { row in row.map { $0 ?? "·" }.joined(separator: " ") }
        }
        return rows + [try StoreFacts(of: shop.store).text]
    }

    private func moment(_ hour: Int, _ minute: Int64) -> Instant {
        AskingShop.start + .hours(Int64(hour)) + .seconds(60 * minute)
    }

    /// A server comes.
    private func begin() throws {
        serverCount += 1
        let id = ServerID("\(serverCount)-1")
        let server = try AskingShop(beside: shop, as: id)
        let workers: [any Worker] = [
            server.requests, server.polling, server.gaps,
        ]
        servers.append((id, workers, workers.map { _ in shop.now }))
    }

    /// Now and then a second server comes, or one goes: as it was asked to, or killed with work in its hands.
    private func changeServers() throws {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: if servers.count < 2 { try begin() }
        case 1:
            if servers.count > 1 {
                let gone = servers.removeFirst()
                try shop.store.noteServerEnd(
                    gone.id, by: AskingShop.service, at: shop.now)
            }
        case 2:
            // SIGKILL: what it took nobody lets go.
            let gone = servers.removeFirst()
            _ = try shop.store.takeDueAsks(
                for: gone.id, by: AskingShop.service, at: shop.now)
            if servers.isEmpty { try begin() }
        default: break
        }
    }

    /// Lets every worker of every server go on when it wants to.
    private func run(until end: Instant) async throws {
        for _ in 0..<20_000 {
            let next = servers.flatMap(\.next).min() ?? end
            guard next <= end else { break }
            if next > shop.now { try shop.pass(next - shop.now) }
            for server in servers.indices {
                for (index, worker) in servers[server].workers.enumerated()
                where servers[server].next[index] <= shop.now {
                    let done = try await worker.work(at: shop.now)
                    servers[server].next[index] = max(done.next, shop.now + .seconds(5))
                }
            }
        }
        if end > shop.now { try shop.pass(end - shop.now) }
    }

    /// Somebody comes, buys, and the app reports it.
    private func buy(in hour: Int) throws {
        let name = "u_\(100 + model.purchases.count)"
        let product: ProductID = Bool.random(using: &random) ? "tea.yearly" : "tea.pot"
        shop.apple.with { _ = $0.open(AccountID(name)) }
        let bought = try shop.bought(product, by: name)
        let entry = DayModel.Bought(
            customer: name, product: product, transaction: bought.id, hour: hour,
            isTold: Int.random(in: 0..<4, using: &random) == 0, hasTried: Bool.random(using: &random),
            isInHistory: product == "tea.yearly")
        model.purchases.append(entry)
        let tried = entry.hasTried ? #",{"at":"\#(shop.now)","step":"verify","http_status":503}"# : ""
        let report = """
            {"attempt_id":"a-\(name)","app_user_id":"\(name)","product_id":"\(product)","environment":"Production",
             "transaction_id":"\(bought.id)","original_transaction_id":"\(bought.original)",
             "events":[{"at":"\(shop.now)","state":"purchased"}\(tried)]}
            """
        if entry.isTold {
            let signed = try shop.apple.with { try $0.signedTransaction(bought.id) }
            try shop.bring([(.signedTransaction, Data("\"\(signed)\"".utf8))], of: AppUserID(name))
        }
        try shop.bring([(.purchaseReport, Data(report.utf8))])
    }

    /// Agents make losses good and cancel what waits; Apple takes back.
    private func act(in hour: Int) throws {
        for bought in model.openLosses(at: hour) where Int.random(in: 0..<3, using: &random) == 0 {
            let request = GrantRequest(
                customer: AppUserID(bought.customer),
                entitlement: bought.product == "tea.pot" ? "pot" : "premium",
                term: .lifetime, reason: "not_delivered", ticket: try ticket(of: bought))
            guard case .granted = try shop.store.grant(request, by: AskingShop.lead, at: shop.now) else {
                throw NotGranted(customer: bought.customer)
            }
            change(bought) { $0.goodHour = hour }
        }
        for bought in model.waiting(at: hour) where Int.random(in: 0..<6, using: &random) == 0 {
            let ticket = try ticket(of: bought)
            let asked = try shop.store.asked(.ticket(ticket)).first { $0.request.state == .waiting }
            guard let asked else { throw NotGranted(customer: bought.customer) }
            try shop.store.cancelAsked(asked.request.id, by: AskingShop.lead, at: shop.now)
            change(bought) { $0.cancelledHour = hour }
        }
        guard !model.away.contains(hour), Bool.random(using: &random),
            let bought = model.refundable(at: hour).randomElement(using: &random)
        else { return }
        try shop.apple.with { try $0.refund(bought.transaction) }
        change(bought) { $0.refundedHour = hour }
    }

    private struct NotGranted: Error { let customer: String }

    private func change(_ bought: DayModel.Bought, _ change: (inout DayModel.Bought) -> Void) {
        guard let index = model.purchases.firstIndex(where: { $0.customer == bought.customer }) else {
            return
        }
        change(&model.purchases[index])
    }

    private func ticket(of bought: DayModel.Bought) throws -> TicketID {
        let rows = try Raw.texts(
            shop.store,
            """
            SELECT t.id FROM tickets t JOIN customers c ON c.id = t.customer_id
            WHERE c.app_user_id = '\(bought.customer)'
            """)
        return TicketID(rows.first?.first.flatMap { $0 } ?? "0")
    }
}
