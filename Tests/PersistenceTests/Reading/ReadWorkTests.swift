import GRDB
import GRDBSQLite
import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// A look-up or a page costs the same in a large store: SQLite's own steps are counted, because a plan that reads well
/// may still walk a table.
struct ReadWorkTests {
    /// What is asked, and how many it finds.
    typealias Question = (name: String, found: Int, ask: (Store) throws -> Int?)

    /// Counts the steps of a connection.
    private final class Steps {
        var count = 0

        func follow(_ store: Store) {
            _ = try? store.underneath { db in
                sqlite3_progress_handler(
                    db.sqliteConnection, 1,
                    { steps in
                        steps.map { Unmanaged<Steps>.fromOpaque($0).takeUnretainedValue().count += 1 }
                        return 0
                    }, Unmanaged.passUnretained(self).toOpaque())
            }
        }
    }

    /// The steps that questions take when they are asked for the second time, so that preparing is not among them.
    private func steps(_ questions: [Question], among count: Int) throws -> [String: Int] {
        let (store, steps) = (try FullStore.store(of: count), Steps())
        try FullStore.fill(store, with: [ReadWorkTests.charges], count: count)
        steps.follow(store)
        return try withExtendedLifetime(steps) {
            try questions.reduce(into: [:]) { found, question in
                _ = try question.ask(store)
                steps.count = 0
                #expect(try question.ask(store) == question.found, "\(question.name)")
                found[question.name] = steps.count
            }
        }
    }

    @Test func noLookUpOrPageCostsMoreInALargerStore() throws {
        let (few, many) = (try steps(questions, among: 250), try steps(questions, among: 2000))
        for (name, least) in few {
            #expect(least > 0, "\(name)")
            #expect((many[name] ?? .max) <= least + least / 2, "\(name): \(least) steps")
        }
    }

