import ArgumentParser
import Foundation
import Persistence

/// One of the nine who give grants in bursts.
struct WriterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "writer", shouldDisplay: false)

    @OptionGroup var options: WorkerOptions
    @Option var report: String

    func run() throws {
        let (store, population) = (try Store.open(at: options.path()), options.population.population())
        var times: [Double] = []
        for turn in 0..<options.seconds * GrantBurst.perSecond {
            GrantBurst.await(turn, from: options.begin)
            let grant = turn * GrantBurst.writers + options.number
            times.append(
                try SteadyClock.time { try GrantFigures.grant(population, grant, "burst", in: store) })
        }
        try store.close()
        try Data(times.map { "\($0)\n" }.joined().utf8).write(to: URL(filePath: report))
    }
}
