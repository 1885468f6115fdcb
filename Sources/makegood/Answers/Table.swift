import Console
import Purchases
import TerminalCore
import Wording

/// A list under heads: as wide as a terminal for people, every value whole for programs.
struct Table {
    /// What of a column stays where there is no room for everything.
    enum Rank: Int, Comparable {
        /// It is never cut and never left out.
        case decisive
        /// It is cut where room is short, and left out where it is very short.
        case useful
        /// It is shown where there is room for everything useful, and never cut.
        case extra

        static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
    }

    /// One column.
    struct Column: Hashable {
        /// Its head for people; nil when only programs read it.
        let head: String?
        /// Its name for programs; nil when only people read it.
        let key: String?
        /// What becomes of it where room is short.
        let rank: Rank
        /// Whether its cells stand at its right edge, as numbers do.
        var isNumber = false
        /// Whether its text goes on in the next line instead of being cut; the last column's alone.
        var wraps = false

        /// The name, for programs, of a column of products.
        static let product = "product_id"

        /// A column of sentences that go on in the next line.
        static func sentences(_ head: String, _ key: String) -> Column {
            Column(head: head, key: key, rank: .decisive, wraps: true)
        }

        /// A column that is never cut.
        static func decisive(_ head: String, _ key: String?) -> Column {
            Column(head: head, key: key, rank: .decisive)
        }

        /// A column of numbers that is never cut.
        static func number(_ head: String, _ key: String?) -> Column {
            Column(head: head, key: key, rank: .decisive, isNumber: true)
        }

        /// A column that may be cut.
        static func useful(_ head: String, _ key: String?) -> Column {
            Column(head: head, key: key, rank: .useful)
        }

        /// A column for those who have room.
        static func extra(_ head: String, _ key: String?) -> Column {
            Column(head: head, key: key, rank: .extra)
        }

        /// A column for programs.
        static func value(_ key: String) -> Column { Column(head: nil, key: key, rank: .extra) }
    }

    /// What stands in a column of a row.
    struct Cell: Hashable, ExpressibleByStringLiteral {
        /// As people read it.
        let shown: String
        /// As programs read it.
        let value: String

        /// A text, the same for both.
        init(_ text: String?) { (shown, value) = (text ?? "", text ?? "") }

        /// Words for people, a value for programs.
        init(shown: String, value: String?) { (self.shown, self.value) = (shown, value ?? "") }

        /// A text that stands in the sources.
        init(stringLiteral text: String) { (shown, value) = (text, text) }

        /// A number.
        init(_ number: some BinaryInteger) { (shown, value) = (String(number), String(number)) }

        /// A moment: in words, to the minute, as of `now`; RFC 3339 for programs.
        init(_ instant: Instant?, asOf now: Instant) {
            shown = instant.map { TimeText(now: now).moment($0) } ?? ""
            value = instant?.description ?? ""
        }
    }

    /// The columns, from left to right.
    let columns: [Column]
    /// The rows, a cell for each column.
    let rows: [[Cell]]

    /// The same without some columns, by their names for programs.
    func without(_ keys: String...) -> Table {
        let kept = columns.indices.filter { !keys.contains(columns[$0].key ?? "") }
        return Table(columns: kept.map { columns[$0] }, rows: rows.map { row in kept.map { row[$0] } })
    }

    /// The same with products as the shop calls them; programs read ids as ever.
    func naming(products: () -> ProductNames) -> Table {
        guard let column = columns.firstIndex(where: { $0.key == Column.product }), !rows.isEmpty else {
            return self
        }
        let names = products()
        return Table(
            columns: columns,
            rows: rows.map { row in
                var row = row
                row[column] = Cell(
                    shown: names.shown(ProductID(row[column].value), in: "en"), value: row[column].value)
                return row
            })
    }

    /// Every value under its name, for programs.
    var values: [[String]] {
        let told = columns.indices.filter { columns[$0].key != nil }
        return [told.map { columns[$0].key ?? "" }] + rows.map { row in told.map { row[$0].value } }
    }

    /// The rows under their heads, in lines as wide as given, or as wide as they are.
    func lines(fitting limit: Int?) -> [String] {
        guard !rows.isEmpty else { return [] }
        let layout = TableLayout(self, limit: limit)
        let heads = layout.columns.map { columns[$0].head?.uppercased() ?? "" }
        return layout.lines(heads)
            + rows.flatMap { row in layout.lines(layout.columns.map { row[$0].shown }) }
    }

    /// The heads of what a width has no room for.
    func leftOut(fitting limit: Int) -> [String] {
        let shown = Set(TableLayout(self, limit: limit).columns)
        // A bar beside a number has no head, and nobody misses it.
        return filled.filter { !shown.contains($0) }.compactMap { columns[$0].head }.filter { !$0.isEmpty }
    }

    /// The rows as a part of a page, as wide as there is room, and what that leaves out.
    var partOfPage: [String] {
        let room = Paper.current.pageColumns
        return lines(fitting: room) + (room.map(narrowness) ?? [])
    }

    /// What is said below rows that have no room for every column.
    fileprivate func narrowness(_ columns: Int) -> [String] {
        let leftOut = leftOut(fitting: columns)
        return leftOut.isEmpty ? [] : ["a wider window shows more: \(leftOut.joined(separator: ", "))"]
    }

    /// The columns for people in which anything stands.
    fileprivate var filled: [Int] {
        columns.indices.filter { index in
            guard columns[index].head != nil else { return false }
            return columns[index].rank == .decisive || rows.contains { !$0[index].shown.isEmpty }
        }
    }
}

