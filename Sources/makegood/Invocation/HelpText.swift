import ArgumentParser

/// The parser's help with the options that every command has at its end, below what is the command's own.
struct HelpText {
    let text: String

    private static let ownHead = "OPTIONS:"
    private static let sharedHead = "OPTIONS OF EVERY COMMAND:"

    /// Arranges the help of a command; every other answer of the parser's stays as it is.
    init(_ parsed: String) {
        let lines = parsed.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard parsed.hasPrefix("OVERVIEW: ") || parsed.hasPrefix("USAGE: "),
            let options = HelpText.options(in: lines)
        else {
            text = parsed
            return
        }
        let elements = HelpText.elements(lines[options].dropFirst())
        let names = HelpText.sharedNames
        let own = elements.filter { !names.contains(HelpText.name(of: $0)) }
        let shared = elements.filter { names.contains(HelpText.name(of: $0)) }
        var rest = Array(lines[options.upperBound...].dropFirst())
        var ending = [""]
        // Where to go on reading stands below everything.
        if let last = rest.last, last.hasPrefix("  See '") {
            ending = ["", last]
            rest.removeLast()
        }
        var arranged = Array(lines[..<options.lowerBound])
        arranged += HelpText.section(HelpText.ownHead, own)
        arranged += rest
        arranged += HelpText.section(HelpText.sharedHead, shared).dropLast()
        arranged += ending
        text = arranged.joined(separator: "\n")
    }

    /// What the options are called that every command has.
    private static var sharedNames: Set<String> {
        let help = GlobalOptions.helpMessage(includeHidden: false, columns: 80)
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let options = options(in: lines) else { return [] }
        return Set(elements(lines[options].dropFirst()).map(name)).union(["--version"])
    }

    /// The lines of the options, from their head to the empty line below them.
    private static func options(in lines: [String]) -> Range<Int>? {
        guard let head = lines.firstIndex(of: ownHead) else { return nil }
        return head..<(lines[head...].firstIndex(of: "") ?? lines.endIndex)
    }

    /// The lines of each option: what it is called, and below it what it means, set in further.
    private static func elements(_ lines: ArraySlice<String>) -> [[String]] {
        var elements: [[String]] = []
        for line in lines {
            if line.hasPrefix("   "), let last = elements.indices.last {
                elements[last].append(line)
            } else {
                elements.append([line])
            }
        }
        return elements
    }

    private static func name(of element: [String]) -> String {
        let line = element.first?.dropFirst(2) ?? ""
        return line.split(separator: "  ").first.map { String($0) } ?? ""
    }

    /// A section with the empty line below it; nothing where it would be empty.
    private static func section(_ head: String, _ elements: [[String]]) -> [String] {
        elements.isEmpty ? [] : [head] + elements.flatMap { $0 } + [""]
    }
}
