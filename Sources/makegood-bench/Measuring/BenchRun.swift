/// What one run of the bench measured, of whom and where.
struct BenchRun {
    /// Who is in the store.
    let population: BenchPopulation
    /// The machine.
    let machine: MachineFacts
    /// What was measured.
    let figures: [Figure]

    /// The figure of a name; nil when it was not measured.
    func figure(_ name: String) -> Figure? { figures.first { $0.name == name } }

    /// The figures that miss what they must reach, with the words that say so.
    var missed: [(figure: Figure, reach: Target)] {
        figures.flatMap { figure in
            Target.all.filter { $0.concerns(figure) && !$0.holds(figure, self) }.map { (figure, $0) }
        }
    }
}
