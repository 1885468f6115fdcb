/// What an import did; each transaction and each chain counts once a run.
package struct ImportReport: Hashable, Sendable {
    /// How many documents were read.
    package internal(set) var documents = 0
    /// How many were taken in, known ones too.
    package internal(set) var accepted = 0
    /// How many of them were known.
    package internal(set) var duplicates = 0
    /// The most refused documents that a report names one by one †; what is beyond is counted, and in quarantine.
    package static let rejectedLimit = 10_000

    /// Those that were not taken in, without their bytes: the first ``rejectedLimit`` of them.
    package internal(set) var rejected: [Rejection] = []
    /// How many were not taken in.
    package var rejectedCount: Int { documents - accepted }
    /// How many transactions were not known before.
    package var newTransactions: Int { newTransactionRows.count }
    /// In how many known transactions a value that Apple tells changed.
    package var updatedTransactions: Int { updatedTransactionRows.count }
    /// How many chains were not known before.
    package var newChains: Int { newChainRows.count }
    /// To how many known chains something was brought.
    package var updatedChains: Int { updatedChainRows.count }

    /// How many tickets were opened.
    package var openedTickets: Int { tickets.opened.count }
    /// How many tickets moved between groups.
    package var movedTickets: Int { tickets.moved.count }
    /// How many tickets the facts resolved.
    package var resolvedTickets: Int { tickets.resolved.count }

    private var tickets = TicketChanges()
    private var newTransactionRows: Set<Int64> = []
    private var updatedTransactionRows: Set<Int64> = []
    private var newChainRows: Set<Int64> = []
    private var updatedChainRows: Set<Int64> = []

    /// An import that did nothing yet.
    package init() {}

    mutating func note(_ step: ImportStep) {
        switch step {
        case .applied(let outcome): note(outcome)
        case .rejected(let rejection): note(rejection)
        }
    }

    private mutating func note(_ outcome: DocumentImport.Outcome) {
        documents += 1
        accepted += 1
        duplicates += outcome.isDuplicate ? 1 : 0
        // Before the new ones are added: SQLite may give a removed row's number away again.
        newTransactionRows.subtract(outcome.removedTransactions)
        updatedTransactionRows.subtract(outcome.removedTransactions)
        newTransactionRows.formUnion(outcome.newTransactions)
        updatedTransactionRows.formUnion(outcome.updatedTransactions.subtracting(newTransactionRows))
        newChainRows.formUnion(outcome.newChains)
        updatedChainRows.formUnion(outcome.updatedChains.subtracting(newChainRows))
        note(outcome.tickets)
    }

    mutating func note(_ changes: TicketChanges) { tickets.formUnion(changes) }

    private mutating func note(_ rejection: Rejection) {
        documents += 1
        if rejected.count < ImportReport.rejectedLimit { rejected.append(rejection.withoutBody) }
    }
}
