import ArgumentParser
import Foundation

/// Lets writers, an importer, checkpoints, readers and consoles work on one store at once, and looks at what is left.
struct StressCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stress",
        abstract: "Share a store among many processes, and check that nothing is lost.",
        discussion: "Exits with 0 when everything held, and with 1 and a list when something did not.")

    @OptionGroup var plan: StressPlan
    @Flag(help: "Kill writers at random moments; others take their place.") var kill = false
    @Flag(help: "Print one JSON document on standard output.") var json = false
    @Option(help: "The product's program (default: the one beside this program).") var program: String?

    func run() throws {
        let folder = try temporaryFolder()
        let path = plan.path ?? folder + "/store.sqlite"
        if !StoreFiles(path).exist {
            try StoreBuilder(population: plan.population, progress: ProgressLine()).build(at: path)
        }
        var run = StressRun(
            plan: plan, path: path, program: program ?? StorePlace.programBeside("makegood"), isKilling: kill)
        let outcome = try run.outcome()
        let report = StressReport(outcome)
        print(try json ? report.json() : report.text)
        guard outcome.held else {
            ProgressLine().say("kept to be looked at: \(path)")
            throw ExitCode(1)
        }
        StressFolder(store: path).remove()
        try FileManager.default.removeItem(atPath: folder)
    }

    private func temporaryFolder() throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "makegood-stress-\(getpid())")
            .path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return folder
    }
}
