import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// What is refused costs little, however often it comes: SQLite's own steps are counted.
struct RefusalWorkTests {
    /// A list in whose places the same or something else stands that is no document.
    private static func rubbish(_ count: Int, _ body: (Int) -> String) -> [ImportItem] {
        (0..<count).map { place in
            let bytes = Data(body(place).utf8)
            return .rejected(
                Rejection(
                    source: "f#\(place)", kind: nil, reason: "empty", detail: "the list is empty",
                    body: bytes, byteCount: bytes.count))
        }
    }

    private func steps(_ items: [ImportItem]) throws -> (steps: Int, kept: Int) {
        let town = try WriteTown(of: \.few)
        let before = try town.store.number("SELECT count(*) FROM quarantine")
        let steps = try town.steps { try town.take(items: items) }
        return (steps, try town.store.number("SELECT count(*) FROM quarantine") - before)
    }

    /// The first hundred stand for all: what comes behind them costs the store nothing.
    @Test func theSameRubbishCostsNothingOnceItIsKept() throws {
        let few = try steps(Self.rubbish(QuarantineTable.placesKept + 1) { _ in "[]" })
        let many = try steps(Self.rubbish(20 * QuarantineTable.placesKept) { _ in "[]" })
        #expect(few.kept == QuarantineTable.placesKept && many.kept == QuarantineTable.placesKept)
        #expect(many.steps <= few.steps + few.steps / 50, "\(few.steps) steps, then \(many.steps)")
    }

    /// Rubbish that is always something else is kept, each at a price that does not grow.
    @Test func otherRubbishCostsTheSameEachTime() throws {
        let few = try steps(Self.rubbish(100) { "[\($0)]" })
        let many = try steps(Self.rubbish(800) { "[\($0)]" })
        #expect(few.kept == 100 && many.kept == 800)
        #expect(many.steps <= few.steps * 8, "\(few.steps) steps for 100, \(many.steps) for 800")
        #expect(many.steps <= 800 * 150, "\(many.steps / 800) steps each")
    }

    /// Nobody need look again where nothing changed.
    @Test func onlyWhatIsKeptIsAChange() throws {
        let shop = try Shop()
        let items = Self.rubbish(300) { _ in "[]" }
        let report = try shop.store.importDocuments(ImportFeed(items), by: People.lead, at: People.now)
        #expect(report.rejectedCount == 300)
        let changes = "SELECT count(*) FROM change_log WHERE entity = 'quarantine'"
        #expect(try shop.store.number(changes) == QuarantineTable.placesKept)
    }
}
