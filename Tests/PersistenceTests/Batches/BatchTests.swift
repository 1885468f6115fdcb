import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Making many good: what is previewed is what is given, what changed meanwhile is passed over, and all of it goes back.
struct BatchTests {
    @Test func theirLostPeriodIsGivenToEverybody() throws {
        let night = try BatchShop(losses: 12)
        let preview = try night.store.wholePage(
            of: BatchPreviewQuery(night.wish), by: Shop.lead, at: Shop.now)
        #expect(preview.totals.customers == 12 && preview.totals.given == .days(7 * 12))
        #expect(preview.totals.money == [Money(milliunits: 9990 * 12, currency: "EUR")])
        #expect(!preview.needsSecondLead && preview.totals.excluded.isEmpty)
        let batch = try night.makeGood()
        #expect(batch.state == .done && batch.counts.granted == 12 && batch.counts.left == 0)
        #expect(try night.shop.queue.isEmpty)
        #expect(try night.shop.tickets().allSatisfy { $0.resolution == .madeGood })
        let page = try #require(try night.store.wholePage(of: BatchQuery(batch.id, limit: 50), at: Shop.now))
        #expect(page.figures.customers == 12 && page.figures.given == .days(7 * 12))
        #expect(page.figures.money == preview.totals.money && page.figures.unpriced == 0)
        for (row, member) in zip(page.rows, preview.members) {
            #expect(row.ticket.id == member.ticket && row.grant?.span == member.gift?.span)
        }
        #expect(try BatchTraces(night.store).entries == [12, 0, 1, 1, 0])
        #expect(try night.store.audit(about: "batch:\(batch.id)").entries.count == 14)
        #expect(try night.store.verifyAudit().isOK)
    }

    /// Each ticket gives back its own lost period, one after the other, and no ticket gives twice.
    @Test func severalLossesOfOneCustomerAddUp() throws {
        let night = try BatchShop(losses: 6, customers: 2)
        try night.makeGood()
        let facts = try night.store.read { try NameSuggestions.facts(of: "u_0", in: $0) }
        #expect(facts.grants.count == 3 && Set(facts.grants.compactMap(\.ticket)).count == 3)
        let verdict = CustomerAccess(facts: facts, rules: try night.store.accessRules())
            .verdict(for: "premium", at: Shop.now)
        #expect(verdict.until == Shop.now + .days(21))
        #expect(try BatchTraces(night.store).most == 1)
    }

    @Test func oneLengthForAll() throws {
        let night = try BatchShop(losses: 2)
        var wish = try night.wish
        wish.length = .period(try #require(CalendarPeriod(days: 3)))
        #expect(
            try night.store.wholePage(of: BatchPreviewQuery(wish), by: Shop.lead, at: Shop.now).totals.given
                == .days(6))
    }

