import Foundation
import Persistence
import Purchases

/// Grants: by one writer, and by nine in bursts beside eight readers.
struct GrantFigures {
    /// The figures' names.
    static let names = ["grant.one", "grant.nine", "disk.fdatasync"]

    private let bench: Bench
    private let twins: Twins
    private var single: [Tape.Stretch] = []
    private var burst: [Tape.Stretch] = []

    /// The figures on copies of a bench's store.
    init(_ bench: Bench, _ twins: Twins) { (self.bench, self.twins) = (bench, twins) }

    /// Records what the product writes.
    mutating func record() throws {
        let settings = bench.settings
        if settings.wants("grant.one") { single = try record(0..<settings.grants) }
        if settings.wants("grant.nine") {
            let count = GrantBurst.writers * GrantBurst.perSecond * settings.burstSeconds
            burst = try record(settings.grants..<settings.grants + count)
        }
    }

    /// The figures, as far as they are wanted.
    func figures() throws -> [Figure] {
        var figures: [Figure] = []
        if !single.isEmpty { figures.append(try one()) }
        if !burst.isEmpty { figures.append(try nine()) }
        if bench.settings.wants("disk.fdatasync") { figures.append(try disk()) }
        return figures
    }

    private func record(_ numbers: Range<Int>) throws -> [Tape.Stretch] {
        try numbers.map { number in
            try twins.record { try GrantFigures.grant(bench.population, number, "recorded", in: $0) }
        }
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

    private func one() throws -> Figure {
        rest()
        var (found, bare) = ([Double](), [Double]())
        for (number, stretch) in single.enumerated() {
            found.append(
                try SteadyClock.time {
                    try GrantFigures.grant(bench.population, number, "one", in: twins.store)
                })
            bare.append(try twins.play(stretch))
        }
        return Figure("grant.one", .milliseconds, found, bare: bare)
    }

    private func nine() throws -> Figure {
        rest()
        let found = try GrantBurst(seconds: bench.settings.burstSeconds).product(bench, on: twins.path)
        rest()
        let bare = try GrantBurst(seconds: bench.settings.burstSeconds).bare(bench, twins, burst)
        return Figure(
            "grant.nine", .milliseconds, found, bare: bare,
            note: "9 × 5/s in bursts beside 8 readers, \(bench.settings.burstSeconds) s each")
    }

    private func disk() throws -> Figure {
        let samples = try DiskProbe(beside: bench.path).samples(bench.settings.longReads * 2)
        return Figure("disk.fdatasync", .milliseconds, samples, note: "4 KiB appended each time")
    }

    /// What was written before is on the disk before anything is timed.
    private func rest() {
        sync()
        Thread.sleep(forTimeInterval: bench.settings.restSeconds)
    }
}
