import ArgumentParser

/// The words of a command line in the order and the form in which the parser takes them.
enum WordOrder {
    /// The options that stand alone before a word that names something.
    private static let flags: Set = ["--json", "--read-only"]

    /// `ticket 34 claim` is `ticket claim 34`, and a negative number after an option is its value.
    static func parsable(_ arguments: [String], in root: any ParsableCommand.Type) -> [String] {
        // What a shell asks for completions is the parser's own.
        guard arguments.first?.hasPrefix("---") != true else { return arguments }
        return withNegativeNumbers(withActsFirst(arguments, root))
    }

    /// The act before what it is done to, where a command with acts knows the second of two words and not the first.
    private static func withActsFirst(_ arguments: [String], _ root: any ParsableCommand.Type) -> [String] {
        var words = arguments
        var command = root
        var (isRoot, subject) = (true, nil as Int?)
        var place = 0
        while place < words.count, words[place] != "--" {
            defer { place += 1 }
            let word = words[place]
            if word.hasPrefix("-"), word != "-" {
                if CommandAdvice.optionsWithValue.contains(word) {
                    place += 1
                } else if !flags.contains(word),
                    !CommandAdvice.optionsWithValue.contains(where: { word.hasPrefix("\($0)=") })
                {
                    // What stands behind another option may be its value.
                    return words
                }
                continue
            }
            let next = command.configuration.subcommands.first { $0.configuration.commandName == word }
            if let subject {
                if next != nil { words.insert(words.remove(at: place), at: subject) }
                return words
            }
            if let next {
                (command, isRoot) = (next, false)
            } else if isRoot || command.configuration.subcommands.isEmpty {
                return words
            } else {
                subject = place
            }
        }
        return words
    }

    /// The parser takes `-1` for another option, and would say that the one before it has no value.
    private static func withNegativeNumbers(_ arguments: [String]) -> [String] {
        var words: [String] = []
        for (place, word) in arguments.enumerated() {
            guard word != "--" else { return words + arguments[place...] }
            if isNegative(word), let option = words.last, option.hasPrefix("--"), !option.contains("=") {
                words[words.count - 1] = "\(option)=\(word)"
            } else {
                words.append(word)
            }
        }
        return words
    }

    private static func isNegative(_ word: String) -> Bool { word.hasPrefix("-") && Double(word) != nil }
}
