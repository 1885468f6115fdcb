import Console
import Foundation
import JSONAnswers
import JSONValues
import Persistence
import Purchases
import TerminalCore
import Wording

/// Writes what commands answer: one JSON document for machines, rows for programs behind a pipe, lines for people.
///
/// Everything that a command writes goes through here, so that an answer that did not arrive fails the command.
struct Output {
    /// Whether machines read it.
    let isJSON: Bool
    /// What the shop calls products; asked where a list for people names any.
    var products: @Sendable () -> ProductNames = { ProductNames() }

    /// Writes a page: the same lines on a terminal and behind a pipe.
    func answer(_ json: JSONValue, _ lines: @autoclosure () -> [String]) {
        if isJSON { write(json) } else { Output.write(page: lines()) }
    }

    /// Writes a page that holds a document: no line of it is broken, and no time is put in words.
    func answer(_ json: JSONValue, asItIs lines: @autoclosure () -> [String]) {
        if isJSON { write(json) } else { Output.write(lines()) }
    }

    /// Writes a list: rows that fit the terminal, or tab-separated values.
    func answer<Row>(_ json: JSONValue, _ listing: @autoclosure () -> Listing<Row>) {
        guard !isJSON else { return write(json) }
        let listing = listing()
        switch Paper.current {
        case .terminal(let columns):
            Output.write(page: listing.naming(products: products).lines(fitting: columns))
        case .pipe:
            Output.raw(TabSeparated.text(listing.table.values))
            // What is to be done about it is said after what is the matter.
            if listing.table.rows.isEmpty, !listing.remarks.isEmpty || listing.isMissing {
                Output.note(listing.empty)
            }
            listing.remarks.forEach(Output.note)
        }
    }

    /// Writes a report: its lines on a terminal, its table as tab-separated values.
    func answer(
        _ json: JSONValue, _ lines: @autoclosure () -> [String], table: @autoclosure () -> [[String]]
    ) {
        if isJSON {
            write(json)
        } else if Paper.current == .pipe {
            Output.raw(TabSeparated.text(table()))
        } else {
            Output.write(page: lines())
        }
    }

    /// Writes a text that is already safe, as it is, such as CSV.
    static func raw(_ text: String) { StandardOutput.write(text) }

    /// Writes a line for people beside the answer.
    static func note(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data((Printable.line(line) + "\n").utf8))
    }

    private func write(_ json: JSONValue) { Output.raw(Printable.json(json.canonicalText) + "\n") }

    private static func write(page: [String]) {
        let paper = Paper.current
        write(page.flatMap { paper.lines(of: Printable.line($0)) })
    }

    private static func write(_ lines: [String]) { raw(lines.map { Printable.line($0) + "\n" }.joined()) }
}

extension StandardOutput {
    /// Refuses to go on as if nothing were wrong when an answer did not arrive.
    ///
    /// `deed` is what was done all the same, as a sentence's beginning.
    ///
    /// - Throws: `StoreError`, unavailable: an exit code of 1 would be an answer, such as “no access”.
    static func requireArrived(after deed: String? = nil) throws {
        guard let failure else { return }
        throw CommandError(
            .unavailable,
            "\(deed.map { "\($0), but " } ?? "")the answer could not be written to standard output (\(failure))",
            remedy: deed == nil
                ? "send it where it can be written, and run it again"
                : "look at what was done before you run it again")
    }
}

/// What an answer is written on.
enum Paper: Equatable, Sendable {
    /// A terminal so many columns wide.
    case terminal(columns: Int)
    /// A file or another program.
    case pipe

    /// How many columns there are beside a page's indentation; nil where lines may be as long as they are.
    var pageColumns: Int? {
        switch self {
        case .terminal(let columns): columns - 2
        case .pipe: nil
        }
    }

    /// A line as it fits there: broken between words, and what goes on is set in.
    func lines(of line: String) -> [String] {
        guard case .terminal(let columns) = self, DisplayText.columns(of: line) > columns else {
            return [line]
        }
        let indentation = min(line.prefix { $0 == " " }.count + 2, columns / 2)
        return TextLines.broken(line, at: columns, indentation: indentation)
    }

    /// Who reads there: people read times in words, to the minute, programs as RFC 3339.
    var reader: Reader { self == .pipe ? .program : .person(at: Clock.now) }

    /// What answers are written for: a pipe, unless the program knows better.
    @TaskLocal static var current = Paper.pipe

    /// What standard output leads to.
    static var ofStandardOutput: Paper {
        guard isatty(STDOUT_FILENO) == 1 else { return .pipe }
        var size = winsize()
        let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return .terminal(columns: isKnown ? Int(size.ws_col) : 80)
    }
}

/// Makes text from outside safe to print: no control byte of it reaches the terminal.
enum Printable {
    /// A line as it may be printed.
    static func line(_ text: String) -> String { DisplayText(text).text }

    /// A JSON document as it may be printed: JSON lets DEL and C1 controls stand as they are, terminals obey them.
    static func json(_ document: String) -> String { PrintableJSON.text(document) }
}
