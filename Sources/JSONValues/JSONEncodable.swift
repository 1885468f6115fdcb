/// A value that says itself what stands for it in an answer.
///
/// What depends on more than the value, such as the moment, is a function `json(at:)` of it instead.
package protocol JSONEncodable {
    var json: JSONValue { get }
}

extension JSONEncodable where Self == JSONValue {
    /// An object of whatever says what stands for it; what is missing is null.
    package static func object(_ members: [String: any JSONEncodable]) -> JSONValue {
        .object(members.mapValues(\.json))
    }
}

extension JSONValue {
    /// The object with more members; of two of one name the new one counts.
    package func adding(_ members: [String: any JSONEncodable]) -> JSONValue {
        .object((object ?? [:]).merging(members.mapValues(\.json)) { $1 })
    }

    /// The object without the members that are null: for what leaves out what is missing.
    package var withoutNulls: JSONValue { .object((object ?? [:]).filter { $0.value != .null }) }
}

extension JSONValue: JSONEncodable {
    package var json: JSONValue { self }
}

extension String: JSONEncodable {
    package var json: JSONValue { .string(self) }
}

extension Bool: JSONEncodable {
    package var json: JSONValue { .bool(self) }
}

extension Int: JSONEncodable {
    package var json: JSONValue { .integer(Int64(self)) }
}

extension Int64: JSONEncodable {
    package var json: JSONValue { .integer(self) }
}

extension Optional: JSONEncodable where Wrapped: JSONEncodable {
    package var json: JSONValue { self?.json ?? .null }
}

extension Array: JSONEncodable where Element: JSONEncodable {
    package var json: JSONValue { .array(map(\.json)) }
}

extension Dictionary: JSONEncodable where Key == String, Value: JSONEncodable {
    package var json: JSONValue { .object(mapValues(\.json)) }
}

extension Dictionary where Key: RawRepresentable<String> {
    /// The values by their codes.
    package var byCode: [String: Value] {
        Dictionary<String, Value>(uniqueKeysWithValues: map { ($0.key.rawValue, $0.value) })
    }
}

/// A code or an identifier is what it is made of.
extension JSONEncodable where Self: RawRepresentable, RawValue: JSONEncodable {
    package var json: JSONValue { rawValue.json }
}
