import AppStore
import AppStoreTesting
import Foundation
import JSONValues
import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// A refund in part leaves the rest of a lost charge owed; a full one ends its ticket.
struct ProratedRefundTests {
    private static let lost = JSONAttempt(transaction: "7000", events: JSONAttempt.lost()).text
    private static let other = JSONAttempt(
        id: "x", customer: "u_9", events: [JSONAttempt.state("failed", -1)]
    ).text

    /// The charge as it was signed on a day after its period, with a refund of a share or of everything.
    private static func refunded(_ type: String, _ share: Int64?, on day: Int64) throws -> String {
        let chain = MadeUpChain.all[0]
        var more: [String: JSONValue] = [
            "transactionId": .string("7000"), "originalTransactionId": .string("7000"),
            "purchaseDate": SignedPaper.date(0), "expiresDate": SignedPaper.date(30),
            "productId": .string("tea.monthly"), "price": .integer(9990), "currency": .string("EUR"),
            "offerType": .null, "offerDiscountType": .null, "revocationDate": SignedPaper.date(35),
            "revocationType": .string(type),
        ]
        more["revocationPercentage"] = share.map(JSONValue.integer)
        return try SignedPaper().transaction(chain.charges[0], of: chain, on: day, more).canonicalText
    }

    @Test func thePartThatIsLeftStaysOwedInAnyOrder() throws {
        let documents = [Self.lost, try Self.refunded("REFUND_PRORATED", 3000, on: 40)]
        for order in [documents, documents.reversed()] {
            let shop = try SignedPaper.shop()
            for document in order { #expect(try shop.bring(document).rejected.isEmpty) }
            let ticket = try #require(try shop.queue.first)
            #expect(ticket.group == .lossOfFunds && ticket.money?.amount == "9.69")
            let evidence = try shop.page().facts.charged.evidence
            #expect(evidence == .charge(transaction: "7000", refundedShare: 3000))
            #expect(try shop.page().lost?.length == .days(30))
        }
    }

    @Test func aFullRefundEndsIt() throws {
        let shop = try SignedPaper.shop()
        try shop.bring(Self.lost)
        try shop.bring(try Self.refunded("REFUND_PRORATED", 3000, on: 40))
        try shop.bring(try Self.refunded("REFUND_FULL", 100_000, on: 41))
        #expect(try shop.queue.isEmpty && shop.tickets().map(\.resolution) == [.refunded])
    }

    @Test(arguments: [(3000, 1), (nil, 0)] as [(Int64?, Int)])
    func aSilentLossOfWhichAPartIsLeftIsStillOne(_ share: Int64?, _ count: Int) throws {
        let shop = try SignedPaper.shop()
        try shop.bring(Self.other)
        let type = share == nil ? "REFUND_FULL" : "REFUND_PRORATED"
        try shop.bring(try Self.refunded(type, share, on: 40))
        #expect(try shop.store.silentLossCount(at: Shop.now).count.counted == count)
    }
}
