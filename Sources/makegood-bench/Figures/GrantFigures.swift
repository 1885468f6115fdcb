import Foundation
import Persistence
import Purchases

/// Grants: by one writer, by one beside an import, and by nine in bursts beside eight readers.
struct GrantFigures {
    /// The figures' names.
    static let names = ["grant.one", "grant.during_import", "grant.nine", "disk.fdatasync"]
    /// Grants by one writer are measured in blocks, the product's and bare ones in turn.
    private static let blocks = 4

    private let bench: Bench
    private let scratch: Scratch

    /// The figures on a copy of a bench's store.
    init(_ bench: Bench, _ scratch: Scratch) { (self.bench, self.scratch) = (bench, scratch) }

    /// The figures, as far as they are wanted.
    func figures() throws -> [Figure] {
        var figures: [Figure] = []
        if bench.settings.wants("grant.one") { figures.append(try one()) }
        if bench.settings.wants("grant.during_import") { figures.append(try duringImport()) }
        if bench.settings.wants("grant.nine") { figures.append(try nine()) }
        if bench.settings.wants("disk.fdatasync") { figures.append(try disk()) }
        return figures
    }

    /// Gives one grant, of many that differ by number and series.
    static func grant(_ population: BenchPopulation, _ number: Int, _ series: String, in store: Store) throws
    {
        let person = population.person((number * 7919 + series.count) % population.customers)
        let at = BenchPopulation.now + .seconds(Int64(number))
        _ = try store.grant(
            GrantWish.of(person.id, at: at), key: "\(series)-\(number)",
            by: StoreBuilder.givers[number % StoreBuilder.givers.count], at: at)
    }

    private func acts(_ numbers: Range<Int>, _ series: String) -> [Scratch.Act] {
        numbers.map { number in { try GrantFigures.grant(bench.population, number, series, in: $0) } }
    }

    /// The first of a block finds nothing in its connection's cache: it counts for neither side.
    private func one() throws -> Figure {
        rest()
        let length = bench.settings.grants / GrantFigures.blocks + 1
        var (found, bare) = ([Double](), [Double]())
        for block in 0..<GrantFigures.blocks {
            let numbers = block * length..<(block + 1) * length
            bare += try scratch.play(scratch.record(acts(numbers, "recorded"))).dropFirst()
            found += try scratch.time(acts(numbers, "one")).dropFirst()
        }
        return Figure("grant.one", .milliseconds, found, bare: bare)
    }

    /// What an agent waits while another process imports; nothing bare is like it.
    private func duringImport() throws -> Figure {
        let crew = BenchCrew(bench, on: scratch.path, seconds: bench.settings.besideImportSeconds)
        let importer = try crew.start("importer")
        let store = try Store.open(at: scratch.path)
        GrantBurst.await(0, from: crew.begin)
        var times: [Double] = []
        while SteadyClock.seconds < crew.end {
            let number = times.count
            times.append(
                try SteadyClock.time {
                    try GrantFigures.grant(bench.population, number, "beside", in: store)
                })
            Thread.sleep(forTimeInterval: GrantBurst.pause)
        }
        try importer.wait()
        try store.close()
        let worst = TableText.number((times.max() ?? 0) * 1000)
        return Figure("grant.during_import", .milliseconds, times, note: "the longest \(worst) ms")
    }

    /// The product's turn comes first: what is recorded must fit the store as the product left it.
    private func nine() throws -> Figure {
        let seconds = bench.settings.burstSeconds
        rest()
        let found = try GrantBurst(bench, on: scratch.path, seconds: seconds).product()
        let recording = try scratch.record(
            acts(0..<GrantBurst.grants(in: seconds), "recorded burst") + GrantBurst.pages(bench))
        rest()
        let bare = try GrantBurst(bench, on: scratch.path, seconds: seconds).bare(recording)
        return Figure(
            "grant.nine", .milliseconds, found, bare: bare,
            note: "9 × 5/s in bursts beside 8 readers, \(seconds) s each")
    }

    private func disk() throws -> Figure {
        let samples = try DiskProbe(beside: bench.path).samples(bench.settings.syncs)
        return Figure("disk.fdatasync", .milliseconds, samples, note: "4 KiB appended each time")
    }

    /// What was written before is on the disk before anything is timed.
    private func rest() {
        sync()
        Thread.sleep(forTimeInterval: bench.settings.restSeconds)
    }
}

/// Nine processes that give five grants a second, all at the same moments, beside eight that read customer pages.
struct GrantBurst {
    /// How many write.
    static let writers = 9
    /// How many read.
    static let readers = 8
    /// How many grants each writer gives in a second.
    static let perSecond = 5
    /// How long a reader pauses after a page, in seconds.
    static let pause = 0.02

    private let bench: Bench
    private let path: String
    private let seconds: Int

    /// A burst on the store at a path.
    init(_ bench: Bench, on path: String, seconds: Int) {
        (self.bench, self.path, self.seconds) = (bench, path, seconds)
    }

    /// How many grants all writers give in some seconds.
    static func grants(in seconds: Int) -> Int { writers * perSecond * seconds }

    /// The pages that the readers read.
    static func pages(_ bench: Bench) -> [Scratch.Act] {
        bench.population.sample(bench.settings.questions, salt: 21).map { person in
            { _ = try $0.customerPage(person.id, at: BenchPopulation.now) }
        }
    }

    /// Waits for the moment of a turn.
    static func await(_ turn: Int, from begin: Double) {
        let moment = begin + Double(turn) / Double(perSecond)
        Thread.sleep(forTimeInterval: max(0, moment - SteadyClock.seconds))
    }

    /// Has the product do it; answers how long each grant took, in seconds.
    func product() throws -> [Double] { try run(writer: "writer", reader: "reader") }

    /// Has bare SQLite repeat as many grants, and pages recorded after them; answers how long each grant took.
    func bare(_ recording: Recording) throws -> [Double] {
        let tape = bench.place("tape")
        defer { for file in [tape, tape + ".turn"] { try? FileManager.default.removeItem(atPath: file) } }
        try recording.write(to: tape)
        return try run(writer: "bare-writer", reader: "bare-reader", ["--tape", tape])
    }

    private func run(writer: String, reader: String, _ arguments: [String] = []) throws -> [Double] {
        let crew = BenchCrew(bench, on: path, seconds: seconds)
        let reports = (0..<GrantBurst.writers).map { bench.place("writer\($0)") }
        defer { for report in reports { try? FileManager.default.removeItem(atPath: report) } }
        let processes =
            try (0..<GrantBurst.readers).map { try crew.start(reader, number: $0, arguments) }
            + reports.enumerated().map { number, report in
                try crew.start(writer, number: number, arguments + ["--report", report])
            }
        for process in processes { try process.wait() }
        return try reports.flatMap { report in
            try String(contentsOfFile: report, encoding: .utf8).split(separator: "\n").compactMap {
                Double($0)
            }
        }
    }
}
