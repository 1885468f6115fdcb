package import JSONValues
import Purchases

/// Decodes an App Store Server Notification of version 1, with `unified_receipt` or, before 2019, without.
///
/// Source: Apple, `responseBodyV1`. Types that are not known are kept.
struct NotificationV1Decoder {
    private let fields: FieldReader
    private let unified: FieldReader?
    private let type: String

    /// Reads a notification; throws `wrong_kind` when it has no type, `wrong_type` when it is no object.
    init(_ document: JSONValue) throws(DocumentProblem) {
        fields = try FieldReader(document)
        if let value = fields.value("unified_receipt") {
            unified = try FieldReader(value, path: "unified_receipt")
        } else {
            unified = nil
        }
        guard let type = try fields.identifier("notification_type") else {
            throw DocumentProblem(.wrongKind, "this is no notification: it has no notification_type")
        }
        self.type = type
    }

    /// What the notification tells; throws what is wrong with a field.
    func contents(in context: DocumentContext) throws(DocumentProblem) -> DocumentContents {
        let lists = try lists()
        let transactions = lists.transactions
        let precedence = context.precedence(try newestDate(transactions))
        var contents = context.contents(.notificationV1, precedence: precedence)
        contents.receiptStatus = try unified?.integer("status")
        contents.environment = try environment()
        contents.bundleID = try bundleID()
        contents.transactions = transactions
        contents.lists = lists.first ?? []
        try tellRenewals(of: &contents)
        return contents
    }

    private func tellRenewals(of contents: inout DocumentContents) throws(DocumentProblem) {
        let pending = try PendingRenewals(
            unified?.listed("pending_renewal_info") ?? fields.listed("pending_renewal_info"),
            path: "pending_renewal_info", transactions: contents.transactions)
        let beside = try RenewalFields(fields)
        let chain = try chain(contents.transactions, pending: pending)
        contents.renewals = pending.renewals(
            contents.precedence, knownAt: contents.knownAt,
            beside: chain.map { ($0, beside, RenewalInfo.Extent.some) })
        contents.notices = [notice(chain, of: contents)]
    }

    private func lists() throws(DocumentProblem) -> TransactionLists {
        var lists = TransactionLists(environment: try environment() ?? .production, bundleID: try bundleID())
        try lists.add(unified?.listed("latest_receipt_info"), path: "unified_receipt.latest_receipt_info")
        try lists.add(fields.listed("latest_receipt_info"), path: "latest_receipt_info")
        try lists.add(fields.listed("latest_expired_receipt_info"), path: "latest_expired_receipt_info")
        guard let cancelled = try fields.date("cancellation_date"),
            let id = try cancelledTransaction(lists.transactions)
        else { return lists }
        lists.revoke(id, Revocation(at: cancelled, reason: try fields.text("cancellation_reason")))
        return lists
    }

    /// What a cancellation date beside the receipt is about: the line item it names, else the only transaction.
    private func cancelledTransaction(
        _ transactions: [TransactionObservation]
    ) throws(DocumentProblem) -> TransactionID? {
        guard let line = try fields.identifier("web_order_line_item_id") else {
            return transactions.count == 1 ? transactions.first?.transactionID : nil
        }
        return transactions.first { $0.values.webOrderLineItemID?.rawValue == line }?.transactionID
    }

    private func newestDate(_ transactions: [TransactionObservation]) throws(DocumentProblem) -> Instant? {
        var dates = transactions.flatMap(\.pastDates)
        for key in ["purchase_date", "cancellation_date", "auto_renew_status_change_date"] {
            if let date = try fields.date(key) { dates.append(date) }
        }
        return dates.max()
    }

    /// The chain that it is about: named, else the only one with the product it names, else the newest one's.
    private func chain(
        _ transactions: [TransactionObservation], pending: PendingRenewals
    ) throws(DocumentProblem) -> OriginalTransactionID? {
        if let id = try fields.identifier("original_transaction_id") { return OriginalTransactionID(id) }
        let product = try fields.identifier("auto_renew_product_id").map(ProductID.init(_:))
        let fitting = product.map { pending.chains(of: $0) } ?? []
        if fitting.count == 1 { return fitting.first }
        let candidates = transactions.filter { fitting.isEmpty || fitting.contains($0.originalTransactionID) }
        return candidates.newest?.originalTransactionID ?? pending.chains.first
    }

    private func notice(
        _ chain: OriginalTransactionID?, of contents: DocumentContents
    ) -> DocumentContents.Notice {
        let charges = contents.transactions.filter { $0.originalTransactionID == chain }
        let notification = StoreNotification(
            type: type, signedAt: contents.precedence.documentTime, receivedAt: contents.receivedAt,
            check: .unchecked, charge: charges.newest?.transactionID)
        return DocumentContents.Notice(chain: chain, notification: notification)
    }

    private func environment() throws(DocumentProblem) -> AppStoreEnvironment? {
        let words = (try fields.identifier("environment"), try unified?.identifier("environment"))
        return (words.0 ?? words.1).map(AppStoreEnvironment.init(rawValue:))
    }

    private func bundleID() throws(DocumentProblem) -> BundleID? {
        try fields.identifier("bid").map(BundleID.init(_:))
    }
}

/// The shared secret that a notification of version 1 or a request carries. `Admission` in `Intake/Import` compares it.
package enum NotificationSecret {
    /// The secret of a document that is not masked yet; to be compared, never to be kept or shown.
    ///
    /// Source: Apple, `responseBodyV1.password`.
    package static func value(in document: JSONValue) -> String? {
        switch document["password"] {
        case .string(let text)?: text.isEmpty ? nil : text
        case .integer(let number)?: String(number)
        case .digits(let digits)?: digits
        default: nil
        }
    }
}
