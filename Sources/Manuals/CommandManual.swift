import Foundation

/// The page of a program, made of what its argument parser tells of it: the same table as its help.
package struct CommandManual {
    private let program: ToldCommand
    private var page: ManualPage

    /// The page of the program that a parser tells of, with everything but what only the program knows.
    ///
    /// - Parameter dump: the parser's answer to `--experimental-dump-help`.
    /// - Throws: `DecodingError` where the parser tells it otherwise than it did.
    package static func page(of dump: String, section: Int, release: String) throws -> ManualPage {
        let program = try JSONDecoder().decode(ToldProgram.self, from: Data(dump.utf8)).command
        var manual = CommandManual(
            program: program,
            page: ManualPage(
                program.commandName, section: section, purpose: program.abstract ?? "", release: release))
        manual.write()
        return manual.page
    }

    private mutating func write() {
        page.section("Synopsis")
        page.text("`\(program.commandName)` [options] [command [options] [arguments]]")
        page.section("Description")
        page.text(program.abstract ?? "")
        page.text(program.discussion ?? "")
        page.section("Options")
        page.text("They stand before a command or behind it.")
        for option in ToldOption.all(of: program) { page.entry(option.names, option.meaning) }
        page.section("Commands")
        for command in program.shownCommands { write(command, below: program.commandName, of: program) }
    }

    /// Writes a command and the commands below it; what its parent said already is not said again.
    private mutating func write(_ command: ToldCommand, below path: String, of parent: ToldCommand) {
        let name = "\(path) \(command.commandName)"
        let options = ToldOption.all(of: command, but: program)
        let commands = command.shownCommands
        page.part(name)
        page.text(
            "`\(name)`" + options.map { " \($0.usage)" }.joined() + (commands.isEmpty ? "" : " [command]"))
        page.text(command.abstract ?? "")
        if let discussion = command.discussion, discussion != parent.discussion { page.text(discussion) }
        if let usual = command.defaultSubcommand { page.text("Without a command it is `\(usual)`.") }
        for option in options { page.entry(option.names, option.meaning) }
        for below in commands { write(below, below: name, of: command) }
    }
}

/// An option or argument as a page shows it: a flag and its opposite are one.
private struct ToldOption {
    private let argument: ToldCommand.Argument
    private var opposite: ToldCommand.Argument?

    /// Those of a command that are shown, without those that stand behind every command of its program.
    static func all(of command: ToldCommand, but program: ToldCommand? = nil) -> [ToldOption] {
        let known = Set(program?.arguments?.compactMap(\.names) ?? [])
        var options: [ToldOption] = []
        for argument in command.arguments ?? [] where argument.shouldDisplay {
            if let names = argument.names, known.contains(names) { continue }
            if let last = options.last, last.isOpposite(argument) {
                options[options.count - 1].opposite = argument
            } else {
                options.append(ToldOption(argument: argument))
            }
        }
        return options
    }

    private func isOpposite(_ other: ToldCommand.Argument) -> Bool {
        guard argument.kind == .flag, other.kind == .flag, let name = argument.names?.first?.name else {
            return false
        }
        return other.names?.first?.name == "no-\(name)"
    }

    /// Its names, with its value.
    var names: String {
        guard let names = argument.names else { return value }
        let all = (names + (opposite?.names ?? [])).map { "`\($0.text)`" }.joined(separator: ", ")
        return argument.kind == .option ? "\(all) \(value)" : all
    }

    /// How it stands on a command line.
    var usage: String {
        let name = argument.names.flatMap { names in names.first { $0.kind == .long } ?? names.first }
        let written = [name.map { "`\($0.text)`" }, argument.kind == .flag ? nil : value].compactMap { $0 }
            .joined(separator: " ")
        let repeated = argument.isRepeating ? "\(written) ..." : written
        return argument.isOptional ? "[\(repeated)]" : repeated
    }

    /// What it decides, which values there are, and which it has unless told otherwise.
    var meaning: String {
        var sentences = [argument.abstract ?? ""]
        if let values = argument.allValues, !values.isEmpty {
            sentences.append("One of \(values.joined(separator: ", ")).")
        }
        if let usual = argument.defaultValue { sentences.append("At first: \(usual).") }
        let line = sentences.filter { !$0.isEmpty }.joined(separator: " ")
        return [line, argument.discussion ?? ""].filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private var value: String { "<\(argument.valueName ?? "value")>" }
}

/// What a parser tells of a program.
private struct ToldProgram: Decodable {
    let command: ToldCommand
}

/// What a parser tells of a command: of its format only what a page shows.
private struct ToldCommand: Decodable {
    /// An argument, an option or a flag.
    struct Argument: Decodable {
        enum Kind: String, Decodable {
            case positional, option, flag
        }

        struct Name: Decodable, Hashable {
            enum Kind: String, Decodable {
                case long, short, longWithSingleDash
            }

            let kind: Kind
            let name: String

            var text: String { (kind == .long ? "--" : "-") + name }
        }

        let kind: Kind
        let shouldDisplay: Bool
        let isOptional: Bool
        let isRepeating: Bool
        let names: [Name]?
        let valueName: String?
        let defaultValue: String?
        let allValues: [String]?
        let abstract: String?
        let discussion: String?
    }

    let commandName: String
    let shouldDisplay: Bool
    let abstract: String?
    let discussion: String?
    let defaultSubcommand: String?
    let subcommands: [ToldCommand]?
    let arguments: [Argument]?

    /// The commands below it that its help lists; `help` is the parser's own.
    var shownCommands: [ToldCommand] {
        (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
    }
}
