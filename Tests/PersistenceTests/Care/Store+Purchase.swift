import Persistence
import Purchases

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
                AdmittedDocument(contents: contents, body: "{}", source: "test", check: .unchecked))
        ]
        _ = try importDocuments(ImportFeed(items), by: People.agent, at: People.now)
    }
}
