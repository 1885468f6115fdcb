package import TerminalCore
import YAMLTexts
import Yams

/// A theme file as it is written, before it inherits anything. `ThemeLibrary` finds the file and makes it a ``Theme``.
struct ThemeDocument {
    /// The file's own name for itself.
    let name: String
    /// The theme it builds on, if any.
    let parent: String?
    /// What it says about scopes.
    let entries: [StyleName: ThemeEntry]

    /// The words that turn an attribute on.
    private static let switches: [(String, Attributes)] = [
        ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline), ("reverse", .reverse),
    ]

    /// Reads YAML; `file` is only named in errors.
    init(yaml: String, file: String) throws(ThemeError) {
        let reader = ThemeNodeReader(file: file)
        let top = try reader.mapping(try reader.compose(yaml), what: "a theme")
        var name: String?
        var parent: String?
        var entries: [StyleName: ThemeEntry] = [:]
        for (key, value) in top {
            switch try reader.text(key) {
            case "name": name = try reader.text(value)
            case "inherits": parent = try reader.text(value)
            case "scopes":
                for (scope, body) in try reader.mapping(value, what: "scopes") {
                    entries[try Self.scope(scope, reader: reader)] = try Self.entry(body, reader: reader)
                }
            case let other:
                throw reader.error(
                    key, "unknown key “\(other)”", remedy: "A theme has name, inherits and scopes")
            }
        }
        guard let name else {
            throw ThemeError(file: file, line: 1, problem: "the theme has no name", remedy: "Add “name: …”")
        }
        self.name = name
        self.parent = parent
        self.entries = entries
    }

    /// A scope that is drawn somewhere, or that others fall back to; the error for another one offers those akin to it.
    private static func scope(_ node: Node, reader: ThemeNodeReader) throws(ThemeError) -> StyleName {
        let scope = StyleName(try reader.text(node))
        guard !StyleName.themable.contains(scope) else { return scope }
        let family = scope.rawValue.prefix { $0 != "." }
        let kin = StyleName.themable.filter { $0.rawValue.prefix { $0 != "." } == family }
        let offered = (kin.isEmpty ? StyleName.themable.filter { $0.parent == nil } : kin).sorted()
        throw reader.error(
            node, "unknown scope “\(scope)”", remedy: "Use \(offered.map(\.rawValue).joined(separator: ", "))"
        )
    }

    private static func entry(_ node: Node, reader: ThemeNodeReader) throws(ThemeError) -> ThemeEntry {
        var entry = ThemeEntry()
        for (key, value) in try reader.mapping(node, what: "a scope") {
            let word = try reader.text(key)
            switch word {
            case "fg": entry.foreground = try reader.color(value)
            case "bg": entry.background = try reader.color(value)
            default:
                guard let attribute = switches.first(where: { $0.0 == word })?.1 else {
                    throw reader.error(
                        key, "unknown word “\(word)”",
                        remedy: "A scope may say fg, bg, bold, dim, italic, underline and reverse")
                }
                if try reader.flag(value) { entry.attributes.insert(attribute) }
            }
        }
        return entry
    }
}

/// Reads the parts of a theme file and says where a wrong one stands.
struct ThemeNodeReader {
    /// The file to name in errors.
    let file: String

    /// The document's root.
    func compose(_ yaml: String) throws(ThemeError) -> Node {
        do {
            // Words alone: what tells numbers and dates apart are regular expressions, dear at every start.
            if let node = try YAMLText.compose(yaml, .basic, nodeLimit: 10_000) { return node }
        } catch let excess as YAMLExcess {
            throw ThemeError(
                file: file, line: excess.line ?? 1, problem: "it has \(excess.words)",
                remedy: "Compare it with a theme that works")
        } catch let YamlError.scanner(_, problem, mark, _), let YamlError.parser(_, problem, mark, _) {
            throw ThemeError(
                file: file, line: mark.line, problem: "this is not YAML: \(problem)",
                remedy: "Compare the indentation with a theme that works")
        } catch {
            throw ThemeError(
                file: file, problem: "this is not YAML", remedy: "Compare it with a theme that works")
        }
        throw ThemeError(file: file, line: 1, problem: "the file is empty", remedy: "Add a name and scopes")
    }

    /// The pairs of a mapping.
    func mapping(_ node: Node, what: String) throws(ThemeError) -> [(Node, Node)] {
        guard let mapping = node.mapping else {
            throw error(node, "\(what) must be a mapping", remedy: "Write “word: value” lines")
        }
        return mapping.map { ($0.key, $0.value) }
    }

    /// A scalar's text.
    func text(_ node: Node) throws(ThemeError) -> String {
        guard let text = node.string else {
            throw error(node, "a word is expected here", remedy: "Write one word")
        }
        return text
    }

    /// A yes or no.
    func flag(_ node: Node) throws(ThemeError) -> Bool {
        guard let flag = node.bool else {
            throw error(node, "true or false is expected here", remedy: "Write true")
        }
        return flag
    }

    /// A colour: `default`, a name, a palette number or `"#rrggbb"`.
    func color(_ node: Node) throws(ThemeError) -> Color {
        let text = try text(node)
        if let color = ColorName.color(text) { return color }
        throw error(
            node, "“\(text)” is no colour",
            remedy:
                "Use default, \(ColorName.all.joined(separator: ", ")), a number to 255 or \"#rrggbb\" in quotes"
        )
    }

    /// An error at a node.
    func error(_ node: Node, _ problem: String, remedy: String) -> ThemeError {
        ThemeError(file: file, line: node.mark?.line, problem: problem, remedy: remedy)
    }
}

/// What one scope of a theme says; what it leaves out comes from the scope's parent.
package struct ThemeEntry: Hashable, Sendable {
    /// The colour of the text, if the scope names one.
    package var foreground: Color?
    /// The colour behind it, if the scope names one.
    package var background: Color?
    /// The attributes that the scope turns on.
    package var attributes: Attributes

    package init(foreground: Color? = nil, background: Color? = nil, attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// The entry as a style.
    var style: Style {
        Style(
            foreground: foreground ?? .standard, background: background ?? .standard, attributes: attributes)
    }
}

/// Why a theme cannot be used, and what to do about it.
package struct ThemeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, or the name of a theme that is compiled in.
    package let file: String
    /// The line, from 1, when it is known.
    package let line: Int?
    package let problem: String
    package let remedy: String

    /// An error in a theme.
    package init(file: String, line: Int? = nil, problem: String, remedy: String) {
        self.file = file
        self.line = line
        self.problem = problem
        self.remedy = remedy
    }

    /// The error in one sentence: where, and what is wrong there.
    package var place: String { "\(line.map { "\(file):\($0)" } ?? file): \(problem)" }

    /// The error in one sentence and what to do in another.
    package var description: String { "\(place). \(remedy)." }
}
