package import Foundation
import Persistence
import StorePostgres

/// A statement as a store ran it on SQLite.
package struct RecordedStatement: Sendable {
    package let sql: String
    package let values: [Value]

    /// What a parameter was bound to.
    package enum Value: Equatable, Sendable {
        case null
        case integer(Int64)
        case text(String)
        case bytes(Data)
    }

    package init(_ sql: String, _ values: [Value]) { (self.sql, self.values) = (sql, values) }

    /// A statement by its text and SQLite's expansion of it; nil where the two do not go together, as
    /// those of a statement that SQLite's search runs inside another one.
    package init?(_ sql: String, expanded: String) {
        guard let values = ExpandedValues(of: sql, in: expanded).values else { return nil }
        self.init(sql, values)
    }

    /// Binds a statement's values.
    func bind(to statement: any StatementCursor) throws {
        for (place, value) in values.enumerated() where place < statement.parameterCount {
            switch value {
            case .null: try statement.bindNull(at: place)
            case .integer(let value): try statement.bind(value, at: place)
            case .text(let value): try statement.bind(value, at: place)
            case .bytes(let value): try statement.bind(value, at: place)
            }
        }
    }
}

/// The values that SQLite wrote in the places of a text's parameters.
private struct ExpandedValues {
    private let expanded: SQLText
    private var place = 0
    private(set) var values: [RecordedStatement.Value]?

    init(of sql: String, in expanded: String) {
        let text = SQLText(sql)
        self.expanded = SQLText(expanded)
        var (found, last): ([Int: RecordedStatement.Value], Int) = ([:], 0)
        for at in 0..<text.count {
            guard text[at].kind == .parameter else {
                guard text[at] == self.expanded[place] else { return }
                place += 1
                continue
            }
            let number = Int(text[at].text.dropFirst()) ?? last + 1
            last = max(last, number)
            guard let value = next() else { return }
            found[number - 1] = value
        }
        guard place == self.expanded.count else { return }
        values = (0..<last).map { found[$0] ?? .null }
    }

    private mutating func next() -> RecordedStatement.Value? {
        let isNegative = expanded.has(sign: "-", at: place)
        if isNegative { place += 1 }
        defer { place += 1 }
        let token = expanded[place]
        switch token.kind {
        case .word where token.keyword == "NULL": return .null
        case .number: return Int64((isNegative ? "-" : "") + token.text).map { .integer($0) }
        case .string: return .text(String(token.text.dropFirst().dropLast()).replacing("''", with: "'"))
        case .blob: return .bytes(ExpandedValues.bytes(token.text.dropFirst(2).dropLast()))
        default: return nil
        }
    }

    private static func bytes(_ digits: Substring) -> Data {
        let values = digits.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        return Data(
            stride(from: 0, to: values.count - 1, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) })
    }
}
