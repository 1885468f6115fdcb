import Foundation

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

/// One panel of a plot: the lines of a group's figures, named at their ends.
struct PlotPanel {
    /// How wide and how high panels are.
    static let (width, height) = (480, 260)

    /// What is written above it.
    let title: String
    /// The figures; of many, those that take longest are drawn.
    let growths: [FigureGrowth]

    private static let most = 8
    private static let colors = [
        "#3b82d0", "#d9822b", "#3a9d5d", "#c2548a", "#8a63d2", "#a08a2c", "#2a9d9d", "#d4574e",
    ]
    private static let (left, right, top, bottom) = (52.0, 300.0, 34.0, 224.0)
    private static let lineHeight = 13.0

    /// What is inside the panel's group.
    var text: String {
        let shown = self.shown
        let scale = PlotScale(shown.flatMap(\.points))
        let lines = zip(shown, PlotPanel.labelPlaces(shown.map { y($0.points.last, scale) })).enumerated()
        return
            ([heading(shown.count)] + axes(scale)
            + lines.map { index, line in
                draw(line.0, labelAt: line.1, PlotPanel.colors[index % PlotPanel.colors.count], scale)
            }).joined(separator: "\n")
    }

    private var shown: [FigureGrowth] {
        let slowest = growths.sorted { ($0.points.last?.median ?? 0) > ($1.points.last?.median ?? 0) }
        return Array(slowest.prefix(PlotPanel.most))
    }

    private func heading(_ count: Int) -> String {
        let words = count < growths.count ? "\(title), the highest \(count) of \(growths.count)" : title
        return "<text x=\"8\" y=\"18\" font-size=\"13\" font-weight=\"bold\">\(words)</text>"
    }

    private func axes(_ scale: PlotScale) -> [String] {
        let (left, right) = (PlotPanel.left, PlotPanel.right)
        let across = scale.decades.map { value in
            let y = PlotPanel.bottom - scale.height(value) * (PlotPanel.bottom - PlotPanel.top)
            return PlotPanel.line([(left, y), (right, y)], "#808890", width: 0.3)
                + "<text x=\"\(left - 6)\" y=\"\(PlotPanel.round(y + 4))\" text-anchor=\"end\">\(PlotPanel.tick(value))</text>"
        }
        let up = scale.sizes.map { size in
            let x = x(size, scale)
            return PlotPanel.line([(x, PlotPanel.top), (x, PlotPanel.bottom)], "#808890", width: 0.3)
                + "<text x=\"\(PlotPanel.round(x))\" y=\"\(PlotPanel.bottom + 16)\" text-anchor=\"middle\">\(GrowthReport.count(size))</text>"
        }
        let unit =
            "<text x=\"\(right + 40)\" y=\"\(PlotPanel.bottom + 16)\">customers</text>"
        return across + up + [unit]
    }

    private func draw(_ growth: FigureGrowth, labelAt place: Double, _ color: String, _ scale: PlotScale)
        -> String
    {
        let points = growth.points.map { (x($0.customers, scale), y($0, scale)) }
        let end = points.last ?? (PlotPanel.right, place)
        let leader = [end, (end.0 + 8, place), (end.0 + 12, place)]
        return PlotPanel.line(points, color, width: 1.8) + PlotPanel.line(leader, color, width: 0.6)
            + "<text x=\"\(PlotPanel.round(end.0 + 15))\" y=\"\(PlotPanel.round(place + 4))\" fill=\"\(color)\">\(growth.label)</text>"
    }

    private func x(_ size: Int, _ scale: PlotScale) -> Double {
        PlotPanel.left + scale.breadth(size) * (PlotPanel.right - PlotPanel.left)
    }

    private func y(_ point: FigureGrowth.Point?, _ scale: PlotScale) -> Double {
        PlotPanel.bottom - scale.height(point?.median ?? 1) * (PlotPanel.bottom - PlotPanel.top)
    }

    /// Where labels stand beside ends of lines, so that none covers another: those given run downwards.
    static func labelPlaces(_ ends: [Double]) -> [Double] {
        var places: [Double] = []
        for end in ends { places.append(max(end, (places.last ?? -.infinity) + lineHeight)) }
        // Pushed below the panel they move up again, from the last one on.
        var limit = bottom
        for index in places.indices.reversed() {
            places[index] = min(places[index], limit)
            limit = places[index] - lineHeight
        }
        return places
    }

    private static func line(_ points: [(Double, Double)], _ color: String, width: Double) -> String {
        let places = points.map { "\(round($0.0)),\(round($0.1))" }.joined(separator: " ")
        return "<polyline points=\"\(places)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"\(width)\"/>"
    }

    private static func round(_ value: Double) -> Double { (value * 10).rounded() / 10 }

    private static func tick(_ value: Double) -> String {
        value < 1 ? String(format: "%g", value) : value.formatted(.number.notation(.compactName))
    }
}

/// Where values lie on a panel's two logarithmic axes, from 0 to 1.
struct PlotScale {
    /// The sizes that were measured.
    let sizes: [Int]
    /// The powers of ten around the values, the lowest first.
    let decades: [Double]

    /// A scale with room for all points.
    init(_ points: [FigureGrowth.Point]) {
        sizes = Set(points.map(\.customers)).sorted()
        let powers = points.map { log10($0.median) }
        let (low, high) = ((powers.min() ?? 0).rounded(.down), (powers.max() ?? 1).rounded(.up))
        decades = stride(from: low, through: max(high, low + 1), by: 1).map { pow(10, $0) }
    }

    /// How far to the right a size lies.
    func breadth(_ size: Int) -> Double {
        PlotScale.share(Double(size), Double(sizes.first ?? 1), Double(sizes.last ?? 1))
    }

    /// How far up a value lies.
    func height(_ value: Double) -> Double {
        PlotScale.share(value, decades.first ?? 1, decades.last ?? 10)
    }

    private static func share(_ value: Double, _ low: Double, _ high: Double) -> Double {
        high > low ? log10(value / low) / log10(high / low) : 0.5
    }
}
