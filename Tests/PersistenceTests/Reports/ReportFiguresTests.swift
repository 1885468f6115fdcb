import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// What a report counts, held against a count by hand over the pages of all chains.
struct ReportFiguresTests {
    private static let products = ["tea.monthly", "tea.yearly", "forever"]

    /// A chain of up to five months with trials, prices, refunds and words about its renewal, at random.
    private static func document(_ number: Int, _ random: inout SeededRandom) -> DecodedDocument {
        let chain = OriginalTransactionID("\(number)0")
        let time = Paper.moment(400)
        var contents = DocumentContents(
            kind: .verifyReceipt,
            precedence: Precedence(documentTime: time, isSigned: false, digest: "\(number)"))
        contents.environment = random.chance(10) ? .sandbox : .production
        let product = random.one(of: products, else: "forever")
        var start = Int64.random(in: 0...120, using: &random)
        var last = start
        for index in 0..<Int.random(in: 1...5, using: &random) {
            var values = TransactionValues()
            values.productID = ProductID(product)
            values.purchasedAt = Paper.moment(start)
            values.expiresAt = product == "forever" ? nil : Paper.moment(start + 30)
            values.isTrial = index == 0 && product != "forever" && random.chance(50)
            values.ownership = random.chance(10) ? .familyShared : .purchased
            let price = Money(milliunits: Int64.random(in: 0...20, using: &random) * 990, currency: "EUR")
            values.price = random.chance(70) ? price : nil
            let refund = Revocation(
                at: Paper.moment(start + 10), percentage: random.chance(30) ? 50_000 : nil)
            values.revocation =
                random.chance(10) ? .revoked(refund) : TransactionValues.RevocationStatement.none
            contents.transactions.append(
                TransactionObservation(
                    transactionID: TransactionID("\(number)\(index)"), originalTransactionID: chain,
                    environment: contents.environment ?? .production, values: values))
            last = start
            start += random.chance(70) ? 30 : Int64.random(in: 30...60, using: &random)
        }
        contents.renewals = (0..<3).map { index in
            let told = Paper.moment(last + 1 + Int64(index) * 17)
            let extents: [RenewalInfo.Extent] = [.whole, .some, .absent]
            var info = RenewalInfo(
                precedence: Precedence(documentTime: told, isSigned: false, digest: "\(number).\(index)"),
                knownAt: told, extent: extents.randomElement(using: &random) ?? .whole)
            info.autoRenew = random.chance(70)
            info.expirationIntent = random.chance(50) ? Int.random(in: 1...5, using: &random) : nil
            info.isInBillingRetry = random.chance(40)
            info.gracePeriodExpiresAt = random.chance(40) ? Paper.moment(last + 36) : nil
            return DocumentContents.Renewal(chain: chain, info: info)
        }
        return DecodedDocument(contents: contents, body: "{}", source: "papers", check: .unchecked)
    }

    private static func shop(_ random: inout SeededRandom) throws -> Shop {
        let shop = try Shop()
        let documents = (1...60).map { document($0, &random) }
        let report = try shop.bring(documents.map(ImportItem.document))
        #expect(report.rejected.isEmpty)
        return shop
    }

