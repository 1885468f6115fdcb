import Persistence
import Purchases
import Testing

@testable import Console

/// Whatever a viewer's console reads names nobody: every kind of read, whole, as it reaches the screens.
struct MaskTests {
    private static let root = AgentName("root")
    private static let bo = AgentName("bo")

    /// A store in which everything that people write about Zoë names her.
    private func store() throws -> Store {
        let (store, now) = (try TicketStores.outage(), Pages.now)
        try store.act(.note("Zoë called"), on: People.zoe.id, by: Self.bo, at: now)
        let wish = GrantRequest(
            customer: People.zoe.id, entitlement: EntitlementID("premium"), term: .lifetime,
            reason: "goodwill", note: "Zoë is here since 2009")
        for key in ["1", "2"] { _ = try store.grant(wish, key: key, by: Self.bo, at: now) }
        _ = try store.act(.decline(note: "not even for Zoë"), on: RequestID("2"), by: Self.root, at: now)
        let batch = BatchWish(.tickets([try ticket(in: store)]), reason: "outage", note: "Zoë wrote")
        _ = try store.startBatch(batch, by: Self.root, at: now)
        return store
    }

    private func ticket(in store: Store) throws -> TicketID {
        let all = try store.tickets(TicketFilter(), limit: 50, at: Pages.now).tickets
        return try #require(all.first { $0.customer == People.zoe.id }).id
    }

    private func reads(of ticket: TicketID) -> [StoreRequest.Read] {
        let (zoe, now) = (People.zoe.id, Pages.now)
        let wish = GrantRequest(
            customer: zoe, entitlement: EntitlementID("premium"), term: .lifetime, reason: "goodwill")
        return [
            .search("u_1042"), .customers(CustomerFilter(), after: nil, count: 50), .customer(zoe),
            .chain(OriginalTransactionID("2000000900000077"), nil),
            .documents(OriginalTransactionID("2000000900000077"), after: nil), .document(1),
            .audit(AuditFilter(), after: nil), .tickets(TicketFilter(), after: nil, count: 50),
            .incident(.lossOfFunds), .ticket(ticket), .ticketCounts, .serverStanding, .ownRole, .productNames,
            .silentLossCount, .silentLosses(after: nil, count: 50), .wordDeliveries(after: nil, count: 50),
            .wordDeliveryCount, .balance, .leadListCounts,
            .leadList(.accessWithoutSource, after: nil, count: 50), .grantPreview(wish), .grantPolicy,
            .standing(of: ticket, customer: zoe, since: nil), .beside(.customer(zoe)),
            .requests(.all, after: nil, count: 50), .request(RequestID("1")), .request(RequestID("2")),
            .requestNews(since: now - .days(1)), .filterNames, .views(.customers),
            .batchPage(BatchID("1"), after: nil, count: 50), .batches(after: nil, count: 50), .review(.ever),
            .incidentPage(IncidentID("1")), .refunds(.all), .refund(RefundRequestID("1")),
        ]
    }

    @Test func everyKindOfReadIsMaskedForAViewer() throws {
        let store = try store()
        let reads = reads(of: try ticket(in: store))
        #expect(Set(reads.map(\.kind)) == Set(StoreRequest.Read.Kind.allCases))
        let gateway = StoreGateway(store: store, agent: AgentName("vi"))
        for read in reads {
            var text = ""
            dump(gateway.perform(.read(read, at: Pages.now)), to: &text)
            for personal in ["Zoë", "zoe@example.org"] {
                #expect(!text.contains(personal), "\(read.kind) tells \(personal)")
            }
        }
    }

    @Test func whatALeadReadsNamesHer() throws {
        let store = try store()
        let gateway = StoreGateway(store: store, agent: Self.root)
        for read in [
            StoreRequest.Read.customer(People.zoe.id), .request(RequestID("1")),
            .requests(.all, after: nil, count: 50), .batches(after: nil, count: 50), .review(.ever),
        ] {
            var text = ""
            dump(gateway.perform(.read(read, at: Pages.now)), to: &text)
            #expect(text.contains("Zoë"), "\(read.kind) names nobody")
        }
    }

    @Test func whatComesOfDeedsIsNotShownToViewers() {
        guard case .failed(let failure) = Answer.written("/tmp/zoe.md").masked else {
            Issue.record("it is shown")
            return
        }
        #expect(failure.error == .store(.pageHidden))
    }
}
