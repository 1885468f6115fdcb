import Persistence

extension Answer: Maskable {
    /// What a person may see from whom personal data is hidden; nothing else reaches the screens of a viewer.
    ///
    /// Each answer says here how it is seen: the compiler asks of a new one.
    var masked: Answer {
        switch self {
        case .search(let results): .search(results.masked)
        case .customers(let page, let ofNobody): .customers(page.masked, ofNobody: ofNobody)
        case .customer(let page): .customer(page.masked)
        case .chain(let page): .chain(page.masked)
        case .audit(let page): .audit(page.masked)
        case .tickets(let page): .tickets(page.masked)
        case .ticket(let page): .ticket(page.masked)
        case .silentLosses(let page): .silentLosses(page.masked)
        case .wordDeliveries(let page): .wordDeliveries(page.masked)
        case .leadList(let page): .leadList(page.masked)
        case .refunds(let tasks): .refunds(tasks.masked)
        case .refund(let page): .refund(page.masked)
        case .beside(let page): .beside(page.masked)
        case .batchPage(let page): .batchPage(page.masked)
        case .batches(let batches, let unfinished): .batches(batches.masked, unfinished: unfinished)
        case .batch(let batch): .batch(batch.masked)
        case .worked(let page): .worked(page.masked)
        case .requests(let page): .requests(page.masked)
        case .request(let page): .request(page.masked)
        case .requestNews(let news): .requestNews(news.masked)
        case .standing(let standing): .standing(standing.masked)
        case .review(let page): .review(page.masked)
        // Counts, sums, the store's own facts, names of products, colleagues and chains: no customer's data.
        case .chainsOfNobody, .documents, .filterNames, .views, .incident, .incidentPage, .ticketCounts,
            .serverStanding, .ownRole, .productNames, .silentLossCount, .leadListCounts, .wordDeliveryCount,
            .balance,
            .grantPolicy, .agents, .done, .failed:
            self
        // They come before or after a deed that no viewer does, or show a document whole.
        case .document, .silentLossesOpened, .ticketsWithdrawn, .written, .asked, .extensionPreview,
            .incidentExtensions,
            .extensionReach, .extended, .grantPreview, .attachPreview, .granted, .filed, .cancelled,
            .decided, .batchPreview, .revoked, .attached, .erased:
            .failed(StoreFailure(error: .store(.pageHidden)))
        }
    }
}

extension ReviewPage: Maskable {
    /// What was written to batches hidden.
    var masked: ReviewPage {
        var page = self
        page.unfinished = unfinished.masked
        return page
    }
}

extension BesidePage: Maskable {
    var masked: BesidePage {
        switch self {
        case .customer(let page): .customer(page.masked)
        case .chain(let page): .chain(page.masked)
        case .ticket(let page): .ticket(page.masked)
        case .nothing: .nothing
        }
    }
}
