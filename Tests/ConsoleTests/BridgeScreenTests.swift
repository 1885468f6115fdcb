import Persistence
import Purchases
import TerminalCore
import TerminalTesting
import Testing

@testable import Console

/// A customer whom the server bridges an outage for is shown as just that, on every page that speaks of access.
struct BridgeScreenTests {
    private static let root = AgentName("root")
    private static let given = Pages.now - .hours(1)

    /// The outage, in which José's paid year is tried once more and bridged for twelve hours.
    private func store() throws -> Store {
        let store = try TicketStores.outage()
        try store.set(.bridgeHours, to: "12", by: Self.root, at: Self.given)
        try store.makeVerifications(by: Self.root, at: Self.given)
        for due in try store.dueAsks(at: Self.given) {
            let result = TryResult.failed("circuit_open", isCounted: true, notBefore: nil)
            let batch = ImportBatch([], from: "App Store", effects: [.tried(due.request.id, result)])
            _ = try store.importTogether([batch], by: Self.root, at: Self.given)
        }
        return store
    }

    private func state(_ store: Store, _ size: Size, _ keys: KeyScript) throws -> ConsoleState {
        let gateway = StoreGateway(store: store, agent: AgentName("ana"))
        var state = Frames.state(size)
        state.play(keys, gateway.perform)
        return state
    }

    @Test(arguments: Frames.sizes)
    func theCustomerIsBridged(_ size: Size) throws {
        let state = try self.state(try store(), size, "jose<Enter>")
        Frames.expect(state, size, "customer-bridged")
        let text = Frames.draw(state, size).grid.lines.joined(separator: "\n")
        #expect(text.contains("bridged until"))
    }

    @Test func grantsAndTimelineCallItABridge() throws {
        let size = Size(columns: 120, rows: 40)
        let store = try store()
        let page = try #require(try store.wholePage(of: CustomerQuery(People.jose.id), at: Pages.now))
        let bridges = page.grants.filter(\.isBridge)
        #expect(bridges.count == page.grants.count && !bridges.isEmpty)
        #expect(page.events.count { $0.kind == .bridge } == bridges.count)
        let ticket = try #require(page.tickets.first { $0.isUnresolved && $0.group == .undelivered })
        let told = try #require(try store.wholePage(of: TicketQuery(ticket.id), at: Pages.now)).events
        #expect(told.contains { if case .granted(let grant) = $0.content { grant.isBridge } else { false } })
        let text = Frames.draw(try state(store, size, "jose<Enter>"), size).grid.lines.joined()
        #expect(!text.contains("made good"))
    }
}
