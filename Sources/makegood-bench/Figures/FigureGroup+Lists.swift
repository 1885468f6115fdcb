extension FigureGroup {
    /// Pages of lists: the first, and one far behind it.
    static let lists = FigureGroup(names: ReadList.all.flatMap(\.names)) { bench in
        let reads = try ReadBench(bench)
        let wanted = ReadList.all.filter { $0.names.contains(where: bench.settings.wants) }
        let figures = try wanted.flatMap { try $0.figures(reads) }
        try reads.close()
        return figures
    }
}
