import TerminalCore
import Yams

/// A theme file as it is written, before it inherits anything.
struct ThemeDocument {
    /// The file's own name for itself.
    let name: String
    /// The theme it builds on, if any.
    let parent: String?
    /// What it says about scopes.
    let entries: [StyleName: ThemeEntry]

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
                    entries[try Self.scope(scope, reader)] = try Self.entry(body, reader)
                }
            case let other:
                throw reader.error(
                    key, "unknown key “\(other)”", "A theme has name, inherits and scopes")
            }
        }
        guard let name else {
            throw ThemeError(file: file, line: 1, problem: "the theme has no name", remedy: "Add “name: …”")
        }
        self.name = name
        self.parent = parent
        self.entries = entries
    }

    /// A scope that is drawn somewhere, or that others fall back to.
    private static func scope(_ node: Node, _ reader: ThemeNodeReader) throws(ThemeError) -> StyleName {
        let scope = StyleName(try reader.text(node))
        guard !StyleName.themable.contains(scope) else { return scope }
        let family = scope.rawValue.prefix { $0 != "." }
        let kin = StyleName.themable.filter { $0.rawValue.prefix { $0 != "." } == family }
        let offered = (kin.isEmpty ? StyleName.themable.filter { $0.parent == nil } : kin).sorted()
        throw reader.error(
            node, "unknown scope “\(scope)”", "Use \(offered.map(\.rawValue).joined(separator: ", "))")
    }

    private static func entry(_ node: Node, _ reader: ThemeNodeReader) throws(ThemeError) -> ThemeEntry {
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
                        "A scope may say fg, bg, bold, dim, italic, underline and reverse")
                }
                if try reader.flag(value) { entry.attributes.insert(attribute) }
            }
        }
        return entry
    }
}
