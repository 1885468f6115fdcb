import GRDB
import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// A value's list of columns reads what it has written, and nothing that a store cannot have written.
struct TableValueTests {
    private func damage(of sql: String, _ read: (StoredRow) throws -> Void) throws -> StoreError? {
        let store = try People.inMemory()
        return #expect(throws: StoreError.self) {
            try store.read {
                try $0.step(sql) { row in
                    try read(row); return true
                }
            }
        }
    }

    @Test(arguments: ["NULL", "'a state that nobody knows'"])
    func whatIsNoneOfAColumnsValuesIsDamage(content: String) throws {
        let byPlace = try damage(of: "SELECT 1, \(content) AS state") { let _: TicketState = try $0[1] }
        let byList = try damage(
            of: "SELECT 1, 0, '', 1, \(content) AS extent, 1, 1, 1, 1, 1, 1, 1, NULL, NULL"
        ) {
            _ = try RenewalInfo($0)
        }
        #expect(byPlace == .file("the store in memory", .damaged(.emptyColumn("state"))))
        #expect(byList == .file("the store in memory", .damaged(.emptyColumn("extent"))))
    }

    @Test func aMissingNumberIsNotZero() throws {
        let failure = try damage(of: "SELECT NULL AS at_ms") { let _: Instant = try $0[0] }
        #expect(failure?.code == .damaged)
        let store = try People.inMemory()
        let nothing = try store.read { try $0.first("SELECT NULL") { $0[0] as Instant? } }
        #expect(nothing == .some(nil))
    }

    @Test func aTransactionIsReadAsItWasWritten() throws {
        var values = TransactionValues()
        values.webOrderLineItemID = WebOrderLineItemID("7")
        values.productID = ProductID("p")
        values.purchasedAt = Instant(milliseconds: 1)
        values.originalPurchasedAt = Instant(milliseconds: 2)
        values.expiresAt = Instant(milliseconds: 3)
        values.revocation = .revoked(
            Revocation(at: Instant(milliseconds: 4), toldKind: .refund, reason: "1", percentage: 50_000))
        values.quantity = 2
        values.isTrial = true
        values.isIntroductoryOffer = false
        values.offerType = 3
        values.offerDiscountType = "FREE_TRIAL"
        values.offerCode = "code"
        values.promotionalOfferID = "offer"
        values.ownership = .familyShared
        values.isUpgraded = true
        values.group = SubscriptionGroupID("group")
        values.appAccountToken = "5b0fe0a2-9a5e-4a55-8f8e-0d7f4a1f6a10"
        values.isAccountVouched = true
        values.bundleID = BundleID("app")
        values.storefront = "DEU"
        values.price = Money(milliunits: 9990, currency: "EUR")
        values.appleType = "Auto-Renewable Subscription"
        values.transactionReason = "RENEWAL"
        values.appTransactionID = "700000000000000001"
        values.commerce = AdvancedCommerce(items: [
            .init(
                sku: "gold", name: "Gold", price: Money(milliunits: 4990, currency: "EUR"),
                refunded: Money(milliunits: 1000, currency: "EUR"), revokedAt: Instant(milliseconds: 9))
        ])
        var billing = BillingTerms()
        (billing.plan, billing.period, billing.periods) = ("MONTHLY", 1, 12)
        (billing.endsAt, billing.price) = (Instant(milliseconds: 7), Money(milliunits: 8, currency: "EUR"))
        values.billing = billing
        let told = MergedFacts(
            values,
            precedence: Precedence(documentTime: Instant(milliseconds: 5), isSigned: true, digest: "digest"))
        let transaction = Transaction(
            ids: ["31", "4", "20"].map { TransactionID($0) }, told: told,
            knownAt: Instant(milliseconds: 6), earliestExpiresAt: Instant(milliseconds: 2),
            knownRevocations: [.init(at: Instant(milliseconds: 4), knownAt: Instant(milliseconds: 6))])
        let chain = ChainID(OriginalTransactionID("20"), in: .production)
        let (read, shown, others) = try kept(transaction, of: chain)
        #expect(read == [transaction])
        #expect(read.first?.ids.map(\.rawValue) == ["4", "20", "31"])
        #expect(shown == [["20"]] && others == [["31"], ["4"]])
    }

    @Test func renewalInformationIsReadAsItWasWritten() throws {
        let precedence = Precedence(documentTime: Instant(milliseconds: 1), isSigned: true, digest: "digest")
        var info = RenewalInfo(precedence: precedence, knownAt: Instant(milliseconds: 2), extent: .whole)
        info.autoRenew = true
        info.autoRenewProductID = ProductID("p")
        info.expirationIntent = 2
        info.gracePeriodExpiresAt = Instant(milliseconds: 3)
        info.isInBillingRetry = false
        info.priceConsent = false
        info.offerID = "offer"
        info.winBackOfferIDs = ["best", "other"]
        var billing = BillingRenewal()
        (billing.plan, billing.renewsAfterCommitment) = ("MONTHLY", false)
        billing.productAfterCommitment = ProductID("q")
        info.billing = billing
        let bare = RenewalInfo(
            precedence: Precedence(documentTime: Instant(milliseconds: 4), isSigned: false, digest: "other"),
            knownAt: Instant(milliseconds: 5), extent: .absent)
        let store = try People.inMemory()
        try Raw.write(
            store,
            "INSERT INTO chains (id, environment, original_transaction_id) VALUES (1, 'Production', '1')")
        let read = try store.unguarded { db in
            for info in [info, bare] { try RenewalTable.save(info, of: 1, in: db) }
            return try RenewalTable.all(ofChain: 1, in: db)
        }
        #expect(read == [info, bare])
    }

    @Test func aSaleAndItsRestoresAreReadAsTheyWereWritten() throws {
        var chain = Chain(id: ChainID(OriginalTransactionID("20"), in: .production))
        for (id, time) in [("20", 5), ("31", 9)] as [(String, Int64)] {
            var values = TransactionValues()
            values.productID = ProductID("forever")
            values.purchasedAt = Instant(milliseconds: time)
            values.revocation = TransactionValues.RevocationStatement.none
            values.appAccountToken = PersonIdentifier("token of \(id)")
            let telling = TransactionObservation(
                transactionID: TransactionID(id), originalTransactionID: chain.id.original,
                environment: .production, values: values)
            let precedence = Precedence(
                documentTime: Instant(milliseconds: time), isSigned: false, digest: id)
            chain.merge(
                Transaction(telling, precedence: precedence, knownAt: precedence.documentTime))
        }
        let (read, shown, others) = try kept(chain.transactions[0], of: chain.id)
        #expect(read == chain.transactions && read[0].values == chain.transactions[0].values)
        #expect(read[0].parts.map(\.ids) == [["20"], ["31"]])
        #expect(shown == [["20"]] && others == [["31"]])
        // Read from its row, it is told of again as if it had never been away.
        let again = chain.transactions
        chain = Chain(id: chain.id, transactions: read)
        chain.merge(again)
        #expect(chain.transactions == again)
    }

    private func kept(
        _ transaction: Transaction, of chain: ChainID
    ) throws -> ([Transaction], shown: [[String?]], others: [[String?]]) {
        let store = try People.inMemory()
        try Raw.write(
            store,
            "INSERT INTO chains (id, environment, original_transaction_id) VALUES (1, 'Production', '\(chain.original)')"
        )
        let read = try store.unguarded { db in
            _ = try TransactionTable.insert([transaction], of: chain, at: 1, in: db)
            return try TransactionTable.all(ofChain: 1, in: db).map(\.transaction)
        }
        return (
            read, try Raw.texts(store, "SELECT transaction_id FROM transactions"),
            try Raw.texts(store, "SELECT transaction_id FROM other_transaction_ids ORDER BY 1")
        )
    }

    @Test func theViewOfIdsHasEachOnce() throws {
        let transaction = Transaction(
            ids: [TransactionID("1"), TransactionID("2")],
            told: MergedFacts(
                TransactionValues(),
                precedence: Precedence(documentTime: .earliest, isSigned: false, digest: "")),
            knownAt: .earliest, earliestExpiresAt: nil, knownRevocations: [])
        let store = try People.inMemory()
        try Raw.write(
            store,
            "INSERT INTO chains (id, environment, original_transaction_id) VALUES (1, 'Production', '1')")
        _ = try store.unguarded { db in
            try TransactionTable.insert(
                [transaction], of: ChainID(OriginalTransactionID("1"), in: .production), at: 1, in: db)
        }
        let ids = try Raw.texts(store, "SELECT transaction_id FROM transaction_ids ORDER BY 1")
        #expect(ids == [["1"], ["2"]])
    }
}
