import ArgumentParser

/// One of those who work on the store in a stress run.
struct StressWorkerCommand: ParsableCommand {
    /// What a process of a run does.
    enum Role: String, ExpressibleByArgument {
        /// Writes as fast as it is answered.
        case writer
        /// Reads what consoles show.
        case reader
        /// Reads as the app's backend does.
        case backend
        /// Imports.
        case importer
        /// Checkpoints all the time.
        case checkpointer
    }

    static let configuration = CommandConfiguration(commandName: "stress-worker", shouldDisplay: false)

    @OptionGroup var plan: StressPlan
    @Option var role: Role
    @Option var number = 0
    @Flag var replacement = false

    func run() throws {
        switch role {
        case .writer: try StressWriter(plan: plan, number: number, isReplacement: replacement).run()
        case .reader: try StressReader(plan: plan).run()
        case .backend: try StressBackend(plan: plan).run()
        case .importer: try StressImporter(plan: plan).run()
        case .checkpointer: try StressCheckpointer(plan: plan).run()
        }
    }
}
