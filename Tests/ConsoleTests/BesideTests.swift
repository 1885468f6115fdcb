import Persistence
import Purchases
import TerminalCore
import TerminalTesting
import Testing

@testable import Console

/// What the cursor of a list stands on, beside the list where there is width.
@MainActor
struct BesideTests {
    private static let sizes = [
        Size(columns: 120, rows: 40), Size(columns: 140, rows: 40), Size(columns: 200, rows: 60),
    ]

    @Test func everyListShowsWhatItsCursorStandsOn() throws {
        let gateway = StoreGateway(store: try TicketStores.outage(), agent: AgentName("ana"))
        let places: [(String, KeyScript)] = [
            ("beside-customers", "<Esc>"), ("beside-search", "zo"), ("beside-tickets", "<Esc>2j"),
            ("beside-silent", "<Esc>2S"), ("beside-audit", "<Esc>5"),
        ]
        for (name, script) in places {
            for size in Self.sizes {
                var state = Frames.state(size)
                state.play(script, gateway.perform)
                Frames.expect(state, size, name)
            }
        }
    }

    @Test func theNarrowestPaneLeavesTheListItsColumns() {
        #expect(BesidePane.columns(in: 139) == 0)
        for width in 140...400 {
            let pane = BesidePane.columns(in: width)
            #expect(pane >= 40 && pane <= 76 && width - pane >= 92, "\(width)")
        }
    }

    @Test func itFollowsTheCursorAndTheStore() async throws {
        let desk = Desk(try TicketStores.outage(), size: Size(columns: 160, rows: 40))
        await desk.type("<Esc>2")
        let first = try #require(desk.beside)
        #expect(first.contains("Ticket 1") && first.contains("Zoë Müller"))
        await desk.type("j")
        #expect(desk.beside?.contains("Ticket 1 ") == false)
        await desk.type("kc")
        #expect(desk.beside?.contains("yours") == true)
    }

    @Test func aWiderTerminalShowsItAtOnceAndANarrowOneHidesIt() async throws {
        let desk = Desk(try TicketStores.outage(), size: Size(columns: 120, rows: 40))
        await desk.type("<Esc>2")
        #expect(!desk.shows("│"))
        desk.terminal.resize(to: Size(columns: 150, rows: 40))
        await desk.application.idle()
        #expect(desk.beside?.contains("Ticket 1") == true)
        desk.terminal.resize(to: Size(columns: 120, rows: 40))
        await desk.application.idle()
        #expect(!desk.shows("│"))
    }

    @Test func screenReadersGetNone() {
        let options = ConsoleOptions(storeName: "store.sqlite", isPlain: true, tickMilliseconds: nil)
        let size = Size(columns: 200, rows: 60)
        var state = Frames.state(size, options: options)
        state.play("zo", Answers.all)
        #expect(state.pane == nil)
    }

    @Test func whatCannotBeReadIsSaidThere() {
        let size = Size(columns: 160, rows: 40)
        var state = Frames.state(size)
        state.play("zo") { request in
            guard case .read(is Beside, _) = request else { return Answers.all(request) }
            return .failed(StoreFailure(error: .store(.failed(code: nil))))
        }
        #expect(state.message == nil)
        let lines = Frames.draw(state, size).grid.lines
        #expect(lines.contains { $0.contains("It could not be read: R tries again") })
    }
}

extension Desk {
    /// What stands right of the line beside the list; nil without one.
    fileprivate var beside: String? {
        let parts = terminal.grid.lines.compactMap { line in
            line.lastIndex(of: "│").map { String(line[$0...]) }
        }
        return parts.isEmpty ? nil : parts.joined(separator: "\n")
    }
}
