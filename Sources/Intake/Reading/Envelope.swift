import AppStore
import Purchases

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
