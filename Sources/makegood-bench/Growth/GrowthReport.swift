import Foundation

/// How figures grow with the number of customers, as Markdown.
struct GrowthReport {
    /// The runs, the smallest first.
    let runs: [BenchRun]

    /// A table and a plot.
    var text: String {
        let head = ["figure", "unit"] + runs.map { GrowthReport.count($0.population.customers) } + ["growth"]
        let rule = head.map { _ in "---" }
        let table = ([head, rule] + names.map(row)).map { "| \($0.joined(separator: " | ")) |" }
        return ([runs.first?.machine.line ?? "", ""] + table + ["", plot]).joined(separator: "\n")
    }

    private var names: [String] { runs.first?.figures.map(\.name) ?? [] }

    private func median(_ name: String, _ run: BenchRun) -> Double? {
        run.figures.first { $0.name == name }?.samples.p50
    }

    private func row(_ name: String) -> [String] {
        let values = runs.map { median(name, $0) }
        let unit = runs.first?.figures.first { $0.name == name }?.unit.rawValue ?? ""
        return ["`\(name)`", unit] + values.map { TableText.number($0) } + [growth(values)]
    }

    private func growth(_ values: [Double?]) -> String {
        guard let first = values.first.flatMap({ $0 }), let last = values.last.flatMap({ $0 }), first > 0
        else {
            return "–"
        }
        return "\(TableText.number(last / first)) ×"
    }

    /// Each figure against its own smallest size: a step is a doubling.
    private var plot: String {
        let lines = names.flatMap { name -> [[String]] in
            let values = runs.map { median(name, $0) }
            guard let base = values.first.flatMap({ $0 }), base > 0 else { return [] }
            return zip(runs, values).enumerated().map { index, pair in
                let bar = pair.1.map { GrowthReport.bar($0 / base) } ?? ""
                return [index == 0 ? name : "", GrowthReport.count(pair.0.population.customers), bar]
            }
        }
        return "```text\n" + TableText.aligned(lines) + "\n```"
    }

    /// Four blocks for no growth, two more for each doubling, two fewer for each halving.
    private static func bar(_ growth: Double) -> String {
        String(repeating: "█", count: max(1, min(40, Int((4 + 2 * log2(growth)).rounded()))))
    }

    private static func count(_ customers: Int) -> String {
        let power = log10(Double(customers))
        guard power == power.rounded() else { return String(customers) }
        let digits = Array("⁰¹²³⁴⁵⁶⁷⁸⁹")
        return "10" + String(String(Int(power)).compactMap { $0.wholeNumberValue.map { digits[$0] } })
    }
}
