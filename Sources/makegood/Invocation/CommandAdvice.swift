import ArgumentParser
import Persistence
import Purchases
import Wording

/// What to say when the arguments name a command that does not exist: the one that was meant.
struct CommandAdvice {
    /// The failure, with the way out of it.
    let error: CommandError

    /// The options before a command that take a value; its words name no command.
    static let optionsWithValue: Set = ["--store", "--agent", "--now", "--theme"]

    /// Looks for the word that should be a command; nil when every word is one, or when the parser knows better.
    ///
    /// `problem` is what the parser says is wrong.
    init?(
        on arguments: [String], problem: String, in root: any ParsableCommand.Type
    ) {
        guard problem.lowercased().contains("unexpected argument"),
            let place = UnknownWord(in: arguments, root)
        else { return nil }
        let meant = CommandAdvice.commands(meantBy: place.word, in: place.command, path: place.path)
        // A word that may be an argument of the command, such as an id, is no misspelt command unless it looks like one.
        guard !meant.isEmpty || problem.contains("'\(place.word)'") else { return nil }
        self.init(place, meant: meant)
    }

    /// The same where help is asked for, as in `help frob`: the parser answers with the help of what it understood. Nil
    /// where help is not asked for, and where there is such a command.
    init?(onHelpIn arguments: [String], in root: any ParsableCommand.Type) {
        var rest = arguments[...]
        while let word = rest.first, word.hasPrefix("-") {
            rest = rest.dropFirst(CommandAdvice.optionsWithValue.contains(word) ? 2 : 1)
        }
        guard rest.popFirst() == "help", rest.first != "help",
            let place = UnknownWord(in: Array(rest), root)
        else { return nil }
        self.init(
            place, meant: CommandAdvice.commands(meantBy: place.word, in: place.command, path: place.path))
    }

    private init(_ place: UnknownWord, meant: [String]) {
        let known = (["makegood"] + place.path).joined(separator: " ")
        let words = (place.path + [place.word]).joined(separator: " ")
        error = CommandError(
            .usage, "there is no command “\(words)”",
            remedy: meant.isEmpty ? "see `\(known) --help`" : CommandAdvice.question(meant))
    }

    /// The commands that a word in the place of one probably means: `ticket show` for `shwo` after `ticket`.
    static func commands(
        meantBy word: String, in command: any ParsableCommand.Type, path: [String]
    ) -> [String] {
        let names = command.configuration.subcommands.compactMap { $0.configuration.commandName }
        let begun = word.count > 2 ? names.filter { $0.hasPrefix(word.lowercased()) } : []
        let near = EditDistance.nearest(to: word, among: names)
        let here = begun + near.filter { !begun.contains($0) }
        // It may be the right word in the wrong place: `claim` for `ticket claim`.
        let elsewhere = command.configuration.subcommands.compactMap { group -> String? in
            let inside = group.configuration.subcommands.compactMap { $0.configuration.commandName }
            return inside.contains(word) ? group.configuration.commandName.map { "\($0) \(word)" } : nil
        }
        return (elsewhere + here).prefix(3).map { (path + [$0]).joined(separator: " ") }
    }

    /// Whether one of some commands was meant, asked in a sentence.
    static func question(_ commands: [String]) -> String {
        "did you mean \(Counting.any(commands.map { "`\($0)`" }))?"
    }

    /// The first word that stands where a command should and is none.
    private struct UnknownWord {
        let word: String
        /// The command that knows no such word.
        let command: any ParsableCommand.Type
        let path: [String]

        init?(in arguments: [String], _ root: any ParsableCommand.Type) {
            var command = root
            var path: [String] = []
            var rest = arguments[...]
            while let word = rest.popFirst(), word != "--" {
                if word.hasPrefix("-") {
                    if CommandAdvice.optionsWithValue.contains(word) { rest = rest.dropFirst() }
                    continue
                }
                let commands = command.configuration.subcommands
                guard !commands.isEmpty else { return nil }
                guard let next = commands.first(where: { $0.configuration.commandName == word }) else {
                    self.word = word
                    self.command = command
                    self.path = path
                    return
                }
                command = next
                path.append(word)
            }
            return nil
        }
    }
}
