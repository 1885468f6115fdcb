import Console
import Purchases
import TerminalCore
import Widgets
import Wording

/// A list under heads: as wide as a terminal for people, every value whole for programs.
struct Table<Row> {
    let rows: [Row]
    /// The columns, from left to right.
    private(set) var columns: [ListColumn<Row>]
    private var reader: ListReader

    /// Rows in columns, as of a moment.
    init(_ rows: [Row], _ columns: [ListColumn<Row>], at now: Instant = Clock.now) {
        (self.rows, self.columns) = (rows, columns)
        reader = ListReader(Answers.reader, at: now)
    }

    /// The same without some columns, by their names for programs.
    func without(_ keys: String...) -> Table {
        var table = self
        table.columns.removeAll { column in column.key.map(keys.contains) ?? false }
        return table
    }

    /// The same with products as the shop calls them, where it has any; programs read ids as ever.
    func naming(products: () -> ProductNames) -> Table {
        guard !rows.isEmpty, columns.contains(where: { $0.key == "product_id" }) else { return self }
        var table = self
        table.reader.products = products()
        return table
    }

    /// Every value under its name, for programs.
    var values: [[String]] {
        let told = columns.filter { $0.key != nil }
        return [told.map { $0.key ?? "" }]
            + rows.map { row in told.map { $0.cell(row).value(reader) } }
    }

    /// The texts for people, of columns with a head.
    var texts: [[String]] {
        let headed = columns.filter { $0.head != nil }
        return rows.map { row in headed.map { $0.cell(row).shown(reader) } }
    }

    /// The rows under their heads, in lines as wide as given, or as wide as they are.
    func lines(fitting limit: Int?) -> [String] { rows.isEmpty ? [] : TableLayout(self, limit: limit).lines }

    /// The heads of what a width has no room for.
    func leftOut(fitting limit: Int) -> [String] { TableLayout(self, limit: limit).leftOut }

    /// The rows as a part of a page, as wide as there is room, and what that leaves out.
    var partOfPage: [String] {
        let page = page(fitting: Paper.current.pageColumns)
        return page.lines + page.narrowness
    }

    /// The rows, and what is said below them where they have no room for every column.
    fileprivate func page(fitting limit: Int?) -> (lines: [String], narrowness: [String]) {
        guard !rows.isEmpty else { return ([], []) }
        let layout = TableLayout(self, limit: limit)
        let leftOut = layout.leftOut
        let more = leftOut.isEmpty ? [] : ["a wider window shows more: \(leftOut.joined(separator: ", "))"]
        return (layout.lines, more)
    }
}

/// Which columns of a table a width has room for, and how wide each is.
///
/// A command's rows are all there: every text is measured, a column in which nothing stands is left out, and where room is
/// short columns give way by rank. A list on a screen goes on, so its columns have least widths, and the last ones give
/// way (`ScreenColumns`). Room, cutting and filling are the same.
private struct TableLayout {
    /// A column, and the texts in it.
    private struct Column {
        let head: String
        let rank: ColumnRank
        let alignment: ColumnAlignment
        let wraps: Bool
        let texts: [String]
        let natural: Int

        init<Row>(_ column: ListColumn<Row>, _ texts: [String]) {
            (head, rank, alignment) = (column.head ?? "", column.rank, column.alignment)
            (wraps, self.texts) = (column.wraps, texts)
            natural = texts.reduce(DisplayText.columns(of: head)) { max($0, DisplayText.columns(of: $1)) }
        }

        /// How narrow it may get.
        var floor: Int {
            if wraps { return min(natural, narrowestSentences) }
            guard rank == .useful, alignment == .leading else { return natural }
            return min(natural, max(narrowest, DisplayText.columns(of: head)))
        }
    }

    /// How narrow a cut column may get, and a column of sentences.
    private static let (narrowest, narrowestSentences) = (8, 24)

    /// The columns in which anything stands.
    private let filled: [Column]
    /// The places of those that are shown, and their widths.
    private var shown: [Int]
    private var widths: [Int]

