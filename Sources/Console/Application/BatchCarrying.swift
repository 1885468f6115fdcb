import Persistence
import Purchases
import Widgets
import Wording

/// Carries batches on, a few members a write, so that every other key and every other write goes between them.
extension ConsoleState {
    /// How many members are done at a time, so that keys are answered meanwhile.
    private static let slice = 10

    /// Begins to carry a batch on; one that is carried on already just goes on.
    mutating func carryOn(_ id: BatchID) -> [AppEffect] {
        guard context.carriedBatches[id] == nil else { return [] }
        context.carriedBatches[id] = CarriedBatch()
        return [nextPart(of: id)]
    }

    /// Stops a batch behind the part that is under way: what was done stays.
    mutating func hold(_ id: BatchID) { context.carriedBatches[id] = nil }

    /// Takes what came of a part, and asks for the next; nil for an answer to something else.
    mutating func takePart(_ answer: Answer, to request: StoreRequest) -> [AppEffect]? {
        guard case .write(.runBatch(let id, .carryOn), _) = request else { return nil }
        guard let before = context.carriedBatches[id], case .batch(let batch) = answer else {
            // What stopped it stands on the message line, or it was told to stop.
            hold(id)
            return load()
        }
        guard [.running, .cancelling].contains(batch.state) else {
            hold(id)
            message = MessageLine(.success, words(of: batch))
            return load()
        }
        context.carriedBatches[id] = CarriedBatch(progress: batch)
        // News of something else stays; the batch's own page has a bar.
        let isShown = (front?.screen as? BatchScreen)?.id == id
        if !isShown, message == nil || message == before.progress.map({ MessageLine(.note, words(of: $0)) }) {
            message = MessageLine(.note, words(of: batch))
        }
        return [nextPart(of: id)]
    }

    private func words(of batch: Batch) -> String {
        "Batch \(batch.id): \(context.reader.progress(of: batch))"
    }

    private func nextPart(of id: BatchID) -> AppEffect {
        .ask(
            .write(.runBatch(id, .carryOn(count: ConsoleState.slice)), at: context.now),
            layer: ConsoleState.ownLayer)
    }
}
