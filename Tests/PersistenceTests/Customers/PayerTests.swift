import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// One Apple account, several customers of the app: whose a chain is, and whose what was paid for it.
@Suite struct PayerTests {
    private static let chain = OriginalTransactionID("7000")
    private static let (first, second) = (MadeUpCustomer.tokens[0], MadeUpCustomer.tokens[1])

    /// u_1 buys on day 1 and lets it lapse, u_2 buys on day 100.
    private static let january = Paper.Entry(id: "7000", chain: "7000", line: "L1", day: 1, token: first)
    private static let april = Paper.Entry(id: "7001", chain: "7000", line: "L2", day: 100, token: second)

    private static let people = [Paper.customer("u_1", token: first), Paper.customer("u_2", token: second)]
    private static let bought = Paper.signed("SUBSCRIBED", january, at: Paper.moment(1), uuid: "a")
    private static let again = Paper.signed("SUBSCRIBED", april, at: Paper.moment(100), uuid: "b")

    private func entitled(_ shop: Shop, _ customer: AppUserID, on day: Int64) throws -> Bool {
        let at = Paper.moment(day) + .hours(1)
        let isEntitled = try #require(try shop.store.customerPage(customer, at: at)).verdicts.contains(
            where: \.isEntitled)
        let counting = try shop.store.countingPeriods(of: customer).values.joined()
        #expect(counting.contains { $0.contains(at) } == isEntitled, "views and page agree")
        return isEntitled
    }

    @Test(arguments: [
        [0, 1, 2, 3], [3, 2, 1, 0], [2, 3, 0, 1], [3, 0, 2, 1], [1, 3, 0, 2],
    ])
    func whoeverBoughtInJanuaryKeepsJanuary(_ order: [Int]) throws {
        let shop = try Shop()
        let papers = Self.people + [Self.bought, Self.again]
        for place in order { try shop.bring(papers[place]) }
        #expect(try shop.store.chainPage(Self.chain, at: Shop.now)?.owner?.id == "u_2")
        for (customer, day, expected) in [
            ("u_1", 2, true), ("u_1", 40, false), ("u_1", 101, false),
            ("u_2", 2, false), ("u_2", 40, false), ("u_2", 101, true), ("u_2", 131, false),
        ] as [(AppUserID, Int64, Bool)] {
            #expect(try entitled(shop, customer, on: day) == expected, "\(customer) on day \(day)")
        }
        // What u_1 paid for is not a renewal of u_1's.
        let page = try #require(try shop.store.customerPage("u_1", at: Paper.moment(101)))
        #expect(page.verdicts.map(\.since) == [Paper.moment(31)])
        #expect(page.chains.map(\.chain.transactions.count) == [1])
        #expect(page.chains.first?.owner?.id == "u_2")
        #expect(try shop.store.chainPage(Self.chain, at: Shop.now)?.chain.transactions.count == 2)
        #expect(
            try shop.store.doctor(at: Shop.now).allSatisfy {
                $0.code != "periods" || $0.level == .ok
            })
        // What u_1 paid for was u_1's in time, though the chain became u_2's long after.
        #expect(try shop.store.checkBalance(at: Shop.now).findings == [])
    }

    /// u_1 paid for January of u_2's chain, with and without a chain of u_1's own.
    @Test(arguments: [false, true]) func theDoctorLooksAtPayersToo(_ ownsAnother: Bool) throws {
        let shop = try Shop()
        try shop.bring(Self.people + [Self.bought, Self.again])
        if ownsAnother {
            let other = Paper.Entry(id: "8000", chain: "8000", line: "L8", day: 1, token: Self.first)
            try shop.bring(Paper.signed("SUBSCRIBED", other, at: Paper.moment(1), uuid: "o"))
        }
        func wrong() throws -> Set<String> {
            let findings = try shop.store.doctorAll(at: Shop.now)
            return Set(findings.filter { $0.level == .error }.map(\.code)).intersection(["periods", "claims"])
        }
        #expect(try wrong() == [])
        try Raw.write(shop.store, "UPDATE payer_periods SET until_ms = until_ms + 1")
        #expect(try wrong() == ["periods"])
    }

    @Test func appleSignsThePurchaseAnewWithAnotherToken() throws {
        let shop = try Shop()
        try shop.bring(Self.people)
        try shop.bring(Self.bought)
        #expect(try entitled(shop, "u_1", on: 5))
        var moved = Self.january
        moved.values.appAccountToken = PersonIdentifier(Self.second)
        try shop.bring(Paper.signed("DID_CHANGE_RENEWAL_STATUS", moved, at: Paper.moment(6), uuid: "c"))
        #expect(try !entitled(shop, "u_1", on: 7))
        #expect(try entitled(shop, "u_2", on: 7))
        #expect(try shop.store.customerPage("u_1", at: Shop.now)?.chains.isEmpty == true)
        // What nothing vouches for does not move it back, however new.
        try shop.bring(Paper.receipt([Self.january], on: 20))
        #expect(try entitled(shop, "u_2", on: 7))
        #expect(try !entitled(shop, "u_1", on: 7))
    }

    @Test func anAttachmentDecidesFromItsMomentOn() throws {
        let shop = try Shop()
        try shop.bring(Self.people + [Paper.customer("u_3")])
        try shop.bring(Self.again)
        let at = Paper.moment(110)
        let plan = try shop.store.wholePage(
            of: AttachPreviewQuery(AttachRequest(Self.chain, to: "u_3", reason: "x")), at: at)
        let done = try shop.store.move(
            AttachRequest(Self.chain, to: "u_3", reason: "x"), by: Shop.lead, at: at)
        #expect(done.after["u_3"]?.map(\.isEntitled) == [true])
        #expect(plan.after["u_2"] == done.after["u_2"])
        for (customer, day, expected) in [
            ("u_2", 105, true), ("u_2", 111, false), ("u_3", 105, false), ("u_3", 111, true),
            ("u_3", 131, false),
        ] as [(AppUserID, Int64, Bool)] {
            #expect(try entitled(shop, customer, on: day) == expected, "\(customer) on day \(day)")
        }
        let page = try #require(try shop.store.customerPage("u_2", at: Paper.moment(115)))
        #expect(page.verdicts.map(\.since) == [at] && page.verdicts.map(\.isStale) == [false])
        #expect(page.verdicts.map(\.nextStep) == [.attachedToAnother])
        // It is undone by attaching it back.
        try shop.store.move(
            AttachRequest(Self.chain, to: "u_2", reason: "x"), by: Shop.lead, at: at + .days(5))
        #expect(try entitled(shop, "u_2", on: 111) && entitled(shop, "u_2", on: 120))
        #expect(try !entitled(shop, "u_3", on: 112))
    }

    @Test func anErasedPersonKeepsWhatWasPaid() throws {
        for erased in ["u_1", "u_2"] as [AppUserID] {
            let shop = try Shop()
            try shop.bring(Self.people + [Self.bought, Self.again])
            _ = try shop.store.erase(
                ErasureRequest(erased, reason: "asked", confirmation: erased.rawValue), by: Shop.lead,
                at: Shop.now)
            // What comes later of the same purchases brings nothing back.
            try shop.bring(Paper.signed("DID_RENEW", Self.january, at: Paper.moment(3), uuid: "d"))
            try shop.bring(Paper.signed("DID_RENEW", Self.april, at: Paper.moment(103), uuid: "e"))
            #expect(try shop.store.chainPage(Self.chain, at: Shop.now)?.owner?.id == "u_2")
            #expect(try entitled(shop, "u_1", on: 2) && !entitled(shop, "u_1", on: 101))
            #expect(try entitled(shop, "u_2", on: 101) && !entitled(shop, "u_2", on: 2))
        }
    }

    @Test func aTokenThatNobodyCarriesLeavesTheRestToTheNextKind() throws {
        let shop = try Shop()
        try shop.bring(Self.people[0])
        try shop.bring(Self.bought)
        try shop.bring(Self.again)
        #expect(try shop.store.chainPage(Self.chain, at: Shop.now)?.owner == nil)
        #expect(try entitled(shop, "u_1", on: 2) && !entitled(shop, "u_1", on: 101))
        try shop.bring(Self.people[1])
        #expect(try entitled(shop, "u_2", on: 101))
    }

    /// The chain is u_1's by the token of its only charge; a report of u_2 names the charge.
    @Test func aTokenSaysWhoPaidWhateverAReportNames() throws {
        let shop = try Shop()
        try shop.bring(Self.people)
        try shop.bring(Self.bought)
        try shop.bring(
            ReportedAttempt(
                id: "x", customer: "u_2", transaction: "7000", events: ReportedAttempt.lost(1)
            ).paper)
        #expect(try shop.tickets().isEmpty)
    }

    /// The chain is u_1's because somebody brought it for u_1. Who takes an app apart has its key, and names u_1's charge
    /// as another's; that counts once evidence names the other, too.
    @Test func anAppsKeyMakesNobodyThePayer() throws {
        var plain = Self.january
        plain.values.appAccountToken = nil
        let receipt = Paper.receipt([plain], on: 1).owned(by: "u_1")
        let report = ReportedAttempt(
            id: "x", customer: "u_2", transaction: "7000", events: ReportedAttempt.lost(1)
        ).paper.byAppKey
        for papers in [[receipt, report], [report, receipt]] {
            let shop = try Shop()
            for paper in papers { try shop.bring(paper) }
            #expect(try shop.queue.isEmpty && shop.store.checkBalance(at: Shop.now).isRight)
        }
        let shop = try Shop()
        for paper in [receipt, report, Paper.receipt([plain], on: 2).owned(by: "u_2")] {
            try shop.bring(paper)
        }
        #expect(try shop.queue.map(\.customer) == ["u_2"])
        #expect(try shop.store.checkBalance(at: Shop.now).isRight)
    }

    /// The chain is u_1's because somebody brought it for u_1, and says nothing of who paid; u_2's app reports that.
    @Test func whatAnothersChainTookIsThePayersLoss() throws {
        let shop = try Shop()
        var plain = Self.january
        plain.values.appAccountToken = nil
        try shop.bring(Paper.receipt([plain], on: 1), customer: "u_1")
        #expect(try shop.tickets().isEmpty)
        try shop.bring(
            ReportedAttempt(
                id: "x", customer: "u_2", transaction: "7000", events: ReportedAttempt.lost(1)
            ).paper)
        let ticket = try #require(try shop.tickets().first)
        #expect(ticket.customer == "u_2" && ticket.group == .lossOfFunds)
        let page = try shop.page(ticket.id)
        #expect(
            page.facts.extended.evidence == .anothersChain(chain: Self.chain, owner: "u_1"))
        for customer in ["u_1", "u_2"] as [AppUserID] {
            #expect(try shop.store.customerPage(customer, at: Shop.now)?.warnings.isEmpty == false)
        }
        #expect(try shop.store.checkBalance(at: Shop.now).isRight)
        // A lead who knows that both are one person attaches it, and nothing is lost.
        try shop.store.move(
            AttachRequest(Self.chain, to: "u_2", reason: "x"), by: Shop.lead, at: Paper.moment(10))
        #expect(try shop.store.checkBalance(at: Shop.now).isRight)
    }
}

