import Purchases
import Testing

/// How templates of answers are read and filled.
@Suite struct ReplyTemplateTests {
    static let problems: [(String, ReplyTemplate.Problem)] = [
        ("", .empty), (" \n ", .empty), ("{secret}", .unknown(placeholder: "secret")),
        ("{app_account_token}", .unknown(placeholder: "app_account_token")),
        ("{}", .unknown(placeholder: "")),
        ("{Name}", .unknown(placeholder: "Name")), ("{name", .unpaired("{")), ("name}", .unpaired("}")),
        ("{na{me}}", .unpaired("{")), ("[of {name}", .unpaired("[")), ("of] {name}", .unpaired("]")),
        ("[a [b]]", .unpaired("[")), ("{na[me]}", .unpaired("[")),
        (String(repeating: "x", count: 2001), .tooLong(limit: 2000)),
    ]

    @Test(arguments: problems) func whatIsNoTemplateIsRefused(
        _ text: String, _ problem: ReplyTemplate.Problem
    ) {
        #expect(throws: problem) { try ReplyTemplate(text) }
    }

    static let fillings: [(String, String?)] = [
        ("Hello {name}.", "Hello Zoë."), ("Paid[ {amount}].", "Paid."), ("Paid {amount}.", nil),
        ("[{name}: ]hello", "Zoë: hello"), ("[{name} {amount}]hello", "hello"),
        ("[just words]", "just words"),
        ("{name}{ticket}", "Zoë[7]"),
    ]

    @Test(arguments: fillings) func valuesStandInTheirPlaces(_ text: String, _ filled: String?) throws {
        // A value is never read as a template.
        let values: [ReplyPlaceholder: String] = [.name: "Zoë", .ticket: "[7]"]
        #expect(try ReplyTemplate(text).filled(values) == filled)
    }

    @Test(arguments: [
        ("de_DE", ReplyLanguage.german), ("de-AT", .german), ("EN", .english), ("en_US", .english),
    ])
    func localesHaveTheirLanguage(_ locale: String, _ language: ReplyLanguage) {
        #expect(ReplyLanguage(locale: locale) == language)
    }

    @Test(arguments: ["fr_FR", "", "deutsch", "_"]) func othersHaveNone(_ locale: String) {
        #expect(ReplyLanguage(locale: locale) == nil)
    }
}

/// Every advice has an answer to the customer, and the answer is about the same.
@Suite struct ReplySituationTests {
    private static let steps: [TicketStep] =
        [
            .noChargeTold, .awaitTry(left: 1, isConsumable: false), .awaitTry(left: 3, isConsumable: true),
            .actNow(left: 3, isUntried: false, isConsumable: false),
            .actNow(left: 5, isUntried: true, isConsumable: true), .credit,
            .reportCatalogue, .look, .askForInvoice,
            .awaitLead(AskedEnd(request: RequestID("6"), resolution: .refunded)), .makeGood, .delivered,
            .askToOpenApp, .undecided, .restored,
            .notServed(.sandbox), .askForFinish(of: .delivered), .askForFinish(of: .madeGood),
            .askForFinish(of: .credited), .awaitFinish(of: .delivered), .awaitFinish(of: .madeGood),
        ] + TicketResolution.allCases.flatMap { [.ended($0), .closedWithoutProof($0)] }

    @Test func everySituationIsReached() {
        let byRules = Reason.Rule.allCases.map { ReplySituation(of: $0) }
        let byConcerns = RenewalConcern.allCases.map { ReplySituation(of: $0) }
        let bySteps =
            Self.steps.map { ReplySituation(of: $0) }
            + Self.steps.map { ReplySituation(of: $0, isLate: true) }
        // Each of these has a test of its own.
        let byReasons: [ReplySituation] = [
            .expiredTurnedOff, .expiredBilling, .expiredPrice, .expiredProduct, .commitmentCancelled,
            .failingBeside, .refundedBefore,
        ]
        let elsewhere = ReplySituation(of: .attachedToAnother, because: nil, at: day(0))
        let reached = Set(byRules + byConcerns + bySteps + byReasons + [elsewhere, .refundWanted])
        #expect(reached == Set(ReplySituation.allCases))
    }

    @Test func onlyWhatWasDeliveredIsLate() {
        for step in Self.steps where ReplySituation(of: step, isLate: true) != ReplySituation(of: step) {
            #expect(ReplySituation(of: step) == .delivered)
        }
    }

    static let endings: [(ExpirationReason?, ReplySituation)] = [
        (.customerCancelled, .expiredTurnedOff), (.billingError, .expiredBilling),
        (.priceIncrease, .expiredPrice), (.productUnavailable, .expiredProduct), (.other, .expired),
        (nil, .expired),
    ]

    @Test(arguments: endings) func whyItEndedIsSaid(_ reason: ExpirationReason?, _ situation: ReplySituation)
    {
        let ended = chain(
            [bought("1", from: 0, to: 30)], [renewal(31, autoRenew: false, intent: reason?.rawValue)])
        let verdict = access([ended]).verdict(for: Catalog.premium, at: day(40))
        #expect(ReplySituation(of: verdict, at: day(40)) == situation)
    }

    /// Which offers Apple lets a customer have, and what is advised once the subscription has ended.
    @Test(
        arguments: [
            ([], .expired(.customerCancelled)), (["spring", "autumn"], .winBack(["spring", "autumn"])),
        ]
            as [([String], NextStep)])
    func whoMayBeWonBackIsNamed(_ offers: [String], _ step: NextStep) {
        var told = renewal(31, autoRenew: false, intent: 1)
        told.winBackOfferIDs = offers
        let verdict = access([chain([bought("1", from: 0, to: 30)], [told])]).verdict(
            for: Catalog.premium, at: day(40))
        #expect(verdict.nextStep == step)
        #expect(ReplySituation(of: verdict, at: day(40)) == .expiredTurnedOff)
    }

    @Test func theQuestionIsLikeliestAboutWhatEndedLast() {
        let extras = EntitlementID("extras")
        let old = chain(id: "1", [bought("1", product: "yearly", from: -400, to: -35)])
        let present = chain(id: "2", [bought("2", from: -60, to: 30)])
        let verdicts = access([old, present]).verdicts(at: day(0))
        #expect(EntitlementAccess.byUrgency(verdicts, at: day(0)).first?.entitlement == extras)
        let later = access([old, present]).verdicts(at: day(40))
        #expect(EntitlementAccess.byUrgency(later, at: day(40)).first?.entitlement == Catalog.premium)
        // What ended more than sixty days ago does not stand before what holds.
        let between = access([old, present]).verdicts(at: day(26))
        #expect(
            EntitlementAccess.byUrgency(between, at: day(26)).map(\.entitlement) == [Catalog.premium, extras])
        #expect(EntitlementAccess.byUrgency([], at: day(0)).isEmpty)
    }
}
