import AppStore
import Foundation

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

    /// Whether a file's first line is such a header.
    static func isHeader(_ line: Data) -> Bool {
        let text = String(decoding: line.prefix(10_000), as: UTF8.self).lowercased()
        guard !text.hasPrefix("{"), !text.hasPrefix("[") else { return false }
        return text.split(separator: ",").contains { name in
            name.trimmingCharacters(in: .whitespaces.union(CharacterSet(charactersIn: "\""))) == "app_user_id"
        }
    }

    /// The customer in a row as a JSON object; throws what is wrong with the row.
    func value(_ record: CSVReader.Record) throws(DocumentProblem) -> JSONValue {
        let fields = try record.fields.get()
        guard fields.count <= columns.count else {
            throw DocumentProblem(
                .notCSV,
                "the row has \(fields.count) fields, the header \(columns.count): quote fields with commas")
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
