package import Purchases

/// What is done in the transaction of a batch, beside taking in its documents: the bookkeeping that must not be parted
/// from them.
package enum SideEffect: Hashable, Sendable {
    /// Something that is asked of the App Store was tried; what came of it.
    case tried(AppStoreRequestID, TryResult)
    /// The App Store was asked about a chain by itself; without an answer the same is asked again.
    case asked(ChainID, isAnswered: Bool)
    /// The App Store's history of notifications was read up to a moment.
    case historyRead(AppStoreEnvironment, until: Instant)
    /// A receipt came with it.
    case keepReceipt(ReceiptDraft)
    /// The batch's document waited in quarantine under a number, and leaves it unless it has to wait on.
    case leaveQuarantine(Int64)
    /// Something that a server does under a lease: done only where it still has the lease, which it lets go. What another
    /// took meanwhile the other notes; what was learnt goes in all the same.
    indirect case leased(LeaseSubject, ServerID, SideEffect)
}

extension SideEffect {
    /// Whether it notes that the App Store answered.
    var isAnswer: Bool {
        switch self {
        case .tried, .asked: true
        case .historyRead, .keepReceipt, .leaveQuarantine: false
        case .leased(_, _, let effect): effect.isAnswer
        }
    }

    /// Does it; the batch's documents are applied. Answers what the audit log is to tell of it, nil for nothing.
    func perform(after result: ImportResult, in writing: StoreTransaction) throws -> AskedTry.Told? {
        switch self {
        case .tried(let request, let result):
            return try AskedTry.note(request, result, in: writing)
        case .asked(let chain, let isAnswered):
            try ChainAsking.note(chain, isAnswered: isAnswered, at: writing.now, in: writing)
        case .historyRead(let environment, let until):
            try HistoryCursor.move(to: until, of: environment, at: writing.now, in: writing.db)
        case .keepReceipt(let draft):
            try ReceiptTable.keep(draft, at: writing.now, in: writing.db)
        case .leaveQuarantine(let number):
            guard result.documents.allSatisfy({ !$0.waits && !$0.isToBeSentAgain }) else { return nil }
            try writing.db.run(
                """
                UPDATE quarantine SET retried_ms = ?, dropped_by = ?
                WHERE id = ? AND dropped_ms IS NULL AND retried_ms IS NULL
                """, [writing.now, writing.agent, number])
            if writing.db.changes > 0 { try writing.changed(.quarantine, String(number)) }
        case .leased(let subject, let server, let effect):
            guard try LeaseTable.isHeld(subject, by: server, in: writing.db) else { return nil }
            try LeaseTable.letGo(subject, of: server, in: writing.db)
            return try effect.perform(after: result, in: writing)
        }
        return nil
    }
}
