import Foundation
import Persistence
import Testing

@testable import makegood_bench

/// What figures may cost more in a larger store is judged by what they declare, and what does more is seen.
struct WorkTests {
    private func count(_ steps: Int, rows: Int = 1, _ sql: String = "SELECT 1") -> WorkCount {
        WorkCount(of: 1, rows: rows, sql, steps: steps)
    }

    private func comparison(
        _ growth: WorkGrowth, _ first: WorkCount, _ last: WorkCount
    ) -> WorkComparison {
        WorkComparison(name: "a", growth: growth, sizes: (300, 2400), counts: (first, last))
    }

    @Test func whatIsConstantMayTakeHalfMore() {
        #expect(comparison(.constant, count(100), count(150)).holds)
        #expect(!comparison(.constant, count(100), count(151)).holds)
    }

    @Test func whatFollowsATreeMayGrowWithItsHeight() {
        #expect(comparison(.logarithmic, count(100), count(199)).holds)
        #expect(!comparison(.logarithmic, count(100), count(201)).holds)
    }

    @Test func whatShowsMoreMayTakeAsManyTimesMore() {
        #expect(comparison(.rows, count(100, rows: 10), count(300, rows: 20)).holds)
        #expect(!comparison(.rows, count(100, rows: 10), count(301, rows: 20)).holds)
        #expect(
            !comparison(.rows, count(100, rows: 10), count(151, rows: 5)).holds, "fewer rows ask for no less")
    }

    @Test func theStatementThatGrewIsNamed() {
        let (first, last) = (count(10, "SELECT a"), count(100, "SELECT\n  b"))
        let report = WorkReport(comparisons: [comparison(.constant, first, last)])
        #expect(report.missed.count == 1)
        #expect(report.text.contains("a, most of it: SELECT b"))
        #expect(WorkReport(comparisons: [comparison(.constant, first, first)]).missed.isEmpty)
    }

    /// A figure that is added is counted, or is of a kind that is not.
    @Test func everyFigureOfWorkIsCounted() {
        let uncounted = [
            "making", "awaited.", "search.short.", "key.", "grant.during_", "grant.nine", "disk.",
            "import.empty.", "import.full.verify_receipt.transactions", "least.", "server.notifications",
            "polling.", "memory.", "idle.", "open.process", "doctor.",
        ]
        let names = FigureGroup.all.flatMap(\.names).filter { name in
            !uncounted.contains { name.hasPrefix($0) }
        }
        #expect(Set(WorkFigure.all.map(\.name)) == Set(names))
    }

    /// A search by letters that nothing has looks at every name.
    @Test @MainActor func aWalkIsSeen() async throws {
        let walk = WorkFigure.reads("walk", .constant) { _ in
            [{ try $0.wholePage(of: SearchQuery("qx"), at: BenchPopulation.now).matches.count }]
        }
        let lookUp = WorkFigure.reads("look-up", .constant, ofEach: 11) { store, person in
            try store.wholePage(of: SearchQuery(person.email), at: BenchPopulation.now).matches.count
        }
        let (few, many) = (
            try await counts([walk, lookUp], among: 50), try await counts([walk, lookUp], among: 400)
        )
        let (walked, found) = (
            comparison(.constant, few[0], many[0]), comparison(.constant, few[1], many[1])
        )
        #expect(walked.factor > 3, "\(few[0].steps) steps, then \(many[0].steps)")
        #expect(!walked.holds)
        #expect(found.holds, "\(few[1].steps) steps, then \(many[1].steps)")
        #expect(few[1].steps > 0 && few[1].rows == 1)
    }

    @MainActor
    private func counts(_ figures: [WorkFigure], among customers: Int) async throws -> [WorkCount] {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let population = BenchPopulation(customers: customers, transactions: customers, seed: 1)
        let path = folder.appending(path: "store.sqlite").path
        try StoreBuilder(population: population, progress: ProgressLine()).build(at: path)
        let bench = Bench(
            population: population, settings: BenchSettings(isQuick: true, only: []), path: path, program: "",
            progress: ProgressLine())
        return try await WorkFigure.counts(figures, on: bench)
    }
}
