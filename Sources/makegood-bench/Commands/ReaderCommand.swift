import ArgumentParser
import Foundation
import Persistence

/// One of the eight who read customer pages beside a burst.
struct ReaderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "reader", shouldDisplay: false)

    @OptionGroup var options: WorkerOptions

    func run() throws {
        let (store, population) = (try Store.open(at: options.path()), options.population.population())
        let people = population.sample(200, salt: 21)
        var turn = options.number
        while SteadyClock.seconds < options.end {
            _ = try store.customerPage(people[turn % people.count].id, at: BenchPopulation.now)
            turn += GrantBurst.readers
            Thread.sleep(forTimeInterval: GrantBurst.pause)
        }
        try store.close()
    }
}
