import CBench
import Foundation

/// What one run of the bench measured, of whom and where.
struct BenchRun {
    /// Who is in the store.
    let population: BenchPopulation
    let machine: MachineFacts
    /// What was measured.
    let figures: [Figure]

    /// The figure of a name; nil when it was not measured.
    func figure(_ name: String) -> Figure? { figures.first { $0.name == name } }

    /// The figures that miss what they must reach, with the words that say so.
    var missed: [(figure: Figure, reach: Target)] {
        figures.flatMap { figure in
            Target.all.filter { $0.concerns(figure) && !$0.holds(figure, self) }.map { (figure, $0) }
        }
    }
}

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

/// A run as programs read it.
struct JSONReport: Encodable {
    /// A figure.
    struct Entry: Encodable {
        private let figure: Figure

        /// The entry of a figure.
        init(_ figure: Figure) { self.figure = figure }

        /// Writes null where there is no value: every figure has the same keys.
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(figure.name, forKey: .name)
            try container.encode(figure.samples.p50, forKey: .p50)
            try container.encode(figure.samples.p99, forKey: .p99)
            try container.encode(figure.unit.rawValue, forKey: .unit)
            try container.encode(figure.bare.p50, forKey: .bareP50)
            try container.encode(figure.bare.p99, forKey: .bareP99)
            try container.encode(figure.ratio, forKey: .ratio)
            try container.encode(figure.samples.count, forKey: .n)
            try container.encode(figure.note, forKey: .note)
        }

        enum CodingKeys: String, CodingKey {
            case name, p50, p99, unit, ratio, n, note
            case bareP50 = "bare_p50"
            case bareP99 = "bare_p99"
        }
    }

    /// A figure that misses what it must reach.
    struct Missed: Encodable {
        let name: String
        let reach: String
    }

    private let customers: Int
    private let transactions: Int
    private let machine: MachineFacts
    private let figures: [Entry]
    private let missed: [Missed]

    /// The report of a run.
    init(_ run: BenchRun) {
        (customers, transactions) = (run.population.customers, run.population.transactions)
        machine = run.machine
        figures = run.figures.map(Entry.init)
        missed = run.missed.map { Missed(name: $0.figure.name, reach: $0.reach.words) }
    }

    /// The document.
    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}

/// The machine that figures were measured on.
struct MachineFacts: Encodable {
    /// How many processors it has.
    let cores: Int
    /// The version of SQLite.
    let sqlite: String
    /// The file system of the store.
    let fileSystem: String
    /// How long the disk takes for a page, in milliseconds: the median.
    let fdatasyncP50: Double?
    /// How long the disk takes for a page, in milliseconds: what a hundredth exceeds.
    let fdatasyncP99: Double?
    /// Whether the program was built for speed.
    let build: String

    /// Looks at the machine and at the disk that holds a path.
    init(beside path: String) throws {
        cores = ProcessInfo.processInfo.activeProcessorCount
        sqlite = String(cString: cbench_sqlite_version())
        var name = [CChar](repeating: 0, count: 32)
        cbench_file_system(path, &name, name.count)
        fileSystem = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let disk = Samples(try DiskProbe(beside: path).samples(50).map { $0 * 1000 })
        (fdatasyncP50, fdatasyncP99) = (disk.p50, disk.p99)
        #if DEBUG
            build = "debug"
        #else
            build = "release"
        #endif
    }

    /// The facts on one line.
    var line: String {
        "\(cores) cores · SQLite \(sqlite) · \(fileSystem) · fdatasync p50 \(TableText.number(fdatasyncP50)) ms p99 \(TableText.number(fdatasyncP99)) ms · \(build) build"
    }

    enum CodingKeys: String, CodingKey {
        case cores, sqlite, build
        case fileSystem = "file_system"
        case fdatasyncP50 = "fdatasync_p50_ms"
        case fdatasyncP99 = "fdatasync_p99_ms"
    }
}
