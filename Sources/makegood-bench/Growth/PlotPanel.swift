import Foundation

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
