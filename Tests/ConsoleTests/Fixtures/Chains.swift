import Purchases

/// Chains that show what screens must tell apart.
enum Chains {
    /// Bought, paid, lapsed, back, in retry: Zoë's.
    static var zoe: Chain {
        var chain = Chain(id: ChainID(OriginalTransactionID("1000000831360853"), in: .production))
        var ids: [TransactionID] = []
        let starts = [
            "2020-04-28", "2020-05-05", "2020-06-05", "2020-07-05", "2020-08-05", "2020-09-05", "2020-10-05",
            "2020-11-27", "2020-12-27", "2021-01-27", "2021-02-27", "2021-03-27", "2021-04-27", "2021-05-27",
            "2021-06-27",
        ]
        for (index, start) in starts.enumerated() {
            let from = Pages.moment("\(start)T19:41:58Z")
            var values = TransactionValues()
            values.productID = ProductID("premium_month")
            values.purchasedAt = from
            values.expiresAt =
                index == 0 ? from + .days(7) : CalendarPeriod(months: 1).map { from.adding($0) }
            values.isTrial = index == 0
            values.price = index == 0 ? nil : Money(milliunits: 9990, currency: "EUR")
            values.webOrderLineItemID = WebOrderLineItemID("70000000000\(100 + index)")
            values.group = SubscriptionGroupID("272394410")
            let id = index == 0 ? "1000000831360853" : "2300010172\(18_955 + index)"
            ids.append(TransactionID(id))
            chain.merge(transaction(id, values, known: from + .seconds(30)))
        }
        chain.noteList(ids)
        chain.merge(
            renewal("2021-07-27T19:45:00Z") {
                $0.autoRenew = true
                $0.autoRenewProductID = ProductID("premium_month")
                $0.expirationIntent = 2
                $0.isInBillingRetry = true
            })
        chain.noteDocument(
            at: Pages.moment("2021-07-27T19:45:00Z"), knownAt: Pages.moment("2021-07-27T19:45:00Z"))
        return chain
    }

    /// Upgraded, refunded and family-shared purchases, history not whole: 山田 太郎's.
    static var taro: Chain {
        var chain = Chain(id: ChainID(OriginalTransactionID("2000000900000001"), in: .production))
        chain.merge(
            purchase("2000000900000001", "premium_month", "2021-03-01", "2021-04-01") {
                $0.isUpgraded = true
            })
        chain.merge(
            purchase("2000000900000017", "premium_year", "2021-03-11", "2022-03-11") {
                $0.price = Money(milliunits: 9_800_000, currency: "JPY")
                $0.revocation = .revoked(
                    Revocation(
                        at: Pages.moment("2021-05-20T08:00:00Z"), toldKind: .refund, reason: "1",
                        percentage: 80_000))
            })
        chain.merge(
            purchase("2000000900000023", "premium_month", "2021-07-30", "2021-08-30") {
                $0.ownership = .familyShared
                $0.offerCode = "SUMMER21"
            })
        chain.merge(
            renewal("2021-08-01T00:00:00Z") {
                $0.autoRenew = false
                $0.expirationIntent = 1
            })
        chain.noteDocument(
            at: Pages.moment("2021-08-01T00:00:00Z"), knownAt: Pages.moment("2021-08-01T00:00:00Z"))
        return chain
    }

    /// In the second month of a commitment that was cancelled.
    static var committed: Chain {
        var chain = Chain(id: ChainID(OriginalTransactionID("2000000900000101"), in: .production))
        for (number, days) in [("2021-07-14", "2021-08-14"), ("2021-08-14", "2021-09-14")].enumerated() {
            chain.merge(
                purchase("200000090000010\(number + 1)", "premium_month", days.0, days.1) { values in
                    var billing = BillingTerms()
                    (billing.plan, billing.period, billing.periods) = ("MONTHLY", number + 1, 12)
                    billing.endsAt = Pages.moment("2022-07-14T08:00:00Z")
                    billing.price = Money(milliunits: 119_880, currency: "EUR")
                    values.billing = billing
                    (values.offerType, values.promotionalOfferID) = (4, "BACK")
                })
        }
        chain.merge(
            renewal("2021-08-14T09:00:00Z") {
                var billing = BillingRenewal()
                billing.renewsAfterCommitment = false
                ($0.autoRenew, $0.billing) = (true, billing)
            })
        return chain
    }

    private static func purchase(
        _ id: String, _ product: String, _ from: String, _ to: String,
        _ change: (inout TransactionValues) -> Void
    ) -> Transaction {
        var values = TransactionValues()
        values.productID = ProductID(product)
        values.purchasedAt = Pages.moment("\(from)T08:00:00Z")
        values.expiresAt = Pages.moment("\(to)T08:00:00Z")
        change(&values)
        return transaction(id, values, known: Pages.moment("2021-08-01T00:00:00Z"))
    }

    /// One premium month or longer, paid in full.
    static func bought(from: Instant, until: Instant) -> Chain {
        var chain = Chain(id: ChainID(OriginalTransactionID("3000"), in: .production))
        var values = TransactionValues()
        values.productID = ProductID("premium_month")
        (values.purchasedAt, values.expiresAt) = (from, until)
        values.price = Money(milliunits: 9990, currency: "EUR")
        chain.merge(transaction("3000", values, known: from))
        return chain
    }

    private static func transaction(_ id: String, _ values: TransactionValues, known: Instant) -> Transaction
    {
        let telling = TransactionObservation(
            transactionID: TransactionID(id), originalTransactionID: OriginalTransactionID(id),
            environment: .production, values: values)
        return Transaction(
            telling, precedence: Precedence(documentTime: known, isSigned: false, digest: id), knownAt: known)
    }

    private static func renewal(_ at: String, _ change: (inout RenewalInfo) -> Void) -> RenewalInfo {
        let time = Pages.moment(at)
        var info = RenewalInfo(
            precedence: Precedence(documentTime: time, isSigned: false, digest: at), knownAt: time,
            extent: .whole)
        change(&info)
        return info
    }
}
