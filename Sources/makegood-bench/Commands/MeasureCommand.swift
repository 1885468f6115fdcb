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
    @Option(help: "The numbers of customers for --growth.") var sizes = "10000,100000,1000000"
    @Option(help: "Where --growth draws a plot, as SVG.") var plot: String?
    @Option(help: "The product's program (default: the one beside this program).") var program: String?

    func validate() throws {
        if let unknown = beginnings.first(where: { name in !names.contains { $0.hasPrefix(name) } }) {
            throw ValidationError(
                "No figure is called \(unknown). There are: \(names.joined(separator: ", ")).")
        }
        guard !growth || sizeList.allSatisfy({ $0 >= 300 }) && !sizeList.isEmpty else {
            throw ValidationError("--sizes takes numbers of at least 300, separated by commas.")
        }
    }

    @MainActor
    func run() async throws {
        guard growth else {
            let run = try await measure(options.population(), at: options.path)
            return print(try json ? JSONReport(run).text() : TableReport(run).text)
        }
        var runs: [BenchRun] = []
        for size in sizeList { runs.append(try await measure(options.population(of: size), at: nil)) }
        let report = GrowthReport(runs: runs)
        print(report.text)
        if let plot { try Data(GrowthPlot(report.growths).text.utf8).write(to: URL(filePath: plot)) }
    }

    private var names: [String] { FigureGroup.all.flatMap(\.names) }
    private var beginnings: [String] { only.split(separator: ",").map(String.init) }
    private var sizeList: [Int] { sizes.split(separator: ",").compactMap { Int($0) } }

    @MainActor
    private func measure(_ population: BenchPopulation, at path: String?) async throws -> BenchRun {
        let progress = ProgressLine()
        let place = try path ?? StorePlace(population).path()
        if rebuild || !StoreFiles(place).exist {
            try StoreBuilder(population: population, progress: progress).build(at: place)
        }
        let settings = BenchSettings(isQuick: quick, only: beginnings)
        let bench = Bench(
            population: population, settings: settings, path: place,
            program: program ?? StorePlace.programBeside("makegood"), progress: progress)
        let begin = SteadyClock.seconds
        var figures: [Figure] = []
        for group in FigureGroup.all where group.names.contains(where: settings.wants) {
            progress.say("measuring \(group.names[0]) …")
            figures += try await group.measure(bench)
        }
        progress.say("measured, in \(TableText.number(SteadyClock.seconds - begin)) s")
        return BenchRun(population: population, machine: try MachineFacts(beside: place), figures: figures)
    }
}
