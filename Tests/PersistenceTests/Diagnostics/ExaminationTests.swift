import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// Holds that what a store derives, took in and rests on is looked at.
struct ExaminationTests {
    private let folder: StoreFolder
    private let store: Store

    init() throws {
        folder = try StoreFolder()
        store = try folder.create()
        try store.takeInPurchase()
    }

    @Test func aHealthyStoreHasOnlyGoodFindings() throws {
        let findings = store.examination(at: People.now)
        #expect(findings.filter { $0.level != .ok } == [])
        #expect(
            findings.map(\.code) == [
                "periods", "imports", "secret_missing", "unchecked", "documents", "owners", "erasures",
                "disputes",
                "tickets",
                "alarms", "loss_figures", "refund_requests", "server", "server_alarms", "webhooks",
                "upgrade",
                "api_keys",
                "history", "unauthentic",
                "balance",
            ])
        #expect(try store.doctor(at: People.now).map(\.code).suffix(2) == ["durability", "disk"])
        #expect(findings.first?.text.contains("1 of 1 chains") == true)
    }

    @Test func aReadOnlyRunIsExaminedToo() throws {
        let reader = try Store.open(at: folder.path, readOnly: true)
        #expect(reader.examination(at: People.now).allSatisfy { $0.level == .ok })
    }

    @Test(arguments: [
        ("UPDATE access_periods SET until_ms = until_ms + 1", "periods", Finding.Level.error),
        ("DELETE FROM access_periods", "periods", .error),
        (
            "INSERT INTO access_periods (chain_id, product_id, from_ms, until_ms) VALUES (1, 'basic', 1, 2)",
            "periods", .error
        ),
        (
            """
            INSERT INTO imports (agent, process, started_ms, sources, counts) VALUES ('ada', 999999999, 1, '[]', '{}')
            """, "imports", .warning
        ),
        (
            """
            INSERT INTO notifications (document_id, type, signed_ms, checked)
            SELECT id, 'DID_RENEW', 1, 'unchecked' FROM documents
            """, "secret_missing", .warning
        ),
        ("UPDATE documents SET document_ms = 9000000000000", "documents", .warning),
        ("UPDATE charge_days SET milliunits = milliunits + 1", "balance", .error),
        ("DELETE FROM charges", "balance", .error),
        ("INSERT INTO store_state VALUES ('upgrade_place', '{}')", "upgrade", .warning),
        ("INSERT INTO held_news VALUES ('customer', 'zoë')", "upgrade", .warning),
        ("UPDATE charges SET standing = 'made_good'", "balance", .error),
        (
            """
            INSERT INTO chain_claims (chain_id, kind, app_user_id, at_ms) VALUES (1, 'customer', 'zoë', 1)
            """, "disputes", .warning
        ),
    ])
    func whatIsPlantedIsFound(_ sql: String, _ code: String, _ level: Finding.Level) throws {
        try Raw.write(store, sql)
        let findings = store.examination(at: People.now)
        #expect(findings.filter { $0.level != .ok }.map(\.code) == [code])
        #expect(findings.first { $0.code == code }?.level == level)
        #expect(findings.first { $0.code == code }?.fix != nil)
    }

    @Test func chainsOfNobodyAreCounted() throws {
        try Raw.write(
            store,
            """
            INSERT INTO chains (environment, original_transaction_id) VALUES ('Production', '2'), ('Production', '3')
            """)
        let owners = store.examination(at: People.now).first { $0.code == "owners" }
        #expect(owners?.text == "2 chains have no customer")
    }

    @Test(arguments: [
        ("wal", 2 as Int?, Finding.Level.ok), ("wal", nil, .ok), ("wal", 1, .error), ("delete", 2, .error),
    ])
    func onlyASyncedWALIsDurable(_ journal: String, _ synchronous: Int?, _ level: Finding.Level) {
        #expect(DoctorHost.durability(journal: journal, synchronous: synchronous).level == level)
    }
}

extension Store {
    /// Takes in a document that tells of 山田 太郎's month.
    func takeInPurchase() throws {
        let environment = AppStoreEnvironment.production
        var values = TransactionValues()
        values.productID = ProductID("basic")
        values.purchasedAt = People.now - .days(3)
        values.expiresAt = People.now + .days(27)
        var contents = DocumentContents(
            kind: .verifyReceipt,
            precedence: Precedence(documentTime: People.now, isSigned: false, digest: "d1"))
        contents.environment = environment
        contents.owner = People.customer
        contents.transactions = [
            TransactionObservation(
                transactionID: TransactionID("1"), originalTransactionID: OriginalTransactionID("1"),
                environment: environment, values: values)
        ]
        let items = [
            ImportItem.document(
                DecodedDocument(contents: contents, body: "{}", source: "test", check: .asked))
        ]
        _ = try importDocuments(ImportFeed(items), by: People.agent, at: People.now)
    }
}
