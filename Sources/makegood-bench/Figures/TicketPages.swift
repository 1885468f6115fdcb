import Persistence
import Purchases

/// Pages of the ticket queue: the first, and one far behind it, found by its key.
struct TicketPages {
    private let bench: Bench
    private static let pageSize = 50

    /// Pages of a bench's store.
    init(_ bench: Bench) { self.bench = bench }

    /// Both figures, as far as they are wanted.
    func figures() throws -> [Figure] {
        let (far, number) = try key(before: 200)
        let pages: [(name: String, after: String?, note: String?)] = [
            ("tickets.page.1", nil, nil),
            ("tickets.page.200", far, number == 200 ? nil : "the last page here is \(number)"),
        ]
        return try pages.filter { bench.settings.wants($0.name) }.map { page in
            try bench.reads.figure(
                page.name, samples: bench.settings.reads, note: page.note,
                [{ _ = try TicketPages.page(after: page.after, in: $0) }])
        }
    }

    /// The key of a page, or of the last one if there are fewer.
    private func key(before last: Int) throws -> (key: String?, page: Int) {
        var (key, page) = (String?.none, 1)
        while page < last, let next = try TicketPages.page(after: key, in: bench.store).next {
            (key, page) = (next, page + 1)
        }
        return (key, page)
    }

    private static func page(after key: String?, in store: Store) throws -> TicketListPage {
        try store.tickets(TicketFilter(), after: key, limit: pageSize, at: BenchPopulation.now)
    }
}
