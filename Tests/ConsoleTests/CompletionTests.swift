import Persistence
import Purchases
import TerminalCore
import TerminalTesting
import Testing
import Widgets

@testable import Console

/// What a filter's words offer while they are typed.
struct CompletionTests {
    private static let words = [
        FilterWord(
            name: "state", explanation: "how far the work is",
            values: [.init(text: "open"), .init(text: "claimed", meaning: "somebody works on it")],
            isClosed: true),
        FilterWord(name: "since", explanation: "from then on"),
        FilterWord(
            name: "age", signs: [">", "<"], explanation: "how long it waits", values: [.init(text: "2d")]),
        FilterWord(name: "nobody", signs: [FilterWord.alone], explanation: "nobody's"),
    ]

    @Test(arguments: [
        ("", ["state:", "since:", "age>", "age<", "nobody"]), ("s", ["state:", "since:"]), ("ST", ["state:"]),
        ("state:", ["open", "claimed"]), ("state:c", ["claimed"]), ("state:x", []), ("since:", []),
        ("age>", ["2d"]), ("age", ["age>", "age<"]),
        ("state:open ", ["state:", "since:", "age>", "age<", "nobody"]),
        ("state:open n", ["nobody"]), ("x", []), ("  a", ["age>", "age<"]),
    ])
    func whatFitsIsOffered(_ text: String, _ shown: [String]) {
        #expect(Completion(of: text, among: Self.words).choices.map(\.shown) == shown)
    }

    @Test(arguments: [
        ("st", "state:"), ("state:o", "state:open "), ("age<", "age<2d "),
        ("state:open no", "state:open nobody "),
        ("SINCE", "since:"),
    ])
    func aChoiceTakesThePlaceOfThePart(_ text: String, _ whole: String) throws {
        let completion = Completion(of: text, among: Self.words)
        #expect(completion.text(taking: try #require(completion.choices.first)) == whole)
    }

    @Test func tabAndTheArrowCompleteAndOthersChoose() {
        var prompt = Prompt("filter", "Filter", placeholder: "", words: Self.words)
        for key: Key in ["s", .down, .tab] { #expect(prompt.handle(key) == .editing) }
        #expect(prompt.field.text == "since:")
        for key: Key in [.control("u"), "s", .up, .up, .right, "o", .right] { _ = prompt.handle(key) }
        #expect(prompt.field.text == "state:open ")
        // Within the text the arrow moves.
        for key: Key in [.home, .right, .right] { _ = prompt.handle(key) }
        #expect(prompt.field.cursor == 2 && prompt.field.text == "state:open ")
        #expect(prompt.handle(.enter) == .answered("state:open "))
    }

    @Test(arguments: [
        (
            "stat:open",
            "stat:open filters nothing: did you mean state? The words are state, since, age, nobody"
        ),
        ("colour:red", "colour:red filters nothing: the words are state, since, age, nobody"),
        ("state:opne", "state:opne filters nothing: state is one of open, claimed; did you mean open?"),
        ("since:x", "since:x is not understood. since: from then on"),
    ])
    func aWrongPartIsExplained(_ part: String, _ complaint: String) {
        #expect(Self.words.complaint(about: part) == complaint)
    }

    @Test func everyValueThatIsOfferedIsUnderstood() throws {
        let names = FilterNames(agents: [AgentName("ana")], products: [ProductID("premium_month")])
        for word in FilterWord.ofTickets([Answers.ticket], names) {
            for (sign, value) in word.signs.flatMap({ sign in word.values.map { (sign, $0.text) } }) {
                _ = try TicketFilter(parsing: word.name + sign + value, at: Pages.now)
            }
        }
        for word in FilterWord.ofAudit(names) {
            for value in word.values { _ = try AuditFilter("\(word.name):\(value.text)", at: Pages.now) }
        }
        for word in FilterWord.ofCustomers(names) {
            for value in word.values { #expect(CustomersFilter("\(word.name):\(value.text)") != nil) }
        }
    }

    @Test func theChosenOneIsSaidFirstAndWhatFitsFollows() {
        let completion = Completion(of: "s", among: Self.words)
        let line = { completion.line(choosing: $0, columns: $1, glyphs: .unicode).text }
        #expect(line(0, 80) == "state: how far the work is · since:")
        #expect(line(1, 80) == "since: from then on · state:")
        #expect(line(0, 30) == "state: how far the work is")
    }
}
