import TerminalCore
import Yams

/// Reads the parts of a theme file and says where a wrong one stands.
struct ThemeNodeReader {
    /// The file to name in errors.
    let file: String

    /// The document's root.
    func compose(_ yaml: String) throws(ThemeError) -> Node {
        do {
            // Words alone: what tells numbers and dates apart are regular expressions, dear at every start.
            if let node = try Yams.compose(yaml: yaml, .basic) { return node }
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
            throw error(node, "\(what) must be a mapping", "Write “word: value” lines")
        }
        return mapping.map { ($0.key, $0.value) }
    }

    /// A scalar's text.
    func text(_ node: Node) throws(ThemeError) -> String {
        guard let text = node.string else { throw error(node, "a word is expected here", "Write one word") }
        return text
    }

    /// A yes or no.
    func flag(_ node: Node) throws(ThemeError) -> Bool {
        guard let flag = node.bool else { throw error(node, "true or false is expected here", "Write true") }
        return flag
    }

    /// A colour: `default`, a name, a palette number or `"#rrggbb"`.
    func color(_ node: Node) throws(ThemeError) -> Color {
        let text = try text(node)
        if let color = ColorName.color(text) { return color }
        throw error(
            node, "“\(text)” is no colour",
            "Use default, \(ColorName.all.joined(separator: ", ")), a number to 255 or \"#rrggbb\" in quotes")
    }

    /// An error at a node.
    func error(_ node: Node, _ problem: String, _ remedy: String) -> ThemeError {
        ThemeError(file: file, line: node.mark?.line, problem: problem, remedy: remedy)
    }
}
