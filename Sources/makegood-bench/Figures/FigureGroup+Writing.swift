import Persistence

extension FigureGroup {
    /// What changes a store: on a copy, so that the kept store stays as it was made.
    static let writing = FigureGroup(
        names: [CommitFigure.name] + GrantFigures.names + ImportFigures.names + SignedFigures.names
    ) { bench in
        bench.progress.say("copying the store")
        let scratch = try Scratch(of: bench.path, at: bench.place("writing"))
        defer { scratch.remove() }
        return try CommitFigure(bench, scratch).figures() + GrantFigures(bench, scratch).figures()
            + ImportFigures(bench, scratch).figures() + SignedFigures(bench).figures()
    }
}
