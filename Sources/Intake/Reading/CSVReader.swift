import AppStore
import Foundation
import JSONValues

/// Reads CSV as RFC 4180 has it: fields between commas, quotes around fields with commas, quotes or line ends; also
/// with what spreadsheets write in place of the comma.
///
/// No byte is looked at more than a few times, however many quotes are opened and never closed.
struct CSVReader {
    /// The most bytes of one record.
    static let limit = 1 << 20

    /// What stands between the fields.
    private let separator: CSVSeparator

    /// Reads records whose fields stand between commas unless told otherwise.
    init(separator: CSVSeparator = .comma) { self.separator = separator }

    /// One record and the lines it stands on.
    struct Record {
        /// The number of its first line, from 1.
        let line: Int
        /// Its bytes as they came.
        let raw: Data
        /// Its fields; what is wrong when it cannot be divided.
        let fields: Result<[String], DocumentProblem>
    }

    /// The last line through which a quoted field is known to stay open, wherever before it was opened: what is open
    /// at the end of a line goes on in the same way whichever line opened it.
    private var openThrough = 0

    /// Takes a record off the lines, several of them while a quoted field is open; nil at the end.
    ///
    /// Where a quote is never closed only its first line is the bad record. Throws `unreadable`.
    mutating func next(_ lines: inout LineReader) throws(DocumentProblem) -> Record? {
        guard let first = try lines.nextFilled() else { return nil }
        var quotes = QuoteScan(separator: separator)
        quotes.read(first.bytes)
        guard quotes.isOpen else { return record(first.bytes, at: first.number) }
        var (raw, more) = (first.bytes, [LineReader.Line]())
        while quotes.isOpen {
            guard first.number >= openThrough, raw.count <= CSVReader.limit, let line = try lines.next()
            else {
                openThrough = max(openThrough, more.last?.number ?? first.number)
                if !more.isEmpty { lines.giveBack(more) }
                return Record(line: first.number, raw: first.bytes, fields: .failure(CSVReader.neverClosed))
            }
            more.append(line)
            raw.append(0x0A)
            raw.append(line.bytes)
            quotes.readLineEnd()
            quotes.read(line.bytes)
        }
        return record(raw, at: first.number)
    }

    private func record(_ raw: Data, at line: Int) -> Record {
        // A million empty fields would take sixteen times their bytes.
        let fields = raw.count <= CSVReader.limit ? fields(of: raw) : .failure(CSVReader.tooLong)
        return Record(line: line, raw: raw, fields: fields)
    }

    private static let neverClosed = DocumentProblem(
        .notCSV, "a quoted field is never closed: double the quotes inside fields")

    private static let tooLong = DocumentProblem(
        .tooLarge, "the row is longer than \(limit >> 20) MB: no customer needs that much, check the quotes")

    private func fields(of raw: Data) -> Result<[String], DocumentProblem> {
        guard let text = String(validating: raw, as: UTF8.self) else {
            return .failure(DocumentProblem(.invalidUTF8, "the row is not UTF-8: save the file as UTF-8"))
        }
        var (fields, rest) = ([String](), Substring(text))
        repeat {
            guard let field = field(&rest) else { return .failure(CSVReader.badQuote) }
            fields.append(field)
        } while rest.popFirst() != nil
        return .success(fields)
    }

    private static let badQuote = DocumentProblem(
        .notCSV, "a quoted field goes on after its quote: double the quotes inside fields")

    /// Takes one field off a row, leaving the separator that ends it; nil when its quotes make no sense.
    private func field(_ rest: inout Substring) -> String? {
        guard rest.first == "\"" else {
            let end = rest.firstIndex(of: separator.character) ?? rest.endIndex
            defer { rest = rest[end...] }
            return String(rest[..<end])
        }
        var field = ""
        while rest.popFirst() != nil {
            let end = rest.firstIndex(of: "\"") ?? rest.endIndex
            field += rest[..<end]
            rest = rest[end...].dropFirst()
            guard rest.first == "\"" else { break }
            field += "\""
        }
        return rest.isEmpty || rest.first == separator.character ? field : nil
    }
}

/// What stands between the fields of a table.
///
/// RFC 4180 knows the comma alone; spreadsheets write semicolons where the comma divides decimals, and tabs.
enum CSVSeparator: UInt8, CaseIterable {
    case comma = 0x2C
    case semicolon = 0x3B
    case tab = 0x09

    /// The separator as a character.
    var character: Character { Character(Unicode.Scalar(rawValue)) }
}

/// Follows the quotes of a record, line after line; a quote inside an unquoted field is only a letter.
private struct QuoteScan {
    private let separator: UInt8
    private var isFieldStart = true
    /// Whether a quoted field is open at the place that was reached.
    private(set) var isOpen = false

    init(separator: CSVSeparator) { self.separator = separator.rawValue }

    mutating func read(_ bytes: Data) {
        bytes.withUnsafeBytes { for byte in $0 { read(byte) } }
    }

    mutating func readLineEnd() { read(0x0A) }

    private mutating func read(_ byte: UInt8) {
        if isOpen {
            if byte == 0x22 { isOpen = false }
        } else if byte == 0x22, isFieldStart {
            isOpen = true
        }
        // A quote right after a closing one opens the field again: that is how a quote is written.
        isFieldStart = !isOpen && (byte == separator || byte == 0x22)
    }
}

/// The header of a CSV file of customers, and what it makes of a row.
struct CustomerTable {
    private let columns: [String]
    private let header: Data

    /// Takes a header, in which `app_user_id` must be; throws `not_csv` when it is not, or a column comes twice.
    init(_ record: CSVReader.Record) throws(DocumentProblem) {
        columns = try record.fields.get().map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
        header = record.raw
        guard columns.contains("app_user_id") else {
            throw DocumentProblem(
                .notCSV, "the header has no column app_user_id: name the columns in the first line")
        }
        guard Set(columns).count == columns.count else {
            throw DocumentProblem(.notCSV, "the header names a column twice: name each once")
        }
    }

    /// What stands between the names when a file's first line is such a header; nil when it is none.
    static func separator(of line: Data) -> CSVSeparator? {
        let text = String(decoding: line.prefix(10_000), as: UTF8.self).lowercased()
        guard !text.hasPrefix("{"), !text.hasPrefix("[") else { return nil }
        let around = CharacterSet.whitespaces.union(CharacterSet(charactersIn: "\""))
        return CSVSeparator.allCases.first { separator in
            text.split(separator: separator.character).contains { name in
                name.trimmingCharacters(in: around) == "app_user_id"
            }
        }
    }

    /// The customer in a row as a JSON object; throws what is wrong with the row.
    func value(_ record: CSVReader.Record) throws(DocumentProblem) -> JSONValue {
        let fields = try record.fields.get()
        guard fields.count <= columns.count else {
            throw DocumentProblem(
                .notCSV,
                "the row has \(fields.count) fields, the header \(columns.count): quote fields with separators"
            )
        }
        let members = zip(columns, fields).filter { !$0.1.isEmpty }
        return .object(Dictionary(uniqueKeysWithValues: members.map { ($0, .string($1)) }))
    }

    /// A row under its header, so that it can be read again alone; withheld when a column is a secret.
    func alone(_ record: CSVReader.Record) -> Data {
        guard !columns.contains("password") else {
            return header + Data("\n(the row is withheld: one of its columns is a secret)".utf8)
        }
        return SecretMask.masked(header + Data([0x0A]) + record.raw)
    }
}
