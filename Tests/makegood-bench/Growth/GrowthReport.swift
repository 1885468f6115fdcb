import Foundation

/// How figures grow with the number of customers, as Markdown.
struct GrowthReport {
    /// The runs, the smallest first.
    let runs: [BenchRun]

    /// The machine, a table, and what grows faster than it may.
    var text: String {
        let head = ["figure", "unit"] + runs.map { GrowthReport.count($0.population.customers) } + ["growth"]
        let rule = ["---", "---"] + (runs.map { _ in "--:" }) + ["--:"]
        let table = ([head, rule] + growths.map(row)).map { "| \($0.joined(separator: " | ")) |" }
        return ([runs.first?.machine.line ?? "", ""] + table + ["", missed]).joined(separator: "\n")
    }

    /// Every figure's growth, in the order of the runs' figures.
    var growths: [FigureGrowth] {
        (runs.first?.figures ?? []).map { figure in
            FigureGrowth(
                name: figure.name, unit: figure.unit,
                points: runs.compactMap { run in
                    run.figure(figure.name)?.samples.p50.map {
                        FigureGrowth.Point(customers: run.population.customers, median: $0)
                    }
                })
        }
    }

    private func row(_ growth: FigureGrowth) -> [String] {
        let cells = runs.map { run in
            TableText.number(growth.points.first { $0.customers == run.population.customers }?.median)
        }
        let factor = growth.factor.map { "\(TableText.number($0)) ×" } ?? "–"
        return ["`\(growth.name)`", growth.unit.rawValue] + cells + [factor]
    }

    private var missed: String {
        let lines = growths.compactMap { growth -> String? in
            guard let factor = growth.factor, let limit = growth.limit, factor > limit else { return nil }
            return
                "- `\(growth.name)` grows \(TableText.number(factor)) times, at most \(Int(limit)) are to be reached"
        }
        return lines.isEmpty
            ? "No figure grows faster than it may." : lines.joined(separator: "\n")
    }

    /// A number of customers as powers of ten write it, if they do.
    static func count(_ customers: Int) -> String {
        let power = log10(Double(customers))
        guard power == power.rounded() else { return String(customers) }
        let digits = Array("⁰¹²³⁴⁵⁶⁷⁸⁹")
        return "10" + String(String(Int(power)).compactMap { $0.wholeNumberValue.map { digits[$0] } })
    }
}

/// How one figure's median grows with the number of customers.
struct FigureGrowth {
    /// A median at a size.
    struct Point: Equatable {
        /// How many customers there were.
        let customers: Int
        let median: Double
    }

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
