/// A Swift source without its comments, what it declares and mentions, and apart from that its texts.
///
/// It is read word by word, not parsed: enough to tell which file speaks of which.
struct SwiftCode {
    /// A word, what stood before it, and how many braces are open around it.
    struct Word: Hashable {
        let text: Substring
        let isMember: Bool
        let depth: Int
        let line: Int
    }

    /// What stands between quotes: what is put into it as `…`, its blanks and lines run together.
    struct Text: Hashable {
        let text: String
        let line: Int
    }

    /// The words, in order.
    let words: [Word]
    /// The texts, in order.
    let texts: [Text]

    init(_ source: String) {
        var reader = CodeReader(source)
        reader.readCode()
        (words, texts) = (reader.words, reader.texts)
    }

    private static let kinds: Set<Substring> = ["struct", "class", "enum", "actor", "protocol", "typealias"]
    private static let hidden: Set<Substring> = ["private", "fileprivate"]
    private static let members: Set<Substring> = ["func", "var", "let", "case"]

    /// The types of the outermost level that other files can name.
    var types: Set<Substring> {
        Set(declarations(of: Self.kinds).filter { $0.depth == 0 && !$0.isHidden }.map(\.name))
    }

    /// Every name that means something of its own in this file: types of any level, and parameters of generics.
    var ownNames: Set<Substring> {
        let types = declarations(of: Self.kinds.union(["associatedtype"]))
        return Set(types.filter { $0.depth > 0 || $0.isHidden }.map(\.name)).union(generics)
    }

    /// The types that it declares or extends on the outermost level.
    var extended: Set<Substring> { types.union(declarations(of: ["extension"]).map(\.name)) }

    /// The types that stand in others, by the type that they stand in.
    var nested: [(owner: Substring, name: Substring)] {
        var owner: Substring = ""
        return declarations(of: Self.kinds.union(["extension"])).compactMap { declaration in
            guard declaration.depth > 0 else {
                owner = declaration.name
                return nil
            }
            return (owner, declaration.name)
        }
    }

    /// The members that it adds to types by extensions, and that other files can name as `Type.member`.
    var added: [(owner: Substring, name: Substring)] {
        var owner: Substring?
        return declarations(of: Self.kinds.union(Self.members).union(["extension"])).compactMap {
            declaration in
            if declaration.depth == 0 {
                let isOpen = declaration.kind == "extension" && !declaration.isHidden
                owner = isOpen ? declaration.name : nil
            }
            guard let owner, declaration.depth == 1, !declaration.isHidden else { return nil }
            return (owner, declaration.name)
        }
    }

    private var generics: [Substring] {
        words.indices.dropLast().filter { words[$0].text == "<" }.flatMap { open -> [Substring] in
            let list = words[(open + 1)...].prefix { $0.text != ">" && $0.text != "{" }
            // A generic's parameter is the word before its colon, or all there is between commas.
            return list.split { $0.text == "," }.compactMap { part in
                let name = part.first { $0.text != "each" }
                return part.count == 1 || part.dropFirst().first?.text == ":" ? name?.text : nil
            }.filter { name in isDeclaring(before: open) && name.first?.isUppercase == true }
        }
    }

    private func isDeclaring(before open: Int) -> Bool {
        let before = words[..<open].suffix(2).map(\.text)
        return before.contains("init")
            || before.first.map { Self.kinds.contains($0) || $0 == "func" } ?? false
    }

    private struct Declaration {
        let kind: Substring
        let name: Substring
        let depth: Int
        let isHidden: Bool
    }

    private func declarations(of kinds: Set<Substring>) -> [Declaration] {
        words.indices.dropLast().compactMap { index in
            let (word, next) = (words[index], words[index + 1])
            guard kinds.contains(word.text), !word.isMember, next.text.first?.isLetter ?? false,
                !["func", "var", "let"].contains(next.text)
            else { return nil }
            let before = words[..<index].reversed().prefix { $0.line == word.line && $0.depth == word.depth }
            return Declaration(
                kind: word.text, name: next.text, depth: word.depth,
                isHidden: before.contains { Self.hidden.contains($0.text) })
        }
    }
}

