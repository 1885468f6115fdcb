import Purchases
import Testing

@testable import makegood_bench

/// Values are summed up, and populations made up, the same every time.
struct SampleTests {
    @Test func percentilesAreValuesThatWereMeasured() {
        let samples = Samples((1...200).map(Double.init).shuffled())
        #expect(samples.p50 == 101)
        #expect(samples.p99 == 199)
        #expect(Samples([]).p50 == nil)
    }

    @Test func theWorstOfRatesAreTheLowest() {
        #expect(Samples((1...200).map(Double.init), .perSecond).p99 == 2)
    }

    @Test func aRatioComparesMedians() {
        #expect(Figure("a", .milliseconds, [0.004], bare: [0.002]).ratio == 2)
        #expect(Figure("a", .milliseconds, [0.004]).ratio == nil)
    }

    @Test func purchasesAddUpToWhatWasAskedFor() {
        let population = BenchPopulation(customers: 500, transactions: 5000, seed: 1)
        #expect((0..<500).map { population.purchases(of: $0) }.reduce(0, +) == 5000)
    }

    @Test func momentsAreWrittenAsTheyAre() {
        var text = ByteText()
        text.write(BenchPopulation.now.milliseconds, separator: "T", zone: "Z")
        text.write(1_709_164_799_000, separator: " ", zone: " Etc/GMT")
        #expect(
            String(decoding: text.bytes, as: UTF8.self) == "2026-01-01T00:00:00Z2024-02-28 23:59:59 Etc/GMT")
    }

    @Test func commonPartsStandNowhereTogether() {
        let population = BenchPopulation(customers: 5000, transactions: 5000, seed: 1)
        let texts = (0..<5000).map { population.person($0) }.flatMap { [$0.email, $0.name.lowercased()] }
        for needle in BenchNames.unjoined(5) { #expect(!texts.contains { $0.contains(needle) }) }
        for part in BenchNames.unjoined(3) { #expect(texts.contains { $0.contains(part) }) }
    }
}
