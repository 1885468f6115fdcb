import Foundation
import Synchronization

/// Reads a feed on a thread of its own, some documents ahead of whoever writes them.
final class ReadAhead: Sendable {
    /// Some documents, and the sources that were read to their end with them.
    struct Batch: Sendable {
        /// The documents.
        let items: [ImportItem]
        /// The sources read so far.
        let sources: [ImportSource]
        /// Whether nothing comes after it.
        let isLast: Bool
        /// About how many bytes its documents have.
        let weight: Int
    }

    private struct State {
        var batches: [Result<Batch, any Error>] = []
        var isClosed = false
    }

    /// How many documents make a batch.
    private static let size = 64
    /// How many bytes make a batch: decoded, a document takes many times its bytes. A batch that has as many is read
    /// alone, so that never more than two large documents are held at once.
    static let weightLimit = 1 << 20
    /// How many batches wait at most, so that a slow disk does not fill the memory.
    private static let most = 4
    /// Decoding is recursive, and a thread of its own has little room by default.
    private static let stackSize = 8 << 20

    private let state = Mutex(State())
    /// Counts free places for batches that wait.
    private let room = DispatchSemaphore(value: 0)
    /// Counts batches that wait to be written.
    private let ready = DispatchSemaphore(value: 0)

    /// Begins to read a feed.
    init(_ feed: ImportFeed) {
        for _ in 0..<ReadAhead.most { room.signal() }
        let (next, sources) = (feed.next, feed.sources)
        let thread = Thread { [self] in read(next, sources) }
        thread.stackSize = ReadAhead.stackSize
        thread.start()
    }

    /// The next batch, waited for; throws what reading threw.
    func next() throws -> Batch {
        ready.wait()
        let batch = state.withLock { $0.batches.removeFirst() }
        for _ in 0..<ReadAhead.places(of: batch) { room.signal() }
        return try batch.get()
    }

    /// The next batch, if it is read already; nil also where reading failed, which the next wait throws.
    func nextIfReady() -> Batch? {
        guard ready.wait(timeout: .now()) == .success else { return nil }
        let batch = state.withLock { state -> Batch? in
            guard case .success(let read)? = state.batches.first else { return nil }
            state.batches.removeFirst()
            return read
        }
        guard let batch else {
            ready.signal()
            return nil
        }
        for _ in 0..<ReadAhead.places(of: .success(batch)) { room.signal() }
        return batch
    }

    /// Ends the reading early.
    func close() {
        state.withLock { $0.isClosed = true }
        for _ in 0..<ReadAhead.most { room.signal() }
    }

    /// How many of the places of waiting batches one takes.
    private static func places(of batch: Result<Batch, any Error>) -> Int {
        if case .success(let read) = batch, read.weight >= weightLimit { most } else { 1 }
    }

    private func read(
        _ next: @Sendable () throws -> ImportItem?, _ sources: @Sendable () -> [ImportSource]
    ) {
        while true {
            room.wait()
            if state.withLock({ $0.isClosed }) { return }
            let batch = Result { try ReadAhead.batch(next, sources) }
            state.withLock { $0.batches.append(batch) }
            ready.signal()
            guard case .success(let read) = batch, !read.isLast else { return }
            for _ in 1..<ReadAhead.places(of: batch) { room.wait() }
        }
    }

    private static func batch(
        _ next: () throws -> ImportItem?, _ sources: () -> [ImportSource]
    ) throws -> Batch {
        var (items, weight) = ([ImportItem](), 0)
        while items.count < size, weight < weightLimit {
            guard let item = try next() else {
                return Batch(items: items, sources: sources(), isLast: true, weight: weight)
            }
            items.append(item)
            weight += item.weight
        }
        return Batch(items: items, sources: sources(), isLast: false, weight: weight)
    }
}

extension ImportItem {
    /// About how many bytes it has.
    var weight: Int {
        switch self {
        case .document(let document): document.body.utf8.count + (document.payload?.utf8.count ?? 0)
        case .rejected(let rejection): rejection.body.count
        }
    }
}
