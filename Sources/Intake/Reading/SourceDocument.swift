import AppStore
import Foundation
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
