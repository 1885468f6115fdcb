import Persistence
import Purchases

extension FigureGroup {
    /// All of them: reads first, because what comes later changes copies of the store and the caches.
    static let all: [FigureGroup] = [
        making, openings, leastRead, lookups, prefixes, substrings, scans, pages, lists, review, entitlements,
        keys, writing, least, server, footprint, doctor,
    ]

    /// The least that can be read: what every read costs before it is about anything.
    static let leastRead = FigureGroup(names: [leastName, ReadBench.awaited(leastName)]) { bench in
        let reads = try ReadBench(bench)
        let figures = try await reads.figures(
            leastName, samples: bench.settings.reads, [{ _ = try $0.newestChange() }])
        try reads.close()
        return figures
    }

    /// What the figure of the least read is called.
    static let leastName = "read.least"

    /// Looking up one customer by each kind of identifier.
    static let lookups = FigureGroup(
        names: identifiers.flatMap { ["lookup.\($0.name)", ReadBench.awaited("lookup.\($0.name)")] }
    ) { bench in
        let reads = try ReadBench(bench)
        let people = bench.population.sample(bench.settings.questions, salt: 11)
        var figures: [Figure] = []
        for identifier in identifiers {
            figures += try await reads.figures(
                "lookup.\(identifier.name)", samples: bench.settings.reads,
                people.map { person in { try find(identifier.text(person), in: $0) } })
        }
        try reads.close()
        return figures
    }

    /// Searching by the beginning of an address.
    static let prefixes = FigureGroup(names: [1, 2, 3, 5, 8].map { "search.prefix.\($0)" }) { bench in
        let reads = try ReadBench(bench)
        let people = bench.population.sample(bench.settings.questions, salt: 12)
        let lengths = [1, 2, 3, 5, 8].filter { bench.settings.wants("search.prefix.\($0)") }
        let figures = try lengths.map { length in
            try reads.figure(
                "search.prefix.\(length)", samples: bench.settings.reads,
                people.map { person in { try search(String(person.email.prefix(length)), in: $0) } })
        }
        try reads.close()
        return figures
    }

    /// The customer's page and the chain's.
    static let pages = FigureGroup(
        names: ["page.customer", ReadBench.awaited("page.customer"), "page.chain.25", "page.chain.20000"]
    ) { bench in
        let reads = try ReadBench(bench)
        let people = bench.population.sample(bench.settings.questions, salt: 13)
        var figures = try await reads.figures(
            "page.customer", samples: bench.settings.reads,
            people.map { person in
                { _ = try $0.wholePage(of: CustomerQuery(person.id), at: BenchPopulation.now) }
            })
        for (index, name) in ["page.chain.25", "page.chain.20000"].enumerated()
        where bench.settings.wants(name) {
            figures.append(try chainPages(bench, reads, name, index))
        }
        try reads.close()
        return figures
    }

    /// A kind of identifier.
    struct Identifier: Sendable {
        let name: String
        let text: @Sendable (BenchPerson) -> String
    }

    /// All kinds of identifiers.
    static let identifiers: [Identifier] = [
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
        guard try !store.wholePage(of: SearchQuery(text), at: BenchPopulation.now).matches.isEmpty else {
            throw BenchError("nothing is found by \(text), which is in the store")
        }
    }

    static func search(_ text: String, in store: Store) throws {
        _ = try store.wholePage(of: SearchQuery(text), at: BenchPopulation.now)
    }

    private static func chainPages(
        _ bench: Bench, _ reads: ReadBench, _ name: String, _ index: Int
    ) throws -> Figure {
        let chain = OriginalTransactionID(String(bench.population.owner(ofLongChain: index).chainID))
        let length = bench.population.longChains[index]
        return try reads.figure(
            name, index == 0 ? .microseconds : .milliseconds,
            samples: index == 0 ? bench.settings.reads : bench.settings.longReads,
            note: name.hasSuffix(String(length)) ? nil : "the longest chain here has \(length)",
            [{ _ = try $0.wholePage(of: ChainQuery(chain), at: BenchPopulation.now) }])
    }
}

extension FigureGroup {
    /// What the app's backend asks of the store without this product: what one customer is entitled to.
    static let entitlements = FigureGroup(names: ["entitlements.one"]) { bench in
        let people = bench.population.sample(bench.settings.questions, salt: 15)
        let (tape, questions) = entitlementQuestions(of: people)
        let connection = try BareConnection(bench.path)
        try connection.prepare(tape)
        for question in questions { _ = try connection.play(tape, question) }
        let times = try (0..<bench.settings.reads).map { turn in
            try connection.play(tape, questions[turn % questions.count])
        }
        return [
            Figure(
                "entitlements.one", .microseconds, times, note: "active_entitlements, asked by bare SQLite")
        ]
    }

    /// What bare SQLite is asked of each of some people.
    static func entitlementQuestions(
        of people: [BenchPerson]
    ) -> (tape: StatementTrace, questions: [StatementTrace.Stretch]) {
        var tape = StatementTrace()
        let questions = people.map { person in
            tape.append(
                "SELECT entitlement, until_ms, source, source_id FROM active_entitlements WHERE app_user_id = ?",
                [(1, .text(Array(person.idText.utf8)))])
        }
        return (tape, questions)
    }
}

extension FigureGroup {
    /// Pages of lists: the first, and one far behind it.
    static let lists = FigureGroup(names: ReadList.all.flatMap(\.names)) { bench in
        let reads = try ReadBench(bench)
        let wanted = ReadList.all.filter { $0.names.contains(where: bench.settings.wants) }
        let figures = try wanted.flatMap { try $0.figures(reads) }
        try reads.close()
        return figures
    }
}

/// A list that the product reads in pages, each found by the key that ends the one before.
struct ReadList: Sendable {
    let name: String
    /// Reads the page after a key, the first one without; answers how many rows it shows and the key of the next, nil at
    /// the end.
    let read: @Sendable (Store, String?) throws -> (rows: Int, next: String?)

    /// The lists, with pages as long as the console's.
    static let all = [
        ReadList(name: "tickets") { store, key in
            let page = try store.wholePage(
                of: TicketListQuery(TicketFilter(), after: key, limit: 50), at: BenchPopulation.now)
            return (page.tickets.count, page.next)
        },
        ReadList(name: "customers") { store, key in
            let page = try store.wholePage(
                of: CustomerListQuery(after: key, limit: 50), at: BenchPopulation.now)
            return (page.lines.count, page.next)
        },
        ReadList(name: "audit") { store, key in
            let page = try store.wholePage(
                of: AuditQuery(after: key.flatMap { Int64($0) }, limit: 200), at: BenchPopulation.now)
            return (page.entries.count, page.next.map { String($0) })
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
    func key(of last: Int, in store: Store) throws -> (key: String?, page: Int) {
        var (key, page) = (String?.none, 1)
        while page < last, let next = try read(store, key).next { (key, page) = (next, page + 1) }
        return (key, page)
    }
}
