import Testing

@testable import Purchases

/// The rule of incidents by examples: what is one, what is none, and where one ends and another begins.
struct IncidentRuleTests {
    private static let start = 452_208
    private static let now = Instant(milliseconds: Int64(start + 90 * 24) * 3_600_000)

    /// Failures for a cause in hours from the start.
    private func failures(
        _ cause: String, _ hours: some Sequence<Int>, each tickets: Int = 1, version: String = "5.1"
    ) -> [FailureHour] {
        hours.map {
            FailureHour(
                hour: Self.start + $0, cause: TicketCause(cause), version: version, tickets: tickets)
        }
    }

    private func found(_ rows: [FailureHour]) -> [IncidentCluster] {
        IncidentRule.clusters(in: rows, at: Self.now)
    }

    /// One of every cause a day for two months, so that there is something usual.
    private var calm: [FailureHour] {
        ["http_503", "21005", "21002"].enumerated().flatMap { place, cause in
            failures(cause, stride(from: 5 * place + 3, to: 60 * 24, by: 24))
        }
    }

    @Test func theUsualIsNoIncident() {
        #expect(found([]).isEmpty && found(calm).isEmpty)
        #expect(found(calm + failures("http_503", 500..<504)).isEmpty)
    }

    @Test func aCauseThatNobodyKnowsYetIsItsOwn() {
        let new = found(calm + failures("error:New:9", 600..<603, each: 4))
        #expect(new.map(\.key) == ["error:New:9"] && new.first?.tickets == 12)
        #expect(new.first?.hours == (Self.start + 600)...(Self.start + 602))
        #expect(new.first?.usual == 0)
    }

    @Test func aNewStoreKnowsAnOutageWhenItSeesOne() {
        let night = found(failures("21005", 0..<3, each: 10))
        #expect(night.map(\.tickets) == [30])
        #expect(found(failures("21005", 0..<4)).isEmpty)
    }

    @Test func aWrongSecretIsOneIncidentHoweverLongItLasts() {
        let weeks = found(calm + failures("21004", stride(from: 100, to: 100 + 45 * 24, by: 20), each: 3))
        #expect(weeks.map(\.key) == ["21004"] && weeks.first?.tickets == 162)
        let twice = failures("21004", 100..<110) + failures("21004", 400..<410)
        #expect(found(calm + twice).map(\.tickets) == [10, 10])
        #expect(found(calm + failures("21004", [100, 130, 160, 200])).isEmpty)
    }

    @Test func severalCausesOfOneOutageAreOne() {
        let rows =
            calm + failures("http_503", 700..<704, each: 12) + failures("21005", 700..<704, each: 5)
            + failures("error:NSURLErrorDomain:-1001", 701..<704)
        let night = found(rows)
        #expect(night.map(\.key) == ["http_503"])
        #expect(
            night.first?.causes.map(\.rawValue) == ["http_503", "21005", "error:NSURLErrorDomain:-1001"])
        #expect(night.first?.tickets == 71)
        // A wrong secret on the same evening is something else.
        #expect(
            found(rows + failures("21004", 700..<704, each: 9)).map(\.key).sorted() == ["21004", "http_503"])
    }

    @Test func twoEveningsAreTwo() {
        let evenings = found(
            calm + failures("http_503", 700..<704, each: 9) + failures("http_503", 724..<728, each: 9))
        #expect(evenings.map(\.tickets).count == 2)
        let broken = found(
            calm + failures("http_503", 700..<704, each: 9) + failures("http_503", 708..<712, each: 9))
        #expect(broken.count == 1 && broken.first?.hours.count == 12)
    }

    @Test func anOutageWithinALeakIsNotTheLeak() {
        let leak = failures("not_verified", stride(from: 400, to: 400 + 20 * 24, by: 6))
        let night = failures("not_verified", 700..<703, each: 15)
        let both = found(calm + leak + night)
        #expect(both.count == 2)
        #expect(both.contains { $0.hours.count <= 4 } && both.contains { $0.hours.count > 400 })
    }

    @Test func whatOneVersionBreaksInManyWaysIsOne() {
        let causes = ["error:A:1", "error:B:2", "error:C:3", "21002"]
        let broken = causes.flatMap { failures($0, 900..<906, each: 4, version: "6.0") }
        let one = found(calm + broken)
        #expect(one.map(\.key) == ["6.0"] && one.first?.kind == .version && one.first?.tickets == 96)
        // A release alone changes whose noise it is, not how much there is.
        let released = calm.map { row in
            FailureHour(
                hour: row.hour, cause: row.cause, version: row.hour < Self.start + 700 ? "5.1" : "6.0",
                tickets: row.tickets)
        }
        #expect(found(released).isEmpty)
    }

    @Test(arguments: [
        (4, 40, 6), (12, 6, 10), (240, 60, 24), (24 * 20, 20, 120), (24 * 40, 12, 168),
    ]) func itIsOverWhenNothingCameForLong(hours: Int, tickets: Int, quiet: Int64) {
        let cluster = IncidentCluster(
            kind: .cause, key: "21005", causes: ["21005"].map { TicketCause($0) }, hours: 0...(hours - 1),
            tickets: tickets, usual: 0)
        #expect(cluster.quiet == .hours(quiet))
    }
}
