import AppStore
import Foundation
import JSONValues
import Persistence
import Purchases

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

    /// The kind that it is said or seems to be; nil when nothing tells.
    var kind: DocumentKind? { options.kind ?? envelope.kind ?? KindRecognizer.kind(of: value) }

    /// The same document as it goes to quarantine, with all that its envelopes said, so that it can be read again.
    func rejection(_ problem: DocumentProblem, kind: DocumentKind?) -> Rejection {
        Rejection(
            problem, source: source, kind: kind, customer: customer,
            masked: Data(enveloped.masked.canonicalText.utf8))
    }

    private var enveloped: JSONValue {
        guard envelope != Envelope() else { return value }
        var members = ["body": value]
        members["kind"] = envelope.kind.map { .string($0.rawValue) }
        members["customer"] = envelope.customer.map { .string($0.rawValue) }
        members["received_at"] = envelope.receivedAt.map { .string($0.description) }
        members["source"] = envelope.origin.map(JSONValue.string)
        members["order_id"] = envelope.orderID.map { .string($0.rawValue) }
        if envelope.needsEvidence { members["needs_evidence"] = .bool(true) }
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
    /// Whether it came by an app's key; no envelope takes that back.
    var needsEvidence = false

    /// What an envelope may say.
    private static let words = ["kind", "customer", "received_at", "source", "order_id", "needs_evidence"]

    /// The body of an envelope; nil when the value is none.
    static func body(of value: JSONValue) -> JSONValue? {
        guard let body = value["body"] else { return nil }
        return words.contains { value[$0] != nil } || KindRecognizer.kind(of: value) == nil ? body : nil
    }

    /// The order in the address of a request that looked it up.
    ///
    /// Source: Apple, Look Up Order ID, `GET /inApps/v1/lookup/{orderId}`.
    private static func lookedUp(_ origin: String) -> OrderID? {
        // By hand: a regular expression is put together anew for each document.
        let parts = origin.split(separator: "/", omittingEmptySubsequences: false)
        for (before, part) in zip(parts.dropFirst(), parts.dropFirst(2)) where before == "lookup" {
            let order = part.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
            if order.first == "M", order.count > 1 { return OrderID(String(order)) }
        }
        return nil
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
        if try fields.flag("needs_evidence") == true { opened.needsEvidence = true }
        guard let word = try fields.identifier("kind") else { return opened }
        guard let kind = DocumentKind(rawValue: word) else {
            let kinds = DocumentKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw fields.problem(
                .unknownKind, key: "kind", "is none that is known", remedy: "use one of \(kinds)")
        }
        opened.kind = kind
        return opened
    }
}

extension Rejection {
    /// The most bytes that quarantine keeps of one document.
    static let byteLimit = 1 << 20

    /// A document that was not understood; its bytes must be masked already and are cut here.
    init(
        _ problem: DocumentProblem, source: String, kind: DocumentKind?, customer: AppUserID?,
        masked: Data = Data()
    ) {
        let isCut = masked.count > Rejection.byteLimit
        self.init(
            source: source, kind: kind?.rawValue, reason: problem.reason.rawValue,
            detail: problem.detail
                + (isCut ? " (only the first \(Rejection.byteLimit) bytes are kept)" : ""),
            body: Data(masked.prefix(Rejection.byteLimit)), byteCount: masked.count, customer: customer)
    }
}
