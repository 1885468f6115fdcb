import Foundation

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
