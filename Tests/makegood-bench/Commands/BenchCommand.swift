import ArgumentParser

/// The bench: measures the product, or does a part of a figure as a process of its own.
@main
struct BenchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "makegood-bench",
        abstract: "Measure Makegood beside bare SQLite and a bare terminal.",
        subcommands: [
            MeasureCommand.self, LeastCommand.self, DocumentsCommand.self, StressCommand.self,
            WriterCommand.self, ReaderCommand.self,
            BareWriterCommand.self, BareReaderCommand.self, ImporterCommand.self, BulkCommand.self,
            StressWorkerCommand.self, FuzzCommand.self, FuzzWorkerCommand.self,
        ],
        defaultSubcommand: MeasureCommand.self)
}
