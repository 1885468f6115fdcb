import AppStore
import Foundation
import Intake
import JSONValues
import Purchases

/// A document as somebody brings it: in an envelope or bare, for a customer or for nobody.
struct BroughtDocument: Hashable, Sendable {
    /// The document itself.
    var document: JSONValue
    /// When its envelope says it was received.
    var receivedAt: Int64?
    /// The customer whom its envelope names.
    var customer: String?
    /// The customer whom `--customer` names.
    var option: String?

    /// The document in its envelope, if it has one.
    var value: JSONValue {
        guard receivedAt != nil || customer != nil else { return document }
        var members = ["body": document]
        members["received_at"] = receivedAt.map { .string(Instant(milliseconds: $0).description) }
        members["customer"] = customer.map(JSONValue.string)
        return .object(members)
    }

    /// What the command line says of it.
    var options: ReadingOptions { ReadingOptions(customer: option.map(AppUserID.init(_:))) }
}