    init<Row>(_ table: Table<Row>, limit: Int?) {
        let texts = table.texts
        filled = table.columns.filter { $0.head != nil }.enumerated().compactMap { place, column in
            let texts = texts.map { $0[place] }
            return column.rank == .decisive || texts.contains { !$0.isEmpty } ? Column(column, texts) : nil
        }
        shown = Array(filled.indices)
        widths = filled.map(\.natural)
        guard let limit, total > limit else { return }
        leaveOut(.extra, until: limit)
        for place in shown { widths[place] = filled[place].floor }
        leaveOut(.useful, until: limit)
        for place in shown.sorted(by: { (filled[$0].rank, $0) < (filled[$1].rank, $1) }) {
            widths[place] = min(filled[place].natural, widths[place] + max(0, limit - total))
        }
    }

    /// Leaves columns of a rank out, the last first, until the rest fits.
    private mutating func leaveOut(_ rank: ColumnRank, until limit: Int) {
        while total > limit, let last = shown.last(where: { filled[$0].rank == rank }) {
            shown.removeAll { $0 == last }
        }
    }

    private var total: Int { ColumnFit.room(for: shown.map { widths[$0] }) }

    /// Heads and rows.
    var lines: [String] {
        let count = filled.first?.texts.count ?? 0
        return lines { filled[$0].head.uppercased() }
            + (0..<count).flatMap { row in lines { filled[$0].texts[row] } }
    }

    /// The heads of columns without room; a bar beside a number has none, and nobody misses it.
    var leftOut: [String] {
        filled.indices.filter { !shown.contains($0) }.map { filled[$0].head }.filter { !$0.isEmpty }
    }

    /// A row as lines: one, or more where a sentence goes on.
    private func lines(_ text: (Int) -> String) -> [String] {
        let pieces = shown.map { place in
            filled[place].wraps ? TextLines.broken(text(place), at: widths[place]) : [text(place)]
        }
        let height = pieces.map(\.count).max() ?? 0
        return (0..<height).map { line in
            let cells = zip(shown, pieces).map { place, pieces in
                cell(pieces.indices.contains(line) ? pieces[line] : "", in: place)
            }
            let text = cells.joined(separator: String(repeating: " ", count: ColumnFit.leastGap))
            return text.lastIndex { $0 != " " }.map { String(text[...$0]) } ?? ""
        }
    }

    private func cell(_ text: String, in place: Int) -> String {
        let (line, width) = (StyledLine(text), widths[place])
        return CellText.fitted(
            filled[place].alignment == .trailing ? CellText.atEnd(line, of: width) : line, to: width,
            ellipsis: DisplayText(ThemeFolder.glyphs.ellipsis)
        ).text
    }
}

/// A list as a command answers it.
struct Listing<Row> {
    let table: Table<Row>
    /// What people are told in place of rows where there are none.
    let empty: String
    /// What people are told below the rows, which the rows themselves tell programs.
    var footnotes: [String] = []
    /// What is not in the rows, such as where the next page begins; behind a pipe it goes to standard error.
    var remarks: [String] = []
    /// Whether something was looked for that is not there; behind a pipe that is said on standard error.
    var isMissing = false

    /// The same with products as the shop calls them.
    func naming(products: () -> ProductNames) -> Listing {
        Listing(
            table: table.naming(products: products), empty: empty, footnotes: footnotes, remarks: remarks)
    }

    /// The list for people, in lines as wide as given.
    func lines(fitting columns: Int) -> [String] {
        let page = table.page(fitting: columns)
        return (table.rows.isEmpty ? [empty] : page.lines) + footnotes + page.narrowness + remarks
    }
}

extension Listing {
    /// Rows in columns, as of a moment.
    init(
        _ rows: [Row], _ columns: [ListColumn<Row>], at now: Instant = Clock.now, empty: String,
        footnotes: [String] = [], remarks: [String] = []
    ) {
        let table = Table(rows, columns, at: now)
        self.init(table: table, empty: empty, footnotes: footnotes, remarks: remarks)
    }
}

