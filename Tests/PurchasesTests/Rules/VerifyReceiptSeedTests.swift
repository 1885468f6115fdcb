import Purchases
import Testing

/// Source: seeds verify_receipt_response.json and notification_v1_did_renew.json: a trial, a long gap, two weeks.
@Suite struct VerifyReceiptSeedTests {
    private let product = ProductID("basic_subscription_1_month")
    private let requested = at("2021-08-09T18:26:02.696Z")

    private var seed: Chain {
        let response = Precedence(documentTime: requested, isSigned: false, digest: "aa")
        let notification = Precedence(
            documentTime: at("2021-08-04T19:41:58Z"), isSigned: false, digest: "bb")
        var facts = Chain(id: ChainID(OriginalTransactionID("1000000831360853"), in: .production))
        for told in [response, notification] {
            for (id, line, from, to) in [
                ("230001020690335", "230000438372383", "2021-08-04", "2021-08-11"),
                ("230001017218955", "230000849023623", "2021-07-28", "2021-08-04"),
            ] { facts.merge(charge(id, line, from, to, told)) }
            var info = RenewalInfo(precedence: told, knownAt: told.documentTime, extent: .whole)
            (info.autoRenew, info.autoRenewProductID) = (true, product)
            facts.merge(info)
            facts.noteDocument(at: told.documentTime, knownAt: told.documentTime)
        }
        facts.merge(charge("1000000831360853", "230000397200750", "2021-04-28", "2021-05-05", response))
        facts.noteList(["230001020690335", "230001017218955"].map { TransactionID($0) })
        facts.noteList([TransactionID("1000000831360853")])
        return facts
    }

    private func charge(
        _ id: String, _ line: String, _ from: String, _ to: String, _ told: Precedence
    ) -> Transaction {
        bought(
            id, product: product.rawValue, from: at(from + "T19:41:58Z"), to: at(to + "T19:41:58Z"),
            line: line,
            told: told
        ) {
            $0.isTrial = from == "2021-04-28"
            if from != "2021-04-28" { $0.group = SubscriptionGroupID("272394410") }
        }
    }

    @Test func isOneChainOfThree() throws {
        let line = timeline(seed, catalog: Catalog())
        let now = at("2026-01-01")
        #expect(
            seed.transactions.map { $0.shownID(in: seed.id).rawValue } == [
                "1000000831360853", "230001017218955", "230001020690335",
            ])
        #expect(line.status(at: now) == .expired)
        #expect(line.accessUntil(at: now) == nil)
        #expect(!seed.isHistoryComplete)
        let state = try #require(RenewalState(of: seed))
        #expect(state.autoRenew == true)
        #expect(state.autoRenewProductID == product)
        #expect(state.knownAt == requested)
        #expect(IntroductoryEligibility.group(of: seed, catalog: Catalog())?.rawValue == "272394410")
        let eligible = IntroductoryEligibility.isEligible(line, among: [line], catalog: Catalog(), at: now)
        #expect(eligible == false)
    }

    @Test func coversTrialGapAndPaid() {
        let pieces = Coverage(of: timeline(seed, catalog: Catalog()), catalog: Catalog()).pieces
        #expect(
            pieces.map { "\($0.kind.rawValue) \($0.span.from)" } == [
                "trial 2021-04-28T19:41:58Z", "gap 2021-05-05T19:41:58Z", "paid 2021-07-28T19:41:58Z",
            ])
        #expect(pieces.last?.span.until == at("2021-08-11T19:41:58Z"))
        let lapses = Lapse.lapses(of: timeline(seed, catalog: Catalog()))
        #expect(lapses.map(\.days) == [84])
        #expect(lapses.map(\.resetsCommission) == [true])
    }

    @Test(arguments: [("2026-01-01", 14), ("2021-08-10", 12), ("2021-05-01", 0)])
    func countsPaidService(_ time: String, _ days: Int) {
        let clock = CommissionClock(
            of: timeline(seed, catalog: Catalog()), at: at(time), isSmallBusiness: false)
        #expect(clock.paidServiceDays == days)
        #expect(clock.percent == 30)
    }

    @Test(
        arguments: [
            ("2021-04-01", nil, nil, [Reason.Rule.upcoming]),
            ("2021-05-01", "2021-04-28T19:41:58Z", "2021-05-05T19:41:58Z", [.active]),
            ("2021-06-01", "2021-05-05T19:41:58Z", nil, [.expired]),
            ("2021-08-01", "2021-07-28T19:41:58Z", "2021-08-11T19:41:58Z", [.active]),
            ("2021-08-11T19:41:58Z", "2021-08-11T19:41:58Z", nil, [.expired, .stale]),
        ] as [(String, String?, String?, [Reason.Rule])])
    func givesAccess(_ time: String, _ since: String?, _ until: String?, _ rules: [Reason.Rule]) {
        let verdict = access([seed], catalog: Catalog()).verdict(
            for: EntitlementID(product.rawValue), at: at(time))
        #expect(verdict.isEntitled == (until != nil))
        #expect(verdict.since == since.map { at($0) })
        #expect(verdict.until == until.map { at($0) })
        #expect(verdict.because.map(\.rule) == rules)
        #expect(verdict.isStale == rules.contains(.stale))
        #expect(verdict.knownAt == requested)
    }
}
