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
        guard let text: String = self[column] else { return nil }
        return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }
}

/// Values written as columns.
enum ColumnText {
    /// A value as compact JSON with sorted keys.
    static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
