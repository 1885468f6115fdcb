import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// What leads look at: who stands on which list, and who comes off it.
struct LeadListTests {
    private static let lost = ReportedAttempt(transaction: "7000", events: ReportedAttempt.lost(0))

    private static func receipt(refundedOn day: Int64? = nil, on told: Int64) -> Paper {
        Paper.receipt([Paper.Entry(id: "7000", chain: "7000", line: "L0", revokedOn: day)], on: told)
    }

    /// What stands on a list, by name; the count says the same.
    private func names(
        _ list: LeadList, in shop: Shop, at now: Instant = Shop.now
    ) throws -> [String] {
        let page = try shop.store.leadList(list, limit: 1000, at: now)
        let names = page.rows.map { row in
            switch row {
            case .ticket(let ticket, _, _): "ticket \(ticket.id)"
            case .chain(let chain): "chain \(chain.id.original)"
            case .grant(let grant, _): "grant \(grant.id)"
            case .delivery(let delivery): "attempt \(delivery.attempt)"
            case .token(let unreported): "token \(unreported.token.id)"
            case .closed(let closed): "ticket \(closed.ticket.id)"
            }
        }
        #expect(
            try shop.store.wholePage(of: LeadListCountsQuery(), at: now).count(of: list).counted
                == names.count)
        return names
    }

    @Test func whatWasMadeGoodAndRefundedStandsUntilTheGrantIsTakenBack() throws {
        let shop = try Shop()
        try shop.bring(Self.lost)
        let grant = try shop.makeGood()
        #expect(try names(.refundedAndMadeGood, in: shop).isEmpty)
        try shop.bring(Self.receipt(refundedOn: 35, on: 40))
        #expect(try names(.refundedAndMadeGood, in: shop) == ["ticket 1"])
        #expect(try names(.deliveredAfterMakeGood, in: shop).isEmpty)
        let row = try #require(
            try shop.store.leadList(.refundedAndMadeGood, at: Shop.now).rows.first)
        guard case .ticket(let ticket, let grants, let refundedAt) = row else {
            Issue.record("no ticket")
            return
        }
        #expect(ticket.money != nil && grants.map(\.id) == [grant.id] && refundedAt == Paper.moment(35))
        _ = try shop.store.revoke(grant.id, reason: "mistake", by: Shop.lead, at: Shop.now)
        #expect(try names(.refundedAndMadeGood, in: shop).isEmpty)
    }

    @Test func aReversedRefundComesOff() throws {
        let shop = try Shop()
        try shop.bring(Self.lost)
        try shop.makeGood()
        try shop.bring(Self.receipt(refundedOn: 35, on: 40))
        try shop.bring(Self.receipt(on: 50))
        #expect(try names(.refundedAndMadeGood, in: shop).isEmpty)
    }

    @Test func whatArrivedAfterItWasMadeGoodStands() throws {
        let shop = try Shop()
        try shop.bring(Self.lost)
        try shop.makeGood()
        try shop.bring(Self.receipt(on: 2))
        #expect(try names(.deliveredAfterMakeGood, in: shop) == ["ticket 1"])
        #expect(try names(.refundedAndMadeGood, in: shop).isEmpty)
    }

    @Test func environmentsThatAreNotServedDoNotCount() throws {
        let shop = try Shop()
        try shop.bring(Self.lost)
        try shop.makeGood()
        try shop.bring(Self.receipt(on: 2))
        try shop.raw("DELETE FROM served_environments")
        #expect(try names(.deliveredAfterMakeGood, in: shop).isEmpty)
    }

    @Test func aChainThatTwoClaimStandsUntilSomebodyAttachesIt() throws {
        let shop = try Shop()
        try shop.bring(Self.receipt(on: 2), customer: "u_1")
        #expect(try names(.twoCustomers, in: shop).isEmpty)
        try shop.bring(Self.receipt(on: 3), customer: "u_2")
        #expect(try names(.twoCustomers, in: shop) == ["chain 7000"])
        let row = try #require(try shop.store.leadList(.twoCustomers, at: Shop.now).rows.first)
        guard case .chain(let chain) = row else {
            Issue.record("no chain")
            return
        }
        #expect(chain.owner == "u_1" && chain.others == ["u_2"] && chain.product == "tea.monthly")
        let attach = AttachRequest("7000", to: "u_2", reason: "wrong_account")
        _ = try shop.store.attach(attach, by: Shop.lead, at: Shop.now)
        #expect(try names(.twoCustomers, in: shop).isEmpty)
        try shop.bring(Self.receipt(on: 4), customer: "u_3", at: Shop.now + .days(1))
        #expect(try names(.twoCustomers, in: shop).isEmpty, "the document is older than the decision")
    }

    @Test func aTokenStandsOnceAppleSaysThatNobodyReportedIt() throws {
        let shop = try Shop()
        func tell(_ subtype: String, _ id: String, on day: Int64, in environment: String = "Production")
            throws
        {
            let token = ExternalPurchaseToken(id: id, type: "SERVICES", createdAt: Paper.moment(1))
            try shop.bring(
                Paper.token(token, subtype, on: day, in: AppStoreEnvironment(rawValue: environment)))
        }
        try tell("CREATED", "a", on: 1)
        try tell("ACTIVE_TOKEN_REMINDER", "a", on: 10)
        try tell("UNREPORTED", "SANDBOX_c", on: 20, in: "Sandbox")
        #expect(try names(.unreportedTokens, in: shop).isEmpty)
        try tell("UNREPORTED", "a", on: 20)
        try tell("UNREPORTED", "b", on: 21)
        #expect(try names(.unreportedTokens, in: shop) == ["token b", "token a"])
        let row = try #require(try shop.store.leadList(.unreportedTokens, at: Shop.now).rows.last)
        guard case .token(let unreported) = row else {
            Issue.record("no token")
            return
        }
        #expect(unreported.token.createdAt == Paper.moment(1) && unreported.token.type == "SERVICES")
        #expect(unreported.noticedAt == Paper.moment(20))
        #expect(unreported.bundleID == BundleID("com.example.tea"))
        try tell("UNREPORTED", "a", on: 20)
        #expect(try names(.unreportedTokens, in: shop).count == 2, "the document was there")
    }

    private func give(
        _ shop: Shop, reason: String, for length: CalendarPeriod? = CalendarPeriod(days: 3),
        note: String? = nil
    ) throws -> Grant {
        let term = length.map(GrantRequest.Term.period) ?? .lifetime
        let request = GrantRequest(
            customer: "u_1", entitlement: "pro", term: term, reason: reason, note: FreeText(note),
            evenIfNothingIsGained: true)
        return try shop.store.give(request, by: Shop.lead, at: Shop.now).grant
    }

    @Test func aGrantWithoutATicketStandsUnlessItIsAKindnessOrOver() throws {
        let shop = try Shop()
        try shop.bring(Paper.customer("u_1"))
        let kind = try give(shop, reason: "goodwill")
        let owed = try give(shop, reason: "not_delivered")
        let forLife = try give(shop, reason: "outage", for: nil)
        _ = try give(shop, reason: "test")
        let mistaken = try give(shop, reason: "late")
        _ = try shop.store.revoke(mistaken.id, reason: "mistake", by: Shop.lead, at: Shop.now)
        #expect(kind.ticket == nil)
        #expect(
            try names(.accessWithoutSource, in: shop) == ["grant \(forLife.id)", "grant \(owed.id)"])
        #expect(
            try names(.accessWithoutSource, in: shop, at: Shop.now + .days(400)) == ["grant \(forLife.id)"])
    }

    @Test func aGrantOnAWordAloneStandsUntilTheChargeIsProved() throws {
        let shop = try Shop()
        try shop.bring(Paper.customer("u_1"))
        let charged = ReportedAttempt.moment(1)
        let opened = try shop.store.openTicket(
            OpenTicketRequest(
                customer: "u_1", product: "tea.monthly", chargedAt: charged, isFinished: true,
                transactionID: "7000"),
            by: Shop.lead, at: Shop.now)
        #expect(opened.ticket.isUnproved)
        let grant = try shop.makeGood(opened.ticket.id)
        #expect(try names(.accessWithoutSource, in: shop) == ["grant \(grant.id)"])
        try shop.bring(Self.receipt(on: 60), customer: "u_1")
        #expect(try names(.accessWithoutSource, in: shop).isEmpty)
    }

    @Test func whatTheQueueCountsAndNoSumDoesStandsByItself() throws {
        let shop = try Shop()
        try shop.bring(Paper.customer("u_1"))
        let opened = try shop.store.openTicket(
            OpenTicketRequest(
                customer: "u_1", product: "tea.monthly", chargedAt: ReportedAttempt.moment(1),
                isFinished: true,
                transactionID: "7000"),
            by: Shop.lead, at: Shop.now)
        #expect(try names(.notCounted, in: shop) == ["ticket \(opened.ticket.id)"])
        let queue = try shop.store.wholePage(of: TicketCountsQuery(), at: Shop.now).count(of: .lossOfFunds)
            .counted
        let counted = try shop.store.wholePage(of: LossReviewQuery(), at: Shop.now).ever.tickets([.open])
        #expect(queue - counted == 1)
        try shop.bring(Self.receipt(on: 60), customer: "u_1")
        #expect(try names(.notCounted, in: shop).isEmpty)
    }

    @Test func whereNoMoneyCountsEveryOpenLossStandsApart() throws {
        let shop = try Shop()
        try shop.bring(Self.lost)
        #expect(try names(.notCounted, in: shop).isEmpty)
        try shop.raw("DELETE FROM served_environments")
        #expect(try names(.notCounted, in: shop) == ["ticket 1"])
    }

    @Test func aListGoesOnPageByPage() throws {
        let shop = try Shop()
        try shop.bring(Paper.customer("u_1"))
        let given = try (0..<5).map { _ in try give(shop, reason: "outage").id.rawValue }
        var (found, after) = ([String](), String?.none)
        repeat {
            let page = try shop.store.leadList(.accessWithoutSource, after: after, limit: 2, at: Shop.now)
            found += page.rows.map { row in
                if case .grant(let grant, _) = row { grant.id.rawValue } else { "" }
            }
            after = page.next
        } while after != nil
        #expect(found == given.reversed())
        #expect(throws: StoreError.self) {
            try shop.store.leadList(.accessWithoutSource, after: "x", at: Shop.now)
        }
    }

    @Test func aViewerSeesNoName() throws {
        let shop = try Shop()
        try shop.store.addCustomer("u_1", CustomerValues(name: "Zoë"), by: Shop.lead, at: Shop.now)
        _ = try give(shop, reason: "other", note: "lives next door")
        try shop.store.addAgent("vi", role: .viewer, by: Shop.lead, at: Shop.now)
        let page = try shop.store.page(of: LeadListQuery(.accessWithoutSource), by: "vi", at: Shop.now)
        guard case .grant(let grant, let name)? = page.rows.first else {
            Issue.record("no grant")
            return
        }
        #expect(grant.note?.text == Disclosure.hidden && name?.text == "Z•••")
    }
}