/// What goes by who paid, and not by whose the chain is.
extension PayerTests {
    /// u_1 holds the chain by what Apple signed; what nothing vouches for says that u_2 bought on day 100.
    private func sharedShop() throws -> Shop {
        let shop = try Shop()
        try shop.bring(Self.people + [Self.bought])
        try shop.bring(Paper.receipt([Self.april], on: 101))
        #expect(try shop.store.chainPage(Self.chain, at: Shop.now)?.owner?.id == "u_1")
        return shop
    }

    @Test func evidenceAnswersForWhatIsTheCustomersAlone() throws {
        let shop = try sharedShop()
        let chains: Set<ChainID> = [ChainID(Self.chain, in: .production)]
        for (customer, day, expected) in [
            ("u_1", 2, true), ("u_1", 101, false), ("u_2", 2, false), ("u_2", 101, true), ("u_3", 101, false),
        ] as [(AppUserID, Int64, Bool)] {
            let at = Paper.moment(day) + .hours(1)
            let standing = try shop.store.customerStanding(customer, restingOn: chains, at: at)
            let isEntitled = standing.access.verdicts(at: at).contains(where: \.isEntitled)
            #expect(isEntitled == expected, "\(customer) on day \(day)")
        }
    }

    @Test func whatNothingVouchesForIsSaidOfThePayerToo() throws {
        let shop = try Shop()
        try shop.bring(Self.people)
        try shop.bring(Paper.receipt([Self.january, Self.april], on: 101))
        for customer in ["u_1", "u_2"] as [AppUserID] {
            let page = try #require(try shop.store.customerPage(customer, at: Paper.moment(101)))
            #expect(page.unchecked == [ChainID(Self.chain, in: .production)], "\(customer)")
        }
    }

