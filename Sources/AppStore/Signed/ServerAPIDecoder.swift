package import JSONValues
import Purchases

/// Decodes an answer of the App Store Server API.
///
/// Source: Apple, `StatusResponse`, `HistoryResponse`, `TransactionInfoResponse`, `RefundHistoryResponse`,
/// `OrderLookupResponse`, `NotificationHistoryResponse`, `ExtendRenewalDateResponse`,
/// `MassExtendRenewalDateStatusResponse`, `SendTestNotificationResponse`, error codes.
struct ServerAPIDecoder {
    private let document: JSONValue
    private let fields: FieldReader
    private let checker: SignatureChecker

    /// Reads an answer; throws `wrong_type` when it is no object, `wrong_kind` when it is no answer.
    init(_ document: JSONValue, checker: SignatureChecker) throws(DocumentProblem) {
        fields = try FieldReader(document)
        (self.document, self.checker) = (document, checker)
        guard ServerAPIAnswer.isOne(document) else {
            throw DocumentProblem(
                .wrongKind, "this is no answer of the App Store Server API: it has none of their keys")
        }
    }

    /// What the answer tells; throws what is wrong with a signature or a field.
    func decoded(in context: DocumentContext) throws(DocumentProblem) -> DecodedContents {
        var contents = SignedContents(context, checker: checker)
        try contents.note(fields)
        try addStatuses(to: &contents)
        try addTransactions(to: &contents)
        try addNotifications(to: &contents)
        try addExtension(to: &contents)
        var answer = try contents.contents(.serverAPI)
        answer.orderID =
            try fields.identifier(amongst: "orderId", "order_id").map(OrderID.init(_:)) ?? context.orderID
        return (answer, contents.readable(document))
    }

    /// The statuses of all subscriptions, by group.
    private func addStatuses(to contents: inout SignedContents) throws(DocumentProblem) {
        for group in try fields.objects("data") {
            let name = try group.identifier("subscriptionGroupIdentifier").map(SubscriptionGroupID.init(_:))
            for item in try group.objects("lastTransactions") {
                try addSubscription(item, of: name, to: &contents)
            }
        }
    }

    private func addSubscription(
        _ item: FieldReader, of group: SubscriptionGroupID?, to contents: inout SignedContents
    ) throws(DocumentProblem) {
        if let chain = try item.identifier("originalTransactionId") {
            contents.mentions.append(OriginalTransactionID(chain))
        }
        if let value = item.value("signedTransactionInfo") {
            try contents.addTransaction(value, path: item.place("signedTransactionInfo"), group: group)
        }
        if let value = item.value("signedRenewalInfo") {
            try contents.addRenewal(value, path: item.place("signedRenewalInfo"))
        }
    }

    /// A history, a refund history, the transactions of an order, one transaction or an app's.
    private func addTransactions(to contents: inout SignedContents) throws(DocumentProblem) {
        for (index, value) in (try fields.list("signedTransactions")).enumerated() {
            try contents.addTransaction(value, path: fields.place("signedTransactions[\(index)]"))
        }
        if try isWholeHistory() { contents.noteHistory() }
        if let value = fields.value("signedTransactionInfo") {
            try contents.addTransaction(value, path: fields.place("signedTransactionInfo"))
        }
        if let value = fields.value("signedRenewalInfo") {
            try contents.addRenewal(value, path: fields.place("signedRenewalInfo"))
        }
        if let value = fields.value("signedAppTransactionInfo") {
            _ = try contents.part(value, path: fields.place("signedAppTransactionInfo"))
        }
    }

    /// Only a transaction history names its app, and only its last page says that there is no more.
    private func isWholeHistory() throws(DocumentProblem) -> Bool {
        guard fields.value("signedTransactions") != nil, fields.value("bundleId") != nil else { return false }
        return try fields.flag("hasMore") != true
    }

    private func addNotifications(to contents: inout SignedContents) throws(DocumentProblem) {
        for item in try fields.objects("notificationHistory") {
            guard let value = item.value("signedPayload") else {
                throw item.problem(
                    .missingID, key: "signedPayload", "is missing", remedy: "send the answer as it came")
            }
            try NotificationV2Part.add(
                value, path: item.place("signedPayload"), to: &contents, receivedAt: nil,
                attempts: try SendAttempts(item, isHistory: true))
        }
    }

    /// An extended renewal date is not signed: it is evidence, and the next signed word tells the new date.
    private func addExtension(to contents: inout SignedContents) throws(DocumentProblem) {
        if let chain = try fields.identifier("originalTransactionId") {
            contents.mentions.append(OriginalTransactionID(chain))
        }
        contents.note(try fields.date("completeDate"))
    }
}

/// Tells answers of the App Store Server API by their keys; `KindRecognizer` in `Intake/Reading` asks it, too.
package enum ServerAPIAnswer {
    private static let keys = [
        "signedTransactions", "errorCode", "notificationHistory", "signedTransactionInfo",
        "signedRenewalInfo",
        "signedAppTransactionInfo", "testNotificationToken", "sendAttempts", "requestIdentifier",
        "effectiveDate",
    ]

    /// Whether a value has a key that only such answers have.
    package static func isOne(_ value: JSONValue) -> Bool {
        keys.contains { value[$0] != nil } || (value["data"]?.array != nil && value["bundleId"] != nil)
    }
}
