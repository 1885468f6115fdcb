/// Which columns of a table fit a width, and where they stand.
struct TableLayout: Hashable, Sendable {
    /// A column that is shown.
    struct Slot: Hashable, Sendable {
        /// Its number among all columns.
        let index: Int
        /// Its first column on the screen.
        let start: Int
        /// Its width.
        let width: Int
    }

    /// The blanks between columns.
    static let gap = 2

    /// The columns shown, from left to right.
    let slots: [Slot]

    /// Lays columns out; those of least priority are dropped until the others have their minimum.
    init(_ columns: [TableColumn], width: Int) {
        var shown = Array(columns.indices)
        while shown.count > 1, Self.total(shown.map { columns[$0].minimum }) > width {
            guard let worst = shown.max(by: { columns[$0].priority <= columns[$1].priority }) else { break }
            shown.removeAll { $0 == worst }
        }
        var widths = Dictionary(uniqueKeysWithValues: shown.map { ($0, min(columns[$0].minimum, width)) })
        var rest = max(0, width - Self.total(shown.map { columns[$0].minimum }))
        for index in shown.sorted(by: { (columns[$0].priority, $0) < (columns[$1].priority, $1) }) {
            guard let ideal = columns[index].ideal else { continue }
            let more = min(rest, ideal - columns[index].minimum)
            widths[index, default: 0] += more
            rest -= more
        }
        let flexible = shown.filter { columns[$0].ideal == nil }
        for (order, index) in flexible.enumerated() {
            widths[index, default: 0] += rest / flexible.count + (order < rest % flexible.count ? 1 : 0)
        }
        var start = 0
        slots = shown.map { index in
            let slot = Slot(index: index, start: start, width: widths[index, default: 0])
            start += slot.width + Self.gap
            return slot
        }
    }

    private static func total(_ widths: [Int]) -> Int {
        widths.reduce(0, +) + gap * max(0, widths.count - 1)
    }
}
