public import AppStore
public import Foundation
public import Purchases

/// One document cut out of a source, not looked into yet.
struct SourceDocument: Hashable, Sendable {
    /// Where it stands: `file`, `file:line` or `file#index`.
    let source: String
    /// The document itself; a receipt or a JWS is a text.
    var value: JSONValue
    /// What the envelopes around it say.
    var envelope = Envelope()
    /// What the command line says.
    let options: ReadingOptions

    /// The customer named for it: by an envelope, else on the command line.
    var customer: AppUserID? { envelope.customer ?? options.customer }

    /// The same piece as it goes to quarantine.
    func rejected(_ problem: DocumentProblem, kind: DocumentKind?) -> RejectedDocument {
        RejectedDocument(
            source: source, kind: kind, problem: problem, customer: customer, receivedAt: envelope.receivedAt,
            masked: Data(enveloped.masked.canonicalText.utf8))
    }

    /// The document in one envelope that says what all envelopes around it said, so that it can be read again.
    private var enveloped: JSONValue {
        guard envelope != Envelope() else { return value }
        var members = ["body": value]
        members["kind"] = envelope.kind.map { .string($0.rawValue) }
        members["customer"] = envelope.customer.map { .string($0.rawValue) }
        members["received_at"] = envelope.receivedAt.map { .string($0.description) }
        members["source"] = envelope.origin.map(JSONValue.string)
        members["order_id"] = envelope.orderID.map { .string($0.rawValue) }
        return .object(members)
    }
}

/// What an envelope says about the documents in it; an inner envelope's word comes before an outer one's.
struct Envelope: Hashable, Sendable {
    /// The kind it names.
    var kind: DocumentKind?
    /// The customer it names.
    var customer: AppUserID?
    /// When it was received.
    var receivedAt: Instant?
    /// Where it comes from.
    var origin: String?
    /// The order on an invoice that was looked up; the App Store's answer does not name it.
    var orderID: OrderID?

    /// The body of an envelope; nil when the value is none.
    static func body(of value: JSONValue) -> JSONValue? {
        guard let body = value["body"] else { return nil }
        return ["kind", "customer", "received_at", "source", "order_id"].contains { value[$0] != nil }
            || KindRecognizer.kind(of: value) == nil ? body : nil
    }

    /// The order in the address of a request that looked it up.
    ///
    /// Source: Apple, Look Up Order ID, `GET /inApps/v1/lookup/{orderId}`.
    private static func lookedUp(_ origin: String) -> OrderID? {
        guard let match = origin.firstMatch(of: /\/lookup\/(M[A-Za-z0-9]+)/) else { return nil }
        return OrderID(String(match.output.1))
    }

    /// Takes over what an envelope says; throws `unknown_kind`, `bad_date` or what is wrong with a field.
    func opened(_ value: JSONValue) throws(DocumentProblem) -> Envelope {
        let fields = try FieldReader(value)
        var opened = self
        if let moment = try fields.date("received_at") { opened.receivedAt = moment }
        if let name = try fields.identifier("customer") { opened.customer = AppUserID(name) }
        if let origin = try fields.text("source") {
            opened.origin = origin
            opened.orderID = Envelope.lookedUp(origin) ?? opened.orderID
        }
        if let order = try fields.identifier("order_id") { opened.orderID = OrderID(order) }
        guard let word = try fields.identifier("kind") else { return opened }
        guard let kind = DocumentKind(rawValue: word) else {
            let kinds = DocumentKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw fields.problem(.unknownKind, "kind", "is none that is known", "use one of \(kinds)")
        }
        opened.kind = kind
        return opened
    }
}

/// A document that was not understood, as it goes to quarantine.
public struct RejectedDocument: Hashable, Sendable {
    /// The most bytes that quarantine keeps of one document.
    public static let byteLimit = 1 << 20

    /// Where it was read: `file`, `file:line` or `file#index`.
    public let source: String
    /// What kind of document it is, as far as that could be told.
    public let kind: DocumentKind?
    /// The machine-readable reason.
    public let reason: RejectionReason
    /// What is wrong, where, and what to do, in words for people; names a cut of the bytes.
    public let detail: String
    /// The customer whom `--customer` named, so that it can be read again later.
    public let customer: AppUserID?
    /// When its envelope says it was received.
    public let receivedAt: Instant?
    /// The document with its envelope, secrets masked, cut at `byteLimit`; empty when nothing could be read.
    public let bytes: Data
    /// How many bytes it had before the cut.
    public let byteCount: Int

    /// A document that was not understood; its bytes must be masked already and are cut here.
    init(
        source: String, kind: DocumentKind? = nil, problem: DocumentProblem, customer: AppUserID? = nil,
        receivedAt: Instant? = nil, masked: Data = Data()
    ) {
        self.source = source
        self.kind = kind
        reason = problem.reason
        self.customer = customer
        self.receivedAt = receivedAt
        byteCount = masked.count
        bytes = Data(masked.prefix(RejectedDocument.byteLimit))
        let isCut = masked.count > RejectedDocument.byteLimit
        detail =
            problem.detail + (isCut ? " (only the first \(RejectedDocument.byteLimit) bytes are kept)" : "")
    }
}
