import PersistenceTesting
import Purchases
import Testing

@testable import Persistence
@testable import Wording

/// What customers are told: whole, in words of theirs, and ending in what they do next.
@Suite struct ReplyTests {
    private static let values: [ReplyPlaceholder: String] = [
        .name: "Zoë Müller", .app: "Tea", .product: "premium month", .entitlement: "premium",
        .amount: "€9.99", .chargedOn: "3 August 2026", .until: "3 September 2026", .since: "1 July 2026",
        .from: "1 October 2026", .payments: "eleven payments", .committedUntil: "1 March 2027",
        .ticket: "118", .reference: "HD-7",
    ]

    /// A few words of the step that each answer has to end in; the same as the page's advice, as the customer's part of it.
    private static func step(_ situation: ReplySituation) -> (english: String, german: String) {
        switch situation {
        case .lossOfFunds: ("we give you what you paid for", "Wir geben Ihnen, was Sie bezahlt haben")
        case .lossOfConsumable: ("we credit it to your account", "Wir schreiben es Ihrem Konto gut")
        case .inReview: ("we write to you as soon as we know more", "sobald wir mehr wissen")
        case .invoiceNeeded, .noRecord: ("send us the invoice", "senden Sie uns die Rechnung")
        case .overdue: ("we give you what you paid for", "Wir geben Ihnen, was Sie bezahlt haben")
        case .overdueConsumable: ("we credit it to your account", "Wir schreiben es Ihrem Konto gut")
        case .undelivered: ("open the app once", "öffnen Sie die App einmal")
        case .notCharged: ("shows the charge, send it to us", "senden Sie sie uns")
        case .delivered, .deliveredLate, .superseded, .active, .restorePurchases:
            ("tap “Restore Purchases”", "„Käufe wiederherstellen“")
        case .openApp, .madeGood, .credited, .granted: ("open the app once", "öffnen Sie die App einmal")
        case .undecided: ("wait until tomorrow", "warten Sie bis morgen")
        case .restored, .duplicate, .upcoming, .commitmentCancelled:
            ("You need not do anything", "Sie müssen nichts tun")
        case .testPurchase:
            ("buy it in the app from the App Store", "kaufen Sie in der App aus dem App Store")
        case .refunded, .refundedBefore: ("you can buy it again", "wieder kaufen")
        case .closed: ("please answer this message", "antworten Sie bitte auf diese Nachricht")
        case .writtenOff, .refundWanted: ("reportaproblem.apple.com", "reportaproblem.apple.com")
        case .gracePeriod, .billingRetry, .failingBeside: ("update your payment method", "ändern Sie")
        case .expiredBilling: ("then subscribe again in the app", "dann in der App ein neues Abo")
        case .expiredProduct: ("look in the app for what there is now", "sehen Sie in der App nach")
        case .expired, .expiredTurnedOff, .expiredPrice:
            (
                "tap “Restore Purchases” in the app; otherwise you can subscribe",
                "sonst können Sie dort jederzeit"
            )
        case .familyEnded: ("talk to the person who organises", "sprechen Sie mit der Person")
        case .otherAccount: ("if it is not yours, please answer", "antworten Sie bitte auf diese")
        case .upgraded: ("wait a little", "warten Sie ein wenig")
        case .grantEnded: ("tell us what", "sagen Sie uns bitte, was")
        case .consumable: ("tell us what is missing", "sagen Sie uns, was fehlt")
        case .renewalOff: ("turn renewal on again", "schalten Sie die Verlängerung")
        case .priceIncrease: ("agree on your iPhone", "stimmen Sie auf dem iPhone")
        case .downgrade: ("find the plan that fits", "den passenden Tarif finden")
        }
    }

    @Test(arguments: ReplySituation.allCases, ReplyLanguage.allCases)
    func everyAnswerIsWholeAndEndsInItsStep(_ situation: ReplySituation, _ language: ReplyLanguage) throws {
        let template = try ReplyTemplate(Reply.shippedText(ReplyPolicy.Key(situation, in: language)))
        let step = language == .english ? Self.step(situation).english : Self.step(situation).german
        for values in [Self.values, [:]] {
            let text = try #require(template.filled(values))
            let last = try #require(text.split(separator: "\n").last)
            #expect(last.contains(step), "\(last)")
            #expect(text.hasSuffix(".") && text.count <= 900)
            let signs: Set<Character> = ["{", "}", "[", "]", "_", "\t"]
            #expect(!text.contains { signs.contains($0) } && !text.contains("  ") && !text.contains(" ."))
            let greeting = language == .english ? "Hello" : "Guten Tag"
            #expect(text.hasPrefix(values.isEmpty ? "\(greeting),\n\n" : "\(greeting) Zoë Müller,\n\n"))
        }
    }

