package import Purchases

/// What comes in at once and is answered at once: the documents of one HTTP request, or of one answer of the App Store's.
///
/// Everything in a batch is committed together with what is done for it (``effects``), so that a kill can never part an
/// answer from its bookkeeping.
package struct ImportBatch: Sendable {
    /// Its documents, those that could not be understood among them.
    package let items: [ImportItem]
    /// Where it comes from, as the audit log names it, such as `POST /v1/purchase-reports`.
    package let origin: String
    /// The key under which whoever sent it may send it again.
    package let key: IdempotencyKey?
    /// What else is done in the same transaction, in order, once its documents are applied.
    package let effects: [SideEffect]
    /// How many bytes of documents that nobody vouches for are kept a day; nil where all that is refused is kept.
    ///
    /// Beyond it they are only counted, in `unauthentic_days`.
    package let unauthenticLimit: Int?
    /// By whom its reports come, where they are held to a ration; nil where they are not.
    package let sender: ReportSender?

    /// A batch of documents.
    package init(
        _ items: [ImportItem], from origin: String, key: IdempotencyKey? = nil, effects: [SideEffect] = [],
        unauthenticLimit: Int? = nil, sender: ReportSender? = nil
    ) {
        (self.items, self.origin, self.key, self.effects) = (items, origin, key, effects)
        (self.unauthenticLimit, self.sender) = (unauthenticLimit, sender)
    }
}

/// What became of a batch.
package enum ImportOutcome: Hashable, Sendable {
    case taken(ImportResult)
    /// It had been taken in before, under the same key.
    case repeated(ImportResult)
    /// Something else had been sent under its key; nothing was done.
    case keyUsed

    /// What was taken in, now or before; nil where nothing was.
    package var result: ImportResult? {
        switch self {
        case .taken(let result), .repeated(let result): result
        case .keyUsed: nil
        }
    }
}

/// What taking in a batch did, as it is answered again to whoever sends the batch again.
package struct ImportResult: Hashable, Codable, Sendable {
    /// What became of each document, in order.
    package let documents: [DocumentResult]
    /// The tickets in which anything changed.
    package let tickets: [TicketID]

    /// What became of a batch's documents.
    init(_ documents: [DocumentResult], tickets: [TicketID]) {
        (self.documents, self.tickets) = (documents, tickets)
    }
}

/// What became of one document of a batch.
package enum DocumentResult: Hashable, Codable, Sendable {
    /// It was applied, or known.
    case accepted(AcceptedDocument)
    /// It was put into quarantine, or only counted where nobody vouches for it and enough of that is kept.
    case rejected(reason: String, detail: String, isKept: Bool)

    /// What was accepted; nil when it was not.
    package var accepted: AcceptedDocument? {
        if case .accepted(let document) = self { document } else { nil }
    }
}

/// A document that is in the store.
package struct AcceptedDocument: Hashable, Codable, Sendable {
    /// Its number, as `makegood documents` names it.
    package let id: Int64
    /// Whether it was known.
    package let isDuplicate: Bool
    /// The chains that it speaks of.
    package let chains: [OriginalTransactionID]
    /// The attempt of which it reports; nil for all but purchase reports.
    package let attempt: AttemptID?
    /// The ticket of that attempt; nil where it has none.
    package let ticket: TicketID?
}
