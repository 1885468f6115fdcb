import PersistenceTesting
import Purchases
import Testing
import Wording

@testable import Persistence

/// Whose a chain is at the store.
struct OwnershipTests {
    private static let token = MadeUpCustomer.tokens[0]
    private static let chain = OriginalTransactionID("7000")

    private func receipt(on day: Int64 = 1, token: String? = nil, id: String = "7000") -> Paper {
        Paper.receipt([Paper.Entry(id: id, chain: "7000", token: token)], on: day)
    }

    private func owner(_ shop: Shop) throws -> String? {
        try shop.store.chainPage(Self.chain, at: Shop.now)?.owner?.id.rawValue
    }

    @Test func anUnknownCustomerThatIsNamedIsMade() throws {
        let shop = try Shop()
        try shop.bring(receipt(), customer: "u_9")
        #expect(try owner(shop) == "u_9")
        #expect(try shop.store.customerPage(AppUserID("u_9"), at: Shop.now)?.chains.count == 1)
    }

    @Test func theTokenComesBeforeTheNameWheneverItsCustomerComes() throws {
        let shop = try Shop()
        try shop.bring(receipt(token: Self.token), customer: "u_1")
        #expect(try owner(shop) == "u_1")
        #expect(try shop.store.search(Self.token, at: Shop.now).matches.first?.chain == Self.chain)
        try shop.bring(Paper.customer("u_2", token: Self.token.uppercased()))
        #expect(try owner(shop) == "u_2")
        let claims = try #require(try shop.store.chainPage(Self.chain, at: Shop.now)?.claims)
        #expect(Set(claims.compactMap(\.customer?.rawValue)) == ["u_1", "u_2"])
    }

