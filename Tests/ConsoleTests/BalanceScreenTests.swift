import Persistence
import Purchases
import TerminalCore
import TerminalTesting
import Testing
import Widgets

@testable import Console

/// The balance: what it shows, and that its open terms lead to what is behind them.
struct BalanceScreenTests {
    private static func screen(_ size: Size) throws -> BalanceScreen {
        let store = try TicketStores.outage()
        _ = try store.act(.claim, on: TicketID("3"), by: AgentName("bo"), at: Pages.now)
        let grant = GrantRequest(
            customer: People.taro.id, entitlement: EntitlementID("premium"), term: .lost, reason: "outage",
            ticket: TicketID("2"))
        _ = try store.grant(grant, by: AgentName("bo"), at: Pages.now - .hours(1))
        var screen = BalanceScreen()
        _ = screen.take(
            try store.wholePage(of: BalanceQuery()), of: BalanceQuery(), in: Frames.context(size))
        return screen
    }

    private static func expect(_ screen: BalanceScreen, _ size: Size, _ name: String) {
        var canvas = Canvas(size: size, glyphs: .unicode)
        screen.draw(
            in: &canvas, theme: ThemeLibrary.builtIn(for: .trueColor), context: Frames.context(size))
        GoldenScreen(besides: #filePath).expect(canvas, named: "\(name)-\(size.columns)x\(size.rows)")
    }

    @Test(arguments: Frames.sizes) func currencies(_ size: Size) throws {
        Self.expect(try Self.screen(size), size, "balance")
    }

    @Test(arguments: Frames.sizes) func days(_ size: Size) throws {
        var screen = try Self.screen(size)
        _ = screen.perform("balance.pane", in: Frames.context(size))
        Self.expect(screen, size, "balance-days")
    }

    @Test func openTermsLeadToWhatIsBehindThem() throws {
        let screen = try Self.screen(Frames.sizes[0])
        func query(_ term: BalanceTerm, _ currency: String?) throws -> String? {
            let line = try #require(
                screen.sums.rows.first { $0.subject == .term(term) && $0.currency == currency })
            guard case .tickets(let query, .lossOfFunds) = line.route(at: Pages.now) else { return nil }
            return query.text
        }
        #expect(try query(.open, "KRW") == "state:unresolved currency:KRW")
        #expect(try query(.openUnowned, "EUR") == "agent:none assigned:none currency:EUR")
        #expect(try query(.madeGood, "JPY") == "resolution:made_good currency:JPY")
        #expect(try query(.charged, "EUR") == nil)
        let silent = screen.sums.rows.first { $0.subject == .term(.silent) }
        #expect(silent?.route(at: Pages.now) == .silentLosses)
    }

    /// A day leads to what is open of it, before what is silent.
    @Test func aDayLeadsToItsTickets() throws {
        let days = try Self.screen(Frames.sizes[0]).days.rows
        let routes = days.compactMap { line -> String? in
            guard case .tickets(let query, _) = line.route(at: Pages.now) else { return nil }
            return query.text
        }
        #expect(
            routes.contains { $0.hasPrefix("state:unresolved currency:EUR charged:2021-08-1") }, "\(routes)")
    }
}
