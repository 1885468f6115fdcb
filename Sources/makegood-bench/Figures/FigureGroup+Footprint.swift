import Foundation

extension FigureGroup {
    /// What a console takes of the machine, and a store of the disk.
    static let footprint = FigureGroup(names: ["memory.tour", "idle.cpu", "disk.per_transaction"]) { bench in
        var figures: [Figure] = []
        if bench.settings.wants("memory.tour") || bench.settings.wants("idle.cpu") {
            figures += try console(bench)
        }
        let count = bench.population.transactions + bench.population.longChains.reduce(0, +)
        figures.append(
            Figure("disk.per_transaction", .bytes, [Double(StoreFiles(bench.path).size) / Double(count)]))
        return figures.filter { bench.settings.wants($0.name) }
    }

    private static func console(_ bench: Bench) throws -> [Figure] {
        let probe = try ConsoleProbe.console(bench.program, on: bench.path)
        defer { probe.close() }
        for place in KeyPlace.all {
            for key in place.way { _ = probe.press(key, patience: 500) }
            for stroke in place.strokes { _ = probe.press(stroke.forth, patience: 500) }
            for key in KeyPlace.home { _ = probe.press(key, patience: 60) }
        }
        let memory = try ProcessFacts(probe.process).residentBytes()
        let before = try ProcessFacts(probe.process).cpuSeconds()
        Thread.sleep(forTimeInterval: bench.settings.idleSeconds)
        let used = try ProcessFacts(probe.process).cpuSeconds() - before
        return [
            Figure("memory.tour", .megabytes, [Double(memory)]),
            Figure("idle.cpu", .percent, [used / bench.settings.idleSeconds]),
        ]
    }
}