    @Test func aWalkIsSeen() throws {
        var filter = TicketFilter()
        filter.appVersion = "9"
        let walks: [Question] = [
            ("a text without an index", 0, { try $0.search("qx", at: People.now).matches.count }),
            ("a filter without an index", 0, { try $0.tickets(filter, at: People.now).tickets.count }),
        ]
        let (few, many) = (try steps(walks, among: 250), try steps(walks, among: 2000))
        for (name, least) in few { #expect((many[name] ?? 0) > least * 3, "\(name): \(least) steps") }
    }

    /// Everything that is asked.
    var questions: [Question] { searches + pages + lists }

    private var searches: [Question] {
        let lookUps: [Question] = FullStore.names(123).map { name, text in
            (
                "search by \(name)", 1,
                { store in
                    try store.search(text, at: People.now).matches.filter {
                        $0.customer?.id.rawValue == "c000123" && $0.matchedOn == name
                    }.count
                }
            )
        }
        return lookUps + [
            ("prefix", 50, { try $0.search("c00", at: People.now).matches.count }),
            ("part", 1, { try $0.search("00123@ex", at: People.now).matches.count }),
            ("words", 1, { try $0.search("000123 per", at: People.now).matches.count }),
            ("ticket", 1, { try $0.search("#123", at: People.now).matches.count }),
            (
                "beginning of a token", 10,
                { try $0.search("0000000000004000800000000000012", at: People.now).matches.count }
            ),
            ("a text", 1, { try $0.search("I am c000123, hello", at: People.now).matches.count }),
            ("attempt", 1, { try $0.search("a123", at: People.now).matches.count }),
            ("grant", 1, { try $0.search("grant 123", at: People.now).matches.count }),
            ("document", 1, { try $0.search("document 123", at: People.now).matches.count }),
            ("entry", 1, { try $0.search("entry 123", at: People.now).matches.count }),
            ("charge", 1, { try $0.search("9.99 EUR 1970-05-04", at: People.now).matches.count }),
            ("one letter away", 1, { try $0.search("persan 000123", at: People.now).nearest.count }),
            ("beginning of an order", 10, { try $0.search("MK00012", at: People.now).matches.count }),
        ]
    }

    /// A charge a day.
    static let charges = """
        INSERT INTO charges (id, environment, day, currency, milliunits, refunded_milliunits, standing, is_owned)
        SELECT i, 'Production', i, 'EUR', 9990, 0, 'delivered', 0 FROM n
        """

    private var pages: [Question] {
        let (id, chain) = (AppUserID("c000123"), OriginalTransactionID("100000000000123"))
        return [
            ("customer", 1, { try $0.customerPage(id, at: People.now)?.chains.count }),
            ("chain", 1, { try $0.chainPage(chain, at: People.now)?.notifications.count }),
            ("ticket", 1, { try $0.ticketPage(TicketID("123"), at: People.now)?.attempts.count }),
            ("document", 1, { try $0.document(123)?.chains.count }),
        ]
    }

    private var lists: [Question] {
        tickets + sortedTickets + alarms + customers + documents + audit + requests
    }

    private var requests: [Question] {
        func page(_ after: String?, by agent: AgentName) -> (Store) throws -> Int? {
            { try $0.wholePage(of: RequestListQuery(.all, after: after, limit: 20), by: agent).rows.count }
        }
        return [
            ("requests", 20, page(nil, by: People.lead)),
            ("requests, on", 20, page("o.51.51", by: People.lead)),
            ("decided requests", 20, page("d.200.200", by: People.lead)),
            ("an agent's requests", 20, page(nil, by: People.agent)),
            ("an agent's decided requests", 20, page("d.200.200", by: People.agent)),
        ]
    }

    /// All wait, and one try failed.
    private var alarms: [Question] {
        let later = People.now + .seconds(60)
        return [
            ("no alarm that is due", 0, { try $0.hasDueAlarm(at: People.now) ? 1 : 0 }),
            ("an alarm that is due", 1, { try $0.hasDueAlarm(at: later) ? 1 : 0 }),
            ("the alarm that failed", 1, { try $0.read { try AlarmTable.worst($0) } == nil ? 0 : 1 }),
        ]
    }

    private func refunds(_ place: RefundPlace) -> (Store) throws -> Int? {
        { try $0.wholePage(of: RefundListQuery(.all, after: place, limit: 20), at: People.now).count }
    }

    private var tickets: [Question] {
        var (resolved, own) = (TicketFilter(), TicketFilter())
        resolved.state = .resolved
        own.customer = AppUserID("c000123")
        let further = "q.2.0.0.\(864_000_000 * 121).121.\(People.now.milliseconds)"
        return [
            ("queue", 20, { try $0.tickets(limit: 20, at: People.now).tickets.count }),
            ("queue, on", 5, { try $0.tickets(after: further, limit: 5, at: People.now).tickets.count }),
            ("resolved", 20, { try $0.tickets(resolved, limit: 20, at: People.now).tickets.count }),
            (
                "resolved, on", 20,
                { try $0.tickets(after: "r.100.100", limit: 20, at: People.now).tickets.count }
            ),
            ("a customer's", 1, { try $0.tickets(own, at: People.now).tickets.count }),
            (
                "by word", 20,
                {
                    try $0.wholePage(of: UnconfirmedDeliveryListQuery(limit: 20), at: People.now).deliveries
                        .count
                }
            ),
            ("refunds", 20, { try $0.refunds(.open, at: People.now, limit: 20).count }),
            ("all refunds", 20, { try $0.refunds(.all, at: People.now, limit: 20).count }),
            ("all refunds, on", 20, refunds(.open(due: Instant(milliseconds: 9_000_000_000_000), id: 51))),
            ("ended refunds, on", 20, refunds(.ended(asked: Instant(milliseconds: 200), id: 200))),
            ("a chain's refunds", 1, { try $0.chainPage("100000000000123", at: People.now)?.refunds.count }),
            ("a refund", 1, { try $0.wholePage(of: RefundQuery("123"), at: People.now) == nil ? 0 : 1 }),
            (
                "silent losses", 0,
                { try $0.wholePage(of: SilentLossListQuery(limit: 20), at: People.now).losses.count }
            ),
            ("without proof", 0, { try $0.leadList(.closedWithoutProof, at: People.now).rows.count }),
            ("refunded", 0, { try $0.leadList(.refundedAndMadeGood, at: People.now).rows.count }),
            ("no source", 0, { try $0.leadList(.accessWithoutSource, at: People.now).rows.count }),
            ("two customers", 0, { try $0.leadList(.twoCustomers, at: People.now).rows.count }),
            ("bridges", 0, { try $0.leadList(.bridges, at: People.now).rows.count }),
            ("tokens", 0, { try $0.leadList(.unreportedTokens, at: People.now).rows.count }),
            (
                "by word, on", 20,
                {
                    try $0.wholePage(
                        of: UnconfirmedDeliveryListQuery(after: "100.100", limit: 20), at: People.now
                    )
                    .deliveries.count
                }
            ),
        ]
    }

    /// Every order, from its beginning and from within: all tickets agree in most columns, and half have nothing there.
    private var sortedTickets: [Question] {
        TicketSort.Column.allCases.flatMap { column -> [Question] in
            let sort = TicketSort(column, isDescending: false)
            var queue = TicketFilter()
            (queue.group, queue.isUnresolvedOnly) = (.lossOfFunds, true)
            let page = { (store: Store, after: String?) in
                try store.tickets(queue, sortedBy: sort, after: after, limit: 20, at: People.now)
            }
            return [
                ("by \(column)", 20, { try page($0, nil).tickets.count }),
                ("by \(column), on", 20, { try page($0, page($0, nil).next).tickets.count }),
            ]
        }
    }

    private var customers: [Question] {
        let basic = CustomerFilter(product: ProductID("basic"))
        return [
            ("customers", 20, { try $0.customers(after: "1100.9", limit: 20, at: People.now).lines.count }),
            (
                "saved views", 0,
                { try $0.wholePage(of: SavedViewsQuery(of: .tickets), by: People.agent).count }
            ),
            (
                "chains of nobody", 0,
                { try $0.wholePage(of: UnassignedChainListQuery(), at: People.now).lines.count }
            ),
            (
                "of a product", 20,
                { try $0.customers(basic, after: "1100.9", limit: 20, at: People.now).lines.count }
            ),
            (
                "who change their plan", 20,
                {
                    try $0.customers(CustomerFilter(renewal: .downgrade), limit: 30, at: People.now).lines
                        .count
                }
            ),
            (
                "who have not answered a price increase", 20,
                {
                    try $0.customers(CustomerFilter(renewal: .priceIncrease), limit: 30, at: People.now).lines
                        .count
                }
            ),
            (
                "who turned renewal off", 0,
                { try $0.customers(CustomerFilter(renewal: .off), limit: 20, at: People.now).lines.count }
            ),
        ]
    }

    private var documents: [Question] {
        let chain = DocumentFilter(chain: OriginalTransactionID("100000000000123"))
        let customer = DocumentFilter(customer: AppUserID("c000123"))
        return [
            ("documents", 20, { try $0.documents(after: 200, limit: 20).count }),
            ("documents of a chain", 1, { try $0.documents(chain).count }),
            ("documents of a customer", 1, { try $0.documents(customer).count }),
        ] + frequentDocuments + rareDocuments
    }

    /// A page of filters that most documents pass.
    private var frequentDocuments: [Question] {
        let filters = [
            "name": DocumentFilter(notification: .init("DID_RENEW")),
            "kind": DocumentFilter(kind: .notificationV2), "check": DocumentFilter(check: .signed),
        ]
        return filters.map { name, filter in
            (
                "documents of a frequent \(name)", 20,
                { store in try store.documents(filter, after: 200, limit: 20).count }
            )
        }
    }

    /// Filters that one document passes, so that a walk to it would be seen.
    private var rareDocuments: [Question] {
        let filters = [
            "name": DocumentFilter(notification: .init("DID_RENEW/BILLING_RECOVERY")),
            "kind": DocumentFilter(kind: .serverAPI),
            "kind and check": DocumentFilter(kind: .serverAPI, check: .secret),
            "name of a customer": DocumentFilter(
                notification: .init("DID_RENEW"), customer: AppUserID("c000123")),
        ]
        return filters.map { name, filter in
            ("documents of a rare \(name)", 1, { store in try store.documents(filter).count })
        }
    }

    private var audit: [Question] {
        [
            ("audit", 20, { try $0.audit(after: 200, limit: 20).entries.count }),
            ("audit by agent", 20, { try $0.audit(by: People.agent, limit: 20).entries.count }),
            ("audit about a customer", 1, { try $0.audit(about: "customer:c000123").entries.count }),
        ]
    }
}
