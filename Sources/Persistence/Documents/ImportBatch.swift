public import Purchases

/// What comes in at once and is answered at once: the documents of one HTTP request, or of one answer of the App Store's.
///
/// Everything in a batch is committed together with what is done for it (``effects``), so that a kill can never part an
/// answer from its bookkeeping.
public struct ImportBatch: Sendable {
    /// Its documents, those that could not be understood among them.
    public let items: [ImportItem]
    /// Where it comes from, as the audit log names it, such as `POST /v1/purchase-reports`.
    public let origin: String
    /// The key under which whoever sent it may send it again.
    public let key: IdempotencyKey?
    /// What else is done in the same transaction, in order, once its documents are applied.
    public let effects: [SideEffect]
    /// How many bytes of documents that nobody vouches for are kept a day; nil where all that is refused is kept.
    ///
    /// Beyond it they are only counted, in `unauthentic_days`.
    public let unauthenticLimit: Int?
    /// By whom its reports come, where they are held to a ration; nil where they are not.
    public let sender: ReportSender?

    /// A batch of documents.
    public init(
        _ items: [ImportItem], from origin: String, key: IdempotencyKey? = nil, effects: [SideEffect] = [],
        unauthenticLimit: Int? = nil, sender: ReportSender? = nil
    ) {
        (self.items, self.origin, self.key, self.effects) = (items, origin, key, effects)
        (self.unauthenticLimit, self.sender) = (unauthenticLimit, sender)
    }
}

/// What became of a batch.
public enum ImportOutcome: Hashable, Sendable {
    /// It was taken in.
    case taken(ImportResult)
    /// It had been taken in before, under the same key.
    case repeated(ImportResult)
    /// Something else had been sent under its key; nothing was done.
    case keyUsed

    /// What was taken in, now or before; nil where nothing was.
    public var result: ImportResult? {
        switch self {
        case .taken(let result), .repeated(let result): result
        case .keyUsed: nil
        }
    }
}

/// What taking in a batch did, as it is answered again to whoever sends the batch again.
public struct ImportResult: Hashable, Codable, Sendable {
    /// What became of each document, in order.
    public let documents: [DocumentResult]
    /// The tickets in which anything changed.
    public let tickets: [TicketID]

    /// What became of a batch's documents.
    init(_ documents: [DocumentResult], tickets: [TicketID]) {
        (self.documents, self.tickets) = (documents, tickets)
    }
}

/// What became of one document of a batch.
public enum DocumentResult: Hashable, Codable, Sendable {
    /// It was applied, or known.
    case accepted(AcceptedDocument)
    /// It was put into quarantine, or only counted where nobody vouches for it and enough of that is kept.
    case rejected(reason: String, detail: String, isKept: Bool)

    /// What was accepted; nil when it was not.
    public var accepted: AcceptedDocument? {
        if case .accepted(let document) = self { document } else { nil }
    }
}

/// A document that is in the store.
public struct AcceptedDocument: Hashable, Codable, Sendable {
    /// Its number, as `makegood documents` names it.
    public let id: Int64
    /// Whether it was known.
    public let isDuplicate: Bool
    /// The chains that it speaks of.
    public let chains: [OriginalTransactionID]
    /// The attempt of which it reports; nil for all but purchase reports.
    public let attempt: AttemptID?
    /// The ticket of that attempt; nil where it has none.
    public let ticket: TicketID?
}
