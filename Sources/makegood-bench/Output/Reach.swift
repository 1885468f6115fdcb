/// What a figure must reach on two quiet cores.
struct Reach: Sendable {
    /// The beginning of the names of figures that it is about.
    let beginning: String
    /// What is to be reached, in words.
    let words: String
    /// Whether a figure reaches it.
    let holds: @Sendable (Figure) -> Bool

    /// Whether it is about a figure that was measured.
    func concerns(_ figure: Figure) -> Bool {
        figure.name.hasPrefix(beginning) && figure.samples.count > 0
            && (beginning != "key." || figure.name != "key.escape")
    }

    /// All that is to be reached.
    static let all: [Reach] =
        [
            Reach("open.process", "p50 ≤ 50 ms", p50: 50),
            Reach("search.prefix", "p99 ≤ 3 ms", p99: 3000),
            Reach("search.substring", "p99 ≤ 50 ms", p99: 50),
            Reach("search.short", "stops at 30 ms", p99: 30),
            Reach("key.", "p50 ≤ 5 ms", p50: 5), Reach("key.", "p99 ≤ 16 ms", p99: 16),
            Reach("key.escape", "p99 ≤ 41 ms", p99: 41),
            Reach("tickets.page.200", "p99 ≤ 1 ms", p99: 1000),
            Reach("commit.onscreen", "p99 ≤ 100 ms", p99: 100),
            Reach("idle.cpu", "≤ 0.5 %", p50: 0.5), Reach("memory.tour", "≤ 60 MB", p50: 60),
            Reach("grant.one", "≥ 60 % of bare", ratio: 1 / 0.6),
            Reach("grant.nine", "p99 ≤ 3 × bare") { ratio99($0) <= 3 },
            Reach("grant.nine", "p99 ≤ 30 ms where bare is ≤ 10 ms") {
                ($0.bare.p99 ?? 0) > 10 || ($0.samples.p99 ?? 0) <= 30
            },
            Reach("import.empty.verify_receipt.transactions", "≥ 25000 /s") {
                ($0.samples.p50 ?? 0) >= 25_000
            },
            Reach("import.full.verify_receipt.transactions", "≥ 50 % of bare") { ($0.ratio ?? 1) >= 0.5 },
        ]
        + ["lookup.", "page.customer"].flatMap { name in
            [
                Reach(name, "p99 ≤ 2 ms", p99: 2000),
                Reach(name, "p99 ≤ bare + 250 µs") {
                    ($0.samples.p99 ?? 0) <= ($0.bare.p99 ?? 0) + 250
                },
            ]
        }
        + ["lookup.", "page.", "tickets.page"].map { Reach($0, "≤ 2 × bare", ratio: 2) }

    private init(_ beginning: String, _ words: String, _ holds: @escaping @Sendable (Figure) -> Bool) {
        (self.beginning, self.words, self.holds) = (beginning, words, holds)
    }

    private init(_ beginning: String, _ words: String, p50 limit: Double) {
        self.init(beginning, words) { ($0.samples.p50 ?? 0) <= limit }
    }

    private init(_ beginning: String, _ words: String, p99 limit: Double) {
        self.init(beginning, words) { ($0.samples.p99 ?? 0) <= limit }
    }

    private init(_ beginning: String, _ words: String, ratio limit: Double) {
        self.init(beginning, words) { ($0.ratio ?? 0) <= limit }
    }

    private static func ratio99(_ figure: Figure) -> Double {
        guard let found = figure.samples.p99, let bare = figure.bare.p99, bare > 0 else { return 0 }
        return found / bare
    }
}
