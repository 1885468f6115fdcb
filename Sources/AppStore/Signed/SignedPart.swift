import Purchases

/// One signed text of a document, checked, with the fields of its payload at hand.
///
/// Source: Apple, `JWSTransaction`, `JWSRenewalInfo`, `signedPayload`.
struct SignedPart {
    /// The fields of the payload.
    let fields: FieldReader
    /// Whether Apple's signature holds; what Xcode and local testing make is not signed by Apple.
    let isSigned: Bool
    /// Where the purchases were made; nil when the payload does not say.
    let environment: AppStoreEnvironment?
    /// When it was signed; nil when the payload does not say.
    let signedAt: Instant?

    /// Takes a signed text apart and checks it; throws what is wrong with its form, its signature or its dates.
    init(_ value: JSONValue, path: String, checker: SignatureChecker) throws(DocumentProblem) {
        guard let text = value.string else {
            throw DocumentProblem(
                .malformedJWS,
                "\(path.isEmpty ? "the document" : path) is \(value.typeName), not a signed text: send it as it came"
            )
        }
        let signed = try SignedPart.located(path) { () throws(DocumentProblem) in try SignedText(text) }
        fields = try FieldReader(signed.payload, path: path)
        let environment = try SignedPart.environment(fields)
        let isSigned = environment?.isSignedByApple ?? true
        if isSigned {
            try SignedPart.located(path) { () throws(DocumentProblem) in try checker.check(signed) }
        }
        (self.environment, self.isSigned) = (environment, isSigned)
        signedAt = try fields.date("signedDate")
    }

    /// The environment that the payload names, else that of the part which it stands in, if Apple signed that one; throws
    /// `bad_value` when neither names one: nothing says that it is not a test.
    func environment(within outer: SignedPart?) throws(DocumentProblem) -> AppStoreEnvironment {
        if let environment { return environment }
        guard let outer, outer.isSigned, let environment = outer.environment else {
            throw SignedPart.namesNoEnvironment(fields.path)
        }
        return environment
    }

    /// What is wrong with a signed text at a place that does not say where its purchases were made.
    static func namesNoEnvironment(_ path: String) -> DocumentProblem {
        let place = path.isEmpty ? "the signed text" : path
        return DocumentProblem(
            .badValue,
            "\(place) names no environment, so it may be a test: send it as the App Store signed it")
    }

    private static func located<Value>(
        _ path: String, _ body: () throws(DocumentProblem) -> Value
    ) throws(DocumentProblem) -> Value {
        do {
            return try body()
        } catch {
            throw DocumentProblem(error.reason, path.isEmpty ? error.detail : "\(path): \(error.detail)")
        }
    }

    /// The fields of an object inside the payload; nil when there is none.
    func object(_ key: String) throws(DocumentProblem) -> FieldReader? {
        guard let value = fields.value(key) else { return nil }
        return try FieldReader(value, path: fields.place(key))
    }

    /// A notification says it in the object that it is about, an app transaction in its `receiptType`.
    private static func environment(_ fields: FieldReader) throws(DocumentProblem) -> AppStoreEnvironment? {
        if let word = try fields.identifier(amongst: "environment", "receiptType") {
            return AppStoreEnvironment(rawValue: word)
        }
        for key in ["data", "summary", "appData"] {
            guard let value = fields.value(key), value.object != nil else { continue }
            if let word = try FieldReader(value, path: fields.place(key)).identifier("environment") {
                return AppStoreEnvironment(rawValue: word)
            }
        }
        return nil
    }
}
