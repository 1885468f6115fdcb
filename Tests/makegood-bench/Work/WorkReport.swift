/// How the work of figures grows from one size of the store to another, as people read it.
struct WorkReport {
    /// The figures, each at both sizes.
    let comparisons: [WorkComparison]

    /// The figures whose steps grow faster than they may.
    var missed: [WorkComparison] { comparisons.filter { !$0.holds } }

    /// A table, and of each figure that grows too fast the statement that does.
    var text: String {
        let sizes = comparisons.first?.sizes ?? (first: 0, last: 0)
        let heading = "steps of SQLite's for each act, among \(sizes.first) customers and among \(sizes.last)"
        return [heading, "", TableText.aligned(rows), "", words].joined(separator: "\n")
    }

    private var rows: [[String]] {
        [["figure", "steps", "steps", "rows", "rows", "times", "at most", "grows with"]]
            + comparisons.map { comparison in
                let (first, last) = comparison.counts
                let numbers = [
                    first.steps, last.steps, first.rows, last.rows, comparison.factor, comparison.limit,
                ]
                return [comparison.name] + numbers.map { TableText.number($0) } + [comparison.growth.words]
            }
    }

    private var words: String {
        guard !missed.isEmpty else { return "No figure's work grows faster than it may." }
        return
            (["Growing faster than they may:"]
            + missed.map { comparison in
                "  \(comparison.name), most of it: \(WorkReport.line(comparison.worst ?? ""))"
            }).joined(separator: "\n")
    }

    private static func line(_ sql: String) -> String {
        String(sql.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(300))
    }
}