    /// The counts by hand: what, which and how many.
    private func counted(_ shop: Shop, at now: Instant) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        func add(_ what: ReportFigures.What, _ name: String) {
            counts["\(what.rawValue) \(name)", default: 0] += 1
        }
        for number in 1...60 {
            let page = try #require(try shop.store.chainPage(OriginalTransactionID("\(number)0"), at: now))
            guard page.isServed else { continue }
            let (chain, catalog) = (page.chain, page.catalog)
            let bought = chain.transactions.filter { $0.purchasedAt <= now }
            let isSubscription = chain.transactions.last.map { page.kind(of: $0) == .autoRenewable } ?? false
            if isSubscription { add(.subscriptions, page.status.rawValue) }
            if isSubscription, page.status.givesAccess {
                add(.commission, page.commission.percent.map(String.init) ?? "none")
                let renewal = ExpectedRenewal(
                    of: page.timeline, after: now, within: .days(7), catalog: catalog)
                if renewal != nil { add(.renewals, "renewal") }
            }
            for transaction in bought where transaction.revocation.map({ $0.at <= now }) ?? false {
                if transaction.revocationKind == .refund { add(.refunds, "refund") }
            }
            let own = bought.filter { $0.ownership == .purchased }
            if let trial = own.first(where: \.isTrial) {
                let isPaid = own.contains { !$0.isTrial && $0.purchasedAt > trial.purchasedAt }
                let end = min(trial.expiresAt ?? .earliest, trial.revocation?.at ?? .latest)
                add(.trials, isPaid ? "converted" : end > now ? "running" : "ended")
            }
            if isSubscription, page.status == .expired {
                add(.churn, page.renewal?.expirationIntent.map(String.init) ?? "untold")
            }
            countFailures(of: page, at: now, add)
        }
        return counts
    }

    private func countFailures(
        of page: ChainPage, at now: Instant, _ add: (ReportFigures.What, String) -> Void
    ) {
        var spans: [(status: ChainStatus, from: Instant, until: Instant?)] = []
        for segment in page.timeline.segments {
            if let last = spans.last, last.status == segment.status {
                spans[spans.count - 1].until = segment.span.until
            } else {
                spans.append((segment.status, segment.span.from, segment.span.until))
            }
        }
        for (index, span) in spans.enumerated() where span.from <= now {
            guard span.status == .gracePeriod || span.status == .billingRetry else { continue }
            let next = index + 1 < spans.count ? spans[index + 1].status : nil
            let isOver = span.until.map { $0 <= now } ?? false
            add(
                span.status == .gracePeriod ? .grace : .retry,
                !isOver
                    ? "running" : next == .active ? "recovered" : next == .billingRetry ? "retried" : "lapsed"
            )
        }
    }

    @Test(arguments: Soak.seeds(2)) func everyCountIsTheCountByHand(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let shop = try Self.shop(&random)
        for day in [20, 90, 170, 260] {
            let now = Paper.moment(Int64(day))
            let report = try shop.store.report(at: now)
            let found = report.figures.total.map { ("\($0.what.rawValue) \($0.name)", $0.count) }
            let byHand = try counted(shop, at: now)
            #expect(Dictionary(uniqueKeysWithValues: found) == byHand, "day \(day)")
            #expect(report.refunds.count == byHand["refunds refund"] ?? 0)
            expectPartsAddUp(report.figures)
        }
    }

    private func expectPartsAddUp(_ figures: ReportFigures) {
        for line in figures.total {
            let named = { (lines: [ReportFigures.Line]) in
                lines.filter { $0.what == line.what && $0.name == line.name }
            }
            let byProduct = named(figures.byProduct)
            #expect(byProduct.reduce(0) { $0 + $1.count } == line.count)
            #expect(byProduct.reduce(0) { $0 + $1.unpriced } == line.unpriced)
            #expect(byProduct.reduce(0) { $0 + ($1.milliunits["EUR"] ?? 0) } == line.milliunits["EUR"] ?? 0)
            let byDay = named(figures.byDay)
            #expect(byDay.isEmpty || byDay.reduce(0) { $0 + $1.count } == line.count)
        }
    }

    @Test func refundsAreWhatAppleGaveBack() throws {
        let refunded = { (id: String, price: Money?, share: Int?) in
            TestDocuments.answer([(id, 0)]) { contents in
                contents.transactions[0].values.price = price
                contents.transactions[0].values.revocation = .revoked(
                    Revocation(at: TestDocuments.moment(2), percentage: share))
            }
        }
        let euro = Money(milliunits: 9990, currency: "EUR")
        let store = try TestDocuments.store(
            refunded("1001", euro, nil), refunded("1002", euro, 50_000), refunded("1003", nil, nil))
        let line = try #require(
            try store.report(at: TestDocuments.moment(3)).figures.total.first { $0.what == .refunds })
        #expect(line.count == 3 && line.unpriced == 1)
        #expect(line.money == [Money(milliunits: 14_990, currency: "EUR")])
        #expect(try store.report(at: TestDocuments.moment(1)).figures.count(.refunds) == 0)
    }
}
