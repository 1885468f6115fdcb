import Persistence

extension FigureGroup {
    /// What changes a store: on copies, so that the kept store stays as it was made.
    static let writing = FigureGroup(
        names: [CommitFigure.name] + GrantFigures.names + ImportFigures.names
    ) { bench in
        bench.progress.say("copying the store")
        let twins = try Twins(of: bench.path, beside: bench.place("writing"))
        var commits = CommitFigure(bench, twins)
        var grants = GrantFigures(bench, twins)
        var imports = ImportFigures(bench, twins)
        try commits.record()
        try grants.record()
        try imports.record()
        let figures = try commits.figures() + grants.figures() + imports.figures()
        try twins.remove()
        return figures
    }
}
