import Persistence
import Purchases
import TerminalCore
import TerminalTesting
import Testing

@testable import Console

/// From marked tickets to everybody made good, stopped in between and taken back, at a lead's console.
@MainActor
struct BatchJourneyTests {
    nonisolated private static let sizes = [
        Size(columns: 80, rows: 24), Size(columns: 200, rows: 60), Size(columns: 40, rows: 10),
    ]

    /// A console on the preview of every ticket of group 3.
    private func preview(_ store: Store, _ size: Size = Size(columns: 80, rows: 24)) async -> Desk {
        let lea = Desk(store, size: size, agent: "root", role: .lead)
        await lea.type("<Esc>2")
        await lea.type("*A")
        await lea.type("m")
        return lea
    }

    @Test(arguments: sizes) func everybodyIsMadeGood(_ size: Size) async throws {
        let store = try TicketStores.outage()
        let lea = await preview(store, size)
        #expect(lea.shows("Make good"))
        await lea.type("m")
        await lea.type("<C-s>")
        #expect(lea.shows("give it"))
        await lea.type("<Enter>")
        #expect(try store.wholePage(of: BatchListQuery()).isEmpty)
        await lea.type("<C-s>")
        await lea.type("y")
        let batch = try #require(try store.wholePage(of: BatchListQuery()).first)
        #expect(batch.state == .done && batch.counts.left == 0 && batch.counts.granted > 0)
        #expect(lea.shows("Batch 1"))
        await lea.type("u")
        await lea.type("<Enter>")
        #expect(try store.batch(batch.id)?.state == .done)
        await lea.type("u")
        await lea.type("y")
        let back = try #require(try store.batch(batch.id))
        #expect(back.state == .cancelled && back.counts.takenBack == batch.counts.granted)
        #expect(try store.verifyAudit().isOK)
    }

    @Test func aSecondLeadApprovesAndCarriesItOut() async throws {
        let (store, root) = (try TicketStores.outage(), AgentName("root"))
        try store.addAgent(AgentName("lea"), role: .lead, by: root, at: Pages.now)
        try store.set(.bulkApprovalCount, to: "1", by: root, at: Pages.now)
        let asking = await preview(store)
        #expect(asking.shows("a second lead is asked"))
        await asking.type("m")
        await asking.type("<C-s>")
        await asking.type("y")
        #expect(asking.shows("waits for a second lead, request 1"))

        let lea = Desk(store, agent: "lea", role: .lead)
        await lea.type("<Esc>4")
        #expect(lea.selectedLine.contains("root") && lea.selectedLine.contains("batch 1"))
        await lea.type("<Enter>")
        await lea.type("a")
        await lea.type("<C-s>")
        await lea.type("y")
        let batch = try #require(try store.batch(BatchID("1")))
        #expect(batch.state == .done && batch.counts.granted > 0 && batch.counts.left == 0)
        #expect(lea.shows("Batch 1: \(batch.counts.granted) tickets were made good"))
        #expect(lea.shows("Approvals"), "the batch goes on behind the list of requests")
        #expect(try store.verifyAudit().isOK)
    }

    @Test func whatIsApprovedAndNotFinishedIsCountedAndGoesOn() async throws {
        let (store, root, lea) = (try TicketStores.outage(), AgentName("root"), AgentName("lea"))
        try store.addAgent(lea, role: .lead, by: root, at: Pages.now)
        try store.set(.bulkApprovalCount, to: "1", by: root, at: Pages.now)
        let tickets = try store.wholePage(of: TicketListQuery(TicketFilter(), limit: 50), at: Pages.now)
            .tickets.map(\.id)
        let batch = try store.startBatch(
            BatchRequest(.tickets(tickets), reason: "outage"), by: root, at: Pages.now)
        let request = try #require(batch.request)
        #expect(try store.wholePage(of: CarriableBatchCountQuery()).counted == 0)
        // Approved by a program that then ended.
        _ = try store.act(.approve(), on: request, by: lea, at: Pages.now)
        #expect(try store.wholePage(of: CarriableBatchCountQuery()).counted == 1)
        let desk = Desk(store, agent: "lea", role: .lead)
        await desk.type("<Esc>3")
        await desk.type("U")
        #expect(desk.shows("1 approved and not finished"))
        await desk.type("<Enter>")
        await desk.type("r")
        #expect(try store.batch(batch.id)?.state == .done)
        await desk.type("<Esc>")
        #expect(!desk.shows("approved and not finished"))
    }

    @Test func anAgentIsToldWhyNot() async throws {
        let store = try TicketStores.outage()
        let ben = Desk(store, agent: "bo", role: .agent)
        await ben.type("<Esc>2")
        await ben.type("*A")
        await ben.type("m")
        #expect(ben.shows("only a lead makes good for many at once"))
    }
}
