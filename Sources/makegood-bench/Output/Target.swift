/// What a figure must reach on two quiet cores.
struct Target: Sendable {
    /// The beginning of the names of figures that it is about.
    let beginning: String
    /// The end of their names.
    let ending: String
    /// What is to be reached, in words.
    let words: String
    /// Whether a figure reaches it, in the run that measured it.
    let holds: @Sendable (Figure, BenchRun) -> Bool

    /// Whether it is about a figure that was measured.
    func concerns(_ figure: Figure) -> Bool {
        figure.name.hasPrefix(beginning) && figure.name.hasSuffix(ending) && figure.samples.count > 0
            && (beginning != "key." || figure.name != "key.escape")
    }

    /// All that is to be reached.
    static let all: [Target] = opening + reads + lists + review + keys + writes + server + footprint

    private static let opening = [Target("open.process", "p50 ≤ 50 ms", p50: 50)]

    private static let reads =
        [
            Target("search.prefix", "p99 ≤ 3 ms", p99: 3000),
            Target("search.substring", "p99 ≤ 50 ms", p99: 50),
            Target("search.short", "p99 ≤ 31 ms: it stops at 30", p99: 31),
        ]
        + ["lookup.", "page."].map { Target(inside: $0) }
        + ["awaited."].flatMap { name in
            [
                Target(name, "p99 ≤ 2 ms", p99: 2000),
                Target(name, "p99 ≤ bare + 250 µs") { figure, _ in
                    (figure.samples.p99 ?? 0) <= (figure.bare.p99 ?? 0) + 250
                },
            ]
        }

    private static let lists = ReadList.all.flatMap { list in
        [
            Target(inside: "\(list.name).page."),
            Target("\(list.name).page.", ending: ".200", "p99 ≤ 1 ms", p99: 1000),
            Target("\(list.name).page.", ending: ".200", "≤ 5 × page 1") { figure, run in
                guard let far = figure.samples.p50, let first = run.figure(list.names[0])?.samples.p50 else {
                    return true
                }
                return far <= 5 * first
            },
        ]
    }

    private static let review = ["review.open", "review.silent"].map { Target($0, "p99 ≤ 100 ms", p99: 100) }

    private static let keys = [
        Target("key.", "p50 ≤ 5 ms", p50: 5), Target("key.", "p99 ≤ 16 ms", p99: 16),
        Target("key.escape", "p99 ≤ 41 ms", p99: 41),
    ]

    private static let writes = [
        Target("commit.onscreen", "p99 ≤ 100 ms", p99: 100),
        Target("grant.one", "≥ 60 % of bare", ratio: 1 / 0.6),
        Target("grant.during_import", "never above 30 ms") { figure, _ in (figure.samples.worst ?? 0) <= 30 },
        Target("tickets.act.eight", "never above 100 ms") { figure, _ in (figure.samples.worst ?? 0) <= 100 },
        Target("bulk.grants", "≥ 334 /s: 10,000 within 30 s") { figure, _ in
            (figure.samples.p50 ?? 0) >= 334
        },
        Target("grant.during_bulk", "p99 ≤ 50 ms", p99: 50),
        Target("grant.nine", "p99 ≤ 3 × bare") { figure, _ in
            (figure.samples.p99 ?? 0) <= 3 * (figure.bare.p99 ?? 0)
        },
        Target("grant.nine", "p99 ≤ 30 ms where bare is ≤ 10 ms") { figure, _ in
            (figure.bare.p99 ?? 0) > 10 || (figure.samples.p99 ?? 0) <= 30
        },
        Target("import.empty.verify_receipt.transactions", "≥ 25000 /s") { figure, _ in
            (figure.samples.p50 ?? 0) >= 25_000
        },
        Target("import.signed.notifications", "≤ 3 × bare", ratio: 3),
        Target("import.full.verify_receipt.transactions", "≥ 50 % of bare") { figure, _ in
            (figure.ratio ?? 1) >= 0.5
        },
    ]

    private static let server = [
        Target("server.notifications", "≥ 70 % of the same by import") { figure, _ in
            figure.name != "server.notifications" || (figure.ratio ?? 1) >= 0.7
        },
        Target("server.notifications.answer", "p99 ≤ 100 ms", p99: 100),
        Target("grant.during_notifications", "p99 ≤ 50 ms", p99: 50),
        Target("polling.year.notified", "< 0.1 a month", p50: 0.1),
        Target("polling.year.silent", "< 2 a month", p50: 2),
        Target("server.access", "≥ 50 % of bare") { figure, _ in (figure.ratio ?? 1) >= 0.5 },
    ]

    private static let footprint = [
        Target("idle.cpu", "≤ 0.5 %", p50: 0.5), Target("memory.tour", "≤ 60 MB", p50: 60),
    ]

    private init(
        _ beginning: String, ending: String = "", _ words: String,
        _ holds: @escaping @Sendable (Figure, BenchRun) -> Bool
    ) {
        (self.beginning, self.ending, self.words, self.holds) = (beginning, ending, words, holds)
    }

    private init(_ beginning: String, _ words: String, p50 limit: Double) {
        self.init(beginning, words) { figure, _ in (figure.samples.p50 ?? 0) <= limit }
    }

    private init(_ beginning: String, ending: String = "", _ words: String, p99 limit: Double) {
        self.init(beginning, ending: ending, words) { figure, _ in (figure.samples.p99 ?? 0) <= limit }
    }

    /// SQL and decoding: what the least read takes more than a bare one is entering the read, not what is done inside.
    private init(inside beginning: String) {
        self.init(beginning, "≤ 2 × bare inside the read") { figure, run in
            let least = run.figure(FigureGroup.leastName)
            let entering = (least?.samples.p50 ?? 0) - (least?.bare.p50 ?? 0)
            let inside = (figure.samples.p50 ?? 0) - entering / 1e6 * figure.unit.factor
            return inside <= 2 * (figure.bare.p50 ?? 0)
        }
    }

    private init(_ beginning: String, _ words: String, ratio limit: Double) {
        self.init(beginning, words) { figure, _ in (figure.ratio ?? 0) <= limit }
    }
}
