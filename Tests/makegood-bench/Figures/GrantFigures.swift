internal import FileStore
import Foundation
import Persistence
import Purchases

/// Grants: by one writer, by one beside an import, and by nine in bursts beside eight readers.
struct GrantFigures {
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
            BenchGrant.of(person.id, at: at), key: "\(series)-\(number)",
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
        Burst.await(0, from: crew.begin)
        var times: [Double] = []
        while SteadyClock.seconds < crew.end {
            let number = times.count
            times.append(
                try SteadyClock.time {
                    try GrantFigures.grant(bench.population, number, "beside", in: store)
                })
            Thread.sleep(forTimeInterval: Burst.pause)
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
        let burst = Burst(.grants, bench, on: scratch.path, seconds: seconds)
        let found = try burst.product()
        let recording = try scratch.record(
            acts(0..<Burst.Work.grants.acts(in: seconds), "recorded burst") + Burst.pages(bench))
        rest()
        let bare = try burst.bare(recording)
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
