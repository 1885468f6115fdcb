import AppStore
import AppStoreTesting
internal import FileStore
import Foundation
import Intake
import Persistence
import Purchases

/// A figure of the bench whose work is counted.
struct WorkFigure {
    let name: String
    /// How its work may grow.
    let growth: WorkGrowth
    let count: @MainActor (WorkBench) async throws -> WorkCount

    private init(
        _ name: String, _ growth: WorkGrowth,
        _ count: @escaping @MainActor (WorkBench) async throws -> WorkCount
    ) {
        (self.name, self.growth, self.count) = (name, growth, count)
    }

    /// All figures whose work SQLite can count, reads first: what comes later changes the copy.
    ///
    /// Without searches by one or two letters, which a clock ends; without imports into an empty store, which has no size;
    /// and without keys and the server, which do what the figures here do.
    static let all = lookUps + searches + pages + lists + review + screens + acts + imports + elsewhere

    /// Counts figures on a bench, one after the other.
    @MainActor
    static func counts(_ figures: [WorkFigure], on bench: Bench) async throws -> [WorkCount] {
        let work = try WorkBench(bench)
        var counts: [WorkCount] = []
        for figure in figures { counts.append(try await figure.count(work)) }
        try work.close()
        return counts
    }

    // MARK: Reads

    /// A figure of reads of the store that nothing changes.
    static func reads(
        _ name: String, _ growth: WorkGrowth,
        _ acts: @escaping @MainActor (WorkBench) throws -> [WorkBench.Act]
    ) -> WorkFigure {
        WorkFigure(name, growth) { bench in try bench.count(reads: acts(bench)) }
    }

    /// A figure of one read of each of some customers.
    static func reads(
        _ name: String, _ growth: WorkGrowth, ofEach salt: UInt64,
        _ act: @escaping @Sendable (Store, BenchPerson) throws -> Int
    ) -> WorkFigure {
        reads(name, growth) { bench in
            bench.population.sample(bench.bench.settings.reads, salt: salt).map { person in
                { try act($0, person) }
            }
        }
    }

    private static func matches(_ text: String, in store: Store) throws -> Int {
        try store.wholePage(of: SearchQuery(text), at: BenchPopulation.now).matches.count
    }

    /// An act that shows one thing.
    private static func one<Value>(_ act: @escaping (Store) throws -> Value) -> WorkBench.Act {
        { store in
            _ = try act(store)
            return 1
        }
    }

    private static let lookUps =
        [reads(FigureGroup.leastName, .constant) { _ in [one { try $0.newestChange() }] }]
        + FigureGroup.identifiers.map { identifier in
            reads("lookup.\(identifier.name)", .constant, ofEach: 11) { store, person in
                try matches(identifier.text(person), in: store)
            }
        }

    private static let searches =
        [1, 2, 3, 5, 8].map { length in
            reads("search.prefix.\(length)", .rows, ofEach: 12) { store, person in
                try matches(String(person.email.prefix(length)), in: store)
            }
        }
        + FigureGroup.partNames.map { part in
            // What stands nowhere is looked up in a tree that grows.
            let isFound = part.kind == .real || part.kind == .common && part.length == 3
            // Of what stands nowhere what is nearly the same is looked for.
            let isLike = part.kind == .common && part.length == 5
            return reads(part.name, isFound ? .rows : isLike ? .candidates : .logarithmic) { bench in
                FigureGroup.needles(part.kind, part.length, bench.bench).map { needle in
                    { try matches(needle, in: $0) }
                }
            }
        }

    private static let pages =
        [
            reads("page.customer", .rows, ofEach: 13) { store, person in
                let page = try store.wholePage(of: CustomerQuery(person.id), at: BenchPopulation.now)
                return page?.chains.reduce(0) { $0 + $1.chain.transactions.count } ?? 0
            },
            reads("server.access", .constant, ofEach: 16) { store, person in
                try store.customerStanding(person.id, at: BenchPopulation.now) == nil ? 0 : 1
            },
        ]
        + ["page.chain.25", "page.chain.20000"].enumerated().map { index, name in
            reads(name, .rows) { bench in
                let chain = OriginalTransactionID(String(bench.population.owner(ofLongChain: index).chainID))
                return [
                    {
                        let page = try $0.wholePage(of: ChainQuery(chain), at: BenchPopulation.now)
                        return page?.chain.transactions.count ?? 0
                    }
                ]
            }
        }

    /// The same, which also counts customers, up to a cap.
    private var countingCustomers: WorkFigure {
        WorkFigure(name, growth) { bench in
            var found = try await count(bench)
            found.counted = Double(min(bench.population.customers, CappedCount.cap))
            return found
        }
    }

    private static let lists = ReadList.all.flatMap { list in
        let first = reads(list.names[0], .rows) { _ in [{ try list.read($0, nil).rows }] }
        let far = reads(list.names[1], .rows) { bench in
            let key = try list.key(of: 200, in: bench.store).key
            return [{ try list.read($0, key).rows }]
        }
        return [list.name == "customers" ? first.countingCustomers : first, far]
    }

