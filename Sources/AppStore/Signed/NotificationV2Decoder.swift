import JSONValues
import Purchases

/// Decodes an App Store Server Notification of version 2: a signed payload, alone or under `signedPayload`.
///
/// Source: Apple, `responseBodyV2DecodedPayload`. Types and subtypes that are not known are kept.
struct NotificationV2Decoder {
    private let document: JSONValue
    private let signed: JSONValue
    private let answer: FieldReader?
    private let checker: SignatureChecker

    /// Reads a notification; throws `wrong_kind` when it is none.
    init(_ document: JSONValue, checker: SignatureChecker) throws(DocumentProblem) {
        (self.document, self.checker) = (document, checker)
        answer = document.object == nil ? nil : try FieldReader(document)
        guard let signed = answer == nil ? document : answer?.value("signedPayload") else {
            throw DocumentProblem(.wrongKind, "this is no notification: it has no signedPayload")
        }
        self.signed = signed
    }

    /// What the notification tells; throws what is wrong with a signature or a field.
    func decoded(in context: DocumentContext) throws(DocumentProblem) -> DecodedContents {
        var contents = SignedContents(context, checker: checker)
        let path = answer == nil ? "" : "signedPayload"
        let attempts = try answer.map { (fields) throws(DocumentProblem) in try SendAttempts(fields) }
        try NotificationV2Part.add(
            signed, path: path, to: &contents, receivedAt: context.receivedAt,
            attempts: attempts ?? SendAttempts())
        return (try contents.contents(.notificationV2), contents.readable(document))
    }
}

/// One signed notification of version 2, on its own or among those of the App Store's history.
enum NotificationV2Part {
    /// Adds a notification to a document's contents; throws what is wrong with a signature or a field.
    static func add(
        _ value: JSONValue, path: String, to contents: inout SignedContents, receivedAt: Instant?,
        attempts: SendAttempts
    ) throws(DocumentProblem) {
        let part = try contents.part(value, path: path)
        guard let type = try part.fields.identifier("notificationType") else {
            throw DocumentProblem(.wrongKind, "this is no notification: it has no notificationType")
        }
        try addApp(of: part, to: &contents)
        let token = try addToken(of: part, to: &contents)
        let (charge, chain) = try addPurchase(of: part, to: &contents)
        let signedAt = part.signedAt ?? charge?.precedence?.documentTime ?? receivedAt ?? .earliest
        if let charge, type == "REFUND_REVERSED" { contents.reinstate(charge, at: signedAt) }
        let notification = StoreNotification(
            type: type, subtype: try part.fields.identifier("subtype"),
            uuid: try part.fields.identifier("notificationUUID")?.lowercased(), signedAt: signedAt,
            receivedAt: attempts.isTold ? nil : receivedAt, check: part.isSigned ? .signed : .unchecked,
            charge: charge?.transactionID)
        contents.add(
            DocumentContents.Notice(
                chain: charge?.originalTransactionID ?? chain, notification: notification,
                isDelivery: !attempts.isTold, sendAttempts: attempts.list,
                refundReason: try part.object("data")?.identifier("consumptionRequestReason"),
                purchaseToken: token))
    }

    /// Source: Apple, `data`, `summary` and `appData`, of which a payload has one.
    private static func addApp(
        of part: SignedPart, to contents: inout SignedContents
    ) throws(DocumentProblem) {
        for key in ["data", "summary", "appData"] {
            if let fields = try part.object(key) { try contents.note(fields) }
        }
        if let data = try part.object("appData"), let app = data.value("signedAppTransactionInfo") {
            _ = try contents.part(app, path: data.place("signedAppTransactionInfo"))
        }
    }

    /// Source: Apple, `externalPurchaseToken`, which a payload has in place of `data`.
    private static func addToken(
        of part: SignedPart, to contents: inout SignedContents
    ) throws(DocumentProblem) -> ExternalPurchaseToken? {
        guard let token = try part.object("externalPurchaseToken") else { return nil }
        return try contents.note(purchaseToken: token)
    }

    private static func addPurchase(
        of part: SignedPart, to contents: inout SignedContents
    ) throws(DocumentProblem) -> (charge: TransactionObservation?, chain: OriginalTransactionID?) {
        guard let data = try part.object("data") else { return (nil, nil) }
        var (charge, chain): (TransactionObservation?, OriginalTransactionID?)
        if let value = data.value("signedTransactionInfo") {
            charge = try contents.addTransaction(
                value, path: data.place("signedTransactionInfo"), within: part)
        }
        if let value = data.value("signedRenewalInfo") {
            chain = try contents.addRenewal(
                value, path: data.place("signedRenewalInfo"), within: part)
        }
        return (charge, chain)
    }
}

/// What the App Store says beside a notification about its tries to deliver it.
///
/// Source: Apple, `notificationHistoryResponseItem`, `CheckTestNotificationResponse`.
struct SendAttempts {
    /// The tries that it lists.
    private(set) var list: [SendAttempt] = []
    /// Whether it says anything about tries, so that the notification is told again rather than delivered.
    private(set) var isTold = false

    /// None.
    init() {}

    /// Reads the fields beside `signedPayload`, in the App Store's history or elsewhere; throws what is wrong with one.
    init(_ fields: FieldReader, isHistory: Bool = false) throws(DocumentProblem) {
        isTold =
            isHistory || fields.value("sendAttempts") != nil || fields.value("firstSendAttemptResult") != nil
        for (index, value) in (fields.value("sendAttempts")?.array ?? []).enumerated() {
            let attempt = try FieldReader(value, path: fields.place("sendAttempts[\(index)]"))
            guard let at = try attempt.date("attemptDate") else { continue }
            list.append(SendAttempt(at: at, result: try attempt.identifier("sendAttemptResult") ?? "OTHER"))
        }
    }
}
