import ArgumentParser
import Foundation

/// Makes the store unless it is there, measures, and prints.
struct MeasureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure", abstract: "Measure, and print every figure beside its bare limit.")

    @OptionGroup var options: PopulationOptions
    @Flag(help: "Print one JSON document on standard output.") var json = false
    @Option(help: "Only the figures whose names begin like this, separated by commas.") var only = ""
    @Flag(help: "Few samples: to see that everything runs, not how fast.") var quick = false
    @Flag(help: "Make the store anew.") var rebuild = false
    @Flag(help: "Measure several sizes, and print in Markdown how figures grow.") var growth = false
    @Flag(help: "Count the work of figures instead of timing it, and fail when it grows faster than it may.")
    var work = false
    @Option(
        help:
            "The numbers of customers for --growth (default: 10000,100000,1000000) and --work (default: 300,2400)."
    )
    var sizes: String?
    @Option(help: "Where --growth draws a plot, as SVG.") var plot: String?
    @Option(help: "The product's program (default: the one beside this program).") var program: String?

    func validate() throws {
        let groups = FigureGroup.all
        if let unknown = beginnings.first(where: { name in !groups.contains { $0.has(beginning: name) } }) {
            let names = groups.flatMap { $0.names + $0.families }
            throw ValidationError(
                "No figure is called \(unknown). There are: \(names.joined(separator: ", ")).")
        }
        guard !growth || !work else { throw ValidationError("--growth and --work are asked for apart.") }
        guard !work || sizeList.count > 1 else { throw ValidationError("--work takes two sizes at least.") }
        guard sizeList.allSatisfy({ $0 >= 300 }) && !sizeList.isEmpty else {
            throw ValidationError("--sizes takes numbers of at least 300, separated by commas.")
        }
    }

    @MainActor
    func run() async throws {
        if work { return try await countWork() }
        if growth { return try await measureGrowth() }
        let run = try await measure(options.population(), at: options.path)
        print(try json ? JSONReport(run).text() : TableReport(run).text)
    }

    private var beginnings: [String] { only.split(separator: ",").map(String.init) }
    private var sizeList: [Int] {
        (sizes ?? (work ? "300,2400" : "10000,100000,1000000")).split(separator: ",").map { Int($0) ?? 0 }
    }

    @MainActor
    private func measureGrowth() async throws {
        var runs: [BenchRun] = []
        for size in sizeList { runs.append(try await measure(options.population(of: size), at: nil)) }
        let report = GrowthReport(runs: runs)
        print(report.text)
        if let plot { try Data(GrowthPlot(report.growths).text.utf8).write(to: URL(filePath: plot)) }
    }

    @MainActor
    private func countWork() async throws {
        let (first, last) = (sizeList[0], sizeList[sizeList.count - 1])
        let figures = WorkFigure.all.filter { settings.wants($0.name) }
        let before = try await WorkFigure.counts(figures, on: bench(options.population(of: first), at: nil))
        let after = try await WorkFigure.counts(figures, on: bench(options.population(of: last), at: nil))
        let comparisons = zip(figures, zip(before, after)).map { figure, counts in
            WorkComparison(name: figure.name, growth: figure.growth, sizes: (first, last), counts: counts)
        }
        let report = WorkReport(comparisons: comparisons)
        print(report.text)
        guard report.missed.isEmpty else { throw ExitCode.failure }
    }

    private var settings: BenchSettings { BenchSettings(isQuick: quick || work, only: beginnings) }

    /// A bench on a population's store, which is made unless it is there.
    private func bench(_ population: BenchPopulation, at path: String?) throws -> Bench {
        let progress = ProgressLine()
        let place = try path ?? StorePlace(population).path()
        if rebuild || !StoreFiles(place).exist {
            try StoreBuilder(population: population, progress: progress).build(at: place)
        }
        return Bench(
            population: population, settings: settings, path: place,
            program: program ?? StorePlace.programBeside("makegood"), progress: progress)
    }

    @MainActor
    private func measure(_ population: BenchPopulation, at path: String?) async throws -> BenchRun {
        let bench = try bench(population, at: path)
        let begin = SteadyClock.seconds
        var figures: [Figure] = []
        for group in FigureGroup.all where group.isWanted(bench.settings) {
            bench.progress.say("measuring \(group.names[0]) …")
            figures += try await group.measure(bench)
        }
        bench.progress.say("measured, in \(TableText.number(SteadyClock.seconds - begin)) s")
        return BenchRun(
            population: population, machine: try MachineFacts(beside: bench.path), figures: figures)
    }
}
