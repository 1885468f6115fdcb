public import AppStore
public import Foundation
public import Persistence
public import Purchases

/// Takes documents into the store: reads them, asks whether they may come in, and has them applied.
public struct Importer {
    let store: Store
    let agent: AgentName
    let now: Instant
    let decoder: DocumentDecoder

    /// An importer into a store, for an agent, at a moment; only practice stores take roots other than Apple's.
    ///
    /// - Throws: `StoreError`: refused for other roots in a real store.
    public init(
        store: Store, agent: AgentName, now: Instant, roots: TrustedRoots? = nil, device: ReceiptDevice? = nil
    ) throws {
        guard roots == nil || store.isPractice else {
            throw StoreError(
                .refused, "this is a real store, which trusts Apple's roots alone",
                remedy: "use --root on practice stores only")
        }
        (self.store, self.agent, self.now) = (store, agent, now)
        decoder = DocumentDecoder(
            checker: SignatureChecker(roots: roots ?? .apple, now: now), device: device)
    }

    /// Takes in the documents of files; `-` is standard input.
    ///
    /// - Throws: `StoreError` when the store cannot be written; what could not be understood is in the report.
    public func run(
        _ paths: [String], options: ReadingOptions = ReadingOptions(),
        progress: @escaping (ImportProgress) -> Void = { _ in }
    ) throws -> ImportReport {
        let reader = SourceReader(options: options, decoder: decoder)
        let sizes = paths.map(Importer.size)
        let total = sizes.contains(nil) ? nil : sizes.compactMap { $0 }.reduce(0, +)
        return try run(
            paths.map { path in
                ImportReading.Source(name: path, options: options) { reader.documents(at: path) }
            }, total, progress
        ).report
    }

    /// Takes in the documents of bytes.
    ///
    /// - Throws: `StoreError` when the store cannot be written; what could not be understood is in the report.
    public func run(
        _ bytes: Data, named name: String, options: ReadingOptions = ReadingOptions(),
        progress: @escaping (ImportProgress) -> Void = { _ in }
    ) throws -> ImportReport {
        let reader = SourceReader(options: options, decoder: decoder)
        let source = ImportReading.Source(name: name, options: options) {
            reader.documents(in: bytes, source: name)
        }
        return try run([source], bytes.count, progress).report
    }

    /// Takes in what sources bring; answers what that did, and why documents of which source were refused.
    func run(
        _ sources: [ImportReading.Source], _ bytesInAll: Int?, _ progress: @escaping (ImportProgress) -> Void
    ) throws -> (report: ImportReport, refusals: [Int: Set<String>]) {
        let reading = ImportReading(sources, admission: try Admission(to: store), bytesInAll: bytesInAll)
        let feed = ImportFeed {
            try reading.next()
        } sources: {
            reading.sources
        } progressed: {
            progress(reading.progress)
        }
        return (try store.importDocuments(feed, by: agent, at: now), reading.refusals)
    }

    /// The size of a file; nil for standard input.
    private static func size(_ path: String) -> Int? {
        guard path != SourceReader.standardInput else { return nil }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? Int) ?? 0
    }
}
