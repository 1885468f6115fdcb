import Foundation
import Testing

@testable import makegood_bench

/// What figures must reach is asked of them, and of no others.
struct TargetTests {
    private func missed(_ figures: Figure...) throws -> [String] {
        let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let run = BenchRun(
            population: BenchPopulation(customers: 300, transactions: 300, seed: 1),
            machine: try MachineFacts(beside: place.path), figures: figures)
        return run.missed.map { "\($0.figure.name): \($0.reach.words)" }
    }

    @Test func importsAreHeldToTheLeastWork() throws {
        let name = "import.full.verify_receipt.transactions"
        let least = Figure("least.full.verify_receipt.transactions", .perSecond, [10_000])
        #expect(try missed(Figure(name, .perSecond, [9000]), least).isEmpty)
        #expect(try missed(Figure(name, .perSecond, [8999]), least) == ["\(name): ≥ 90 % of the least work"])
        #expect(
            try missed(Figure(name, .perSecond, [1])).isEmpty, "not without the least work of the same run")
    }

    @Test func theMakingIsHeldToItsBeginning() throws {
        let rate = { (last: Double) in Figure("making.grants", .perSecond, [last], bare: [100]) }
        #expect(try missed(Figure("making", .minutes, [1500]), rate(80), rate(120)).isEmpty)
        #expect(try missed(Figure("making", .minutes, [1501]), rate(79), rate(121)).count == 3)
    }

    @Test func theReviewIsHeldToTwentyMilliseconds() throws {
        let slow = ["open", "incidents", "incident", "silent", "silent.elsewhere", "balance"].map {
            Figure("review.\($0)", .milliseconds, [0.05])
        }
        #expect(
            try slow.flatMap { try missed($0) }
                == ["open", "incidents", "incident", "silent"].map {
                    "review.\($0): p99 ≤ 20 ms"
                })
        #expect(try missed(Figure("review.silent.elsewhere", .milliseconds, [0.101])).count == 1)
    }

    @Test func oneNameOfSeveralIsMeant() throws {
        #expect(try missed(Figure("server.notifications", .perSecond, [6], bare: [10])).count == 1)
        #expect(try missed(Figure("server.notifications.answer", .milliseconds, [0.001], bare: [1])).isEmpty)
    }

    @Test func theEndsOfAMakingAreItsTenths() throws {
        var making = StoreMaking()
        for number in 1...20 { making.note(number, of: "grants", in: 2) }
        let ends = try #require(making.ends(of: "grants"))
        #expect(ends.first == [0.5, 1])
        #expect(ends.last == [9.5, 10])
        #expect(making.ends(of: "orders") == nil)
    }
}