    /// Incidents are told by the tickets that they are made of, and a review by the hours in which anything was lost.
    private static let review = [
        reads("review.open", .rows) { _ in
            [
                {
                    try $0.wholePage(of: LossReviewQuery(), at: BenchPopulation.now).days.reduce(0) {
                        hours, day in
                        hours + (day.hours ?? []).count { $0 > 0 }
                    }
                }
            ]
        },
        reads("review.incidents", .rows) { _ in
            [
                {
                    try $0.wholePage(of: IncidentListQuery(), at: BenchPopulation.now).incidents.reduce(0) {
                        $0 + $1.figures.tickets
                    }
                }
            ]
        },
        reads("review.incident", .rows) { bench in
            let incidents = try bench.store.wholePage(of: IncidentListQuery(), at: BenchPopulation.now)
                .incidents
            guard let newest = incidents.first else { throw BenchError("the store has no incident") }
            return [
                {
                    try $0.wholePage(of: IncidentQuery(newest.id), at: BenchPopulation.now)?.incident.figures
                        .tickets ?? 0
                }
            ]
        },
        reads("review.silent", .rows) { _ in
            [{ try $0.wholePage(of: SilentLossListQuery(), at: BenchPopulation.now).losses.count }]
        },
        reads("review.balance", .rows) { _ in
            [{ try $0.wholePage(of: BalanceQuery(), at: BenchPopulation.now).rows.count }]
        },
    ]

    private static let screens = [
        WorkFigure("entitlements.one", .constant) { bench in
            let people = bench.population.sample(bench.bench.settings.questions, salt: 15)
            let (tape, questions) = FigureGroup.entitlementQuestions(of: people)
            let connection = try BareConnection(bench.bench.path)
            try connection.prepare(tape)
            for question in questions { _ = try connection.play(tape, question) }
            return WorkCount(
                of: questions.count, rows: connection.rows, tape.statements[0], steps: connection.steps)
        },
        WorkFigure("open.inprocess", .constant) { bench in
            let recorder = StatementRecorder(.steps)
            _ = try await StatementRecorder.$current.withValue(recorder) {
                try await FigureGroup.firstScreen(bench.bench)
            }
            return WorkCount(of: 1, rows: 1, recorder.take())
        }.countingCustomers,
    ]

    // MARK: Writes

    private static func writes(
        _ name: String, _ growth: WorkGrowth,
        _ acts: @escaping @MainActor (WorkBench) throws -> [WorkBench.Act]
    ) -> WorkFigure {
        WorkFigure(name, growth) { bench in try bench.count(writes: acts(bench)) }
    }

    private static func series(_ count: Int, _ act: @escaping (Int, Store) throws -> Void) -> [WorkBench.Act]
    {
        (0..<count).map { number in one { try act(number, $0) } }
    }

    private static let acts = [
        writes("commit.onscreen", .constant) { bench in
            let person = bench.population.owner(ofLongChain: 0)
            return series(bench.bench.settings.commits) { number, store in
                try store.act(
                    .note("note \(number)"), on: person.id, by: StoreBuilder.lead,
                    at: BenchPopulation.now)
            }
        },
        writes("grant.one", .constant) { bench in
            series(bench.bench.settings.grants) { number, store in
                try GrantFigures.grant(bench.bench.population, number, "work", in: store)
            }
        },
        writes("tickets.act.eight", .constant) { bench in
            let shift = TicketShift()
            return series(Burst.Work.tickets.acts(in: 1)) { number, store in try shift.act(number, in: store)
            }
        },
        writes("bulk.grants", .constant) { bench in
            let batch = try BulkFigures.start(bench.bench.settings.bulk, in: bench.changing)
            return series(bench.bench.settings.bulk) { _, store in
                _ = try store.act(
                    .carryOn(count: 1), on: batch.id, by: StoreBuilder.lead, at: BenchPopulation.now)
            }
        },
    ]

    private static let imports =
        DocumentWriter.Kind.allCases.map { kind in
            writes("import.full.\(kind.rawValue).documents", .rows) { bench in
                let (population, count) = (bench.population, bench.bench.settings.documents)
                let first = kind == .purchaseReport ? population.reports : population.customers
                return (0..<3).map { round in
                    let start = first + round * count
                    let documents = DocumentWriter(population: population).documents(
                        kind, start..<start + count)
                    return { store in
                        try ImportFigures.bring(documents, to: store)
                        return count
                    }
                }
            }
        }
        + [
            writes("import.signed.notifications", .rows) { bench in
                let (chain, count) = (try MintedChain.good, bench.bench.settings.documents)
                let roots = try TrustedRoots(certificate: chain.root)
                return try (0..<2).map { round in
                    let lines = try (0..<count).map {
                        try SignedNotification(chain: chain, number: round * count + $0).line
                    }
                    return { store in
                        try SignedFigures.bring(lines, trusting: roots, to: store)
                        return count
                    }
                }
            }
        ]

    private static let elsewhere = ElsewhereFigures.reads.map { read in
        WorkFigure(read.name, .rows) { bench in
            try bench.bringOutsiders()
            return try bench.count(readsOfCopy: [read.act])
        }
    }
}
