import JSONValues
import Purchases

/// Decodes an answer of verifyReceipt, of today's form and of iOS 6's.
///
/// Source: Apple, `responseBody`; a status other than 0 is recorded, not an error.
struct VerifyReceiptDecoder {
    private let fields: FieldReader
    private let receipt: FieldReader?

    /// Reads an answer; throws `wrong_type` when its receipt is no object, `wrong_kind` when it is no answer.
    init(_ document: JSONValue) throws(DocumentProblem) {
        fields = try FieldReader(document)
        if let value = fields.value("receipt") {
            receipt = try FieldReader(value, path: "receipt")
        } else {
            receipt = nil
        }
        guard ["status", "receipt", "latest_receipt_info"].contains(where: { fields.value($0) != nil }) else {
            throw DocumentProblem(
                .wrongKind, "this is no answer of verifyReceipt: it has neither status nor receipt")
        }
    }

    /// What the answer tells; throws what is wrong with a field.
    func contents(in context: DocumentContext) throws(DocumentProblem) -> DocumentContents {
        let lists = try lists()
        let transactions = lists.transactions
        let precedence = context.precedence(
            try receipt?.date("request_date"), try receipt?.date("receipt_creation_date"),
            transactions.flatMap(\.pastDates).max())
        var contents = context.contents(.verifyReceipt, precedence: precedence)
        contents.receiptStatus = try fields.integer("status")
        contents.environment = try environment()
        contents.bundleID = try bundleID()
        contents.transactions = transactions
        contents.lists = lists.first ?? []
        contents.renewals = try renewals(transactions, precedence: precedence, knownAt: contents.knownAt)
        return contents
    }

    private func lists() throws(DocumentProblem) -> TransactionLists {
        var lists = TransactionLists(environment: try environment() ?? .production, bundleID: try bundleID())
        try lists.add(fields.listed("latest_receipt_info"), path: "latest_receipt_info")
        try lists.add(fields.listed("latest_expired_receipt_info"), path: "latest_expired_receipt_info")
        try lists.add(receipt?.listed("in_app"), path: "receipt.in_app")
        if let receipt, receipt.listed("in_app") == nil, receipt.value("transaction_id") != nil {
            try lists.add(.object(receipt.members), path: "receipt")
        }
        return lists
    }

    private func renewals(
        _ transactions: [TransactionObservation], precedence: Precedence, knownAt: Instant
    ) throws(DocumentProblem) -> [DocumentContents.Renewal] {
        let pending = try PendingRenewals(
            fields.listed("pending_renewal_info"), path: "pending_renewal_info", transactions: transactions)
        let beside = try RenewalFields(fields)
        let chain = transactions.newest?.originalTransactionID
        return pending.renewals(
            precedence, knownAt: knownAt, beside: chain.map { ($0, beside, beside.extentInAnAnswer) })
    }

    /// Where the purchases were made; an answer of iOS 6's form and a bare status do not say.
    private func environment() throws(DocumentProblem) -> AppStoreEnvironment? {
        if let word = try fields.identifier("environment") { return AppStoreEnvironment(rawValue: word) }
        if let type = try receipt?.identifier("receipt_type") {
            return type.contains("Sandbox") ? .sandbox : .production
        }
        return receipt == nil && fields.value("latest_receipt_info") == nil ? nil : .production
    }

    private func bundleID() throws(DocumentProblem) -> BundleID? {
        try receipt?.identifier(amongst: "bundle_id", "bid").map(BundleID.init(_:))
    }
}
