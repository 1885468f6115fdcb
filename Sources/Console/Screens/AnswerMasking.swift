import Persistence

extension Answer: Maskable {
    /// What a person may see from whom personal data is hidden; nothing else reaches the screens of a viewer.
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
        case .batches(let batches): .batches(batches.masked)
        case .worked(let page): .worked(page.masked)
        default: self
        }
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
