import Foundation
import PersistenceTesting
import Purchases
import Synchronization
import Testing

@testable import Persistence

/// What is read ahead of whoever writes is bounded by its bytes, not by its documents alone.
struct ReadAheadTests {
    /// Hands out documents of so many bytes and counts how many were asked for.
    private final class Source: Sendable {
        let asked = Mutex(0)
        let size: Int
        let count: Int

        init(count: Int, size: Int) { (self.count, self.size) = (count, size) }

        var feed: ImportFeed {
            ImportFeed(
                next: { [self] in
                    let place = asked.withLock { asked in
                        asked += 1
                        return asked
                    }
                    guard place <= count else { return nil }
                    return .rejected(
                        Rejection(
                            source: "f:\(place)", kind: nil, reason: "not_json", detail: "",
                            body: Data(count: size), byteCount: size))
                }, sources: { [] })
        }
    }

    /// Waits until so many are asked for, and a while for more.
    private func asked(_ source: Source, for count: Int) async throws -> Int {
        for _ in 0..<60_000 where source.asked.withLock({ $0 < count }) {
            try await Task.sleep(for: .milliseconds(5))
        }
        try await Task.sleep(for: .milliseconds(100))
        return source.asked.withLock { $0 }
    }

    @Test(arguments: [(size: 2 << 20, held: 1), (size: 1 << 18, held: 4), (size: 10, held: 256)])
    func largeDocumentsAreReadOneAfterTheOther(size: Int, held: Int) async throws {
        let source = Source(count: 1000, size: size)
        let reading = ReadAhead(source.feed)
        #expect(try await asked(source, for: held) == held)
        let first = try reading.next()
        #expect(first.items.count == min(64, held) && first.weight == first.items.count * size)
        #expect(try await asked(source, for: held + first.items.count) == held + first.items.count)
        reading.close()
    }

    @Test func everythingComesInItsOrder() throws {
        let source = Source(count: 300, size: 1 << 19)
        let reading = ReadAhead(source.feed)
        var sources: [String] = []
        while true {
            let batch = try reading.next()
            sources += batch.items.compactMap {
                if case .rejected(let rejection) = $0 { rejection.source } else { nil }
            }
            if batch.isLast { break }
        }
        #expect(sources == (1...300).map { "f:\($0)" })
        reading.close()
    }
}
