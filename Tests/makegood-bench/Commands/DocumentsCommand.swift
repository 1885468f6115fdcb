import ArgumentParser
import Foundation

/// Prints what the bench imports, for programs that are measured otherwise.
struct DocumentsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "documents", abstract: "Print documents of the bench as JSON Lines.")

    @Option(help: "Their kind: customers, verify_receipt or purchase_report.") var kind: DocumentWriter.Kind
    @Option(help: "How many.") var count: Int
    @OptionGroup var options: PopulationOptions

    func run() throws {
        let population = options.population()
        let first = kind == .purchaseReport ? population.reports : population.customers
        let writer = DocumentWriter(population: population)
        FileHandle.standardOutput.write(writer.documents(kind, first..<first + max(0, count)))
    }
}

extension DocumentWriter.Kind: ExpressibleByArgument {}
