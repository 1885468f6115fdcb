public import Foundation
public import Purchases
import Synchronization

/// Where an import's documents come from, one after the other.
///
/// The documents are read on another thread than they are written on, so that reading and writing keep two cores busy.
public struct ImportFeed {
    /// The next document; nil when there is none left.
    let next: @Sendable () throws -> ImportItem?
    /// The sources read so far.
    let sources: @Sendable () -> [ImportSource]
    /// Told, on the thread that asked for the import, that some documents more were read.
    let progressed: () -> Void

    /// A feed of documents and of the sources that they came from.
    public init(
        next: @escaping @Sendable () throws -> ImportItem?,
        sources: @escaping @Sendable () -> [ImportSource], progressed: @escaping () -> Void = {}
    ) {
        (self.next, self.sources, self.progressed) = (next, sources, progressed)
    }

    /// A feed of documents that are at hand.
    public init(_ items: [ImportItem], sources: [ImportSource] = []) {
        let rest = ItemList(items)
        self.init(next: { rest.next() }, sources: { sources })
    }
}

/// Documents that are handed out one after the other, on whichever thread asks.
private final class ItemList: Sendable {
    private let rest: Mutex<ArraySlice<ImportItem>>

    init(_ items: [ImportItem]) { rest = Mutex(items[...]) }

    func next() -> ImportItem? { rest.withLock { $0.popFirst() } }
}

/// What an import brings to the store, one after the other.
public enum ImportItem: Hashable, Sendable {
    /// A document to apply.
    case document(AdmittedDocument)
    /// A document that could not be understood.
    case refused(RefusedDocument)
}

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

/// A document that could not be taken in, and why; it is kept in quarantine.
public struct RefusedDocument: Hashable, Sendable {
    /// Where it came from, such as `file:line` or `file#index`.
    public let source: String
    /// What kind it seems to be; nil when nothing tells.
    public let kind: String?
    /// Why, for machines.
    public let reason: String
    /// Why, for people: what, where, what to do.
    public let detail: String
    /// Its bytes with secrets masked.
    public let body: Data
    /// How many bytes it had.
    public let byteCount: Int
    /// The customer whom whoever brought it named.
    public let customer: AppUserID?
    /// The kind that whoever brought it forced.
    public let forcedKind: String?

    /// A document that could not be taken in.
    public init(
        source: String, kind: String?, reason: String, detail: String, body: Data, byteCount: Int,
        customer: AppUserID? = nil, forcedKind: String? = nil
    ) {
        self.source = source
        self.kind = kind
        self.reason = reason
        self.detail = detail
        self.body = body
        self.byteCount = byteCount
        self.customer = customer
        self.forcedKind = forcedKind
    }
}

/// Where an import's documents come from, as the audit names it.
public struct ImportSource: Hashable, Codable, Sendable {
    /// The file's path, or `-` for standard input.
    public let name: String
    /// The lower-case hexadecimal SHA-256 of its bytes; nil when it could not be read.
    public let sha256: String?

    /// A source of documents.
    public init(name: String, sha256: String?) { (self.name, self.sha256) = (name, sha256) }
}
