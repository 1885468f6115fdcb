import Persistence
import Purchases
import TerminalCore
import TerminalTesting
import Testing
import Widgets

@testable import Console

/// What was made good and still blocks the next purchase is unblocked by one key, on the ticket and on its customer.
@MainActor
struct FinishScreenTests {
    private static let ana = AgentName("ana")

    /// A console that has the page of a purchase open that was paid and not delivered.
    private func open(_ store: Store, _ size: Size) throws -> (ConsoleState, TicketID) {
        let gateway = StoreGateway(store: store, agent: Self.ana)
        var filter = TicketFilter()
        filter.group = .undelivered
        let paid = try store.wholePage(of: TicketListQuery(filter, limit: 10), at: Pages.now).tickets
        let ticket = try #require(paid.first { $0.product == ProductID("premium_year") })
        var state = Frames.state(size)
        state.play("<Esc>2<Tab><Enter>") { gateway.perform($0) }
        return (state, ticket.id)
    }

    /// The same, after it was credited while its transaction is open.
    private func blocked(_ size: Size) throws -> (ConsoleState, Store, TicketID) {
        let store = try TicketStores.outage()
        var (state, id) = try open(store, size)
        _ = try store.act(
            .resolve(TicketEnd(.credited, note: "in the app", quantity: 1)), on: id, reference: "HD-1",
            by: Self.ana, at: Pages.now)
        let gateway = StoreGateway(store: store, agent: Self.ana)
        state.settle(state.load()) { gateway.perform($0) }
        return (state, store, id)
    }

    @Test(arguments: [(80, 24), (40, 10)]) func oneKeyOnTheTicketAsks(_ columns: Int, _ rows: Int) throws {
        let size = Size(columns: columns, rows: rows)
        var (state, store, id) = try blocked(size)
        let gateway = StoreGateway(store: store, agent: Self.ana)
        let before = Frames.draw(state, size).grid.lines.joined(separator: " ")
        #expect(columns < 80 || before.contains("still blocks buying again"), "\(before)")
        #expect(state.keyMap.command("ticket.finish")?.disabledReason == nil)
        state.settle(state.handle("f")) { gateway.perform($0) }
        #expect(try store.asked(.ticket(id)).map(\.request.kind) == [.finish])
        #expect(
            state.message?.text.hasPrefix("Asked: finish the transaction of ticket \(id)") == true,
            "\(state.message?.text ?? "")")
        state.settle(state.handle("K")) { gateway.perform($0) }
        #expect(try store.asked(.waiting).isEmpty)
    }

    @Test func oneKeyOnTheCustomerAsks() throws {
        var (state, store, id) = try blocked(Size(columns: 80, rows: 24))
        let gateway = StoreGateway(store: store, agent: Self.ana)
        let customer = try #require(try store.wholePage(of: TicketQuery(id), at: Pages.now)?.ticket.customer)
        state.play("pf") { gateway.perform($0) }
        #expect(try store.asked(.customer(customer)).map(\.request.subject) == [id.rawValue])
    }

    @Test func whatIsOwedSaysWhyItIsNotFinished() throws {
        let (state, _) = try open(try TicketStores.outage(), Size(columns: 80, rows: 24))
        #expect(
            state.keyMap.command("ticket.finish")?.disabledReason
                == "it is neither made good nor delivered yet: finished now, it would be a loss")
    }
}
