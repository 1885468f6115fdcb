import Purchases
import TerminalCore
import TerminalTesting
import Testing
import Widgets

@testable import Console
@testable import Persistence

/// Stored documents: from the chain to the body as it is kept.
@MainActor
struct DocumentTests {
    @Test func theBodyIsShownAsItIsKept() async throws {
        let desk = Desk(try Stores.filled())
        await desk.type("zoe@<Enter>")
        await desk.type("o")
        #expect(desk.shows("Documents about 1000000831360853"))
        #expect(desk.selectedLine.contains("verifyReceipt answer"))
        await desk.type("<Enter>")
        #expect(desk.shows("  \"id\": \"1000000831360853\""))
    }

    @Test func theLogIsToldOnceWhoLooked() async throws {
        let desk = Desk(try Stores.filled())
        await desk.type("zoe@<Enter>")
        await desk.type("o")
        #expect(try desk.store.wholePage(of: AuditQuery(action: "reveal")).entries.isEmpty)
        await desk.type("<Enter>")
        await desk.type("j/id<Enter>n")
        let told = try desk.store.wholePage(of: AuditQuery(action: "reveal")).entries
        #expect(told.count == 1 && told.first?.agent == AgentName("ana"))
        #expect(told.first?.details == "{\"document\":\"\(told.first?.subject ?? "")\"}")
        #expect(
            try desk.store.wholePage(of: AuditQuery(about: "customer:u_1042", action: "reveal")).entries
                == told)
    }

    @Test func aReadOnlyConsoleShowsNoDocument() {
        var options = Frames.options
        options.isReadOnly = true
        let size = Size(columns: 80, rows: 24)
        var state = Frames.state(size, options: options)
        state.play("zo<Enter>o<Enter>", Answers.all)
        #expect(state.message?.text.contains("each look at a document is noted in the log") == true)
    }

    @Test func viewersAreToldWhyTheySeeNoBody() async throws {
        let store = try Stores.filled()
        try store.addAgent(AgentName("vi"), role: .viewer, by: AgentName("ana"), at: Pages.now)
        let desk = Desk(store, agent: "vi", role: .viewer)
        await desk.type("1000000831360853<Enter>")
        await desk.type("o<Enter>")
        #expect(desk.shows("not now, a viewer does not see personal data"))
        let gateway = StoreGateway(store: store, agent: AgentName("vi"))
        guard case .failed(let failure) = gateway.perform(.read(DocumentTextQuery(1), at: Pages.now)) else {
            Issue.record("a viewer was given a body")
            return
        }
        #expect(failure.isRefusal)
    }

    @Test func theNotificationsDocumentIsSelected() {
        var state = Frames.state(Size(columns: 80, rows: 24))
        state.play("zo<Enter>j<Enter><S-Tab>jo", Answers.all)
        let row = Frames.draw(state, Size(columns: 80, rows: 24)).grid.lines.first { $0.contains("▸") }
        #expect(row?.contains("27 Jul 19:44") == true)
    }

    @Test func jsonIsIndentedAndNothingElseChanges() {
        let compact = "{\"a\":[1.10,{}],\"b{\":\"x,\\\"]\",\"c\":[]}"
        let lines = [
            "{", "  \"a\": [", "    1.10,", "    {}", "  ],", "  \"b{\": \"x,\\\"]\",", "  \"c\": []", "}",
        ]
        #expect(IndentedJSON(compact.utf8).lines == lines)
        #expect(IndentedJSON("no JSON".utf8).lines == ["no JSON"])
        #expect(IndentedJSON("]]}{".utf8).lines.count > 0)
        #expect(IndentedJSON("".utf8).lines.isEmpty)
    }

    @Test func largeBodiesAreCutWithANotice() {
        let record = Answers.documents[0]
        let long = DocumentRecord(
            id: 1, kind: record.kind, source: "", sha256: "", documentTime: Pages.now, receivedAt: nil,
            importedAt: Pages.now, check: "unchecked", environment: nil, chains: [],
            notifications: [], body: "\"" + String(repeating: "a", count: 3_000_000) + "\"", payload: nil,
            answerCode: nil)
        let text = DocumentText(long).body
        #expect(text.hiddenBytes == 2_000_002)
        let rows = TextRows(text.lines, columns: 80)
        #expect(rows.rows.count == 12_500)
        #expect(rows.rows.allSatisfy { $0.count <= 80 })
    }
}
