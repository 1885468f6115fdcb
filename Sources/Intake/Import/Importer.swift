package import AppStore
package import Foundation
package import Persistence
package import Purchases
import Synchronization

/// Takes documents into the store: reads them, asks whether they may come in (``Admission``), and has them applied by
/// `Store.importDocuments` in `Persistence/Documents`.
package struct Importer {
    let store: Store
    let agent: AgentName
    let now: Instant
    let decoder: DocumentDecoder

    /// An importer into a store, for an agent, at a moment; only practice stores take roots other than Apple's.
    ///
    /// - Throws: `StoreError`: refused for other roots in a real store.
    package init(
        store: Store, agent: AgentName, now: Instant, roots: TrustedRoots? = nil, device: ReceiptDevice? = nil
    ) throws {
        (self.store, self.agent, self.now) = (store, agent, now)
        decoder = DocumentDecoder(
            checker: SignatureChecker(roots: try store.trusted(roots), now: now), device: device)
    }

    /// Takes in the documents of files; `-` is standard input.
    ///
    /// - Throws: `StoreError` when the store cannot be written; what could not be understood is in the report.
    package func run(
        _ paths: [String], in context: DocumentContext = DocumentContext(),
        progress: @escaping (ImportProgress) -> Void = { _ in }
    ) throws -> ImportReport {
        let reader = SourceReader(context)
        let sizes = paths.map(Importer.size)
        let total = sizes.contains(nil) ? nil : sizes.compactMap { $0 }.reduce(0, +)
        return try run(
            paths.map { path in
                ImportReading.Source(name: path, context: context) { reader.documents(at: path) }
            }, total, progress
        ).report
    }

    /// Takes in the documents of bytes.
    ///
    /// - Throws: `StoreError` when the store cannot be written; what could not be understood is in the report.
    package func run(
        _ bytes: Data, named name: String, in context: DocumentContext = DocumentContext(),
        progress: @escaping (ImportProgress) -> Void = { _ in }
    ) throws -> ImportReport {
        let reader = SourceReader(context)
        let source = ImportReading.Source(name: name, context: context) {
            reader.documents(in: bytes, source: name)
        }
        return try run([source], bytes.count, progress).report
    }

    /// Reads the documents of bytes as ``run(_:named:in:progress:)`` does beside its writing, and takes none in.
    ///
    /// Answers how many may come in.
    package func read(_ bytes: Data, named name: String) throws -> Int {
        let reader = SourceReader()
        let source = ImportReading.Source(name: name) { reader.documents(in: bytes, source: name) }
        let reading = ImportReading([source], admission: try admission, bytesInAll: bytes.count)
        var admitted = 0
        while let item = try reading.next() {
            if case .document = item { admitted += 1 }
        }
        return admitted
    }

    /// Takes in what sources bring; answers what that did, and why documents of which source were refused.
    func run(
        _ sources: [ImportReading.Source], _ bytesInAll: Int?, _ progress: @escaping (ImportProgress) -> Void
    ) throws -> (report: ImportReport, refusals: [Int: Set<String>]) {
        let reading = ImportReading(sources, admission: try admission, bytesInAll: bytesInAll)
        let feed = ImportFeed {
            try reading.next()
        } sources: {
            reading.sources
        } progressed: {
            progress(reading.progress)
        }
        return (try store.importDocuments(feed, by: agent, at: now), reading.refusals)
    }

    private var admission: Admission { get throws { try Admission(to: store, by: decoder) } }

    /// The size of a file; nil for standard input.
    private static func size(_ path: String) -> Int? {
        guard path != SourceReader.standardInput else { return nil }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? Int) ?? 0
    }
}

/// Reads the sources of an import one after the other, on whichever thread asks.
final class ImportReading: Sendable {
    /// What documents are read from.
    struct Source: Sendable {
        /// The file's path, or `-`.
        let name: String
        /// What the caller says about all of its documents.
        var context = DocumentContext()
        let open: @Sendable () -> DocumentIterator
    }

    private struct State {
        var admission: Admission
        var rest: ArraySlice<Source>
        var open: (source: Source, iterator: DocumentIterator)?
        /// Why documents were refused, by the place of their source.
        var refusals: [Int: Set<String>] = [:]
        var read: [ImportSource] = []
        var documents = 0
        var bytesBefore = 0
    }

    private let state: Mutex<State>
    private let bytesInAll: Int?

    /// A reading of sources of which nothing is read yet.
    init(_ sources: [Source], admission: Admission, bytesInAll: Int?) {
        state = Mutex(State(admission: admission, rest: sources[...]))
        self.bytesInAll = bytesInAll
    }

    /// The sources that were read to their end.
    var sources: [ImportSource] { state.withLock { $0.read } }

    /// Why documents were refused, by the place of their source among all.
    var refusals: [Int: Set<String>] { state.withLock { $0.refusals } }

    /// How far it has come.
    var progress: ImportProgress {
        state.withLock { state in
            let inOpen = state.open?.iterator.bytesRead ?? 0
            return ImportProgress(
                documents: state.documents, bytesRead: state.bytesBefore + inOpen, bytesInAll: bytesInAll)
        }
    }

    /// The next document as it may be applied, or as it goes to quarantine; nil when there is none left.
    func next() throws -> ImportItem? {
        try state.withLock { state in
            while true {
                if state.open == nil {
                    guard let source = state.rest.popFirst() else { return nil }
                    state.open = (source, source.open())
                }
                guard let (source, iterator) = state.open else { return nil }
                if let cut = iterator.next() {
                    state.documents += 1
                    let item = try state.admission.item(for: cut, in: source.context)
                    if case .rejected(let rejection) = item {
                        state.refusals[state.read.count, default: []].insert(rejection.reason)
                    }
                    return item
                }
                state.bytesBefore += iterator.bytesRead
                state.read.append(ImportSource(name: source.name, sha256: iterator.sourceDigest))
                state.open = nil
            }
        }
    }
}

/// How far an import has come.
package struct ImportProgress: Hashable, Sendable {
    /// How many documents were read.
    package let documents: Int
    /// How many bytes were read.
    package let bytesRead: Int
    /// How many bytes there are; nil when nobody knows, as with standard input.
    package let bytesInAll: Int?
}