    @Test func whoeverPaidIsAmongTheChangesOfAnAttachment() throws {
        let shop = try sharedShop()
        try shop.bring(Paper.customer("u_3"))
        let before = try #require(
            try Raw.number(shop.store, "SELECT coalesce(max(sequence), 0) FROM change_log"))
        try shop.store.move(
            AttachRequest(Self.chain, to: "u_3", reason: "x"), by: Shop.lead, at: Paper.moment(110))
        let changed = try Raw.texts(
            shop.store,
            "SELECT DISTINCT id FROM change_log WHERE entity = 'customer' AND sequence > \(before) ORDER BY id"
        )
        #expect(changed == [["u_1"], ["u_2"], ["u_3"]])
        #expect(try !entitled(shop, "u_2", on: 111))
    }

    /// An attempt of the first day that was not charged, and u_1's charge of the next in what became u_2's chain.
    @Test(arguments: ["u_1", "u_2"], [false, true])
    func aChargeSupersedesTheAttemptsOfWhoPaid(_ customer: String, _ isLast: Bool) throws {
        let failed = ReportedAttempt(
            id: "x", customer: customer,
            events: [
                ReportedAttempt.state("purchasing", 0), ReportedAttempt.state("failed", 1, errorCode: 2),
            ])
        let shop = try Shop()
        if !isLast { try shop.bring(failed) }
        try shop.bring(Self.people + [Self.bought, Self.again])
        if isLast { try shop.bring(failed) }
        let ticket = try #require(try shop.tickets().first)
        #expect(ticket.customer == AppUserID(customer))
        #expect(ticket.resolution == (customer == "u_1" ? .superseded : nil))
    }

    /// An attempt that names no record that is known, a minute after u_1's charge in what became u_2's chain.
    @Test(arguments: ["u_1", "u_2"], [false, true])
    func aRecordMeetsTheAttemptsOfWhoPaid(_ customer: String, _ isLast: Bool) throws {
        let attempt = ReportedAttempt(
            id: "x", customer: customer, transaction: "6999", events: ReportedAttempt.lost(24 + 1 / 60))
        let shop = try Shop()
        if !isLast { try shop.bring(attempt) }
        try shop.bring(Self.people + [Self.bought, Self.again])
        if isLast { try shop.bring(attempt) }
        let unresolved = try shop.tickets().filter { $0.resolution == nil }
        #expect(unresolved.map(\.customer) == (customer == "u_1" ? [] : ["u_2"]))
        #expect(try shop.store.checkBalance(at: Shop.now).findings == [])
    }

    @Test func whoPaidIsFoundByTheChargeAndHasItsDocuments() throws {
        let shop = try Shop()
        try shop.bring(Self.people + [Self.bought, Self.again])
        func found(_ text: String) throws -> Set<AppUserID?> {
            Set(try shop.store.search(text, at: Shop.now).matches.map { $0.customer?.id })
        }
        // The chain has the id of its first charge.
        #expect(try found("7000") == ["u_1", "u_2"] && found("7001") == ["u_2"])
        for customer in ["u_1", "u_2"] as [AppUserID] {
            var filter = DocumentFilter()
            filter.customer = customer
            #expect(try shop.store.documents(filter).count == 2, "\(customer)")
        }
    }

    /// u_3 carries u_2's token, too, so that what it paid for goes to u_3 once u_2 is erased: at once, not with the next
    /// document.
    @Test func anErasedPersonLeavesWhatASharedTokenPaidToWhoCarriesIt() throws {
        let shop = try sharedShop()
        try shop.bring(Paper.customer("u_3", token: Self.second))
        #expect(try entitled(shop, "u_2", on: 101) && !entitled(shop, "u_3", on: 101))
        _ = try shop.store.erase(
            ErasureRequest("u_2", reason: "asked", confirmation: "u_2"), by: Shop.lead, at: Shop.now)
        #expect(try !entitled(shop, "u_2", on: 101) && entitled(shop, "u_3", on: 101))
        #expect(try shop.store.checkBalance(at: Shop.now).findings == [])
    }

    /// u_1's chain is attached to u_3 on day 50; on day 100 it is bought anew with u_2's token, and somebody's app reports
    /// that it was not delivered.
    @Test(arguments: ["u_2", "u_3"], [false, true])
    func whatAnAttachmentGaveToAnotherIsALossOfWhoPaid(_ reporter: String, _ isFirst: Bool) throws {
        let shop = try Shop()
        try shop.bring(Self.people + [Paper.customer("u_3"), Self.bought])
        try shop.store.move(
            AttachRequest(Self.chain, to: "u_3", reason: "x"), by: Shop.lead, at: Paper.moment(50))
        let report = ReportedAttempt(
            id: "x", customer: reporter, transaction: "7001", events: ReportedAttempt.lost(2400)
        ).paper
        try shop.bring(isFirst ? [report, Self.again] : [Self.again, report])
        let unresolved = try shop.tickets().filter { $0.resolution == nil }
        #expect(unresolved.map(\.customer) == (reporter == "u_2" ? ["u_2"] : []))
        #expect(try shop.store.checkBalance(at: Shop.now).findings == [])
        #expect(try entitled(shop, "u_3", on: 101) && !entitled(shop, "u_2", on: 101))
        guard let ticket = unresolved.first else { return }
        #expect(ticket.group == .lossOfFunds)
        #expect(
            try shop.page(ticket.id).facts.extended.evidence
                == .anothersChain(chain: Self.chain, owner: "u_3"))
        for customer in ["u_2", "u_3"] as [AppUserID] {
            #expect(try shop.store.customerPage(customer, at: Shop.now)?.warnings.isEmpty == false)
        }
        // Attached to who paid while it runs, it is delivered.
        try shop.store.move(
            AttachRequest(Self.chain, to: "u_2", reason: "x"), by: Shop.lead, at: Paper.moment(105))
        #expect(try shop.page(ticket.id).ticket.resolution == .delivered)
        #expect(try shop.store.checkBalance(at: Shop.now).findings == [])
    }

    /// u_1 buys a pass of a week on day 10, which is attached to u_3 on day 11, and another on day 13.
    @Test func aPassThatBecameAnothersKeepsNoPlaceInTheStack() throws {
        let shop = try Shop()
        try shop.bring(Self.people + [Paper.customer("u_3")])
        let passes = ([10, 13] as [Int64]).map { day in
            Paper.signed(
                "ONE_TIME_CHARGE",
                Paper.Entry(
                    id: "80\(day)", chain: "80\(day)", product: "week_pass", day: day, days: nil,
                    token: Self.first),
                at: Paper.moment(day), uuid: "p\(day)")
        }
        try shop.bring(passes)
        try shop.store.move(
            AttachRequest("8010", to: "u_3", reason: "x"), by: Shop.lead, at: Paper.moment(11))
        for (customer, day, expected) in [
            ("u_1", 10, true), ("u_1", 12, false), ("u_1", 13, true), ("u_1", 19, true), ("u_1", 20, false),
            ("u_3", 10, false), ("u_3", 12, true), ("u_3", 16, true), ("u_3", 17, false),
        ] as [(AppUserID, Int64, Bool)] {
            #expect(try entitled(shop, customer, on: day) == expected, "\(customer) on day \(day)")
        }
        #expect(try shop.store.checkBalance(at: Shop.now).findings == [])
    }
}
