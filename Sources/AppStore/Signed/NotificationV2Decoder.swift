import Purchases

/// Decodes an App Store Server Notification of version 2: a signed payload, alone or under `signedPayload`.
///
/// Source: Apple, `responseBodyV2DecodedPayload`. Types and subtypes that are not known are kept.
struct NotificationV2Decoder {
    private let signed: JSONValue
    private let answer: FieldReader?
    private let checker: SignatureChecker

    /// Reads a notification; throws `wrong_kind` when it is none.
    init(_ document: JSONValue, checker: SignatureChecker) throws(DocumentProblem) {
        self.checker = checker
        answer = document.object == nil ? nil : try FieldReader(document)
        guard let signed = answer == nil ? document : answer?.value("signedPayload") else {
            throw DocumentProblem(.wrongKind, "this is no notification: it has no signedPayload")
        }
        self.signed = signed
    }

    /// What the notification tells; throws what is wrong with a signature or a field.
    func contents(in frame: DocumentContext) throws(DocumentProblem) -> DocumentContents {
        var contents = SignedContents(frame, checker)
        let path = answer == nil ? "" : "signedPayload"
        let attempts = try answer.map { (fields) throws(DocumentProblem) in try SendAttempts(fields) }
        try NotificationV2Part.add(
            signed, path: path, to: &contents, receivedAt: frame.receivedAt, attempts ?? SendAttempts())
        return try contents.contents(.notificationV2)
    }
}