/// Walks over a source, leaving out comments, and keeping texts apart from what stands inside them in `\(…)`.
private struct CodeReader {
    private let source: String
    private var place: String.Index
    private var depth = 0
    private var line = 0
    var words: [SwiftCode.Word] = []
    var texts: [SwiftCode.Text] = []

    init(_ source: String) { (self.source, place) = (source, source.startIndex) }

    /// Reads to the end, or to the parenthesis that closes what stands inside a text.
    mutating func readCode(isInsideText: Bool = false) {
        var open = 0
        while let next = peek() {
            if next.isLetter || next == "_" {
                readWord()
            } else if starts("//") {
                skip { $0 != "\n" }
            } else if starts("/*") {
                readComment()
            } else if next == "\"" || (next == "#" && textBegins) {
                readText()
            } else {
                if next == "(" { open += 1 }
                if next == ")" { open -= 1 }
                if isInsideText, open < 0 { return advance() }
                readSign(next)
            }
        }
    }

    private func peek() -> Character? { place < source.endIndex ? source[place] : nil }

    private func starts(_ text: String) -> Bool { source[place...].hasPrefix(text) }

    private mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where place < source.endIndex {
            if source[place] == "\n" { line += 1 }
            place = source.index(after: place)
        }
    }

    private mutating func skip(while holds: (Character) -> Bool) {
        while let next = peek(), holds(next) { advance() }
    }

    private mutating func readWord() {
        let start = place
        skip { $0.isLetter || $0.isNumber || $0 == "_" }
        let isMember = start > source.startIndex && source[source.index(before: start)] == "."
        words.append(.init(text: source[start..<place], isMember: isMember, depth: depth, line: line))
    }

    private mutating func readSign(_ sign: Character) {
        if sign == "}" { depth -= 1 }
        if ["<", ">", ",", ":", "{"].contains(sign) {
            let text = source[place..<source.index(after: place)]
            words.append(.init(text: text, isMember: false, depth: depth, line: line))
        }
        if sign == "{" { depth += 1 }
        advance()
    }

    private mutating func readComment() {
        var open = 0
        repeat {
            if starts("/*") { open += 1 }
            if starts("*/") { open -= 1 }
            advance(starts("/*") || starts("*/") ? 2 : 1)
        } while open > 0 && peek() != nil
    }

    /// Whether the number signs here begin a text.
    private var textBegins: Bool { source[place...].drop { $0 == "#" }.first == "\"" }

    private mutating func readText() {
        let (start, begun, number) = (place, line, texts.count)
        var said = ""
        texts.append(SwiftCode.Text(text: "", line: begun))
        skip { $0 == "#" }
        let signs = String(source[start..<place])
        let quotes = starts("\"\"\"") ? "\"\"\"" : "\""
        advance(quotes.count)
        while let next = peek(), !starts(quotes + signs) {
            if starts("\\" + signs + "(") {
                advance(2 + signs.count)
                readCode(isInsideText: true)
                said += "…"
            } else if starts("\\" + signs) {
                advance(1 + signs.count)
                said += readEscape()
            } else {
                said.append(next)
                advance()
            }
        }
        texts[number] = SwiftCode.Text(
            text: said.split(whereSeparator: \.isWhitespace).joined(separator: " "), line: begun)
        advance(quotes.count + signs.count)
    }

    /// What follows a backslash: a sign as it is, a blank for what is none, and nothing for a line that goes on.
    private mutating func readEscape() -> String {
        guard let sign = peek() else { return "" }
        if sign == "u" { skip { $0 != "}" } }
        advance()
        return sign == "\n" ? "" : sign.isLetter || sign.isNumber ? " " : String(sign)
    }
}
