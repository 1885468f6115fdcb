import AppStore
import JSONValues
import Purchases

/// Envelopes: JSON around a document that says what is not in it.
enum Envelope {
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
    fileprivate static func order(lookedUpAt origin: String) -> OrderID? {
        // By hand: a regular expression is put together anew for each document.
        let parts = origin.split(separator: "/", omittingEmptySubsequences: false)
        for (before, part) in zip(parts.dropFirst(), parts.dropFirst(2)) where before == "lookup" {
            let order = part.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
            if order.first == "M", order.count > 1 { return OrderID(String(order)) }
        }
        return nil
    }
}

extension DocumentContext {
    /// Takes over what an envelope says, whose word comes before that of one around it; throws `unknown_kind`, `bad_date` or
    /// what is wrong with a field.
    func opened(_ value: JSONValue) throws(DocumentProblem) -> DocumentContext {
        let fields = try FieldReader(value)
        var opened = self
        if let moment = try fields.date("received_at") { opened.receivedAt = moment }
        if let name = try fields.identifier("customer") { opened.customer = AppUserID(name) }
        if let origin = try fields.text("source") {
            opened.origin = origin
            opened.orderID = Envelope.order(lookedUpAt: origin) ?? opened.orderID
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

extension SourceDocument {
    /// The document in one envelope that says what those around it said, and what a server knew besides; as it is where
    /// nothing was said. A kind and a customer that the caller named stand beside it.
    var enveloped: JSONValue {
        let known = known
        var members: [String: JSONValue] = [:]
        members["kind"] = envelope.kind.map { .string($0.rawValue) }
        members["customer"] = envelope.customer.map { .string($0.rawValue) }
        members["received_at"] = known.receivedAt.map { .string($0.description) }
        members["source"] = envelope.origin.map(JSONValue.string)
        members["order_id"] = known.orderID.map { .string($0.rawValue) }
        if known.needsEvidence { members["needs_evidence"] = .bool(true) }
        guard !members.isEmpty else { return value }
        members["body"] = value
        return .object(members)
    }
}
