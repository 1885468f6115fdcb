/// A run as people read it.
struct TableReport {
    private let run: BenchRun

    /// The report of a run.
    init(_ run: BenchRun) { self.run = run }

    /// The machine, every figure, and what misses its reach.
    var text: String {
        let population = run.population
        let heading =
            "\(population.customers) customers · \(population.transactions) transactions · seed \(population.seed)"
        return [heading, run.machine.line, "", TableText.aligned(rows), "", missed].joined(separator: "\n")
    }

    private var rows: [[String]] {
        [["figure", "p50", "p99", "unit", "bare p50", "bare p99", "ratio", "n", ""]]
            + run.figures.map { figure in
                let numbers = [figure.bare.p50, figure.bare.p99, figure.ratio].map { TableText.number($0) }
                return [
                    figure.name, TableText.number(figure.samples.p50), TableText.number(figure.samples.p99),
                    figure.unit.rawValue,
                ] + numbers + [String(figure.samples.count), figure.note ?? ""]
            }
    }

    private var missed: String {
        let missed = run.missed
        let rows = run.figures.compactMap { figure -> [String]? in
            let words = missed.filter { $0.figure.name == figure.name }.map(\.reach.words)
            guard !words.isEmpty else { return nil }
            return [
                "  " + figure.name, TableText.number(figure.samples.p50),
                TableText.number(figure.samples.p99), figure.unit.rawValue, words.joined(separator: "; "),
            ]
        }
        return rows.isEmpty
            ? "Every figure reaches what it must." : "Missing their reach:\n" + TableText.aligned(rows)
    }
}
