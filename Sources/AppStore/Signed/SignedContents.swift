package import JSONValues
import Purchases

/// Gathers what the signed parts of one document tell.
///
/// Each part has the time at which it was signed itself, so that the same part tells the same wherever it stands; the
/// digest is the document's.
struct SignedContents {
    private let context: DocumentContext
    private let checker: SignatureChecker
    private var transactions: [TransactionObservation] = []
    private var lists: [DocumentContents.TransactionList] = []
    private var renewals: [DocumentContents.Renewal] = []
    private var notices: [DocumentContents.Notice] = []
    private var environments: Set<AppStoreEnvironment> = []
    private var bundleIDs: Set<BundleID> = []
    private var appAppleIDs: Set<Int> = []
    private var times: [Instant] = []
    private var checks: Set<Bool> = []
    private var payloads = SignedPayloads()
    /// The chains that the document names outside its signed parts.
    var mentions: [OriginalTransactionID] = []

    /// Nothing yet, of a document in its context.
    init(_ context: DocumentContext, checker: SignatureChecker) {
        (self.context, self.checker) = (context, checker)
    }

    /// Checks a signed text and notes when it was signed and where it belongs; throws what is wrong with it.
    mutating func part(_ value: JSONValue, path: String) throws(DocumentProblem) -> SignedPart {
        let part = try SignedPart(value, path: path, checker: checker)
        checks.insert(part.isSigned)
        payloads.note(part.payload, of: part.text)
        if let environment = part.environment { environments.insert(environment) }
        if let signedAt = part.signedAt { times.append(signedAt) }
        try note(part.fields)
        return part
    }

    /// Notes the app that some fields name, and where its purchases were made; throws what is wrong with a field.
    mutating func note(_ fields: FieldReader) throws(DocumentProblem) {
        if let word = try fields.identifier("environment") {
            environments.insert(AppStoreEnvironment(rawValue: word))
        }
        if let bundle = try fields.identifier("bundleId") { bundleIDs.insert(BundleID(bundle)) }
        // Apple writes 0 for an app that has no number yet, as in Sandbox.
        if let app = try fields.integer("appAppleId"), app != 0 { appAppleIDs.insert(app) }
    }

    /// Notes the app of a token of external purchases, whose id says when it was made in Sandbox; answers the token, nil
    /// when it has no id.
    ///
    /// Source: Apple, `externalPurchaseId`.
    mutating func note(
        purchaseToken fields: FieldReader
    ) throws(DocumentProblem) -> ExternalPurchaseToken? {
        try note(fields)
        guard let id = try fields.identifier("externalPurchaseId") else { return nil }
        environments.insert(id.hasPrefix("SANDBOX") ? .sandbox : .production)
        return ExternalPurchaseToken(
            id: id, type: try fields.identifier("tokenType"),
            createdAt: try fields.date("tokenCreationDate"),
            expiresAt: try fields.date("tokenExpirationDate"))
    }

    /// Notes a time of the document that stands outside its signed parts.
    mutating func note(_ time: Instant?) { times += [time].compactMap { $0 } }

    /// Adds a signed transaction, about a group that stands beside it; answers what it tells, nil when it names none.
    @discardableResult
    mutating func addTransaction(
        _ value: JSONValue, path: String, group: SubscriptionGroupID? = nil, within outer: SignedPart? = nil
    ) throws(DocumentProblem) -> TransactionObservation? {
        let part = try part(value, path: path)
        let decoder = SignedTransactionDecoder(part.fields)
        let told = try decoder.telling(in: try part.environment(within: outer)) { past in
            context.precedence(isSigned: part.isSigned, part.signedAt, outer?.signedAt, past)
        }
        guard var told else { return nil }
        told.values.group = told.values.group ?? group
        if let time = told.precedence?.documentTime { times.append(time) }
        transactions.append(told)
        return told
    }

    /// Adds signed renewal information; answers its chain, nil when it names none.
    @discardableResult
    mutating func addRenewal(
        _ value: JSONValue, path: String, within outer: SignedPart? = nil
    ) throws(DocumentProblem) -> OriginalTransactionID? {
        let part = try part(value, path: path)
        _ = try part.environment(within: outer)
        let precedence = context.precedence(isSigned: part.isSigned, part.signedAt, outer?.signedAt)
        let decoder = SignedRenewalDecoder(part.fields)
        let knownAt = context.receivedAt ?? precedence.documentTime
        guard let renewal = try decoder.renewal(precedence, knownAt: knownAt) else { return nil }
        renewals.append(renewal)
        return renewal.chain
    }

