/// How one figure's median grows with the number of customers.
struct FigureGrowth {
    /// A median at a size.
    struct Point: Equatable {
        /// How many customers there were.
        let customers: Int
        /// The median.
        let median: Double
    }

    /// The figure's name.
    let name: String
    /// The unit of its medians.
    let unit: Unit
    /// The medians, the smallest size first.
    let points: [Point]

    /// How many times the last median is the first; nil where one of them is missing or nothing.
    var factor: Double? {
        guard let first = points.first, let last = points.last, points.count > 1, first.median > 0 else {
            return nil
        }
        return last.median / first.median
    }

    /// How many times it may grow from 10⁴ to 10⁶ customers; nil where nothing is to be reached.
    var limit: Double? {
        name.hasPrefix("key.") ? 2 : name.hasPrefix("lookup.") ? 3 : nil
    }

    /// What it is drawn with: pages of all lists together, imports by their place, others by the first part of the name.
    var group: String {
        let parts = name.split(separator: ".").map(String.init)
        if parts.dropFirst().first == "page" { return "page" }
        return parts.prefix(parts.first == "import" ? 2 : 1).joined(separator: ".")
    }

    /// What it is called among its group.
    var label: String { name.hasPrefix(group + ".") ? String(name.dropFirst(group.count + 1)) : name }
}
