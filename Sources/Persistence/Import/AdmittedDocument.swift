import Foundation
public import Purchases

/// A document ready to be applied: what it tells, and the body that is kept of it.
public struct AdmittedDocument: Hashable, Sendable {
    /// What it tells.
    public let contents: DocumentContents
    /// Its canonical JSON, secrets masked, receipts' blobs left out.
    public let body: String
    /// What its signed parts say, decoded, as canonical JSON; nil when the body can be read as it is.
    public let payload: String?
    /// Where it came from, such as `file:line`.
    public let source: String
    /// How far its authenticity was checked.
    public let check: StoreNotification.Check

    /// A document ready to be applied.
    public init(
        contents: DocumentContents, body: String, payload: String? = nil, source: String,
        check: StoreNotification.Check
    ) {
        (self.contents, self.body, self.payload) = (contents, body, payload)
        (self.source, self.check) = (source, check)
    }

    /// The document as quarantine keeps it, should the store not be able to hold its values.
    var refused: RefusedDocument {
        RefusedDocument(
            source: source, kind: contents.kind.rawValue, reason: "bad_value",
            detail: "the store cannot hold its values: look at them with 'quarantine show'",
            body: Data(body.utf8), byteCount: body.utf8.count, customer: contents.owner)
    }
}