    @Test(arguments: ReplySituation.allCases) func germanIsFormal(_ situation: ReplySituation) {
        let text = Reply.shippedText(ReplyPolicy.Key(situation, in: .german))
        let words = Set(text.split { !$0.isLetter }.map(String.init))
        #expect(
            words.isDisjoint(with: [
                "du", "Du", "dir", "Dir", "dich", "Dich", "dein", "Dein", "deine", "Deine",
            ]))
        #expect(!words.isDisjoint(with: ["Sie", "Ihr", "Ihre", "Ihnen", "Ihren"]))
    }

    static let amounts: [(Money?, String, String)] = [
        (Money(amount: "9.99", currency: "EUR"), "€9.99", "9,99 €"),
        (Money(amount: "1009.9", currency: "USD"), "$1,009.90", "1.009,90 $"),
        (Money(amount: "66000", currency: "KRW"), "₩66,000", "66.000 ₩"),
        (Money(amount: "12.5", currency: "CHF"), "CHF 12.50", "12,50 CHF"),
        (Money(amount: "1.250", currency: "KWD"), "KWD 1.250", "1,250 KWD"),
    ]

    @Test(arguments: amounts) func amountsAreWrittenAsCustomersDo(
        _ money: Money?, _ english: String, _ german: String
    ) throws {
        let money = try #require(money)
        #expect(ReplyWords(language: .english).money(money) == english)
        #expect(ReplyWords(language: .german).money(money) == german)
    }

    @Test(arguments: [
        (1, "one payment", "eine Zahlung"), (2, "two payments", "zwei Zahlungen"),
        (11, "eleven payments", "elf Zahlungen"), (12, "twelve payments", "zwölf Zahlungen"),
        (13, "13 payments", "13 Zahlungen"),
    ])
    func paymentsAreCountedInWords(_ count: Int, _ english: String, _ german: String) {
        #expect(ReplyWords(language: .english).payments(count) == english)
        #expect(ReplyWords(language: .german).payments(count) == german)
    }

    @Test func daysAreWrittenOut() throws {
        let day = try #require(Instant("2026-03-03T23:59:00Z"))
        #expect(ReplyWords(language: .english).day(day) == "3 March 2026")
        #expect(ReplyWords(language: .german).day(day) == "3. März 2026")
    }

    static let names = [
        ("com.example.premium_month", "premium month"), ("tea.monthly", "monthly"), ("pro", "pro"),
        ("basic_subscription_1_month", "basic subscription 1 month"), ("a\u{1B}[31mb", "a [31mb"),
        ("com.example.39", "com example 39"),
    ]

    @Test(arguments: names) func idsAreReadable(_ id: String, _ words: String) {
        #expect(ReplyWords.readable(id) == words)
    }

    @Test func namesFromOutsideSteerNothing() {
        #expect(ReplyWords.plain("Zoë\u{202E}\n\tMüller\u{7}") == "Zoë Müller")
    }
}

/// Answers made from pages as the store reads them.
@Suite struct ReplyPageTests {
    private static func shop(locale: String? = nil, name: String? = "Zoë") throws -> Shop {
        let shop = try Shop.staffed()
        let values = CustomerValues(name: PersonName(name), locale: PersonTrait(locale))
        try shop.store.addCustomer("u_1", values, by: Shop.lead, at: Shop.now)
        return shop
    }

    private static func page(_ shop: Shop, at now: Instant = Shop.now) throws -> CustomerPage {
        try #require(try shop.store.customerPage("u_1", at: now))
    }

