import Synchronization

/// Where an import's documents come from, one after the other.
///
/// The documents are read on another thread than they are written on, so that reading and writing keep two cores busy.
package struct ImportFeed {
    /// The next document; nil when there is none left.
    let next: @Sendable () throws -> ImportItem?
    /// The sources read so far.
    let sources: @Sendable () -> [ImportSource]
    /// Told, on the thread that asked for the import, that some documents more were read.
    let progressed: () -> Void

    /// A feed of documents and of the sources that they came from.
    package init(
        next: @escaping @Sendable () throws -> ImportItem?,
        sources: @escaping @Sendable () -> [ImportSource], progressed: @escaping () -> Void = {}
    ) {
        (self.next, self.sources, self.progressed) = (next, sources, progressed)
    }

    /// A feed of documents that are at hand.
    package init(_ items: [ImportItem], sources: [ImportSource] = []) {
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
package enum ImportItem: Hashable, Sendable {
    /// A document to apply.
    case document(DecodedDocument)
    /// A document that is not taken in.
    case rejected(Rejection)

    /// What is to be applied; nil where it is not.
    package var document: DecodedDocument? {
        if case .document(let document) = self { document } else { nil }
    }

    /// Why it is not taken in; nil where it is.
    package var rejection: Rejection? {
        if case .rejected(let rejection) = self { rejection } else { nil }
    }
}

/// Where an import's documents come from, as the audit names it.
package struct ImportSource: Hashable, Codable, Sendable {
    /// The file's path, or `-` for standard input.
    package let name: String
    /// The lower-case hexadecimal SHA-256 of its bytes; nil when it could not be read.
    package let sha256: String?

    /// A source of documents.
    package init(name: String, sha256: String?) { (self.name, self.sha256) = (name, sha256) }
}
