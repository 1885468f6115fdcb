import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// The helpdesk's case leads to what was done for it: a ticket, a note's customer, a grant's customer.
struct ReferenceSearchTests {
    private static func shop() throws -> Shop {
        let shop = try TicketWorkTests.shop(2)
        _ = try shop.store.act(
            .contacted(by: .email), on: "1", reference: "HD-1041", by: Shop.agent, at: Shop.now)
        _ = try shop.store.act(.note("called"), on: "2", reference: "hd-2 b", by: Shop.agent, at: Shop.now)
        try shop.store.act(
            .note("wrote", reference: "Case/77"), on: AppUserID("u_1"), by: Shop.agent, at: Shop.now)
        return shop
    }

    static let found: [(String, TicketID?, String?)] = [
        ("HD-1041", "1", nil), ("hd-1041", "1", nil), (" HD-1041 ", "1", nil), ("HD-10", "1", nil),
        ("HD-2 B", "2", nil), ("case/77", nil, "u_1"), ("CASE/", nil, "u_1"),
    ]

    @Test(arguments: found) func leadsToWhatWasDoneForIt(
        _ text: String, _ ticket: TicketID?, _ customer: String?
    ) throws {
        let match = try #require(try Self.shop().store.search(text, at: Shop.now).matches.first)
        #expect(match.matchedOn == "reference" && match.ticket == ticket)
        if let customer { #expect(match.customer?.id.rawValue == customer) }
    }

    @Test(arguments: ["HD-104x", "HD", "1041"])
    func whatIsNoCaseLeadsNowhere(_ text: String) throws {
        let found = try Self.shop().store.search(text, at: Shop.now).matches
        #expect(!found.contains { $0.matchedOn == "reference" })
    }
}
