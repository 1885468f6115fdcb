import Persistence
import Purchases
import TerminalCore
import TerminalTesting
import Testing
import Widgets

@testable import Console

/// Refunds that customers asked Apple for: their list, the page with its evidence, and how they are answered.
@MainActor
struct RefundScreenTests {
    nonisolated private static let lead = AgentName("root")
    nonisolated private static let asked = Pages.now - .hours(8)

    /// Zoë's loss and a delivered month of Kim's, both of which are to be refunded; Zoë agreed.
    private static func store() throws -> Store {
        let store = try TicketStores.outage()
        try Stores.take(
            [
                request("230001020690335", of: People.zoe.id, at: asked, uuid: "a", "FULFILLMENT_ISSUE"),
                request(
                    "2000000900000123", of: People.kim.id, at: asked + .hours(6), uuid: "b",
                    "UNINTENDED_PURCHASE"),
                request("2000000900000124", of: nil, at: asked - .hours(40), uuid: "c", nil),
            ], into: store, by: lead, at: Pages.now - .hours(2))
        try store.act(.consent(true), on: People.zoe.id, by: lead, at: Pages.now)
        return store
    }

    /// Apple's question about a charge.
    private static func request(
        _ id: String, of owner: AppUserID?, at moment: Instant, uuid: String, _ reason: String?
    ) -> DecodedDocument {
        let charge = Stores.document(
            id, owner: owner, from: "2021-08-13T18:04:00Z", to: "2021-09-13T18:04:00Z")
        let precedence = Precedence(documentTime: moment, isSigned: true, digest: uuid)
        var contents = DocumentContents(kind: .notificationV2, precedence: precedence)
        contents.environment = .production
        contents.owner = owner
        contents.transactions = charge.contents.transactions
        let notification = StoreNotification(
            type: "CONSUMPTION_REQUEST", uuid: uuid, signedAt: moment, check: .signed,
            charge: TransactionID(id))
        contents.notices = [
            .init(
                chain: OriginalTransactionID(id), notification: notification, refundReason: reason)
        ]
        return DecodedDocument(
            contents: contents, body: "{\"ask\":\"\(uuid)\"}", source: "fixtures", check: .signed)
    }

    private func show(_ screen: some Screen, _ size: Size, _ name: String) {
        var canvas = Canvas(size: Frames.context(size, role: .lead).body, glyphs: .unicode)
        screen.draw(
            in: &canvas, theme: ThemeLibrary.builtIn(for: .trueColor),
            context: Frames.context(size, role: .lead))
        GoldenScreen(besides: #filePath).expect(canvas, named: "\(name)-\(size.columns)x\(size.rows)")
    }

    @Test(arguments: Frames.sizes) func theList(_ size: Size) throws {
        var screen = RefundsScreen()
        _ = screen.take(
            try Self.store().wholePage(of: RefundListQuery(.all)), of: RefundListQuery(.all),
            in: Frames.context(size, role: .lead))
        show(screen, size, "refunds")
    }

    @Test(arguments: Frames.sizes) func aLossThatIsToBeGivenBack(_ size: Size) throws {
        let store = try Self.store()
        let id = try #require(try store.wholePage(of: RefundListQuery(.open), at: Pages.now).first).id
        var screen = RefundScreen(id)
        _ = screen.take(
            try store.wholePage(of: RefundQuery(id)), of: RefundQuery(id),
            in: Frames.context(size, role: .lead))
        show(screen, size, "refund")
    }

    @Test func aLeadAnswersAfterAQuestion() async throws {
        let desk = Desk(try Self.store(), agent: "root")
        for keys in ["<Esc>3", "F", "<Enter>"] as [KeyScript] { await desk.type(keys) }
        #expect(desk.shows("not received") && desk.shows("a full refund"))
        for keys in ["a", "<C-s>"] as [KeyScript] { await desk.type(keys) }
        #expect(desk.shows("Answer Apple in store.sqlite") && desk.shows("preferring a full refund"))
        await desk.type("y")
        await desk.pass(.seconds(5))
        #expect(
            try desk.store.wholePage(of: RefundListQuery(.open), at: Pages.now).first?.standing(at: Pages.now)
                == .sending)
        #expect(desk.shows("The answer that was given"))
    }

    @Test func withoutConsentTheKeySaysWhy() async throws {
        let desk = Desk(try Self.store(), agent: "root")
        for keys in ["<Esc>3", "F", "j", "<Enter>", "a"] as [KeyScript] { await desk.type(keys) }
        #expect(desk.shows("did not agree"))
        for keys in ["y", "<C-s>"] as [KeyScript] { await desk.type(keys) }
        let tasks = try desk.store.wholePage(of: RefundListQuery(.open), at: Pages.now)
        #expect(tasks.allSatisfy(\.hasConsent) && tasks.count == 2)
    }

    @Test func agentsSeeItAndLeadsAnswer() async throws {
        let desk = Desk(try Self.store(), agent: "bo", role: .agent)
        for keys in ["<Esc>3", "F", "<Enter>", "a"] as [KeyScript] { await desk.type(keys) }
        #expect(desk.shows("leads do that"))
    }

    @Test func whatIsLeftOutNeedsAReason() async throws {
        let desk = Desk(try Self.store(), agent: "root")
        for keys in ["<Esc>3", "F", "<Enter>", "x", "<C-s>"] as [KeyScript] { await desk.type(keys) }
        #expect(desk.shows("Say why"))
        for keys in ["settled by mail", "<C-s>", "y"] as [KeyScript] { await desk.type(keys) }
        await desk.pass(.seconds(5))
        #expect(desk.shows("settled by mail"))
        #expect(try desk.store.wholePage(of: RefundListQuery(.open), at: Pages.now).count == 1)
    }
}
