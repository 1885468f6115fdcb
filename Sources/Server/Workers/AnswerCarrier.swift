import AppStore
import AppStoreClient
import Foundation
package import Intake
import JSONValues
import Persistence
import Purchases

/// Carries what Apple answered into the store, in one transaction with what is noted of the question. The three
/// workers that ask Apple use it: `RequestWorker`, `PollingWorker`, `GapWorker`.
package struct AnswerCarrier: Sendable {
    let access: StoreAccess
    private let reader: DocumentReader
    private let gatherer: Gatherer

    /// A carrier through the server's one way in.
    package init(_ access: StoreAccess, reader: DocumentReader, gatherer: Gatherer) {
        (self.access, self.reader, self.gatherer) = (access, reader, gatherer)
    }

    /// Takes answers in with their bookkeeping; the receipts that come with them are kept.
    func take(
        _ answers: [AppStoreAnswer], from origin: String, effects: [SideEffect], at now: Instant
    ) async throws {
        let reader = reader
        let read = try await access.ask { store in
            try answers.map { try ReadAnswer($0, from: origin, by: reader, into: store, at: now) }
        }
        let batch = ImportBatch(
            read.flatMap(\.items), from: origin, effects: read.compactMap(\.receipt) + effects)
        _ = try await gatherer.take(batch, bytes: answers.reduce(0) { $0 + $1.body.count })
    }
}

/// An answer as the store takes it in: whole; of a page of notifications only those that are new; and entry by entry
/// where the whole cannot be read.
private struct ReadAnswer: Sendable {
    let items: [ImportItem]
    /// Keeps the receipt that came with it; nil when none did.
    let receipt: SideEffect?

    init(
        _ answer: AppStoreAnswer, from origin: String, by reader: DocumentReader, into store: Store,
        at now: Instant
    ) throws {
        if let news = try ReadAnswer.news(in: answer, for: store) {
            items = try ReadAnswer.singly(news, from: origin, by: reader, at: now)
            receipt = nil
            return
        }
        let context = DocumentContext(kind: answer.kind, orderID: answer.orderID, isAnswer: true)
        let item = try reader.read(answer.body, from: origin, in: context, at: now)
        guard let document = item.document else {
            let entries = ReadAnswer.entries(of: answer)
            items =
                entries.count > 1
                ? try ReadAnswer.singly(entries, from: origin, by: reader, at: now) : [item]
            receipt = nil
            return
        }
        items = [item]
        receipt =
            answer.kind == .verifyReceipt
            ? (try? JSONValue(parsing: answer.body)).flatMap {
                ReceiptKeeping.effect(latestIn: $0, told: document)
            } : nil
    }

    /// The entries of a page of notifications; none of what is no such page.
    private static func entries(of answer: AppStoreAnswer) -> [JSONValue] {
        guard answer.kind == .serverAPI, let value = try? JSONValue(parsing: answer.body) else { return [] }
        return value["notificationHistory"]?.array ?? []
    }

    /// Those of a page that the store does not hold, where it holds some of them; nil where it holds none: most came by
    /// themselves, and need not be kept a second time.
    private static func news(in answer: AppStoreAnswer, for store: Store) throws -> [JSONValue]? {
        let entries = entries(of: answer)
        let news = try entries.filter { entry in
            guard let uuid = UncheckedPayload.notificationUUID(in: entry) else { return true }
            return try !store.holdsNotification(uuid)
        }
        return news.count < entries.count ? news : nil
    }

    /// Entries one by one, so that one that is not understood does not keep the others out.
    private static func singly(
        _ entries: [JSONValue], from origin: String, by reader: DocumentReader, at now: Instant
    ) throws -> [ImportItem] {
        let context = DocumentContext(kind: .serverAPI, isAnswer: true)
        return try entries.map { entry in
            let page = JSONValue.object(["notificationHistory": .array([entry])])
            return try reader.read(page, from: origin, in: context, at: now)
        }
    }
}
