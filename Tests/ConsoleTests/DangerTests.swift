import Persistence
import Purchases
import TerminalCore
import TerminalTesting
import Testing

@testable import Console

/// Every question of the console before something is done: Enter goes back, the key that led to it does not confirm,
/// and it says whom it concerns, what is done, for how long and in which store.
@MainActor
struct DangerTests {
    /// A question, the keys that lead to it with an answer awaited after each, the last one opening it.
    struct Question: Sendable, CustomTestStringConvertible {
        let name: String
        let way: [KeyScript]
        let opener: KeyScript
        let who: String
        let what: String
        let howLong: String

        var testDescription: String { name }
    }

    nonisolated private static let zoe: [KeyScript] = ["zoe@", "<Enter>"]

    nonisolated static let questions = [
        Question(
            name: "make good", way: zoe + ["m"], opener: "<C-s>", who: "Zoë Müller", what: "gets premium",
            howLong: "until 14 Sep 14:02 UTC"),
        Question(
            name: "take back", way: zoe + ["<Tab><Tab>", "x<Down>given twice"], opener: "<C-s>",
            who: "u_1042", what: "ends now", howLong: "cannot be given back"),
        Question(
            name: "resolve", way: ["<Esc>2", "<Enter>", "r<Right><Right><Down>1<Down>why<Down>HD-1"],
            opener: "<C-s>",
            who: "Zoë Müller", what: "ends as", howLong: "until somebody reopens it"),
        Question(
            name: "act on marked tickets", way: ["<Esc>2", "  ", "A"], opener: "c", who: "2 tickets",
            what: "Claim", howLong: "Until you give them back"),
        Question(
            name: "attach", way: ["2000000900000077", "<Enter>", "a", "u_1042"], opener: "<C-s>",
            who: "u_1042's", what: "Chain 2000000900000077 becomes",
            howLong: "until somebody attaches it back"),
        Question(
            name: "erase", way: zoe + ["E", "asked for<Tab>u_1042"], opener: "<C-s>",
            who: "the person behind u_1042", what: "Purchases, grants and the audit log stay",
            howLong: "for good"),
        Question(
            name: "leave a form", way: zoe + ["N", "called twice"], opener: "<Esc>", who: "you",
            what: "Leave and lose", howLong: "will be lost"),
        Question(
            name: "leave Makegood", way: zoe + ["N", "called twice"], opener: "<C-c>", who: "you",
            what: "Leave Makegood and lose", howLong: "will be lost"),
    ]

    /// A console that is at a question.
    private func desk(at question: Question) async throws -> Desk {
        let store = try TicketStores.outage()
        let given = GrantRequest(
            customer: People.zoe.id, entitlement: EntitlementID("premium"),
            term: .until(Pages.now + .seconds(3600)), reason: "test")
        if question.name == "take back" {
            _ = try store.grant(given, by: AgentName("root"), at: Pages.now - .days(2))
        }
        let desk = Desk(store)
        for keys in [""] + question.way { await desk.type(keys) }
        return desk
    }

    @Test(arguments: questions) func aQuestionSaysWhomWhatHowLongAndWhere(_ question: Question) async throws {
        let desk = try await desk(at: question)
        await desk.type(question.opener)
        for words in [question.who, question.what, question.howLong, " in store.sqlite (practice)"] {
            #expect(desk.shows(words), "\(words): \(desk.terminal.grid.lines.joined(separator: "\n"))")
        }
        #expect(desk.shows("y ") && desk.shows("Enter back"))
    }

    @Test(arguments: questions) func onlyAKeyOfItsOwnConfirms(_ question: Question) async throws {
        let desk = try await desk(at: question)
        let entries = try desk.store.wholePage(of: AuditQuery()).entries.first?.sequence
        let before = desk.terminal.grid.lines.dropLast()
        for keys in ["<Enter>", question.opener, "x<Enter>", "<Space><Esc>", "n"] as [KeyScript] {
            await desk.type(question.opener)
            #expect(desk.shows(" in store.sqlite (practice)"), "\(question.name) before \(keys)")
            await desk.type(keys)
            if keys == question.opener, desk.shows("Enter back") { await desk.type("<Esc>") }
            await desk.pass(.seconds(10))
            #expect(!desk.shows("Enter back"))
            #expect(try desk.store.wholePage(of: AuditQuery()).entries.first?.sequence == entries)
        }
        #expect(desk.terminal.grid.lines.dropLast() == before, "what was typed is still there")
    }
}