/// Tab-separated values: one line a row, a tab between values; no value holds a tab or a line's end.
enum TabSeparated {
    static func text(_ rows: [[String]]) -> String {
        rows.map { $0.map(Printable.line).joined(separator: "\t") + "\n" }.joined()
    }
}

/// Lines up the parts of a page that are no list.
enum Columns {
    /// The rows as lines, every column as wide as its widest cell.
    static func lines(_ rows: [[String]]) -> [String] { aligned(rows) }

    private static func aligned(_ rows: [[String]]) -> [String] {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { $0.count > column ? DisplayText.columns(of: $0[column]) : 0 }.max() ?? 0
        }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                let isLast = column == row.count - 1
                let padding = isLast ? 0 : widths[column] - DisplayText.columns(of: cell)
                return DisplayText(cell).text + String(repeating: " ", count: max(0, padding))
            }
            let line = cells.joined(separator: "  ")
            return String(line[..<(line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)])
        }
    }
}

/// Comma-separated values.
///
/// Source: RFC 4180; OWASP, CSV injection. A cell that a spreadsheet would take for a formula is marked as text, but a
/// plain number is none. Characters that turn the direction of what stands beside them are left out.
enum CSV {
    static func text(_ rows: [[String]]) -> String {
        rows.map { $0.map(cell).joined(separator: ",") + "\r\n" }.joined()
    }

    private static func cell(_ told: String) -> String {
        let text = String(printable(PlainText.withoutDirections(told)))
        let safe = isFormula(text) ? "'" + text : text
        let needsQuotes = safe.unicodeScalars.contains { ",\"\r\n".unicodeScalars.contains($0) }
        guard needsQuotes || safe.contains(where: \.isNewline) else { return safe }
        // Scalar by scalar: a quotation mark under an accent is another character, and would end the cell all the same.
        var quoted = String.UnicodeScalarView()
        for scalar in safe.unicodeScalars {
            if scalar == "\"" { quoted.append(scalar) }
            quoted.append(scalar)
        }
        return "\"" + String(quoted) + "\""
    }

    /// What a terminal would obey is left out, but for tabs and the ends of lines, which belong to texts.
    private static func printable(_ text: String) -> String.UnicodeScalarView {
        var kept = String.UnicodeScalarView()
        for scalar in text.unicodeScalars
        where "\t\r\n".unicodeScalars.contains(scalar) || scalar.properties.generalCategory != .control {
            kept.append(scalar)
        }
        return kept
    }

    /// Whether a spreadsheet would calculate with it: the signs that begin a formula, full-width ones too, unless all of
    /// it is a number. Some spreadsheets pass over blanks before them, and over what is not seen at all.
    private static func isFormula(_ text: String) -> Bool {
        guard let start = text.unicodeScalars.first, !edges.contains(start) else { return !text.isEmpty }
        let seen = text.unicodeScalars.drop(while: isUnseen)
        guard let first = seen.first, signs.contains(first) else { return false }
        let digits = String(seen.dropFirst()).split(
            separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let isNumber =
            first == "-"
            && digits.allSatisfy { part in
                !part.isEmpty && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            }
        return !isNumber
    }

    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return properties.isWhitespace || properties.isDefaultIgnorableCodePoint
            || properties.generalCategory == .format
    }

    private static let edges = Set("\t\r\n".unicodeScalars)
    private static let signs = Set("=+-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars)
}

/// Breaks text into lines of a width.
enum TextLines {
    /// The lines, without blanks at their ends; at least one. All but the first are set in by `indentation`.
    static func broken(_ text: String, at width: Int, indentation: Int = 0) -> [String] {
        let graphemes = DisplayText(text).graphemes
        let breaker = LineBreaker(columns: max(2 + indentation, width), indent: indentation)
        let margin = String(repeating: " ", count: indentation)
        return breaker.lines(of: graphemes).enumerated().map { number, line in
            let text = graphemes[line].map(\.text).joined()
            let end = text.lastIndex { $0 != " " }
            return (number == 0 ? "" : margin) + (end.map { String(text[...$0]) } ?? "")
        }
    }
}
