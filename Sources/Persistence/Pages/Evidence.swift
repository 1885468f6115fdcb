public import Purchases

/// What a fact rests on: the document that told it, and how far that was checked.
public struct Evidence: Hashable, Sendable {
    /// The document's number.
    public let document: Int64
    /// What kind of document it is, by its name in the store.
    public let kind: String
    /// How far its authenticity was checked.
    public let check: StoreNotification.Check

    /// A document and how far it was checked.
    public init(document: Int64, kind: String, check: StoreNotification.Check) {
        (self.document, self.kind, self.check) = (document, kind, check)
    }

    /// The document in short words: `document 71, notification V1`.
    public var name: String { "document \(document), \(DocumentKind.title(of: kind))" }
}
