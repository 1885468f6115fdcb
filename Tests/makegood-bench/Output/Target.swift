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
    static let all: [Target] =
        making + opening + reads + lists + review + keys + writes + imports + server + footprint

    private static let making = [
        Target(FigureGroup.makingName, "≤ 25 min") { figure, _ in
            figure.unit != .minutes || (figure.samples.p50 ?? 0) <= 25
        },
        Target("\(FigureGroup.makingName).", "at its end as fast as at its beginning, ± 20 %") { figure, _ in
            (0.8...1.2).contains(figure.ratio ?? 1)
        },
    ]

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

    private static let lists =
        ReadList.all.map { Target(inside: "\($0.name).page.") }
        + ["tickets", "customers"].map { Target("\($0).page.", ending: ".200", "≤ 2 × bare", ratio: 2) }
        + [Target("audit.page.", "≤ 2 × bare", ratio: 2)]

    private static let review =
        ["open", "silent", "incidents", "incident"].map { name in
            Target(exactly: "review.\(name)", "p99 ≤ 20 ms", p99: 20)
        } + [Target("review.silent.elsewhere", "p99 ≤ 100 ms", p99: 100)]

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
    ]

    private static let imports =
        [".verify_receipt.transactions", ".purchase_report.documents"].map { ending in
            Target("import.", ending: ending, "≥ 90 % of the least work") { figure, run in
                let least = run.figure(ImportFigures.leastName(of: figure.name))?.samples.p50 ?? 0
                return (figure.samples.p50 ?? 0) >= 0.9 * least
            }
        } + [
            Target("import.signed.notifications", "≤ 3 × bare", ratio: 3),
            // What is written is the same on every machine, so that it can be held to a number.
            Target("least.verify_receipt.part.5000.written", "≤ 2,220 bytes: half of 2026-11-25", p50: 2220),
        ]

    private static let server = [
        Target(exactly: "server.notifications", "≥ 70 % of the same by import") { figure, _ in
            (figure.ratio ?? 1) >= 0.7
        },
        Target("server.notifications.answer", "p99 ≤ 100 ms", p99: 100),
        Target("grant.during_notifications", "p99 ≤ 50 ms", p99: 50),
        Target("polling.year.notified", "< 0.1 a month", p50: 0.1),
        Target("polling.year.silent", "< 2 a month", p50: 2),
        Target("server.access", "≥ 60 % of bare") { figure, _ in (figure.ratio ?? 1) >= 0.6 },
    ]

    private static let footprint = [
        Target("idle.cpu", "≤ 0.5 %", p50: 0.5), Target("memory.tour", "≤ 60 MB", p50: 60),
        Target("doctor.all", "≥ 3,000 charges a second") { figure, _ in (figure.samples.p50 ?? 0) >= 3000 },
    ]

    private init(
        exactly name: String, _ words: String, _ holds: @escaping @Sendable (Figure, BenchRun) -> Bool
    ) {
        self.init(name, words) { figure, run in figure.name != name || holds(figure, run) }
    }

    private init(exactly name: String, _ words: String, p99 limit: Double) {
        self.init(exactly: name, words) { figure, _ in (figure.samples.p99 ?? 0) <= limit }
    }

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

    private init(_ beginning: String, ending: String = "", _ words: String, ratio limit: Double) {
        self.init(beginning, ending: ending, words) { figure, _ in (figure.ratio ?? 0) <= limit }
    }
}
