import Purchases
import TerminalCore
import Widgets

/// A word that a filter is made of, such as `agent` or `age`, with what can complete it. `FilterWords.swift` in
/// `Console/Screens` lists them.
struct FilterWord: Hashable, Sendable {
    /// What stands behind a word that has no value: it is the whole part.
    static let alone = ""

    let name: String
    /// What stands between it and its value, one of these; ``alone`` where it has none.
    var signs = [":"]
    /// What it shows.
    let explanation: String
    /// The values that are known.
    var values: [Value] = []
    /// Whether nothing but these values makes sense.
    var isClosed = false

    /// A value, and what it means where that is not plain.
    struct Value: Hashable, Sendable {
        /// As it is typed.
        let text: String
        /// What it means; empty where it says so itself.
        var meaning = ""
    }
}

/// The ways to complete the last part of a filter while it is typed. `Prompt` offers them.
struct Completion: Hashable, Sendable {
    /// A way to go on.
    struct Choice: Hashable, Sendable {
        /// What takes the place of the part that is being typed.
        let part: String
        /// What is shown of it: of a value not its word.
        let shown: String
        let meaning: String
        /// Whether the part is whole with it.
        let isWhole: Bool
    }

    /// The ways, in the order of the words.
    let choices: [Choice]
    /// What stands before the part that is being typed.
    private let before: String

    /// The ways on from what stands before the cursor.
    init(of text: String, among words: [FilterWord]) {
        let part = String(text.reversed().prefix { !$0.isWhitespace }.reversed())
        before = String(text.dropLast(part.count))
        let typed = part.lowercased()
        let named = words.compactMap { word -> (FilterWord, String)? in
            let sign = word.signs.first { !$0.isEmpty && typed.hasPrefix(word.name + $0) }
            return sign.map { (word, word.name + $0) }
        }
        // No value has begun: the words themselves complete the part.
        guard let (word, head) = named.first else {
            choices = words.filter { $0.name.hasPrefix(typed) }.flatMap { word in
                word.signs.map { sign in
                    Choice(
                        part: word.name + sign, shown: word.name + sign, meaning: word.explanation,
                        isWhole: sign.isEmpty)
                }
            }
            return
        }
        let value = typed.dropFirst(head.count)
        let known = word.values.filter { $0.text.lowercased().hasPrefix(value) }
        choices = known.map {
            Choice(
                part: head + $0.text, shown: $0.text,
                meaning: $0.meaning.isEmpty ? word.explanation : $0.meaning,
                isWhole: true)
        }
    }

    /// The whole text with a choice taken; a blank follows what is whole.
    func text(taking choice: Choice) -> String { before + choice.part + (choice.isWhole ? " " : "") }

    /// The chosen way with what it means, and as many of the others as there is room for.
    func line(choosing number: Int, columns: Int, glyphs: Glyphs) -> StyledLine {
        guard choices.indices.contains(number) else { return StyledLine() }
        let choice = choices[number]
        var line: StyledLine = [TextSpan(choice.shown, .key), TextSpan(" \(choice.meaning)")]
        for (offset, other) in choices.enumerated() where offset != number {
            let longer = line + [TextSpan(" \(glyphs.bullet) ", .dim), TextSpan(other.shown, .dim)]
            guard longer.columns <= columns else { break }
            line = longer
        }
        return line
    }
}

extension [FilterWord] {
    /// What is wrong with a part that makes no sense, and what was meant.
    func complaint(about part: String) -> String {
        let typed = part.lowercased()
        let word = first { word in word.signs.contains { !$0.isEmpty && typed.hasPrefix(word.name + $0) } }
        guard let word else {
            let name = String(typed.prefix { !":<>".contains($0) })
            let near = EditDistance.nearest(to: name, among: map(\.name)).first
            let meant = near.map { "did you mean \($0)? The words are " } ?? "the words are "
            return "\(part) filters nothing: \(meant)\(map(\.name).joined(separator: ", "))"
        }
        guard word.isClosed else { return "\(part) is not understood. \(word.name): \(word.explanation)" }
        let values = word.values.map(\.text)
        let value = String(typed.dropFirst(word.name.count + 1))
        let near = EditDistance.nearest(to: value, among: values).first
        let meant = near.map { "; did you mean \($0)?" } ?? ""
        return "\(part) filters nothing: \(word.name) is one of \(values.joined(separator: ", "))\(meant)"
    }
}
