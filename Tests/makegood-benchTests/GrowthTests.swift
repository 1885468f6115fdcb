import Foundation
import Testing

@testable import makegood_bench

/// What several sizes say about one figure, in numbers and drawn.
struct GrowthTests {
    private func growth(_ name: String, _ medians: [Double]) -> FigureGrowth {
        let points = zip([10_000, 100_000, 1_000_000], medians).map {
            FigureGrowth.Point(customers: $0, median: $1)
        }
        return FigureGrowth(name: name, unit: .microseconds, points: points)
    }

    @Test func growthComparesTheLastSizeWithTheFirst() {
        #expect(growth("lookup.email", [10, 15, 25]).factor == 2.5)
        #expect(growth("lookup.email", [10]).factor == nil)
        #expect(growth("lookup.email", [0, 1]).factor == nil)
    }

    @Test(arguments: [("key.tickets.move", 2.0), ("lookup.email", 3), ("open.process", nil)])
    func keysAndLookUpsMayGrowLittle(name: String, limit: Double?) {
        #expect(growth(name, [1]).limit == limit)
    }

    @Test func figuresAreDrawnWithTheirLikes() {
        #expect(growth("import.full.customers.documents", []).group == "import.full")
        #expect(growth("import.full.customers.documents", []).label == "customers.documents")
        #expect(growth("key.tickets.move", []).group == "key")
        #expect(growth("tickets.page.1", []).group == "page")
    }

    @Test func everyFigureIsDrawnAndNamed() throws {
        let names = ["lookup.email", "lookup.order_id", "page.customer"]
        let plot = GrowthPlot(names.map { growth($0, [12, 90, 1400]) } + [growth("idle.cpu", [0, 1])])
        let parser = XMLReading()
        #expect(parser.reads(plot.text))
        #expect(parser.texts.isSuperset(of: ["email", "order_id", "customer"]))
        #expect(!parser.texts.contains("cpu"))
        #expect(parser.texts.isSuperset(of: ["lookup, µs", "10⁴", "10⁶", "10", "10K"]))
    }

    @Test func labelsStandApartAndInsideThePanel() {
        let places = PlotPanel.labelPlaces([40, 41, 220, 222, 223])
        for (upper, lower) in zip(places, places.dropFirst()) { #expect(lower - upper >= 12.9) }
        #expect(places.allSatisfy { (34...224).contains($0) })
    }

    @Test func aScaleHasRoomForAllPoints() {
        let scale = PlotScale([.init(customers: 10_000, median: 3), .init(customers: 100_000, median: 3000)])
        #expect(scale.decades == [1, 10, 100, 1000, 10_000])
        #expect([10_000, 100_000].map(scale.breadth) == [0, 1])
        #expect(scale.height(100) == 0.5)
    }
}
