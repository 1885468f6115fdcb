import FileStore
import Persistence
import Purchases

/// Stores in memory that hold the people of the fixtures.
enum Stores {
    /// Everybody, Zoë with a premium month that ran out, and a chain that is nobody's.
    static func filled() throws -> Store {
        let ana = AgentName("ana")
        let store = try Store.inMemory(by: ana, at: Pages.now - .days(30))
        try store.replaceCatalog(with: Pages.catalog, by: ana, at: Pages.now - .days(30))
        for person in People.all {
            let change = CustomerValues(
                email: person.values.email, name: person.values.name, country: person.values.country)
            try store.addCustomer(person.id, change, by: ana, at: Pages.now - .days(20))
        }
        let documents = [
            document(
                "1000000831360853", owner: People.zoe.id, from: "2021-06-27T19:41:58Z",
                to: "2021-07-27T19:41:58Z"),
            document(
                "2000000900000001", owner: nil, from: "2021-07-30T08:00:00Z", to: "2021-08-30T08:00:00Z"),
        ]
        try take(documents, into: store, by: ana, at: Pages.now - .days(10))
        return store
    }

    /// The store above, where Zoë bought in Sandbox under the name that a chain of Production has, too.
    static func withTwin() throws -> Store {
        let store = try filled()
        let documents = [
            document(
                "2000000900000001", owner: People.zoe.id, from: "2021-08-01T08:00:00Z",
                to: "2021-08-01T08:05:00Z", environment: .sandbox)
        ]
        try take(documents, into: store, by: AgentName("ana"), at: Pages.now - .days(9))
        return store
    }

    static func take(
        _ documents: [DecodedDocument], into store: Store, by agent: AgentName, at now: Instant
    ) throws {
        _ = try store.importDocuments(
            ImportFeed(
                documents.map(ImportItem.document), sources: [ImportSource(name: "fixtures", sha256: nil)]),
            by: agent, at: now)
    }

    /// The App Store's word that a premium month was bought.
    static func document(
        _ id: String, owner: AppUserID?, from: String, to: String,
        environment: AppStoreEnvironment = .production, bundle: String? = nil
    ) -> DecodedDocument {
        var values = TransactionValues()
        values.productID = ProductID("premium_month")
        values.purchasedAt = Pages.moment(from)
        values.expiresAt = Pages.moment(to)
        values.bundleID = bundle.map { BundleID($0) }
        values.revocation = TransactionValues.RevocationStatement.none
        let precedence = Precedence(documentTime: Pages.moment(from), isSigned: false, digest: id)
        var contents = DocumentContents(kind: .verifyReceipt, precedence: precedence)
        contents.environment = environment
        contents.owner = owner
        contents.transactions = [
            TransactionObservation(
                transactionID: TransactionID(id), originalTransactionID: OriginalTransactionID(id),
                environment: environment, values: values)
        ]
        contents.lists = [.init(chain: OriginalTransactionID(id), ids: [TransactionID(id)])]
        return DecodedDocument(
            contents: contents, body: "{\"id\":\"\(id)\"}", source: "fixtures", check: .unchecked)
    }
}

extension Store {
    /// What answers a question at the moment of the fixtures.
    func wholePage<Query: StoreQuery>(of query: Query, by agent: AgentName? = nil) throws -> Query.Page {
        try wholePage(of: query, by: agent, at: Pages.now)
    }
}
