import Foundation
import Persistence
import Purchases
import Testing

@testable import Console

/// Whatever a viewer's console reads names nobody: every question, whole, as it reaches the screens.
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
        let batch = BatchRequest(.tickets([try ticket(in: store)]), reason: "outage", note: "Zoë wrote")
        _ = try store.startBatch(batch, by: Self.root, at: now)
        return store
    }

    private func ticket(in store: Store) throws -> TicketID {
        let all = try store.wholePage(of: TicketListQuery(TicketFilter(), limit: 50), at: Pages.now).tickets
        return try #require(all.first { $0.customer == People.zoe.id }).id
    }

    private func queries(about ticket: TicketID) -> [any StoreQuery] {
        let (zoe, chain) = (People.zoe.id, OriginalTransactionID("2000000900000077"))
        let wish = GrantRequest(
            customer: zoe, entitlement: EntitlementID("premium"), term: .lifetime, reason: "goodwill")
        let later = ExtensionTerms(days: 7, because: .satisfaction)
        return [
            SearchQuery("u_1042"), CustomersQuery(CustomersFilter(), limit: 50), CustomerListQuery(),
            CustomerQuery(zoe), CustomerQuery(zoe, isRevealed: true), UnassignedChainListQuery(),
            ChainQuery(chain), DocumentListQuery(DocumentFilter(chain: chain)), DocumentQuery(1),
            DocumentTextQuery(1), AuditQuery(), TicketListQuery(), QueueIncidentQuery(in: .lossOfFunds),
            TicketQuery(ticket), TicketSkipsQuery(), QuarantineQuery(), TicketCountsQuery(),
            ServerStatusQuery(), OwnRoleQuery(),
            ProductNamesQuery(), SilentLossCountQuery(), SilentLossListQuery(),
            UnconfirmedDeliveryListQuery(),
            UnconfirmedDeliveryCountQuery(), BalanceQuery(), LeadListCountsQuery(),
            LeadListCountQuery(of: .closedWithoutProof), LeadListQuery(.accessWithoutSource),
            GrantPreviewQuery(wish), AttachPreviewQuery(AttachRequest(chain, to: zoe, reason: "moved")),
            BatchPreviewQuery(BatchRequest(.tickets([ticket]), reason: "outage")), GrantPolicyQuery(),
            ExtensionPreviewQuery(of: chain, later),
            IncidentExtensionPreviewQuery(of: IncidentID("1"), later),
            MassExtensionReachQuery(of: ProductID("premium_month")),
            SubjectSnapshotQuery(of: ticket, customer: zoe), Beside.customer(zoe), RequestListQuery(.all),
            RequestQuery(RequestID("1")), RequestQuery(RequestID("2")),
            RequestNewsQuery(since: Pages.now - .days(1)), AgentListQuery(), FilterNamesQuery(),
            SavedViewsQuery(of: .customers), BatchQuery(BatchID("1")), BatchListQuery(),
            BatchesQuery(after: nil, limit: 50), UnfinishedBatchesQuery(), CarriableBatchCountQuery(),
            ReviewQuery(of: .ever), LossReviewQuery(), IncidentListQuery(), IncidentQuery(IncidentID("1")),
            RefundListQuery(.all), RefundQuery(RefundRequestID("1")),
            RefundPreviewQuery(RefundRequestID("1"), ConsumptionChoice()),
        ]
    }

    /// Every type of a question that the sources declare.
    private static func declared() throws -> Set<String> {
        let room = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let sources = room.deletingLastPathComponent().appending(path: "Sources")
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        let texts = try (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }.map {
            try String(contentsOf: $0, encoding: .utf8)
        }
        return Set(
            texts.flatMap { text in
                text.matches(of: /(?:struct|enum) (\w+): (?:Store|Hidden|Noted|Quiet|Preview)Query\b/).map {
                    String($0.output.1)
                }
            })
    }

    @Test func everyQuestionIsMaskedForAViewer() throws {
        let store = try store()
        let queries = queries(about: try ticket(in: store))
        #expect(try Set(queries.map { "\(type(of: $0))" }) == Self.declared())
        let gateway = StoreGateway(store: store, agent: AgentName("vi"))
        for query in queries {
            var text = ""
            dump(gateway.perform(.read(query, at: Pages.now)), to: &text)
            for personal in ["Zoë", "zoe@example.org"] {
                #expect(!text.contains(personal), "\(query) tells \(personal)")
            }
        }
    }

    @Test func whatALeadReadsNamesHer() throws {
        let store = try store()
        let gateway = StoreGateway(store: store, agent: Self.root)
        let queries: [any StoreQuery] = [
            CustomerQuery(People.zoe.id), RequestQuery(RequestID("1")), RequestListQuery(.all),
            BatchesQuery(after: nil, limit: 50), ReviewQuery(of: .ever),
        ]
        for query in queries {
            var text = ""
            dump(gateway.perform(.read(query, at: Pages.now)), to: &text)
            #expect(text.contains("Zoë"), "\(query) names nobody")
        }
    }

    @Test func whatComesBeforeDeedsIsNotShownToViewers() throws {
        let store = try store()
        let chain = OriginalTransactionID("2000000900000077")
        let query = AttachPreviewQuery(AttachRequest(chain, to: People.zoe.id, reason: "moved"))
        #expect(throws: StoreError.store(.pageHidden)) {
            try store.page(of: query, by: AgentName("vi"), at: Pages.now)
        }
        #expect(try store.page(of: query, by: Self.root, at: Pages.now).to == People.zoe.id)
    }
}
