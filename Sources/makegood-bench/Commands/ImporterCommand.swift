import ArgumentParser
import Foundation
import Persistence

/// Brings receipts of people to come, one part after the other, until its time is over.
struct ImporterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "importer", shouldDisplay: false)

    private static let part = 200

    @OptionGroup var options: WorkerOptions

    func run() throws {
        let (store, population) = (try Store.open(at: options.path()), options.population.population())
        // Far behind the people whom other figures bring.
        var number = population.customers + 10_000_000
        while SteadyClock.seconds < options.end {
            let numbers = number..<number + ImporterCommand.part
            try ImportFigures.bring(
                DocumentWriter(population: population).documents(.verifyReceipt, numbers), to: store)
            number = numbers.upperBound
        }
        try store.close()
    }
}
