import AppStore
package import Intake
import JSONValues
import Persistence
package import Purchases
import Synchronization

/// Takes in the reports that wait in quarantine for their ration, from the next day on and as many a day as one key may
/// bring. Somebody is called while any waits, for it may be an attack, or a shop that has outgrown its ration.
package struct ReportWorker: Worker {
    /// How often they are looked through†.
    private static let pace = TimeLength.hours(1)
    /// How soon it looks whether any waits, when nothing wakes it before†.
    private static let glance = TimeLength.seconds(60)
    /// How many are looked at in one step, and how many are read at once†.
    private static let (stepLimit, pageSize) = (2000, 100)
    /// The alarm while any waits.
    private static let alarm = "reports_rationed"

    private let access: StoreAccess
    private let reader: DocumentReader
    private let gatherer: Gatherer
    private let round = Round()

    /// A worker with the server's one way in.
    package init(_ access: StoreAccess, reader: DocumentReader, gatherer: Gatherer) {
        (self.access, self.reader, self.gatherer) = (access, reader, gatherer)
    }

    package var name: WorkerName { .reports }

    /// Looks whether any waits, and once an hour takes in what may come in.
    package func work(at now: Instant) async throws -> WorkDone {
        let waits: Bool = try await access.run { store, agent in
            try store.forgetCountedReports(by: agent, at: now)
            let waits = try !store.rationedReports(limit: 1).isEmpty
            if waits {
                try store.raiseServerAlarm(ReportWorker.alarm, by: agent, at: now)
            } else {
                try store.endServerAlarm(ReportWorker.alarm, by: agent, at: now)
            }
            return waits
        }
        let soon = now + ReportWorker.glance
        guard waits, round.begins(at: now, every: ReportWorker.pace) else {
            return WorkDone(count: 0, next: soon)
        }
        var (count, seen) = (0, 0)
        while seen < ReportWorker.stepLimit {
            try Task.checkCancellation()
            let page = try await access.ask { [after = round.place] store in
                try store.rationedReports(after: after, limit: ReportWorker.pageSize)
            }
            for document in page where document.receivedAt.dayCount < now.dayCount {
                if try await takeIn(document, at: now) { count += 1 }
            }
            seen += page.count
            // The next round goes on behind those that it has seen, and from the oldest again after the last.
            round.place = page.count < ReportWorker.pageSize ? 0 : page.last?.id ?? 0
            if round.place == 0 { break }
        }
        return WorkDone(count: count, next: soon)
    }

    /// Takes in one; answers whether its ration allowed it.
    private func takeIn(_ document: QuarantinedDocument, at now: Instant) async throws -> Bool {
        let item = try await access.ask { [reader] _ in
            let value = try? JSONValue(parsing: document.body)
            let context = DocumentContext(kind: .purchaseReport, receivedAt: document.receivedAt)
            return try reader.read(value?["body"] ?? .null, from: document.source, in: context, at: now)
        }
        let batch = ImportBatch(
            [item], from: "quarantine", effects: [.leaveQuarantine(document.id)], sender: .quarantine)
        let outcome = try await gatherer.take(batch, bytes: document.byteCount)
        return outcome.result?.documents.contains { $0.accepted != nil } ?? false
    }
}

/// How far the hourly round through the waiting reports has come.
private final class Round: Sendable {
    private let state = Mutex<(begun: Instant?, place: Int64)>((nil, 0))

    /// The last report that was looked at; 0 before the first.
    var place: Int64 {
        get { state.withLock { $0.place } }
        set { state.withLock { $0.place = newValue } }
    }

    /// Whether one begins: the last is long enough ago, or was begun by a clock that was ahead.
    func begins(at now: Instant, every pace: TimeLength) -> Bool {
        state.withLock { state in
            if let begun = state.begun, begun <= now, begun + pace > now { return false }
            state.begun = now
            return true
        }
    }
}
