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

/// What the kernel says of a process.
struct ProcessFacts {
    private let process: pid_t

    /// The facts of a process.
    init(_ process: pid_t) { self.process = process }

    /// The memory it holds, in bytes.
    func residentBytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        let number = line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        guard let number else { throw BenchError("the kernel does not say how much memory a process holds") }
        return number * 1024
    }

    /// How long it has worked, in seconds.
    ///
    /// Source: proc_pid_stat(5), the fields utime and stime.
    func cpuSeconds() throws -> Double {
        let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        // The name, in brackets, may hold blanks.
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
            throw BenchError("the kernel does not say how long a process has worked")
        }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
