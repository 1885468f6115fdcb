import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// The App Store's record that a family member bought it outweighs whatever the app reports, whichever came first: nobody
/// here was charged, and nothing is lost.
struct FamilySharingTests {
    private static let token = "0a0a0a0a-1111-4222-8333-444444444444"
    private static let person = Paper.customer("u_1", token: token, on: 0)

    private static func record(on day: Int64, _ ownership: Ownership = .familyShared) -> Paper {
        let entry = Paper.Entry(id: "7000", chain: "7000", line: "9000", token: token) { values in
            values.ownership = ownership
            values.price = Money(milliunits: 9990, currency: "EUR")
        }
        return Paper.receipt([entry], on: day)
    }

    private static func report(_ events: [PurchaseEvent], line: Bool = false) -> Paper {
        ReportedAttempt(
            customer: "u_1", transaction: line ? nil : "7000", line: line ? "9000" : nil, events: events
        ).paper
    }

    private static let delivered = ReportedAttempt.lost() + [ReportedAttempt.delivery(0.2)]

    /// A report and a record of what is shared.
    static let examples: [[Paper]] = [
        [person, report(ReportedAttempt.lost()), record(on: 2)],
        [person, report(ReportedAttempt.lost(), line: true), record(on: 2)],
        [person, report(ReportedAttempt.lost() + ReportedAttempt.failing(6)), record(on: 40)],
        [person, report(delivered), record(on: 2)],
        [person, report([ReportedAttempt.state("purchasing", 0)]), record(on: 40)],
        [person, report([ReportedAttempt.state("failed", 0)]), record(on: 2)],
        // What a newer record says of the owner counts, too.
        [person, report(ReportedAttempt.lost()), record(on: 2, .purchased), record(on: 3)],
    ]

    private func permutations(_ documents: [Paper]) -> [[Paper]] {
        guard documents.count > 1 else { return [documents] }
        return documents.indices.flatMap { index in
            var rest = documents
            let first = rest.remove(at: index)
            return permutations(rest).map { [first] + $0 }
        }
    }

    @Test(arguments: examples) func nobodyWasCharged(_ documents: [Paper]) throws {
        var meaning: StoreMeaning?
        for order in permutations(documents) {
            let shop = try Shop()
            for document in order { #expect(try shop.bring(document).rejected.isEmpty) }
            #expect(try shop.queue.isEmpty && shop.store.balance(at: Shop.now).rows.isEmpty)
            #expect(try shop.store.checkBalance(at: Shop.now).isRight)
            #expect(try shop.store.silentLossCount(at: Shop.now).count.counted == 0)
            #expect(try shop.store.wholePage(of: UnconfirmedDeliveryCountQuery(), at: Shop.now).counted == 0)
            let found = try StoreMeaning(of: shop.store)
            #expect(found == meaning ?? found)
            meaning = meaning ?? found
        }
    }

    @Test func aNewerRecordThatItWasBoughtMakesItAChargeAgain() throws {
        let documents = [
            Self.person, Self.report(ReportedAttempt.lost()), Self.record(on: 35),
            Self.record(on: 40, .purchased),
        ]
        for order in permutations(documents) {
            let shop = try Shop()
            for document in order { try shop.bring(document) }
            #expect(try shop.queue.map(\.cause) == [.late] && shop.queue.map(\.money?.amount) == ["9.99"])
        }
    }

    @Test func theTicketSaysWhyItEnded() throws {
        let shop = try Shop()
        try shop.bring([Self.person, Self.report(ReportedAttempt.lost())])
        #expect(try shop.bring(Self.record(on: 2)).ticketCounts == [0, 0, 1])
        let page = try shop.page()
        #expect(page.ticket.resolution == .notCharged && page.ticket.chargedAt == nil)
        #expect(page.facts.charged.evidence == .sharedByFamily && page.nextStep == .ended(.notCharged))
        #expect(page.moves.last?.because == .fact(.sharedByFamily))
    }
}