    @Test func twoWhoClaimAChainAreBothWarned() throws {
        let shop = try Shop()
        for customer in ["u_1", "u_2"] { try shop.bring(receipt(), customer: customer) }
        for customer in ["u_1", "u_2"] {
            let page = try #require(try shop.store.customerPage(AppUserID(customer), at: Shop.now))
            #expect(
                page.warnings.map(Reader.program.words) == [
                    "chain 7000 is claimed by u_1 and u_2, it is u_1's"
                ])
        }
    }

    @Test func twoWhoCarryOneTokenAreBothWarned() throws {
        let shop = try Shop()
        for customer in ["u_2", "u_1"] { try shop.bring(Paper.customer(customer, token: Self.token)) }
        try shop.bring(receipt(token: Self.token))
        let warning =
            "u_1 and u_2 carry one app_account_token: what is bought with it counts as u_1's (\(Self.token))"
        for customer in ["u_1", "u_2"] {
            let page = try #require(try shop.store.customerPage(AppUserID(customer), at: Shop.now))
            #expect(page.warnings.map(Reader.program.words) == [warning])
        }
        let chain = try shop.store.chainPage(Self.chain, at: Shop.now)
        #expect(chain?.warnings.map(Reader.program.words) == [warning])
        try shop.bring(Paper.customer("u_1", token: MadeUpCustomer.tokens[1], on: 9))
        #expect(try shop.store.customerPage("u_2", at: Shop.now)?.warnings == [])
        #expect(try shop.store.chainPage(Self.chain, at: Shop.now)?.warnings == [])
    }

    @Test func aChainOfTwoEnvironmentsNamesTheOther() throws {
        let shop = try Shop()
        for environment in ["Production", "Sandbox"] {
            let entry = Paper.Entry(id: "7000", chain: "7000")
            try shop.bring(Paper.receipt([entry], on: 1, environment: environment))
        }
        let production = try #require(try shop.store.chainPage(Self.chain, at: Shop.now))
        #expect(
            production.warnings.map(Reader.program.words)
                == ["Sandbox has a chain 7000, too: this page shows that of Production"])
        let sandbox = try #require(try shop.store.chainPage(Self.chain, in: .sandbox, at: Shop.now))
        #expect(sandbox.otherEnvironments == [.production])
    }

    @Test func attachingCreatesTheCustomerAndSaysSo() throws {
        let shop = try Shop()
        try shop.bring(receipt())
        let wish = AttachRequest(Self.chain, to: "u_new", reason: "x", createsCustomer: true)
        let plan = try shop.store.wholePage(of: AttachPreviewQuery(wish), at: Shop.now)
        #expect(plan.createsCustomer && plan.before["u_new"]?.isEmpty == true)
        #expect(try shop.store.customerPage("u_new", at: Shop.now) == nil, "a preview changes nothing")
        let done = try shop.store.move(wish, by: Shop.lead, at: Shop.now)
        #expect(done.createsCustomer && done.after["u_new"]?.count == plan.after["u_new"]?.count)
        #expect(try owner(shop) == "u_new")
        let entry = try #require(try shop.store.audit(limit: 1).entries.first)
        #expect(entry.details.contains(#""created":true"#))
        let again = try shop.store.move(wish, by: Shop.lead, at: Shop.now)
        #expect(!again.createsCustomer)
        #expect(throws: StoreError.self) {
            try shop.store.attach(
                AttachRequest(Self.chain, to: " ", reason: "x", createsCustomer: true), by: Shop.lead,
                at: Shop.now)
        }
    }

    @Test func aTokenThatNobodyCarriesMakesNobody() throws {
        let shop = try Shop()
        try shop.bring(receipt(token: Self.token))
        #expect(try owner(shop) == nil)
        #expect(try shop.store.customers(limit: 5, at: Shop.now).lines.isEmpty)
    }

    @Test func aTokenKnownBeforeDecidesAtOnceAndGivenUpDecidesNoMore() throws {
        let shop = try Shop()
        try shop.bring(Paper.customer("u_2", token: Self.token, on: 1))
        try shop.bring(receipt(token: Self.token), customer: "u_1")
        #expect(try owner(shop) == "u_2")
        try shop.bring(Paper.customer("u_2", token: MadeUpCustomer.tokens[1], on: 2))
        #expect(try owner(shop) == "u_1")
        try shop.bring(Paper.customer("u_3", token: Self.token, on: 0))
        #expect(try owner(shop) == "u_3")
    }

    @Test(
        arguments: [([(2, "u_1"), (1, "u_2")], "u_2"), ([(1, "u_2"), (1, "u_1")], "u_1")]
            as [([(Int64, String)], String)])
    func ofTwoNamedTheEarlierDocumentThenTheSmallerIDWins(_ named: [(Int64, String)], _ winner: String) throws
    {
        let shop = try Shop()
        for (day, customer) in named { try shop.bring(receipt(on: day), customer: customer) }
        #expect(try owner(shop) == winner)
    }

    @Test func theSameDocumentBroughtAgainAttachesItsOwner() throws {
        let shop = try Shop()
        try shop.bring(receipt())
        let report = try shop.bring(receipt(), customer: "u_1")
        #expect(report.duplicates == 1 && report.updatedChains == 0 && report.updatedTransactions == 0)
        #expect(try owner(shop) == "u_1")
    }

    @Test func attachingBeatsEverythingAndIsUndoneByAttachingBack() throws {
        let shop = try Shop()
        try shop.bring([Paper.customer("u_1", token: Self.token), Paper.customer("u_2")])
        try shop.bring(receipt(token: Self.token))
        let (one, two) = (AppUserID("u_1"), AppUserID("u_2"))
        let during = Instant(milliseconds: MadeUpChain.start + MadeUpChain.day)
        let before = try #require(try shop.store.customerPage(one, at: during)?.verdicts)
        let moved = try shop.store.move(
            AttachRequest(Self.chain, to: two, reason: "x"), by: Shop.lead, at: Shop.now)
        #expect(moved.from == one && moved.people == [one, two])
        try shop.bring(receipt(on: 3, token: Self.token), customer: "u_1")
        #expect(try owner(shop) == "u_2")
        // What the token paid for before stays where it was.
        #expect(try shop.store.customerPage(two, at: during)?.verdicts.contains { $0.isEntitled } == false)
        #expect(try shop.store.customerPage(one, at: during)?.verdicts.map(\.until) == before.map(\.until))
        _ = try shop.store.attach(
            AttachRequest(Self.chain, to: one, reason: "x"), by: Shop.lead, at: Shop.now)
        #expect(try owner(shop) == "u_1")
        #expect(try shop.store.customerPage(one, at: during)?.verdicts.map(\.until) == before.map(\.until))
        for person in [one, two] {
            let page = try #require(try shop.store.customerPage(person, at: Shop.now))
            let moves = page.events.map(\.content).filter { if case .attached = $0 { true } else { false } }
            #expect(moves == [two, one].map { .attached(chain: Self.chain, to: $0) })
        }
    }
}
