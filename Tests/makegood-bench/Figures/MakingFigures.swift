extension FigureGroup {
    /// How the store was made, whenever that was: all of it, and of each kind the last tenth beside the first.
    static let making = FigureGroup(names: [makingName] + made.map { "\(makingName).\($0)" }) { bench in
        guard let making = try StoreMaking(besideStore: bench.path) else { return [] }
        let rates = made.compactMap { kind in
            making.ends(of: kind).map { ends in
                Figure(
                    "\(makingName).\(kind)", .perSecond, ends.last, bare: ends.first,
                    note: "the last tenth, bare: the first")
            }
        }
        return ([Figure(makingName, .minutes, [making.seconds])] + rates).filter {
            bench.settings.wants($0.name)
        }
    }

    /// What the figure of the whole making is called.
    static let makingName = "making"

    private static let made = DocumentWriter.Kind.allCases.map(\.rawValue) + ["grants"]
}
