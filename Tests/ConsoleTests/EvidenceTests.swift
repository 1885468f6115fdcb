import Persistence
import Purchases
import TerminalCore
import TerminalTesting
import Testing

@testable import Console

/// From a fact to the document that told it.
@MainActor
struct EvidenceTests {
    @Test func aTimelineEntryLeadsToItsDocument() async throws {
        let desk = Desk(try Stores.filled())
        await desk.type("zoe@<Enter>")
        await desk.type("<S-Tab><S-Tab>")
        #expect(desk.shows("document 1, verifyReceipt answer  ? unchecked"))
        await desk.type("<Enter>")
        #expect(desk.shows("1, verifyReceipt answer  the newest that tells it"))
        await desk.type("o")
        #expect(desk.shows("  \"id\": \"1000000831360853\""))
        await desk.type("<Esc>")
        await desk.type("<Esc>")
        await desk.type("o")
        #expect(desk.shows("  \"id\": \"1000000831360853\""))
    }

    @Test func aTransactionsDocumentIsSelectedHoweverFarBack() async throws {
        let store = try Stores.filled()
        // Brought later, and of an older time: they tell less of the purchase than the first.
        let later = (0..<230).map { number in
            let other = Stores.document(
                "1000000831360853", owner: nil, from: "2021-06-27T19:41:58Z", to: "2021-07-27T19:41:58Z")
            var contents = DocumentContents(
                kind: .verifyReceipt,
                precedence: Precedence(
                    documentTime: Pages.moment("2021-06-27T19:41:57Z"), isSigned: false, digest: "\(number)"))
            contents.environment = .production
            contents.transactions = other.contents.transactions
            return DecodedDocument(contents: contents, body: "{}", source: "\(number)", check: .unchecked)
        }
        try Stores.take(later, into: store, by: AgentName("ana"), at: Pages.now)
        let desk = Desk(store)
        await desk.type("zoe@<Enter>")
        await desk.type("<Enter>")
        #expect(desk.shows("document 1, verifyReceipt answer  ? unchecked"))
        await desk.type("o")
        #expect(desk.shows("231 of 231"))
        #expect(desk.selectedLine.contains("fixtures"))
    }

    @Test func viewersAreNotLedToDocuments() async throws {
        let store = try Stores.filled()
        try store.addAgent(AgentName("vi"), role: .viewer, by: AgentName("ana"), at: Pages.now)
        let desk = Desk(store, agent: "vi", role: .viewer)
        await desk.type("u_1042<Enter>")
        await desk.type("<S-Tab><S-Tab>")
        #expect(desk.shows("[Timeline 1]"))
        await desk.type("o")
        #expect(desk.shows("not now, a viewer does not see"))
        await desk.type("<Enter>")
        await desk.type("o")
        #expect(desk.shows("not now, a viewer does not see"))
    }

    @Test func twoClaimsWarnOnBothPagesAndOnTheChains() async throws {
        let (store, token) = (try Stores.filled(), PersonIdentifier("6f3f5a2e-8e8e-4a55-8f8e-0d7f4a1f6a10"))
        try store.setCustomer(
            People.jose.id, CustomerValues(appAccountToken: token), by: AgentName("ana"), at: Pages.now)
        let named = Stores.document(
            "1000000831360853", owner: nil, from: "2021-06-27T19:41:58Z", to: "2021-07-27T19:41:58Z")
        var contents = DocumentContents(
            kind: .verifyReceipt,
            precedence: Precedence(documentTime: Pages.now, isSigned: false, digest: "token"))
        contents.environment = .production
        contents.transactions = named.contents.transactions
        contents.transactions[0].values.appAccountToken = token
        try Stores.take(
            [DecodedDocument(contents: contents, body: "{}", source: "token", check: .unchecked)],
            into: store,
            by: AgentName("ana"), at: Pages.now)
        let warning = "▲ chain 1000000831360853 is claimed by u_1042 and u_1043, it is u_1043's"
        let desk = Desk(store)
        await desk.type("u_1042<Enter>")
        #expect(desk.shows("Zoë Müller") && desk.shows(warning))
        await desk.type("/u_1043<Enter>")
        #expect(desk.shows("José") && desk.shows(warning))
        await desk.type("<Enter>")
        #expect(desk.shows(warning))
        desk.terminal.resize(to: Size(columns: 40, rows: 10))
        await desk.application.idle()
        #expect(desk.shows("▲ disputed"))
    }
}