/// Which columns of a table a width has room for, and how wide each is.
private struct TableLayout {
    private static let gap = 2
    /// How narrow a cut column may get, and a column of sentences.
    private static let (narrowest, narrowestSentences) = (8, 24)

    private let table: Table
    private var widths: [Int: Int] = [:]

    /// The columns shown.
    private(set) var columns: [Int]

    init(_ table: Table, limit: Int?) {
        self.table = table
        columns = table.filled
        let natural = Dictionary(uniqueKeysWithValues: columns.map { ($0, TableLayout.width($0, of: table)) })
        widths = natural
        guard let limit, total > limit else { return }
        leaveOut(.extra, until: limit)
        for column in columns { widths[column] = floor(of: column, natural[column] ?? 0) }
        leaveOut(.useful, until: limit)
        for column in columns.sorted(by: isMoreImportant) {
            widths[column] = min(natural[column] ?? 0, width(column) + max(0, limit - total))
        }
    }

    /// Leaves columns of a rank out, the last first, until the rest fits.
    private mutating func leaveOut(_ rank: Table.Rank, until limit: Int) {
        while total > limit, let last = columns.last(where: { table.columns[$0].rank == rank }) {
            columns.removeAll { $0 == last }
        }
    }

    /// A row as lines: one, or more where a sentence goes on.
    func lines(_ cells: [String]) -> [String] {
        let pieces = zip(columns, cells).map { column, cell in
            table.columns[column].wraps
                ? TextLines.broken(cell, at: width(column)).map { DisplayText($0) } : [cut(cell, column)]
        }
        let height = pieces.map(\.count).max() ?? 0
        return (0..<height).map { line in
            let texts = zip(columns, pieces).map { column, piece in
                padded(piece.indices.contains(line) ? piece[line] : DisplayText(""), column)
            }
            let text = texts.joined(separator: String(repeating: " ", count: TableLayout.gap))
            return text.lastIndex { $0 != " " }.map { String(text[...$0]) } ?? ""
        }
    }

    private var total: Int {
        columns.reduce(0) { $0 + width($1) } + TableLayout.gap * max(0, columns.count - 1)
    }

    private func isMoreImportant(_ left: Int, _ right: Int) -> Bool {
        (table.columns[left].rank, left) < (table.columns[right].rank, right)
    }

    private func width(_ column: Int) -> Int { widths[column] ?? 0 }

    private func floor(of column: Int, _ natural: Int) -> Int {
        let column = table.columns[column]
        if column.wraps { return min(natural, TableLayout.narrowestSentences) }
        guard column.rank == .useful, !column.isNumber else { return natural }
        return min(natural, max(TableLayout.narrowest, DisplayText.columns(of: column.head ?? "")))
    }

    private func cut(_ text: String, _ column: Int) -> DisplayText {
        DisplayText(text).truncated(
            to: width(column), ellipsis: DisplayText(ThemeFolder.glyphs.ellipsis))
    }

    private func padded(_ text: DisplayText, _ column: Int) -> String {
        let blanks = String(repeating: " ", count: max(0, width(column) - text.columns))
        return table.columns[column].isNumber ? blanks + text.text : text.text + blanks
    }

    private static func width(_ index: Int, of table: Table) -> Int {
        let head = DisplayText.columns(of: table.columns[index].head ?? "")
        return table.rows.reduce(head) { max($0, DisplayText.columns(of: $1[index].shown)) }
    }
}

/// A list as a command answers it.
struct Listing {
    /// The rows.
    let table: Table
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
        (table.rows.isEmpty ? [empty] : table.lines(fitting: columns)) + footnotes
            + table.narrowness(columns) + remarks
    }
}

/// Tab-separated values: one line a row, a tab between values; no value holds a tab or a line's end.
enum TabSeparated {
    /// The rows as text.
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
    /// The rows as text.
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
    /// The lines, broken at blanks, else after commas, else where it must be; at least one.
    ///
    /// All but the first are set in by `indentation`.
    static func broken(_ text: String, at width: Int, indentation: Int = 0) -> [String] {
        let width = max(2 + indentation, width)
        let blanks = String(repeating: " ", count: indentation)
        var lines: [String] = []
        var rest = DisplayText(text).graphemes[...]
        while true {
            let isFirst = lines.isEmpty
            let fitting = count(of: rest, fitting: isFirst ? width : width - indentation)
            let taken = fitting == rest.count ? fitting : lineBreak(in: rest, atMost: fitting)
            lines.append((isFirst ? "" : blanks) + trimmed(rest.prefix(taken)))
            rest = rest.dropFirst(taken).drop { $0.text == " " }
            if rest.isEmpty { return lines }
        }
    }

    private static func count(of graphemes: ArraySlice<Grapheme>, fitting width: Int) -> Int {
        var used = 0
        let fitting = graphemes.prefix { grapheme in
            used += grapheme.columns
            return used <= width
        }
        return fitting.count
    }

    /// How many graphemes the next line takes, of those that fit.
    private static func lineBreak(in rest: ArraySlice<Grapheme>, atMost fitting: Int) -> Int {
        let line = rest.prefix(fitting + 1)
        let isBlank: (Grapheme) -> Bool = { $0.text == " " }
        let begins = line.firstIndex { !isBlank($0) } ?? line.startIndex
        if let blank = line.lastIndex(where: isBlank), blank > begins { return blank - line.startIndex }
        if let comma = line.dropLast().lastIndex(where: { $0.text == "," }) {
            return comma - line.startIndex + 1
        }
        return max(1, fitting)
    }

    private static func trimmed(_ graphemes: ArraySlice<Grapheme>) -> String {
        let text = graphemes.map(\.text).joined()
        return text.lastIndex { $0 != " " }.map { String(text[...$0]) } ?? ""
    }
}
