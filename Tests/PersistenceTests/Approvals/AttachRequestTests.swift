import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// What takes access from one customer for another is a lead's to decide where an agent asks for it.
struct AttachRequestTests {
    private static let token = MadeUpCustomer.tokens[0]
    /// Within what was paid for.
    private static let during = Paper.moment(10)
    private static let chain = OriginalTransactionID("7000")

    /// A shop with an agent, u_1 with a chain that gives access during the first month, and u_2.
    private static func shop() throws -> Shop {
        let shop = try Shop.staffed()
        try shop.bring(Paper.receipt([Paper.Entry(id: "7000", chain: "7000")], on: 1), customer: "u_1")
        try shop.bring([Paper.customer("u_2"), Paper.customer("u_3")])
        return shop
    }

    private static func wish(to customer: AppUserID = "u_2", create: Bool = false) -> AttachRequest {
        AttachRequest(chain, to: customer, reason: "wrong_account", createsCustomer: create)
    }

    /// Files the agent's wish.
    private static func file(
        _ wish: AttachRequest = wish(), in shop: Shop, at now: Instant = during
    ) throws -> ApprovalRequest {
        let answer = try shop.store.attach(wish, by: Shop.agent, at: now)
        guard case .filed(let request, _) = answer else { throw Expected("a request") }
        return request
    }

    private static func owner(_ shop: Shop) throws -> AppUserID? {
        try shop.store.chainPage(chain, at: during)?.owner?.id
    }

