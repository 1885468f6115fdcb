import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// The newest receipt of each chain and customer is kept, and goes with the person.
@Suite struct ReceiptTests {
    private static let chain = ChainID(OriginalTransactionID("900"), in: .production)
    private static let customer = AppUserID("u_1")

    private func shop() throws -> AskedShop {
        let shop = try AskedShop()
        try shop.shop.bring(Paper.receipt([Paper.Entry(id: "900", chain: "900")], on: 0), customer: "u_1")
        return shop
    }

    private func keep(
        _ name: String, in shop: AskedShop, made day: Int64, customer: AppUserID? = nil,
        chains: [OriginalTransactionID] = [chain.original]
    ) throws {
        let draft = ReceiptDraft(
            body: Data(name.utf8), sha256: name, environment: .production, chains: chains, customer: customer,
            madeAt: Paper.moment(day))
        _ = try shop.store.importTogether(
            [ImportBatch([], from: "POST /v1/receipts", effects: [.keepReceipt(draft)])],
            by: AskedShop.server,
            at: Shop.now)
    }

    private func kept(_ shop: AskedShop) throws -> [String] {
        try shop.store.chainsToAsk(in: [.production], at: Shop.now + .days(9999)).compactMap(
            \.receipt?.sha256)
    }

    @Test(arguments: [["old", "new"], ["new", "old"], ["new", "new"]]) func theNewestStays(
        _ order: [String]
    ) throws {
        let shop = try shop()
        for name in order { try keep(name, in: shop, made: name == "new" ? 9 : 3) }
        #expect(try kept(shop) == ["new"])
        #expect(try shop.store.number("SELECT count(*) FROM receipts") == 1)
    }

    @Test func aCustomersReceiptServesTheChainsOfIt() throws {
        let shop = try shop()
        try keep("device", in: shop, made: 5, customer: Self.customer, chains: [])
        #expect(try kept(shop) == ["device"])
    }

    @Test func nobodysReceiptIsNotKept() throws {
        let shop = try shop()
        try keep("stray", in: shop, made: 5, customer: "nobody", chains: ["12"])
        #expect(try shop.store.number("SELECT count(*) FROM receipts") == 0)
    }

    @Test func receiptsGoWithThePersonAndDoNotComeBack() throws {
        let shop = try shop()
        try keep("device", in: shop, made: 5, customer: Self.customer, chains: [])
        try keep("chain", in: shop, made: 6)
        _ = try shop.store.erase(
            ErasureRequest(Self.customer, reason: "asked for", confirmation: Self.customer.rawValue),
            by: Shop.lead, at: Shop.now)
        #expect(try shop.store.number("SELECT count(*) FROM receipts") == 0)
        try keep("again", in: shop, made: 7, customer: Self.customer)
        #expect(try shop.store.number("SELECT count(*) FROM receipts") == 0)
    }
}
