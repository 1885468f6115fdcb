import Persistence
import Purchases

/// From the commit of another process to the frame that shows it.
struct CommitFigure {
    /// The figure's name.
    static let name = "commit.onscreen"

    private let bench: Bench
    private let twins: Twins
    private var stretches: [Tape.Stretch] = []

    /// The figure on copies of a bench's store.
    init(_ bench: Bench, _ twins: Twins) { (self.bench, self.twins) = (bench, twins) }

    /// Records what the product writes.
    mutating func record() throws {
        guard bench.settings.wants(CommitFigure.name) else { return }
        for turn in 0..<bench.settings.commits {
            stretches.append(try twins.record { try note(turn, in: $0) })
        }
    }

    /// The figure, as far as it is wanted; beside it the same write and a terminal's echo.
    func figures() throws -> [Figure] {
        guard bench.settings.wants(CommitFigure.name) else { return [] }
        let (probe, terminal) = (
            try ConsoleProbe.console(bench.program, on: twins.path), try BareTerminal()
        )
        defer { probe.close() }
        probe.go([person.idText, KeyNames.enter])
        var (found, bare, unseen) = ([Double](), [Double](), 0)
        for (turn, stretch) in stretches.enumerated() {
            probe.drain()
            let begin = SteadyClock.seconds
            try note(turn, in: twins.store)
            let reaction = probe.listen()
            let limit = try twins.play(stretch)
            guard let reaction else {
                unseen += 1
                continue
            }
            found.append(reaction.first - begin)
            bare.append(limit + (try terminal.echo(reaction.bytes)))
        }
        let note = "from before the write" + (unseen == 0 ? "" : ", \(unseen) were not drawn")
        return [Figure(CommitFigure.name, .milliseconds, found, bare: bare, note: note)]
    }

    private var person: BenchPerson { bench.population.owner(ofLongChain: 0) }

    private func note(_ turn: Int, in store: Store) throws {
        try store.addNote(
            "bench \(turn)", to: person.id, by: StoreBuilder.lead,
            at: BenchPopulation.now + .seconds(Int64(turn)))
    }
}
