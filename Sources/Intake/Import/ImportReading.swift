import Persistence
import Synchronization

/// Reads the sources of an import one after the other, on whichever thread asks.
final class ImportReading: Sendable {
    /// What documents are read from.
    struct Source: Sendable {
        /// The file's path, or `-`.
        let name: String
        /// What whoever brings it says about all of its documents.
        var options = ReadingOptions()
        /// Opens it.
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
                if let document = iterator.next() {
                    state.documents += 1
                    let item = try state.admission.item(for: document, source.options)
                    if case .refused(let refused) = item {
                        state.refusals[state.read.count, default: []].insert(refused.reason)
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

extension Admission {
    /// What becomes of a document that was read.
    fileprivate mutating func item(for document: ReadDocument, _ options: ReadingOptions) throws -> ImportItem
    {
        switch document {
        case .document(let incoming): try admit(incoming)
        case .rejected(let rejected): .refused(rejected.refused(forcedKind: options.kind))
        }
    }
}
