import ArgumentParser
import Persistence
import Testing

@testable import makegood

/// A misspelt command is answered with the one that was meant.
struct CommandAdviceTests {
    @Test(arguments: [
        ("lookpu", "there is no command “lookpu”: did you mean `lookup`?"),
        ("lookpu zoe", "there is no command “lookpu”: did you mean `lookup`?"),
        ("--store x lookpu", "there is no command “lookpu”: did you mean `lookup`?"),
        ("--store=x --json lookpu", "there is no command “lookpu”: did you mean `lookup`?"),
        ("cust", "there is no command “cust”: did you mean `customer` or `customers`?"),
        ("nonsense", "there is no command “nonsense”: see `makegood --help`"),
        ("claim 5", "there is no command “claim”: did you mean `ticket claim` or `chain`?"),
        ("settings shwo", "there is no command “settings shwo”: did you mean `settings show`?"),
        ("settings nonsense", "there is no command “settings nonsense”: see `makegood settings --help`"),
        (
            "settings secret ad",
            "there is no command “settings secret ad”: did you mean `settings secret add`?"
        ),
        ("ticket clam 5", "there is no command “ticket clam”: did you mean `ticket claim`?"),
        ("quarantine lst", "there is no command “quarantine lst”: did you mean `quarantine list`?"),
        ("customer shwo u_1", "there is no command “customer shwo”: did you mean `customer show`?"),
    ])
    func anUnknownCommand(_ line: String, _ sentence: String) throws {
        let error = try #require(advice(line)?.error)
        #expect(error.description == sentence)
        #expect(error.code == .usage)
    }

    /// What the parser itself says better, and what is right.
    @Test(arguments: [
        "lookup zoe", "lookup", "customer u_1042 extra", "--jsn", "tickets --group 7", "grant u_1",
        "lookup a b",
    ])
    func everythingElseIsLeftToTheParser(_ line: String) { #expect(advice(line) == nil) }

    @Test(arguments: [
        ("help ticket clam", "there is no command “ticket clam”: did you mean `ticket claim`?"),
        ("--json help frob", "there is no command “frob”: see `makegood --help`"),
    ])
    func helpAboutNoCommand(_ line: String, _ sentence: String) {
        let arguments = line.split(separator: " ").map(String.init)
        #expect(CommandAdvice(onHelpIn: arguments, in: Makegood.self)?.error.description == sentence)
    }

    @Test(arguments: [["help"], ["help", "help"], ["help", "ticket", "claim", "34"], ["frob"], ["--help"]])
    func helpAboutACommand(_ arguments: [String]) {
        #expect(CommandAdvice(onHelpIn: arguments, in: Makegood.self) == nil)
    }

    /// Options that every command has stand last, each once and whole; a command's own stay where they were.
    @Test func everybodysOptionsStandLast() throws {
        let commands: [any ParsableCommand.Type] = [Makegood.self, TicketCommand.self, TicketsCommand.self]
        for command in commands {
            let parsed = Makegood.helpMessage(for: command, includeHidden: false, columns: 80)
            let arranged = HelpText(parsed).text
            let lines = { (text: String) in text.split(separator: "\n").filter { !$0.contains("OPTIONS") } }
            #expect(lines(arranged).sorted() == lines(parsed).sorted())
            #expect(arranged.contains("\n\nOPTIONS OF EVERY COMMAND:\n  --store <store>"), "\(arranged)")
            #expect(arranged.contains("\n\nOPTIONS:\n") == (command == TicketsCommand.self), "\(arranged)")
            let ending = try #require(parsed.split(separator: "\n").last)
            #expect(arranged.hasSuffix("\n\n\(ending)"), "\(arranged)")
        }
        #expect(HelpText("0.1.0").text == "0.1.0")
    }

    @Test func anUnknownOptionIsAnsweredByTheParser() {
        let arguments = ["--jsn"]
        #expect(message(arguments)?.contains("Did you mean '--json'?") == true)
    }

    private func advice(_ line: String) -> CommandAdvice? {
        let arguments = line.split(separator: " ").map(String.init)
        return message(arguments).flatMap { CommandAdvice(on: arguments, problem: $0, in: Makegood.self) }
    }

    private func message(_ arguments: [String]) -> String? {
        do {
            _ = try Makegood.parseAsRoot(arguments)
            return nil
        } catch {
            return Makegood.message(for: error)
        }
    }
}
