import ArgumentParser
internal import FileStore
import Foundation
import Persistence

/// One of those who write in bursts.
struct WriterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "writer", shouldDisplay: false)

    @OptionGroup var options: WorkerOptions
    @Option var report: String

    func run() throws {
        let (store, population) = (try Store.open(at: options.path()), options.population.population())
        let shift = TicketShift()
        var times: [Double] = []
        for turn in 0..<options.seconds * Burst.perSecond {
            Burst.await(turn, from: options.begin)
            let number = turn * options.work.writers + options.number
            times.append(
                try SteadyClock.time {
                    switch options.work {
                    case .grants: try GrantFigures.grant(population, number, "burst", in: store)
                    case .tickets: try shift.act(number, in: store)
                    }
                })
        }
        try store.close()
        try Data(times.map { "\($0)\n" }.joined().utf8).write(to: URL(filePath: report))
    }
}

/// One of the eight who read customer pages beside a burst.
struct ReaderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "reader", shouldDisplay: false)

    @OptionGroup var options: WorkerOptions

    func run() throws {
        let (store, population) = (try Store.open(at: options.path()), options.population.population())
        let people = population.sample(200, salt: 21)
        var turn = options.number
        while SteadyClock.seconds < options.end {
            _ = try store.wholePage(
                of: CustomerQuery(people[turn % people.count].id), at: BenchPopulation.now)
            turn += Burst.readers
            Thread.sleep(forTimeInterval: Burst.pause)
        }
        try store.close()
    }
}

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

/// One of those who repeat recorded writes in bursts.
struct BareWriterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "bare-writer", shouldDisplay: false)

    @OptionGroup var options: WorkerOptions
    @Option var tape: String
    @Option var report: String

    func run() throws {
        let (recording, path) = (try Recording(contentsOf: tape), try options.path())
        let connection = try BareConnection(path, cache: BareConnection.writerCache)
        try connection.prepare(recording.tape)
        let lock = try BareLock(store: path)
        let counter = open(tape + ".turn", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(counter) }
        let times = try (0..<options.seconds * Burst.perSecond).map { turn in
            Burst.await(turn, from: options.begin)
            let begin = SteadyClock.seconds
            try lock.hold {
                let number = BareWriterCommand.next(counter)
                _ = try connection.play(recording.tape, recording.stretches[number])
            }
            // As in the product: after the answer, and not by somebody for whom others wait.
            defer { lock.holdIfFree { connection.writeBack() } }
            return SteadyClock.seconds - begin
        }
        try Data(times.map { "\($0)\n" }.joined().utf8).write(to: URL(filePath: report))
    }

    /// Whose turn it is, counted under the lock: what was recorded fits only in its order.
    private static func next(_ counter: Int32) -> Int {
        var number = 0
        _ = pread(counter, &number, MemoryLayout<Int>.size, 0)
        var following = number + 1
        _ = pwrite(counter, &following, MemoryLayout<Int>.size, 0)
        return number
    }
}

/// One of the eight who repeat recorded customer pages beside a burst.
struct BareReaderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "bare-reader", shouldDisplay: false)

    @OptionGroup var options: WorkerOptions
    @Option var tape: String

    func run() throws {
        let recording = try Recording(contentsOf: tape)
        let pages = recording.stretches.dropFirst(options.work.acts(in: options.seconds))
        let connection = try BareConnection(options.path())
        try connection.prepare(recording.tape)
        var turn = options.number
        while SteadyClock.seconds < options.end {
            _ = try connection.play(recording.tape, pages[pages.startIndex + turn % pages.count])
            turn += Burst.readers
            Thread.sleep(forTimeInterval: Burst.pause)
        }
    }
}

/// What a process of a crew is told.
struct WorkerOptions: ParsableArguments {
    @OptionGroup var population: PopulationOptions
    @Option var number: Int
    @Option var seconds: Int
    @Option var begin: Double
    @Option var work = Burst.Work.grants

    /// When it ends, on the steady clock.
    var end: Double { begin + Double(seconds) }

    /// The store's path.
    func path() throws -> String {
        guard let path = population.path else { throw ValidationError("--path is missing.") }
        return path
    }
}
