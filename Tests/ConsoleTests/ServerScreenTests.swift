import Foundation
import Purchases
import TerminalCore
import TerminalTesting
import Testing
import Widgets
import Wording

@testable import Console
@testable import Persistence

/// The server stands in the top line where one ever was, moves there by itself, and has a page.
struct ServerScreenTests {
    private static let now = Pages.now

    private static let workers = [
        WorkerStatus(
            name: "alarms", didAt: now - .seconds(4), nextAt: now + .seconds(1), outcome: nil, failures: 0),
        WorkerStatus(
            name: "gaps", didAt: now - .hours(2), nextAt: now + .hours(1), outcome: "http_503", failures: 3),
    ]

    private static func standing(
        _ presence: ServerStatus.Presence, failing: Bool = false, alarm: String? = nil
    ) -> ServerStatus {
        let alarms = alarm.map {
            [
                ServerAlarm(
                    code: $0, detail: nil, at: now - .hours(1), heardBy: [], failure: "exit 3", attempts: 2,
                    nextAt: nil)
            ]
        }
        return ServerStatus([server("4711-1", presence, failing: failing)], alarms: alarms ?? [])
    }

    private static func server(
        _ id: String, _ presence: ServerStatus.Presence, failing: Bool = false, release: String? = nil
    ) -> KnownServer {
        KnownServer(
            id: ServerID(id), release: release, process: 4711, startedAt: now - .days(2), presence: presence,
            workers: failing ? workers : Array(workers.prefix(1)))
    }

    /// An upgrade: the new one is there, the old one still.
    private static let upgrade = ServerStatus(
        [server("2-2", .there, release: "0.2.0"), server("1-1", .there, failing: true, release: "0.1.0")],
        alarms: [])

    private func state(_ standing: ServerStatus, _ size: Size, _ keys: KeyScript = "") throws
        -> ConsoleState
    {
        let gateway = StoreGateway(store: try TicketStores.outage(), agent: AgentName("ana"))
        var state = Frames.state(size)
        state.play(keys) { request in
            guard case .read(let query as ServerStatusQuery, _) = request else {
                return gateway.perform(request)
            }
            return .page(standing, of: query)
        }
        return state
    }

    private static let sizes = [
        Size(columns: 80, rows: 24), Size(columns: 40, rows: 10), Size(columns: 200, rows: 60),
    ]

    @Test(arguments: sizes)
    func thePageSaysWhatItDoesAndWhatFails(_ size: Size) throws {
        let standing = Self.standing(.there, failing: true, alarm: "wrong_secret")
        Frames.expect(try state(standing, size, "<Esc><F10>"), size, "server")
        let gone = Self.standing(.gone(since: Self.now - .hours(1)))
        Frames.expect(try state(gone, size, "<Esc><F10>"), size, "server-gone")
        Frames.expect(try state(Self.upgrade, size, "<Esc><F10>"), size, "server-two")
    }

    private func top(_ standing: ServerStatus, _ columns: Int, glyphs: Glyphs = .unicode) throws -> String {
        let size = Size(columns: columns, rows: 24)
        return Frames.draw(try state(standing, size), size, glyphs: glyphs).grid.lines.first ?? ""
    }

    @Test func theTopLineSaysHowItStands() throws {
        #expect(try !top(.never, 80).contains("server "))
        #expect(try top(Self.standing(.there), 80).contains("✓ server"))
        #expect(try top(Self.standing(.there), 80, glyphs: .ascii).contains("+ server"))
        #expect(try !top(Self.standing(.there), 60).contains("server  "), "all is well, and there is no room")
        let two = ServerStatus(
            [Self.server("2-2", .there), Self.server("1-1", .there)], alarms: [])
        #expect(try top(two, 80).contains("✓ 2 servers"))
        let gone = Self.standing(.gone(since: Self.now - .hours(1)))
        #expect(try top(gone, 120).contains("▲ server gone since "))
        #expect(try top(gone, 40).contains("▲ server gone "))
        #expect(try top(Self.standing(.late(since: Self.now - .seconds(50))), 120).contains("server late"))
        #expect(
            try top(Self.standing(.there, failing: true), 120).contains(
                "▲ server: cannot fetch missed notifications"))
        let refused = Self.standing(.there, alarm: "wrong_secret")
        #expect(try top(refused, 120).contains("▲ server: App Store refuses the secret"))
        #expect(try top(refused, 40).contains("▲ server fails"))
    }

    @Test func itIsLookedAtAgainByTheClock() throws {
        let size = Size(columns: 80, rows: 24)
        var state = try self.state(Self.standing(.there), size)
        func asks(_ effects: [AppEffect]) -> Bool {
            effects.contains { effect in
                if case .ask(.read(is ServerStatusQuery, _), _) = effect { true } else { false }
            }
        }
        #expect(!asks(state.tick()))
        state.context.now = state.context.now + .seconds(5)
        #expect(asks(state.tick()))
        #expect(!asks(state.tick()), "once")
        var alone = try self.state(.never, size)
        alone.context.now = alone.context.now + .hours(1)
        #expect(!asks(alone.tick()), "where no server ever was the clock asks nothing")
    }

    @Test func whatIsAskedOfATicketIsShownAndCancelled() throws {
        let store = try TicketStores.outage()
        let gateway = StoreGateway(store: store, agent: AgentName("ana"))
        let size = Size(columns: 120, rows: 40)
        var state = Frames.state(size)
        let tried = AskedRow.Try(at: Self.now, outcome: "21005", isCounted: true)
        let answers: (StoreRequest) -> Answer? = { request in
            let answer = gateway.perform(request)
            guard let found = answer.answered(TicketQuery.self), var page = found.page else { return answer }
            page.asked = page.asked.map { AskedRow(request: $0.request, tries: [tried]) }
            return .page(page, of: found.query)
        }
        state.play("<Esc>2<Enter>D", answers)
        let asked = try #require(try store.asked(.waiting).first)
        #expect(asked.request.kind == .retry)
        state.settle(state.load(), answers)
        let lines = Frames.draw(state, size).grid.lines.joined(separator: "\n")
        #expect(lines.contains("21005, receipt server unavailable"), "\(lines)")
        state.settle(state.handle("K"), answers)
        #expect(try store.asked(.waiting).isEmpty)
        #expect(state.message?.text == "Cancelled: verify ticket \(asked.request.subject) again")
        #expect(
            state.keyMap.command("asked.cancel")?.disabledReason == "nothing waits for the App Store")
    }

    @Test func anUnknownOrderIsAskedFor() throws {
        let store = try TicketStores.outage()
        let gateway = StoreGateway(store: store, agent: AgentName("ana"))
        var state = Frames.state(Size(columns: 80, rows: 24))
        state.play("MQ9ZZ12345<C-o>") { gateway.perform($0) }
        #expect(try store.asked(.waiting).map(\.request.subject) == ["MQ9ZZ12345"])
        #expect(state.message?.text.hasPrefix("Asked: look up order MQ9ZZ12345") == true)
    }
}