    mutating func add(_ notice: DocumentContents.Notice) { notices.append(notice) }

    /// Takes back a revocation that a later word has undone, as of that word.
    mutating func reinstate(_ telling: TransactionObservation, at time: Instant) {
        guard let index = transactions.lastIndex(of: telling) else { return }
        transactions[index].values.revocation = TransactionValues.RevocationStatement.none
        let isSigned = telling.precedence?.isSigned ?? false
        transactions[index].precedence = Precedence(
            documentTime: time, isSigned: isSigned, digest: context.digest)
    }

    /// Notes that the transactions so far are a whole history.
    mutating func noteHistory() { lists = transactions.listsByChain }

    /// What the document tells; throws `other_bundle`, `other_app` or `bad_value` when its parts do not belong together.
    func contents(_ kind: DocumentKind) throws(DocumentProblem) -> DocumentContents {
        let precedence = context.precedence(isSigned: checks == [true], times.max())
        var contents = context.contents(kind, precedence: precedence)
        contents.environment = try only(environments, what: "environments", reason: .badValue, \.rawValue)
        if contents.environment == nil, !checks.isEmpty { throw SignedPart.namesNoEnvironment("") }
        contents.bundleID = try only(bundleIDs, what: "apps", reason: .otherBundle, \.rawValue)
        contents.appAppleID = try only(appAppleIDs, what: "app numbers", reason: .otherApp, \.description)
        (contents.transactions, contents.lists) = (transactions, lists)
        (contents.renewals, contents.notices) = (renewals, notices)
        contents.mentions = mentions.filter { !contents.chains.contains($0) }
        return contents
    }

    /// A document with every signed text replaced by what it says, for people; nil when it holds none.
    func readable(_ document: JSONValue) -> JSONValue? { payloads.readable(document) }

    private func only<Value: Comparable>(
        _ values: Set<Value>, what: String, reason: RejectionReason, _ text: (Value) -> String
    ) throws(DocumentProblem) -> Value? {
        guard values.count < 2 else {
            let first = values.sorted().prefix(3).map(text).joined(separator: ", ")
            throw DocumentProblem(
                reason,
                "its parts are of \(values.count) different \(what) (\(first)\(values.count > 3 ? ", …" : "")):"
                    + " send each of them alone")
        }
        return values.first
    }
}

/// One signed text of a document, checked, with the fields of its payload at hand.
///
/// Source: Apple, `JWSTransaction`, `JWSRenewalInfo`, `signedPayload`.
struct SignedPart {
    let text: String
    /// What it says.
    let payload: JSONValue
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
        let signed = try SignedPart.located(path) { () throws(DocumentProblem) in
            try checker.signedText(text)
        }
        (self.text, payload) = (text, signed.payload)
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
    func object(_ key: String) throws(DocumentProblem) -> FieldReader? { try fields.object(key) }

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

/// The payloads of a document's signed texts, so that what was read to be checked is not read again to be shown.
struct SignedPayloads {
    /// A text, told apart by its end: that is the signature, and two have none in common.
    private struct Key: Hashable {
        let text: String
        func hash(into hasher: inout Hasher) {
            hasher.combine(String(decoding: text.utf8.suffix(32), as: UTF8.self))
        }
    }

    private var payloads: [Key: JSONValue] = [:]

    /// Keeps what a text says.
    mutating func note(_ payload: JSONValue, of text: String) { payloads[Key(text: text)] = payload }

    /// A value with every signed text replaced by what it says, unchecked, secrets masked; nil when it holds none.
    func readable(_ value: JSONValue) -> JSONValue? { decoded(value)?.masked }

    private func decoded(_ value: JSONValue) -> JSONValue? {
        switch value {
        case .string(let text):
            guard text.hasPrefix("eyJ"), let payload = payload(of: text) else { return nil }
            return decoded(payload) ?? payload
        case .array(let elements):
            let found = elements.map(decoded)
            guard found.contains(where: { $0 != nil }) else { return nil }
            return .array(zip(elements, found).map { $1 ?? $0 })
        case .object(let members):
            let found = members.compactMapValues(decoded)
            return found.isEmpty ? nil : .object(members.merging(found) { $1 })
        default: return nil
        }
    }

    private func payload(of text: String) -> JSONValue? {
        payloads[Key(text: text)] ?? (try? SignedText.payload(of: text))
    }
}

extension JSONValue {
    /// The value with every signed text replaced by what it says, unchecked, secrets masked; nil when it holds none.
    package var readable: JSONValue? { SignedPayloads().readable(self) }
}
