/// A page of the manual in the macros of man(7), in ASCII alone.
///
/// Its texts are those of the help: what stands between backticks is bold, and an empty line ends a paragraph.
package struct ManualPage: Sendable {
    package private(set) var source = ""

    /// A page that says so far what it is about.
    ///
    /// - Parameters:
    ///   - section: 1 for commands, 5 for files, 8 for what administrators run.
    ///   - purpose: what it is, in a sentence.
    package init(_ name: String, section: Int, purpose: String, release: String) {
        // No date: the same sources make the same page.
        write(
            ".TH \(Roff.argument(name.uppercased())) \(section) \"\" \(Roff.argument("Makegood \(release)")) Makegood"
        )
        write(".nh")
        write(".ad l")
        self.section("Name")
        let line = purpose.hasSuffix(".") ? purpose.dropLast() : purpose[...]
        write("\(Roff.text(name)) \\- \(Roff.text(line.prefix(1).lowercased() + line.dropFirst()))")
    }

    package mutating func section(_ title: String) { write(".SH \(Roff.argument(title.uppercased()))") }

    /// Begins a part of a section.
    package mutating func part(_ title: String) { write(".SS \(Roff.argument(title))") }

    /// Adds paragraphs.
    package mutating func text(_ text: String) {
        for paragraph in ManualPage.paragraphs(text) {
            write(".PP")
            write(Roff.line(paragraph))
        }
    }

    /// Adds a term, and below it what it means.
    package mutating func entry(_ term: String, _ meaning: String) {
        write(".TP")
        write(Roff.line(term))
        let paragraphs = ManualPage.paragraphs(meaning)
        // A term without a line below it would swallow the next request.
        write(Roff.line(paragraphs.first ?? ""))
        for paragraph in paragraphs.dropFirst() {
            write(".IP")
            write(Roff.line(paragraph))
        }
    }

    /// Adds lines that stand as they are.
    package mutating func lines(_ text: String) {
        write(".PP")
        write(".nf")
        write(".RS 4")
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            write(line.isEmpty ? "\\&" : Roff.start(Roff.plain(String(line))))
        }
        write(".RE")
        write(".fi")
    }

    private mutating func write(_ line: String) { source += line + "\n" }

    private static func paragraphs(_ text: String) -> [String] {
        var paragraphs: [[Substring]] = [[]]
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.allSatisfy(\.isWhitespace) {
                paragraphs.append([])
            } else {
                paragraphs[paragraphs.count - 1].append(line)
            }
        }
        return paragraphs.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
    }
}

/// Texts as roff reads them.
private enum Roff {
    /// A line of a text; a full stop at its beginning is no request.
    static func line(_ text: String) -> String { start(self.text(text)) }

    /// A line whose beginning is no request; what is empty is a line all the same.
    static func start(_ source: String) -> String {
        source.isEmpty || source.hasPrefix(".") ? "\\&" + source : source
    }

    /// A text in which words between backticks are bold.
    static func text(_ text: String) -> String {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
        guard parts.count % 2 == 1 else { return plain(text) }
        return parts.enumerated().map { index, part in
            index % 2 == 0 || part.isEmpty ? plain(part) : "\\fB\(plain(part))\\fR"
        }.joined()
    }

    /// An argument of a request.
    static func argument(_ text: String) -> String { "\"\(plain(text))\"" }

    /// A text without anything that roff would obey, which may be broken after a comma, a slash and a bar.
    static func plain(_ text: String) -> String {
        var source = ""
        var mayBreak = false
        for scalar in text.unicodeScalars {
            if mayBreak, scalar != " " { source += "\\:" }
            mayBreak = [",", "/", "|"].contains(scalar)
            source += escaped(scalar)
        }
        return source
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\\": return "\\e"
        // As it is typed: roff makes a hyphen of a bare one, and other quotation marks of these.
        case "-": return "\\-"
        case "'": return "\\(aq"
        case "\"": return "\\(dq"
        case "`": return "\\(ga"
        case "^": return "\\(ha"
        case "~": return "\\(ti"
        case " "..."~": return String(scalar)
        case _ where scalar.value < 0xA0: return " "
        default:
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
        }
    }
}