    @Test func anAnswerSpeaksTheCustomersLanguageUnlessAnotherIsNamed() throws {
        let shop = try Self.shop(locale: "de_AT")
        #expect(Reply(on: try Self.page(shop)).language == .german)
        #expect(Reply(on: try Self.page(shop), in: .english).language == .english)
        let foreign = try Self.shop(locale: "fr_FR")
        #expect(Reply(on: try Self.page(foreign)).language == .english)
        try foreign.store.set(.replyLanguage, to: "de", by: Shop.lead, at: Shop.now)
        #expect(Reply(on: try Self.page(foreign)).language == .german)
    }

    @Test func whoHasNothingIsAskedForTheInvoice() throws {
        let reply = Reply(on: try Self.page(try Self.shop()))
        #expect(reply.situation == .noRecord && reply.customer == "u_1" && reply.ticket == nil)
        #expect(reply.text.hasPrefix("Hello Zoë,\n\nWe could not find a purchase of yours yet."))
    }

    @Test func aPageAndItsAnswerGiveOneAdvice() throws {
        let shop = try Self.shop()
        try shop.bring(
            .receipt([Paper.Entry(id: "1", chain: "1", day: 0, days: 30)], on: 0), customer: "u_1")
        let page = try Self.page(shop, at: Paper.moment(5))
        for verdict in page.verdicts {
            let reply = Reply(on: page, about: verdict.entitlement)
            #expect(reply.situation == ReplySituation(of: verdict, at: page.at))
            #expect(reply.text.contains("You have access to premium until "))
        }
    }

    @Test func whoCancelledACommitmentIsToldHowManyPaymentsGoOn() throws {
        let shop = try Self.shop()
        var terms = BillingTerms()
        (terms.plan, terms.period, terms.periods) = ("MONTHLY", 1, 12)
        terms.endsAt = Instant("2027-03-01T00:00:00Z")
        let entry = Paper.Entry(id: "1", chain: "1", day: 0, days: 30) { $0.billing = terms }
        try shop.bring(
            .receipt([entry], on: 1, renewal: "1") { info in
                var billing = BillingRenewal()
                billing.renewsAfterCommitment = false
                (info.autoRenew, info.billing) = (true, billing)
            }, customer: "u_1")
        let reply = Reply(on: try Self.page(shop, at: Paper.moment(5)))
        #expect(reply.situation == .commitmentCancelled)
        #expect(reply.text.contains("that ends on 1 March 2027") && reply.text.contains("eleven payments"))
    }

    @Test func aTemplateOfALeadCountsUnlessItNeedsWhatIsNotKnown() throws {
        let shop = try Self.shop()
        let key = ReplyPolicy.Key(.noRecord, in: .english)
        try shop.store.set(.appName, to: "Tea", by: Shop.lead, at: Shop.now)
        try shop.store.setReplyTemplate(key, to: "Dear {name} of {app}: look.", by: Shop.lead, at: Shop.now)
        #expect(Reply(on: try Self.page(shop)).text == "Dear Zoë of Tea: look.")
        try shop.store.setReplyTemplate(key, to: "You paid {amount}.", by: Shop.lead, at: Shop.now)
        #expect(Reply(on: try Self.page(shop)).text.hasPrefix("Hello Zoë,"))
        try shop.store.resetReplyTemplate(key, by: Shop.lead, at: Shop.now)
        #expect(try shop.store.replyPolicy().templates.isEmpty)
    }

    @Test func aProductIsCalledAsTheShopCallsIt() throws {
        let shop = try Self.shop()
        let coins = Product(
            id: "coins_100", kind: .consumable, names: ["en": "100 coins", "de": "100 Münzen"])
        try shop.store.replaceCatalog(
            with: Catalog(Shop.catalog.products.values + [coins]), by: Shop.lead, at: Shop.now)
        try shop.bring(ReportedAttempt(product: "coins_100", events: ReportedAttempt.lost()))
        let page = try shop.page()
        #expect(Reply(on: page, in: .english).text.contains("100 coins"))
        #expect(Reply(on: page, in: .german).text.contains("100 Münzen"))
        try shop.store.replaceCatalog(with: Shop.catalog, by: Shop.lead, at: Shop.now)
        #expect(Reply(on: try shop.page(), in: .english).text.contains("coins 100"))
    }

    @Test func whatAnAgentKnowsBetterIsSaid() throws {
        let reply = Reply(on: try Self.page(try Self.shop()), as: .refundWanted)
        #expect(reply.situation == .refundWanted && reply.text.contains("reportaproblem.apple.com"))
    }
}
