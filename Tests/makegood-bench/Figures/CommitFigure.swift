internal import FileStore
import Persistence
import Purchases

/// From the commit of another process to the frame that shows it.
struct CommitFigure {
    static let name = "commit.onscreen"

    private let bench: Bench
    private let scratch: Scratch

    /// The figure on a copy of a bench's store.
    init(_ bench: Bench, _ scratch: Scratch) { (self.bench, self.scratch) = (bench, scratch) }

    /// The figure, as far as it is wanted; beside it the same write and a terminal's echo.
    func figures() throws -> [Figure] {
        guard bench.settings.wants(CommitFigure.name) else { return [] }
        let turns = 0..<bench.settings.commits
        let limits = try scratch.play(
            scratch.record(turns.map { turn in { try note("recorded \(turn)", in: $0) } }))
        let (probe, terminal) = (
            try ConsoleProbe.console(bench.program, on: scratch.path), try BareTerminal()
        )
        defer { probe.close() }
        probe.go([person.idText, KeyNames.enter])
        let store = try Store.open(at: scratch.path)
        var (found, bare) = ([Double](), [Double]())
        for (turn, limit) in zip(turns, limits) {
            probe.drain()
            let begin = SteadyClock.seconds
            try note("bench \(turn)", in: store)
            guard let reaction = probe.listen() else { continue }
            found.append(reaction.first - begin)
            bare.append(limit + (try terminal.echo(reaction.bytes)))
        }
        try store.close()
        let unseen = turns.count - found.count
        let words = "from before the write" + (unseen == 0 ? "" : ", \(unseen) were not drawn")
        return [Figure(CommitFigure.name, .milliseconds, found, bare: bare, note: words)]
    }

    private var person: BenchPerson { bench.population.owner(ofLongChain: 0) }

    private func note(_ text: String, in store: Store) throws {
        try store.act(.note(text), on: person.id, by: StoreBuilder.lead, at: BenchPopulation.now)
    }
}

extension FigureGroup {
    /// What changes a store: on a copy, so that the kept store stays as it was made.
    static let writing = FigureGroup(
        names: [CommitFigure.name] + GrantFigures.names + TicketFigures.names + BulkFigures.names
            + ImportFigures.names + SignedFigures.names + ElsewhereFigures.names
    ) { bench in
        bench.progress.say("copying the store")
        let scratch = try Scratch(of: bench.path, at: bench.place("writing"))
        defer { scratch.remove() }
        return try CommitFigure(bench, scratch).figures() + GrantFigures(bench, scratch).figures()
            + TicketFigures(bench, scratch).figures() + BulkFigures(bench, scratch).figures()
            + ImportFigures(bench, scratch).figures()
            + SignedFigures(bench).figures() + ElsewhereFigures(bench, scratch).figures()
    }
}
