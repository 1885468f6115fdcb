import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// The review over documents and what people did: every figure is the count by hand, and opens its tickets.
struct LossReviewTests {
    /// A shop in which purchases of a month failed, at random.
    private static func shop(_ random: inout SeededRandom) throws -> Shop {
        let shop = try Shop()
        try shop.store.addAgent(Shop.agent, role: .agent, by: Shop.lead, at: Shop.now)
        let prices: [String?] = ["9.99", "0.00", "99.90", nil]
        for index in 0..<40 {
            let hours = Double.random(in: 0..<700, using: &random)
            let isLost = Int.random(in: 0..<5, using: &random) > 0
            let isOnRecord = Int.random(in: 0..<3, using: &random) == 0
            let attempt = ReportedAttempt(
                id: "a\(index)", customer: "u_\(index % 15)",
                product: ["tea.monthly", "forever", "week_pass"].randomElement(using: &random),
                transaction: "t\(index)", price: prices.randomElement(using: &random) ?? nil,
                environment: index % 9 == 0 ? "Sandbox" : nil,
                appVersion: ["5.1", "5.2", nil].randomElement(using: &random) ?? nil,
                events: (isLost ? ReportedAttempt.lost(hours) : [ReportedAttempt.state("purchased", hours)])
                    + ReportedAttempt.failing(Int.random(in: 0..<3, using: &random), from: hours))
            try shop.bring(attempt)
            if isOnRecord {
                try shop.bring(
                    Paper.receipt(
                        [Paper.Entry(id: "t\(index)", chain: "t\(index)", line: "L\(index)")], on: 60))
            }
        }
        return shop
    }

    private static func act(in shop: Shop, _ random: inout SeededRandom) throws {
        let tickets = try shop.tickets().filter { $0.group > .notCharged }
        guard let ticket = tickets.randomElement(using: &random), let customer = ticket.customer else {
            return
        }
        let (store, now) = (shop.store, Shop.now + .hours(Int64.random(in: 0...400, using: &random)))
        do {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: _ = try store.act(.claim, on: ticket.id, by: Shop.agent, at: now)
            case 1:
                _ = try store.act(
                    .resolve(.said(.refunded)), on: ticket.id, reference: "HD-1", by: Shop.lead, at: now)
            case 2:
                _ = try store.act(
                    .resolve(TicketEnd(.writtenOff, note: "enough")), on: ticket.id, by: Shop.lead, at: now)
            case 3:
                let other = tickets.first { $0.customer == customer && $0.id != ticket.id }
                _ = try store.act(
                    .resolve(.said(.duplicate, of: other?.id)), on: ticket.id, reference: "HD-1",
                    by: Shop.lead, at: now)
            case 4:
                _ = try store.act(
                    .resolve(.said(.delivered)), on: ticket.id, reference: "HD-1", by: Shop.lead, at: now)
            case 5: _ = try store.act(.reopen(note: "again"), on: ticket.id, by: Shop.agent, at: now)
            default:
                try shop.makeGood(
                    ticket.id, customer: customer.rawValue,
                    of: ticket.product == "forever" ? "pro" : "premium")
            }
        } catch is StoreError {
            // What a ticket's state does not allow is refused, and changes nothing.
        }
    }

    @Test(arguments: Soak.seeds(2)) func figuresAreTheCountByHandAndOpenTheirTickets(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let shop = try Self.shop(&random)
        for _ in 0..<40 { try Self.act(in: shop, &random) }
        let losses = try LossOracle(shop.store, at: Shop.now)
        #expect(losses.losses.count > 10)
        try losses.expect(shop.store, at: Shop.now)
        try losses.expect(
            shop.store, since: ReportedAttempt.moment(100), until: ReportedAttempt.moment(400), at: Shop.now)
        for review in [
            try shop.store.wholePage(of: LossReviewQuery(since: .earliest), at: Shop.now),
            try shop.store.wholePage(
                of: LossReviewQuery(since: ReportedAttempt.moment(100), until: ReportedAttempt.moment(400)),
                at: Shop.now),
        ] {
            try expectEveryFigureOpens(review, in: shop)
        }
        #expect(try StoreHealth.problems(of: shop.store) == [])
    }

    private func expectEveryFigureOpens(_ review: LossReview, in shop: Shop) throws {
        func count(_ query: String?) throws -> Int {
            let text = try #require(query)
            return try shop.tickets(try TicketFilter(parsing: text, at: Shop.now)).count
        }
        for standing in LossStatus.allCases {
            let choice = LossChoice(standing)
            #expect(try count(review.query(choice)) == review.total.tickets([standing]))
            #expect(
                try count(review.query(choice, currency: .some(nil))) == review.total.unpriced([standing]))
            #expect(
                try count(review.query(choice, currency: "EUR"))
                    == review.total.tickets([standing], in: "EUR"))
            for day in review.days {
                #expect(try count(review.query(choice, day: day.start)) == day.figures.tickets([standing]))
            }
        }
        for dimension in LossDimension.allCases {
            for row in review.rows(by: dimension) {
                #expect(try count(review.query(.lost, row: (dimension, row))) == row.figures.tickets())
                #expect(
                    try count(review.query(.closed, row: (dimension, row)))
                        == row.figures.tickets(LossStatus.closed))
            }
        }
    }

    @Test func wordsOfPricesFindWhatTheyName() throws {
        let shop = try Shop()
        for (index, price) in ["9.99", "0.00", nil].enumerated() {
            try shop.bring(
                ReportedAttempt(
                    id: "a\(index)", transaction: "t\(index)", price: price, events: ReportedAttempt.lost()))
        }
        try shop.raw("UPDATE tickets SET price_milliunits = -5, currency = 'JPY' WHERE id = 1")
        func found(_ text: String) throws -> [TicketID] {
            try shop.tickets(try TicketFilter(parsing: text, at: Shop.now)).map(\.id)
        }
        #expect(try found("price:negative") == ["1"] && found("currency:jpy") == ["1"])
        #expect(try found("price:zero") == ["2"] && found("price:unknown") == ["3"])
        #expect(try found("storefront:none").count == 3 && found("storefront:DEU").isEmpty)
        #expect(try found("incident:7").isEmpty)
        let review = try shop.store.wholePage(of: LossReviewQuery(), at: Shop.now)
        #expect(
            review.total.money() == [
                Money(milliunits: 0, currency: "EUR"), Money(milliunits: -5, currency: "JPY"),
            ])
        #expect(review.total.unpriced() == 1 && review.total.free() == 1 && review.total.negative() == 1)
    }
}
