import Foundation
import GRDB
import Purchases

/// Columns read as the domain's values.
extension Row {
    /// A moment kept as milliseconds; nil for NULL.
    func instant(_ column: String) -> Instant? {
        (self[column] as Int64?).map(Instant.init(milliseconds:))
    }

    /// An identifier kept as text; nil for NULL.
    func identifier<ID: StringIdentifier>(_ column: String) -> ID? {
        (self[column] as String?).map(ID.init(_:))
    }

    /// A value kept as JSON; nil for NULL.
    func json<Value: Decodable>(_ column: String) throws -> Value? {
        try ColumnText.value(self[column])
    }
}

/// Values written as columns.
enum ColumnText {
    /// The value that a column's JSON stands for; nil for NULL.
    static func value<Value: Decodable>(_ text: String?) throws -> Value? {
        try text.map { try JSONDecoder().decode(Value.self, from: Data($0.utf8)) }
    }

    /// A value as compact JSON with sorted keys.
    static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
