import Foundation

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
