/// How figures grow, drawn as SVG: a panel for each group, both axes logarithmic.
///
/// Nothing is behind it, and its colours are of middling lightness: it can be read on white and on black.
struct GrowthPlot {
    private static let columns = 2

    private let panels: [PlotPanel]

    /// The plot of figures that were measured at two sizes or more.
    init(_ growths: [FigureGrowth]) {
        var groups: [(name: String, growths: [FigureGrowth])] = []
        for growth in growths where growth.points.count > 1 && growth.points.allSatisfy({ $0.median > 0 }) {
            let name = "\(growth.group), \(growth.unit.rawValue)"
            if let index = groups.firstIndex(where: { $0.name == name }) {
                groups[index].growths.append(growth)
            } else {
                groups.append((name, [growth]))
            }
        }
        panels = groups.map { PlotPanel(title: $0.name, growths: $0.growths) }
    }

    /// The whole file.
    var text: String {
        let rows = (panels.count + GrowthPlot.columns - 1) / GrowthPlot.columns
        let (width, height) = (GrowthPlot.columns * PlotPanel.width, rows * PlotPanel.height)
        let drawn = panels.enumerated().map { index, panel in
            let (row, column) = index.quotientAndRemainder(dividingBy: GrowthPlot.columns)
            return """
                <g transform="translate(\(column * PlotPanel.width),\(row * PlotPanel.height))">
                \(panel.text)
                </g>
                """
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" \
            font-family="sans-serif" font-size="11" fill="#808890">
            <title>How medians grow with the number of customers</title>
            \(drawn.joined(separator: "\n"))
            </svg>

            """
    }
}