    @Test func whoIsLeftOutIsSaid() throws {
        let night = try BatchShop(losses: 5)
        let shop = night.shop
        try shop.makeGood("1", customer: "u_0")
        _ = try night.store.act(
            .resolve(.said(.refunded)), on: "2", reference: "HD-1", by: Shop.lead, at: Shop.now)
        try shop.bring([
            ReportedAttempt(
                id: "x", customer: nil, product: "week_pass", transaction: "8", events: ReportedAttempt.lost()
            ).paper,
            ReportedAttempt(
                id: "y", customer: "u_y", product: "tea.monthly", transaction: "7",
                events: ReportedAttempt.lost()
            ).paper,
        ])
        let preview = try night.store.wholePage(
            of: BatchPreviewQuery(night.wish), by: Shop.lead, at: Shop.now)
        #expect(
            preview.totals.excluded == [.madeGood: 1, .refunded: 1, .noCustomer: 1, .unknownLength: 1])
        let batch = try night.makeGood()
        #expect(batch.counts.excluded == preview.totals.excluded && batch.counts.granted == 3)
    }

    /// Between the plan and a member's turn somebody made one good, and Apple gave another's money back.
    @Test func whatChangedMeanwhileIsPassedOver() throws {
        let night = try BatchShop(losses: 4)
        let batch = try night.store.startBatch(night.wish, by: Shop.lead, at: Shop.now)
        _ = try night.store.act(.carryOn(count: 1), on: batch.id, by: Shop.lead, at: Shop.now)
        try night.shop.makeGood("2", customer: "u_1", by: Shop.agent)
        _ = try night.store.act(
            .resolve(.said(.refunded)), on: "3", reference: "HD-1", by: Shop.lead, at: Shop.now)
        let ended = try night.store.act(.carryOn(), on: batch.id, by: Shop.lead, at: Shop.now)
        #expect(ended.counts.granted == 2 && ended.counts.excluded == [.madeGood: 1, .refunded: 1])
        #expect(try BatchTraces(night.store).most == 1)
    }

    @Test func theSameKeyPlansOnce() throws {
        let night = try BatchShop(losses: 2)
        let first = try night.store.startBatch(night.wish, key: "k", by: Shop.lead, at: Shop.now)
        #expect(try night.store.startBatch(night.wish, key: "k", by: Shop.lead, at: Shop.now) == first)
        var other = try night.wish
        other.reason = "goodwill"
        #expect(
            refusal { try night.store.startBatch(other, key: "k", by: Shop.lead, at: Shop.now) }
                == .taken(.requestKey("k")))
        #expect(try night.store.wholePage(of: BatchListQuery()).count == 1)
    }

    @Test func onlyLeadsDoIt() throws {
        let night = try BatchShop(losses: 1)
        let refused = StoreError.agent(Shop.agent, .notAllowed(.agent, .bulk))
        #expect(
            refusal {
                try night.store.wholePage(of: BatchPreviewQuery(night.wish), by: Shop.agent, at: Shop.now)
            } == refused)
        #expect(refusal { try night.store.startBatch(night.wish, by: Shop.agent, at: Shop.now) } == refused)
        let batch = try night.store.startBatch(night.wish, by: Shop.lead, at: Shop.now)
        #expect(
            refusal { try night.store.act(.carryOn(), on: batch.id, by: Shop.agent, at: Shop.now) } == refused
        )
        #expect(
            refusal { try night.store.act(.cancel, on: batch.id, by: Shop.agent, at: Shop.now) } == refused)
    }

    @Test func whatMakesNoSenseIsRefused() throws {
        let night = try BatchShop(losses: 1)
        let start = { (wish: BatchRequest) in
            refusal { try night.store.startBatch(wish, by: Shop.lead, at: Shop.now) }
        }
        #expect(start(BatchRequest(.tickets([]), reason: "outage")) == .batch(.empty))
        #expect(start(BatchRequest(.tickets(["77"]), reason: "outage")) == .unknown(.ticket("77")))
        #expect(
            start(BatchRequest(.incident(IncidentID("7")), reason: "outage"))
                == .unknown(.incident(IncidentID("7"))))
        #expect(start(BatchRequest(.tickets(["1"]), reason: "other")) == .needs(.note(for: .otherReason)))
        #expect(start(BatchRequest(.tickets(["1"]), reason: "whim"))?.code == .usage)
        #expect(try night.store.wholePage(of: BatchListQuery()).isEmpty)
    }

    // MARK: Taking back

    @Test func allOfItGoesBackWithinTheWindow() throws {
        let night = try BatchShop(losses: 5)
        let batch = try night.makeGood()
        let later = Shop.now + .seconds(20)
        _ = try night.store.revoke("2", reason: "mistake", by: Shop.agent, at: later)
        _ = try night.store.act(.cancel, on: batch.id, by: BatchShop.second, at: later)
        let ended = try night.store.act(.carryOn(), on: batch.id, by: BatchShop.second, at: later)
        #expect(ended.state == .cancelled && ended.counts.takenBack == 4 && ended.counts.kept == 1)
        #expect(try night.shop.queue.count == 5)
        #expect(try BatchTraces(night.store).entries == [5, 4, 1, 1, 2])
        #expect(try night.store.verifyAudit().isOK)
        #expect(
            refusal { try night.store.act(.cancel, on: batch.id, by: Shop.lead, at: later) }
                == .batch(.ended(batch.id, .cancelled)))
    }

    @Test func afterTheWindowNothingGoesBack() throws {
        let night = try BatchShop(losses: 2)
        let batch = try night.makeGood()
        let over = Shop.now + .seconds(30)
        #expect(
            refusal { try night.store.act(.cancel, on: batch.id, by: Shop.lead, at: over) }
                == .over(.batch(batch.id), since: over))
        #expect(try BatchTraces(night.store).revoked == 0)
    }

    @Test func oneThatIsUnderWayGoesBack() throws {
        let night = try BatchShop(losses: 3)
        let batch = try night.store.startBatch(night.wish, by: Shop.lead, at: Shop.now)
        _ = try night.store.act(.carryOn(count: 2), on: batch.id, by: Shop.lead, at: Shop.now)
        _ = try night.store.act(.cancel, on: batch.id, by: Shop.lead, at: Shop.now + .days(1))
        let ended = try night.store.act(.carryOn(), on: batch.id, by: Shop.lead, at: Shop.now + .days(1))
        #expect(ended.state == .cancelled && ended.counts.takenBack == 2)
        #expect(try BatchTraces(night.store).grants == 2 && night.shop.queue.count == 3)
    }

    @Test func progressIsOfThoseWhoGetSomething() throws {
        let night = try BatchShop(losses: 4)
        let ids = try night.ids
        let one = try night.store.startBatch(
            BatchRequest(.tickets([ids[0]]), reason: "outage"), by: Shop.lead, at: Shop.now)
        _ = try night.store.act(.carryOn(), on: one.id, by: Shop.lead, at: Shop.now)
        let all = try night.store.startBatch(
            BatchRequest(.tickets(ids), reason: "outage"), by: Shop.lead, at: Shop.now)
        #expect(all.counts.excluded == [.madeGood: 1])
        #expect(all.progress.done == 0 && all.progress.all == 3)
        #expect(try night.store.wholePage(of: CarriableBatchCountQuery()).counted == 1)
        let some = try night.store.act(.carryOn(count: 2), on: all.id, by: Shop.lead, at: Shop.now)
        #expect(some.progress.done == 2 && some.progress.all == 3)
        _ = try night.store.act(.carryOn(), on: all.id, by: Shop.lead, at: Shop.now)
        #expect(try night.store.wholePage(of: CarriableBatchCountQuery()).counted == 0)
    }

    // MARK: A second lead

    @Test func aboveTheLimitASecondLeadIsAsked() throws {
        let night = try BatchShop(losses: 4)
        try night.store.set(.bulkApprovalCount, to: "3", by: Shop.lead, at: Shop.now)
        #expect(
            try night.store.wholePage(of: BatchPreviewQuery(night.wish), by: Shop.lead, at: Shop.now)
                .needsSecondLead)
        let batch = try night.store.startBatch(night.wish, by: Shop.lead, at: Shop.now)
        let request = try #require(batch.request)
        #expect(batch.state == .waiting)
        #expect(
            refusal { try night.store.act(.carryOn(), on: batch.id, by: Shop.lead, at: Shop.now) }
                == .batch(.waits(batch.id, request)))
        let page = try #require(try night.store.requestPage(request, by: Shop.lead, at: Shop.now))
        #expect(page.request.kind == "bulk" && page.batch?.customers == 4 && page.problem == nil)
        #expect(page.request.because == .tooManyCustomers(customers: 4, limit: 3))
        #expect(
            try night.store.wholePage(of: RequestListQuery(), by: Shop.lead).rows.map(\.request.id) == [
                request
            ])
        #expect(
            refusal { try night.store.act(.approve(), on: request, by: Shop.lead, at: Shop.now) }
                == .request(request, .own))
        let answer = try night.store.act(.approve(), on: request, by: BatchShop.second, at: Shop.now)
        let begun = try #require(answer.begun)
        #expect(begun.state == .running && begun.approvedBy == BatchShop.second)
        #expect(
            try night.store.act(.carryOn(), on: batch.id, by: BatchShop.second, at: Shop.now).counts.granted
                == 4)
        #expect(
            refusal { try night.store.act(.approve(), on: request, by: BatchShop.second, at: Shop.now) }?.code
                == .conflict)
        #expect(try night.store.verifyAudit().isOK)
    }

    @Test(arguments: ["decline", "withdraw", "cancel"])
    func whatIsNotApprovedGivesNothing(_ end: String) throws {
        let night = try BatchShop(losses: 4)
        try night.store.set(.bulkApprovalCount, to: "3", by: Shop.lead, at: Shop.now)
        let batch = try night.store.startBatch(night.wish, by: Shop.lead, at: Shop.now)
        let request = try #require(batch.request)
        switch end {
        case "decline":
            _ = try night.store.act(.decline(note: "no"), on: request, by: BatchShop.second, at: Shop.now)
        case "withdraw": _ = try night.store.act(.withdraw, on: request, by: Shop.lead, at: Shop.now)
        default: _ = try night.store.act(.cancel, on: batch.id, by: Shop.lead, at: Shop.now)
        }
        let state = try #require(try night.store.batch(batch.id)).state
        #expect(state == (end == "decline" ? .declined : .cancelled))
        #expect(try night.store.wholePage(of: RequestListQuery(), by: Shop.lead).rows.isEmpty)
        #expect(
            try night.store.act(.carryOn(), on: batch.id, by: Shop.lead, at: Shop.now).counts.granted == 0)
        #expect(
            refusal { try night.store.act(.approve(), on: request, by: BatchShop.second, at: Shop.now) }?.code
                == .conflict)
        #expect(try BatchTraces(night.store).grants == 0 && night.store.verifyAudit().isOK)
    }
}

extension ApprovalAnswer {
    /// The batch that may begin; nil for another answer.
    fileprivate var begun: Batch? { if case .begun(_, let batch) = self { batch } else { nil } }
}
