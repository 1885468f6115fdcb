import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// The lists of customers to talk to before the next renewal: found as of any moment, and in one mind with the verdict.
@Suite struct RenewalListTests {
    private static let people: [(name: String, fill: @Sendable (inout RenewalInfo) -> Void)] = [
        ("u_renews", { $0.autoRenewProductID = "tea.monthly" }),
        ("u_off", { $0.autoRenew = false }),
        ("u_price", { $0.priceConsent = false }),
        ("u_agreed", { $0.priceConsent = true }),
        ("u_down", { $0.autoRenewProductID = "week_pass" }),
        ("u_retry", { $0.isInBillingRetry = true }),
        ("u_grace", { ($0.isInBillingRetry, $0.gracePeriodExpiresAt) = (true, Paper.moment(46)) }),
    ]

    /// Everybody bought a month on the first day; those whose renewal failed were heard of on day 31, the others on day 3.
    private static func shop() throws -> Shop {
        let shop = try Shop()
        for (place, person) in people.enumerated() {
            let entry = Paper.Entry(id: "\(place + 1)", chain: "\(place + 1)", day: 0, days: 30)
            let day: Int64 = ["u_retry", "u_grace"].contains(person.name) ? 31 : 3
            try shop.bring(
                .receipt([entry], on: day, renewal: "\(place + 1)") { info in
                    info.autoRenew = true
                    person.fill(&info)
                }, customer: person.name)
        }
        return shop
    }

    private static func names(_ shop: Shop, _ filter: CustomerFilter, on day: Int64) throws -> [String] {
        let page = try shop.store.customers(filter, at: Paper.moment(day))
        #expect(page.count.description == "\(page.lines.count)")
        return page.lines.map(\.customer.id.rawValue)
    }

    @Test func eachListHasThoseWhomItNames() throws {
        let shop = try Self.shop()
        #expect(try Self.names(shop, CustomerFilter(renewal: .off), on: 10) == ["u_off"])
        #expect(try Self.names(shop, CustomerFilter(renewal: .priceIncrease), on: 10) == ["u_price"])
        #expect(try Self.names(shop, CustomerFilter(renewal: .downgrade), on: 10) == ["u_down"])
        #expect(try Self.names(shop, CustomerFilter(status: .gracePeriod), on: 32) == ["u_grace"])
        #expect(try Self.names(shop, CustomerFilter(status: .billingRetry), on: 32) == ["u_retry"])
    }

    @Test func whatWasToComeIsOverAtTheEndOfThePeriod() throws {
        let shop = try Self.shop()
        for concern in [RenewalConcern.priceIncrease, .downgrade] {
            #expect(try Self.names(shop, CustomerFilter(renewal: concern), on: 29).count == 1)
            #expect(try Self.names(shop, CustomerFilter(renewal: concern), on: 30).isEmpty)
        }
        #expect(
            try Self.names(shop, CustomerFilter(renewal: .off), on: 30) == ["u_off"],
            "the end does not turn it on")
    }

    @Test(arguments: [1, 10, 29]) func listAndVerdictAreInOneMind(_ day: Int64) throws {
        let shop = try Self.shop()
        for concern in RenewalConcern.allCases {
            let listed = try Self.names(shop, CustomerFilter(renewal: concern), on: day)
            for person in Self.people {
                let page = try #require(
                    try shop.store.customerPage(AppUserID(person.name), at: Paper.moment(day)))
                let isAdvised = page.verdicts.contains { $0.nextStep == .renewal(concern) }
                #expect(isAdvised == listed.contains(person.name), "\(person.name) \(concern)")
            }
        }
    }

    @Test func anotherWordTakesACustomerOffTheList() throws {
        let shop = try Self.shop()
        let entry = Paper.Entry(id: "3", chain: "3", day: 0, days: 30)
        try shop.bring(
            .receipt([entry], on: 4, renewal: "3") { ($0.autoRenew, $0.priceConsent) = (true, true) },
            customer: "u_price")
        #expect(try Self.names(shop, CustomerFilter(renewal: .priceIncrease), on: 10).isEmpty)
        try shop.bring(
            .receipt([entry], on: 5, renewal: "3") { $0.autoRenewProductID = "tea.yearly" },
            customer: "u_price")
        #expect(try Self.names(shop, CustomerFilter(renewal: .downgrade), on: 10) == ["u_price", "u_down"])
    }

    @Test func pagesGoOnByKey() throws {
        let shop = try Self.shop()
        let filter = CustomerFilter(renewal: .downgrade)
        let entry = Paper.Entry(id: "9", chain: "9", product: "tea.yearly", day: 0, days: 30)
        try shop.bring(
            .receipt([entry], on: 3, renewal: "9") { $0.autoRenewProductID = "tea.monthly" }, customer: "u_z")
        let first = try shop.store.customers(filter, limit: 1, at: Paper.moment(10))
        let second = try shop.store.customers(filter, after: first.next, limit: 1, at: Paper.moment(10))
        #expect([first, second].flatMap(\.lines).map(\.customer.id.rawValue) == ["u_down", "u_z"])
        #expect(second.next == nil && second.lines.first?.product == "tea.yearly")
    }
}
