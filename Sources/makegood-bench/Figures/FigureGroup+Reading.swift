import Persistence
import Purchases

extension FigureGroup {
    /// Looking up one customer by each kind of identifier.
    static let lookups = FigureGroup(names: identifiers.map { "lookup.\($0.name)" }) { bench in
        try identifiers.filter { bench.settings.wants("lookup.\($0.name)") }.map { identifier in
            let people = bench.population.sample(bench.settings.questions, salt: 11)
            return try bench.reads.figure(
                "lookup.\(identifier.name)", samples: bench.settings.reads,
                people.map { person in { try find(identifier.text(person), in: $0) } })
        }
    }

    /// Searching by the beginning of an address.
    static let prefixes = FigureGroup(names: [1, 2, 3, 5, 8].map { "search.prefix.\($0)" }) { bench in
        try [1, 2, 3, 5, 8].filter { bench.settings.wants("search.prefix.\($0)") }.map { length in
            let people = bench.population.sample(bench.settings.questions, salt: 12)
            return try bench.reads.figure(
                "search.prefix.\(length)", samples: bench.settings.reads,
                people.map { person in { try search(String(person.email.prefix(length)), in: $0) } })
        }
    }

    /// The customer's page, the chain's and the tickets'.
    static let pages = FigureGroup(
        names: ["page.customer", "page.chain.25", "page.chain.20000", "tickets.page.1", "tickets.page.200"]
    ) { bench in
        var figures: [Figure] = []
        if bench.settings.wants("page.customer") { figures.append(try customerPages(bench)) }
        for (index, name) in ["page.chain.25", "page.chain.20000"].enumerated()
        where bench.settings.wants(name) {
            figures.append(try chainPages(bench, name, index))
        }
        if ["tickets.page.1", "tickets.page.200"].contains(where: bench.settings.wants) {
            figures += try TicketPages(bench).figures()
        }
        return figures
    }

    private struct Identifier: Sendable {
        let name: String
        let text: @Sendable (BenchPerson) -> String
    }

    private static let identifiers: [Identifier] = [
        Identifier(name: "app_user_id", text: \.idText), Identifier(name: "email", text: \.email),
        Identifier(name: "app_account_token", text: \.token),
        Identifier(name: "order_id") {
            BenchPerson(number: $0.number % StoreBuilder.orders, seed: $0.seed).order
        },
        Identifier(name: "original_transaction_id") { String($0.chainID) },
        Identifier(name: "transaction_id") { String($0.transactionID(1)) },
        Identifier(name: "web_order_line_item_id") { String($0.lineItem(1)) },
    ]

    private static func find(_ text: String, in store: Store) throws {
        guard try !store.search(text, at: BenchPopulation.now).matches.isEmpty else {
            throw BenchError("nothing is found by \(text), which is in the store")
        }
    }

    static func search(_ text: String, in store: Store) throws {
        _ = try store.search(text, at: BenchPopulation.now)
    }

    private static func customerPages(_ bench: Bench) throws -> Figure {
        let people = bench.population.sample(bench.settings.questions, salt: 13)
        return try bench.reads.figure(
            "page.customer", samples: bench.settings.reads,
            people.map { person in { _ = try $0.customerPage(person.id, at: BenchPopulation.now) } })
    }

    private static func chainPages(_ bench: Bench, _ name: String, _ index: Int) throws -> Figure {
        let chain = OriginalTransactionID(String(bench.population.owner(ofLongChain: index).chainID))
        let length = bench.population.longChains[index]
        return try bench.reads.figure(
            name, index == 0 ? .microseconds : .milliseconds,
            samples: index == 0 ? bench.settings.reads : bench.settings.longReads,
            note: name.hasSuffix(String(length)) ? nil : "the longest chain here has \(length)",
            [{ _ = try $0.chainPage(chain, at: BenchPopulation.now) }])
    }
}
