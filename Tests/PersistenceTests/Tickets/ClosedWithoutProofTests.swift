import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// What a person only says of a ticket's end needs proof beside it, some of it a lead, and takes no charge out of the
/// balance.
struct ClosedWithoutProofTests {
    private static let sum = BalanceSum(charges: 1, milliunits: 9990)

    /// A loss of which the app alone tells.
    private static func shop() throws -> Shop {
        let shop = try Shop.staffed()
        try shop.bring(ReportedAttempt(transaction: "7000", events: ReportedAttempt.lost()))
        return shop
    }

    private func resolve(
        _ shop: Shop, _ ending: TicketEnd, reference: String? = "HD-1", by agent: AgentName = Shop.agent,
        _ id: TicketID = "1"
    ) throws -> TicketActAnswer {
        try shop.store.act(.resolve(ending), on: id, reference: reference, by: agent, at: Shop.now)
    }

    private func terms(_ shop: Shop) throws -> BalanceTerms {
        let check = try shop.store.checkBalance(at: Shop.now)
        #expect(check.findings == [])
        let terms = try #require(try shop.store.balance(at: Shop.now).totals.first?.terms)
        #expect(terms.holds)
        return terms
    }

    private func closed(_ shop: Shop) throws -> [ClosedWithoutProof] {
        let rows = try shop.store.leadList(.closedWithoutProof, at: Shop.now).rows
        #expect(
            try shop.store.wholePage(of: LeadListCountQuery(of: .closedWithoutProof), at: Shop.now).counted
                == rows.count)
        return rows.compactMap { if case .closed(let closed) = $0 { closed } else { nil } }
    }

    @Test func anAgentsRefundIsAskedOfALeadOnce() throws {
        let shop = try Self.shop()
        let asked = try #require(try resolve(shop, .said(.refunded)).request)
        #expect(asked.kind == "resolve" && asked.wish.ticket == "1" && asked.wish.customer == "u_1")
        #expect(asked.because == .saidEnd(resolution: .refunded))
        #expect(try shop.queue.map(\.id) == ["1"] && terms(shop).open == Self.sum)
        // Asking once more is the same; for something else the first stands in the way.
        let entries = try shop.store.verifyAudit().entries
        #expect(try resolve(shop, .said(.refunded)).request == asked)
        #expect(try shop.store.verifyAudit().entries == entries)
        let other = failure { _ = try resolve(shop, .said(.notCharged)) }
        #expect(other == .ticket("1", .endWaits(asked.id, by: Shop.agent)) && other?.code == .conflict)

        let page = try #require(try shop.store.requestPage(asked.id, by: Shop.lead, at: Shop.now))
        #expect(page.ticket?.id == "1" && page.problem == nil && page.verdict == nil)
        guard
            case .ended(let ended, let ticket) = try shop.store.act(
                .approve(note: "seen on her bill"), on: asked.id, by: Shop.lead, at: Shop.now)
        else { throw Expected("an end") }
        #expect(ended.state == .approved && ticket.resolution == .refunded && ticket.isWithoutProof)
        #expect(ticket.resolvedBy == Shop.lead && ticket.reference == "HD-1")
        #expect(try shop.page().notes.map(\.agent) == [Shop.agent])
        #expect(
            failure { _ = try shop.store.act(.approve(), on: asked.id, by: Shop.lead, at: Shop.now) }?.code
                == .conflict)
        #expect(try shop.store.verifyAudit().isOK)
        #expect(try terms(shop).closedWithoutProof == Self.sum && terms(shop).refunded == BalanceSum())
    }

    @Test func aTicketThatWasResolvedMeanwhileIsAConflict() throws {
        let shop = try Self.shop()
        let asked = try #require(try resolve(shop, .said(.notCharged)).request)
        try shop.makeGood()
        let error = failure { _ = try shop.store.act(.approve(), on: asked.id, by: Shop.lead, at: Shop.now) }
        #expect(error?.code == .conflict)
        let page = try #require(try shop.store.requestPage(asked.id, by: Shop.lead, at: Shop.now))
        #expect(page.problem?.code == .conflict)
        _ = try shop.store.act(.decline(note: "it was made good"), on: asked.id, by: Shop.lead, at: Shop.now)
    }

    /// An end without what has to stand beside it.
    @Test(arguments: [
        (TicketEnd(.refunded), nil, [EndingNeed.note, .reference]),
        (TicketEnd(.refunded, note: "why"), nil, [.reference]),
        (TicketEnd(.delivered, note: "why"), "HD-1", [.contact]),
        (TicketEnd(.credited, note: "why", quantity: 1), nil, [.reference]),
        (TicketEnd(.duplicate, note: "why"), "HD-1", [.other]),
    ])
    func whatIsMissingIsNamed(_ ending: TicketEnd, _ reference: String?, _ missing: [EndingNeed]) throws {
        let shop = try Self.shop()
        let error = failure { _ = try resolve(shop, ending, reference: reference) }
        #expect(error == .ticket("1", .endNeedsProof(ending.resolution, missing)) && error?.code == .usage)
        #expect(try shop.queue.count == 1)
    }

    @Test func whatWorksAgainNeedsAContactAndThePolicy() throws {
        let shop = try Self.shop()
        _ = try shop.store.act(.contacted(by: .chat), on: "1", by: Shop.agent, at: Shop.now)
        let ending = TicketEnd(.delivered, note: "she says that it works again")
        try shop.store.set(.deliveredByWord, to: "lead", by: Shop.lead, at: Shop.now)
        let asked = try #require(try resolve(shop, ending, reference: nil).request)
        _ = try shop.store.act(.withdraw, on: asked.id, by: Shop.agent, at: Shop.now)
        try shop.store.set(.deliveredByWord, to: "agent", by: Shop.lead, at: Shop.now)
        let ticket = try #require(try resolve(shop, ending).page?.ticket)
        #expect(ticket.resolution == .delivered && ticket.isWithoutProof)
        #expect(try terms(shop).closedWithoutProof == Self.sum)
        #expect(
            failure { try shop.store.set(.deliveredByWord, to: "all", by: Shop.lead, at: Shop.now) } != nil)
    }

    @Test func whatTheFactsShowNeedsNoMore() throws {
        let shop = try Shop.staffed()
        try shop.bring(ReportedAttempt(events: [ReportedAttempt.state("failed", 0)]))
        let ticket = try #require(try resolve(shop, TicketEnd(.notCharged)).page?.ticket)
        #expect(ticket.resolution == .notCharged && !ticket.isWithoutProof)
        #expect(try closed(shop).isEmpty)
    }

    /// What a person was told is neither an event nor a record: that nobody was charged takes no proof against it.
    @Test func aChargeThatWasToldIsNoRecord() throws {
        let shop = try Shop.staffed()
        try shop.bring(Paper.customer("u_1"))
        let told = OpenTicketRequest(
            customer: "u_1", product: "tea.monthly", chargedAt: ReportedAttempt.moment(1),
            transactionID: "7000")
        let page = try shop.store.openTicket(told, by: Shop.agent, at: Shop.now)
        #expect(page.endingFacts == EndingFacts(isCharged: false))
        let ticket = try #require(try resolve(shop, TicketEnd(.notCharged)).page?.ticket)
        #expect(ticket.resolution == .notCharged && !ticket.isWithoutProof)
        // The word that was there does not take it up again, an event does.
        try shop.bring(ReportedAttempt(transaction: "7000", events: ReportedAttempt.failing(1)))
        #expect(try shop.queue.isEmpty && closed(shop).isEmpty)
        try shop.bring(ReportedAttempt(transaction: "7000", events: ReportedAttempt.lost(2)))
        #expect(try shop.queue.map(\.group) == [.lossOfFunds])
    }

    /// The list has who, why and in which case, and what the record tells since.
    @Test func itStaysOnTheListUntilARecordProvesIt() throws {
        let shop = try Self.shop()
        _ = try resolve(shop, .said(.refunded), by: Shop.lead)
        let row = try #require(try closed(shop).first)
        #expect(row.ticket.id == "1" && row.ticket.resolvedBy == Shop.lead && row.note?.text == "why")
        #expect(row.ticket.reference == "HD-1" && row.record == nil)
        #expect(row.ticket.money == Money(milliunits: 9990, currency: "EUR"))
        #expect(
            try shop.store.wholePage(of: LeadListCountsQuery(), at: Shop.now).count(of: .closedWithoutProof)
                .counted == 1)

        // The charge alone proves nothing of its end.
        let later = Shop.now + .days(1)
        let charge = Paper.Entry(id: "7000", chain: "7000") {
            $0.price = Money(milliunits: 9990, currency: "EUR")
        }
        try shop.bring([Paper.receipt([charge], on: 60)], customer: "u_1", at: later)
        #expect(try terms(shop).closedWithoutProof == Self.sum)
        #expect(try closed(shop).count == 1)

        let refund = Paper.Entry(id: "7000", chain: "7000", revokedOn: 61) {
            $0.price = Money(milliunits: 9990, currency: "EUR")
        }
        try shop.bring([Paper.receipt([refund], on: 62)], customer: "u_1", at: later)
        #expect(try closed(shop).isEmpty)
        #expect(try terms(shop).refunded == Self.sum && terms(shop).closedWithoutProof == BalanceSum())
        #expect(try shop.tickets().map(\.isWithoutProof) == [false])
    }

    @Test func aDeliveryTakesThePlaceOfWhatWasSaid() throws {
        let shop = try Self.shop()
        _ = try resolve(shop, .said(.refunded), by: Shop.lead)
        try shop.bring(Paper.receipt([Paper.Entry(id: "7000", chain: "7000")], on: 2), customer: "u_1")
        #expect(try closed(shop).isEmpty)
        let ticket = try #require(try shop.tickets().first)
        #expect(ticket.resolution == .delivered && ticket.resolvedBy == nil)
        #expect(try terms(shop).delivered.charges == 1)
    }

    /// No charge is told that could be closed without proof, and nobody is told of one as seen all the same.
    @Test(arguments: [TicketResolution.refunded, .delivered, .credited])
    func whatAPersonSaysOfNoChargeIsNotToldAsSeen(_ resolution: TicketResolution) throws {
        let shop = try Shop.staffed()
        try shop.bring(ReportedAttempt(events: [ReportedAttempt.state("failed", 0)]))
        _ = try resolve(shop, .said(resolution), by: Shop.lead)
        let page = try shop.page("1")
        #expect(page.ticket.group == .notCharged && page.ticket.resolution == resolution)
        #expect(page.nextStep == .closedWithoutProof(resolution))
        #expect(try !page.ticket.isWithoutProof && closed(shop).isEmpty)
    }

    @Test func takenUpAndMadeGoodItIsMadeGood() throws {
        let shop = try Self.shop()
        _ = try resolve(shop, .said(.notCharged), by: Shop.lead)
        #expect(try terms(shop).closedWithoutProof == Self.sum)
        // News that show no end leave it ended.
        try shop.bring(ReportedAttempt(id: "a0", transaction: "7000", events: ReportedAttempt.failing(1)))
        #expect(try shop.queue.isEmpty && terms(shop).closedWithoutProof == Self.sum)
        _ = try shop.store.act(.reopen(note: "her bill shows it"), on: "1", by: Shop.agent, at: Shop.now)
        #expect(try terms(shop).open == Self.sum && closed(shop).isEmpty)
        try shop.makeGood()
        #expect(try terms(shop).madeGood == Self.sum)
    }

    @Test func aDuplicateNamesATicketOfTheCustomer() throws {
        let shop = try Self.shop()
        let others = [
            ReportedAttempt(id: "b", transaction: "8000", events: ReportedAttempt.lost(1)),
            ReportedAttempt(id: "c", customer: "u_2", transaction: "9000", events: ReportedAttempt.lost(2)),
            ReportedAttempt(id: "d", events: ReportedAttempt.lost(900)),
        ]
        for other in others { try shop.bring(other) }
        let obstacles: [(TicketID, TicketID, DuplicateObstacle)] = [
            ("1", "1", .itself), ("1", "2", .otherCharge), ("4", "3", .otherCustomer),
        ]
        for (ticket, other, obstacle) in obstacles {
            let error = failure { _ = try resolve(shop, .said(.duplicate, of: other), by: Shop.lead, ticket) }
            #expect(error == .ticket(ticket, .noDuplicate(of: other, obstacle)) && error?.code == .conflict)
        }
        #expect(
            failure { _ = try resolve(shop, .said(.duplicate, of: "99"), by: Shop.lead) }?.code == .notFound)
        #expect(
            failure { _ = try resolve(shop, .said(.refunded, of: "2"), by: Shop.lead) }?.code == .usage)
        let page = try #require(try resolve(shop, .said(.duplicate, of: "1"), by: Shop.lead, "4").page)
        #expect(page.ticket.resolution == .duplicate && page.links.map(\.id) == ["1"])
        #expect(try closed(shop).map(\.ticket.id) == ["4"] && terms(shop).closedWithoutProof == Self.sum)
        #expect(
            failure { _ = try resolve(shop, .said(.duplicate, of: "4"), by: Shop.lead, "2") }
                == .ticket("2", .noDuplicate(of: "4", .alsoDuplicate)))
    }

    /// The review counts it as lost, and not as what somebody said.
    @Test func theReviewCountsWhatWasSaidApart() throws {
        let shop = try Self.shop()
        _ = try resolve(shop, .said(.delivered), by: Shop.lead)
        let review = try shop.store.wholePage(of: LossReviewQuery(), at: Shop.now)
        #expect(review.total.tickets() == 1 && review.total.tickets([.closedWithoutProof]) == 1)
        #expect(try shop.tickets(TicketFilter(parsing: "loss:closed_without_proof", at: Shop.now)).count == 1)
        try shop.bring(Paper.receipt([Paper.Entry(id: "7000", chain: "7000")], on: 2), customer: "u_1")
        #expect(
            try shop.store.wholePage(of: LossReviewQuery(), at: Shop.now).total.tickets([.closedWithoutProof])
                == 0)
    }
}
