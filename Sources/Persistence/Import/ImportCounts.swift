/// An import's counts as the journal and the audit keep them.
struct ImportCounts: Codable, Hashable {
    let documents: Int
    let accepted: Int
    let duplicates: Int
    let rejected: Int
    let newTransactions: Int
    let updatedTransactions: Int
    let newChains: Int
    let updatedChains: Int
    let openedTickets: Int
    let movedTickets: Int
    let resolvedTickets: Int

    init(_ report: ImportReport) {
        documents = report.documents
        accepted = report.accepted
        duplicates = report.duplicates
        rejected = report.rejected.count
        newTransactions = report.newTransactions
        updatedTransactions = report.updatedTransactions
        newChains = report.newChains
        updatedChains = report.updatedChains
        openedTickets = report.openedTickets
        movedTickets = report.movedTickets
        resolvedTickets = report.resolvedTickets
    }
}