    @Test func anAgentWhoTakesAccessAsksALead() throws {
        let shop = try Self.shop()
        let preview = try shop.store.wholePage(of: AttachPreviewQuery(Self.wish()), at: Self.during)
        #expect(preview.losers == ["u_1"])
        let filed = try Self.file(in: shop)
        #expect(filed.kind == "attach" && filed.wish == .attach(Self.wish()) && filed.state == .open)
        #expect(filed.because == .losesAccess(customer: "u_1") && filed.wish.customer == "u_2")
        #expect(try Self.owner(shop) == "u_1")
        #expect(
            try shop.store.wholePage(of: RequestListQuery(), by: Shop.lead).rows.map(\.request) == [filed])
        let page = try #require(try shop.store.requestPage(filed.id, by: Shop.lead, at: Self.during))
        let effects = try #require(page.move).asked.effects
        #expect(effects.map(\.customer) == ["u_1", "u_2"])
        #expect(effects.map(\.before.isEntitled) == [true, false])
        #expect(effects.map(\.after.isEntitled) == [false, true])
        #expect(page.move?.attachment?.losers == ["u_1"] && page.changes.isEmpty && page.problem == nil)
        for person in ["u_1", "u_2"] {
            let entries = try shop.store.audit(about: "customer:\(person)").entries
            #expect(entries.contains { $0.action == "request.file" })
        }
    }

    @Test func approvingAttachesOnce() throws {
        let shop = try Self.shop()
        let filed = try Self.file(in: shop)
        let answer = try shop.store.act(.approve(note: "right"), on: filed.id, by: Shop.lead, at: Self.during)
        guard case .attached(let ended, let attachment) = answer else { throw Expected("an attachment") }
        #expect(ended.state == .approved && attachment.to == "u_2" && attachment.from == "u_1")
        let findings = try shop.store.doctorAll(at: Self.during)
        #expect(findings.first { $0.code == "requests" }?.level == .ok)
        #expect(try Self.owner(shop) == "u_2")
        #expect(
            failure { _ = try shop.store.act(.approve(), on: filed.id, by: Shop.lead, at: Self.during) }?.code
                == .conflict)
        let moves = try shop.store.audit(action: "chain.attach").entries
        #expect(moves.count == 1 && moves[0].agent == Shop.lead)
        #expect(moves[0].details.contains(#""approved":"1""#))
        for person in ["u_1", "u_2"] as [AppUserID] {
            let page = try #require(try shop.store.customerPage(person, at: Self.during))
            #expect(page.events.map(\.content).contains(.attached(chain: Self.chain, to: "u_2")))
        }
        _ = try shop.store.attach(Self.wish(to: "u_1"), by: Shop.lead, at: Self.during + .hours(1))
        #expect(try Self.owner(shop) == "u_1")
        #expect(try shop.store.verifyAudit().isOK)
    }

    @Test func decliningLeavesEverything() throws {
        let shop = try Self.shop()
        let filed = try Self.file(in: shop)
        let ended = try shop.store.act(.decline(note: "no"), on: filed.id, by: Shop.lead, at: Self.during)
            .request
        #expect(ended.state == .declined)
        #expect(try Self.owner(shop) == "u_1")
        #expect(try shop.store.number("SELECT count(*) FROM chain_claims WHERE kind = 'attach'") == 0)
    }

    @Test func nobodyApprovesTheirOwn() throws {
        let shop = try Self.shop()
        let filed = try Self.file(in: shop)
        try shop.store.addAgent(Shop.agent, role: .lead, by: Shop.lead, at: Self.during)
        #expect(
            failure { _ = try shop.store.act(.approve(), on: filed.id, by: Shop.agent, at: Self.during) }
                == .request(filed.id, .own))
        #expect(try Self.owner(shop) == "u_1")
    }

    @Test func whatBecameOfTheChainMeanwhileIsLookedAtFirst() throws {
        let shop = try Self.shop()
        let filed = try Self.file(in: shop)
        _ = try shop.store.attach(Self.wish(to: "u_3"), by: Shop.lead, at: Self.during)
        guard
            case .changed(_, let changes) = try shop.store.act(
                .approve(), on: filed.id, by: Shop.lead, at: Self.during)
        else { throw Expected("changes") }
        #expect(changes.contains(.ownerChanged("u_3")) && changes.contains(.effectChanged("u_1")))
        #expect(try Self.owner(shop) == "u_3")
        _ = try shop.store.act(.approve(), on: filed.id, by: Shop.lead, at: Self.during)
        #expect(try Self.owner(shop) == "u_2")
    }

    @Test func whereNobodyLosesAccessAnAgentAttaches() throws {
        let shop = try Self.shop()
        try shop.bring(Paper.receipt([Paper.Entry(id: "8000", chain: "8000")], on: 1))
        let nobodys = AttachRequest("8000", to: "u_3", reason: "support_error")
        let done = try shop.store.attach(nobodys, by: Shop.agent, at: Self.during)
        #expect(done.attachment?.losers == [] && done.attachment?.from == nil)
        // What ran out takes nothing away.
        #expect(try shop.store.attach(Self.wish(), by: Shop.agent, at: Shop.now).attachment?.to == "u_2")
        #expect(try shop.store.wholePage(of: RequestListQuery(.all), by: Shop.lead).rows.isEmpty)
    }

    @Test func aCustomerIsMadeOnlyWhereThatIsSaid() throws {
        let shop = try Self.shop()
        let (zoe, at) = (AppUserID("u_zoe"), Self.during)
        try shop.store.addCustomer(
            zoe,
            CustomerValues(
                email: "Zoe@Example.com", appAccountToken: PersonIdentifier(Self.token)), by: Shop.lead,
            at: at)
        for name in ["zoe@example.com", Self.token.uppercased()] {
            let wish = Self.wish(to: AppUserID(name))
            let error = StoreError.unknown(.holder(AppUserID(name), near: ["u_zoe"]))
            #expect(failure { _ = try shop.store.attach(wish, by: Shop.lead, at: at) } == error)
            #expect(failure { _ = try shop.store.wholePage(of: AttachPreviewQuery(wish), at: at) } == error)
        }
        #expect(try shop.store.customers(limit: 10, at: at).lines.count == 4)
        let made = try shop.store.attach(Self.wish(to: "u_new", create: true), by: Shop.lead, at: at)
        #expect(made.attachment?.createsCustomer == true)
        #expect(try Self.owner(shop) == "u_new")
    }

    @Test func anAgentWhoGivesATokenOfAnotherAsksALead() throws {
        let shop = try Self.shop()
        try shop.bring(Paper.customer("u_1", token: Self.token))
        let change = CustomerValues(name: "Zoë", appAccountToken: PersonIdentifier(Self.token.uppercased()))
        let filed = try #require(
            try shop.store.setCustomer("u_2", change, by: Shop.agent, at: Self.during))
        #expect(filed.kind == "token" && filed.because == .tokenOfAnother(customer: "u_1"))
        let added = try #require(
            try shop.store.addCustomer("u_9", change, by: Shop.agent, at: Self.during))
        #expect(try shop.store.customerPage("u_9", at: Self.during) == nil)
        func token(_ customer: AppUserID) throws -> PersonIdentifier? {
            try shop.store.customerPage(customer, at: Self.during)?.customer.values.appAccountToken
        }
        #expect(try token("u_2") == nil)
        let page = try #require(try shop.store.requestPage(filed.id, by: Shop.lead, at: Self.during))
        #expect(page.problem == nil && page.customer?.id == "u_2")
        guard
            case .kept(let ended, _) = try shop.store.act(
                .approve(), on: filed.id, by: Shop.lead, at: Self.during)
        else { throw Expected("a customer") }
        #expect(ended.state == .approved)
        #expect(try token("u_2") == PersonIdentifier(Self.token.lowercased()))
        _ = try shop.store.act(.decline(note: "no"), on: added.id, by: Shop.lead, at: Self.during)
        #expect(try token("u_9") == nil)
        // What is personal is kept no longer than it is decided about.
        let kept: [String] = try shop.store.read { try $0.values("SELECT request FROM approval_requests") }
        #expect(kept.count == 2 && !kept.contains { $0.contains("Zoë") || $0.contains(Self.token) })
        #expect(try shop.store.verifyAudit().isOK)
    }

    @Test func aLeadGivesItAtOnceAndWhatIsNobodysAnAgentGives() throws {
        let shop = try Self.shop()
        try shop.bring(Paper.customer("u_1", token: Self.token))
        let change = CustomerValues(appAccountToken: PersonIdentifier(Self.token))
        #expect(try shop.store.setCustomer("u_2", change, by: Shop.lead, at: Self.during) == nil)
        let own = CustomerValues(appAccountToken: PersonIdentifier(MadeUpCustomer.tokens[1]))
        #expect(try shop.store.setCustomer("u_3", own, by: Shop.agent, at: Self.during) == nil)
        // Who carries it already is given nothing of another's.
        #expect(try shop.store.setCustomer("u_2", change, by: Shop.agent, at: Self.during) == nil)
        #expect(try shop.store.wholePage(of: RequestListQuery(.all), by: Shop.lead).rows.isEmpty)
    }

    @Test func anAgentsDocumentWithATokenOfAnotherWaitsForALead() throws {
        let shop = try Self.shop()
        try shop.bring(Paper.customer("u_1", token: Self.token))
        let taking = Paper.customer("u_2", token: Self.token, on: 2)
        let report = try shop.bring(taking, by: Shop.agent)
        #expect(report.rejected.map(\.reason) == ["token_of_another"] && report.accepted == 0)
        #expect(try shop.store.quarantine().map(\.reason) == ["token_of_another"])
        #expect(try shop.bring(Paper.customer("u_1", token: Self.token, on: 3), by: Shop.agent).accepted == 1)
        try shop.store.addAgent("intake", role: .service, by: Shop.lead, at: Shop.now)
        #expect(try shop.bring(taking, by: "intake").accepted == 1)
    }
}
