import Persistence
import Purchases

/// A list that the product reads in pages, each found by the key that ends the one before.
struct ReadList: Sendable {
    /// The list's name.
    let name: String
    /// Reads the page after a key, the first one without; answers the key of the next, nil at the end.
    let read: @Sendable (Store, String?) throws -> String?

    /// The lists, with pages as long as the console's.
    static let all = [
        ReadList(name: "tickets") { store, key in
            try store.tickets(TicketFilter(), after: key, limit: 50, at: BenchPopulation.now).next
        },
        ReadList(name: "customers") { store, key in
            try store.customers(after: key, limit: 50, at: BenchPopulation.now).next
        },
        ReadList(name: "audit") { store, key in
            try store.audit(after: key.flatMap { Int64($0) }, limit: 200).next.map { String($0) }
        },
    ]

    /// The names of its figures: the first page, and one far behind it.
    var names: [String] { ["\(name).page.1", "\(name).page.200"] }

    /// Both figures, as far as they are wanted.
    func figures(_ reads: ReadBench) throws -> [Figure] {
        let (key, number) = try key(of: 200, in: reads.store)
        let note = number == 200 ? nil : "the last page here is \(number)"
        return try [(name: names[0], key: nil, note: nil), (name: names[1], key: key, note: note)].filter {
            reads.settings.wants($0.name)
        }.map { page in
            try reads.figure(
                page.name, samples: reads.settings.reads, note: page.note, [{ _ = try read($0, page.key) }])
        }
    }

    /// The key before a page, or before the last one if there are fewer.
    private func key(of last: Int, in store: Store) throws -> (key: String?, page: Int) {
        var (key, page) = (String?.none, 1)
        while page < last, let next = try read(store, key) { (key, page) = (next, page + 1) }
        return (key, page)
    }
}
