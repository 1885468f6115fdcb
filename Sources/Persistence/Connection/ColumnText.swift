import Crypto
import Foundation
import Purchases

/// The texts that columns keep of values: digests, hexadecimal, JSON.
package enum ColumnText {
    /// Lower-case hex SHA-256 of a text.
    package static func digest(of text: String) -> String { digest(of: Data(text.utf8)) }

    /// Lower-case hex SHA-256 of bytes.
    static func digest(of bytes: Data) -> String { hexadecimal(SHA256.hash(data: bytes)) }

    /// Bytes in lower-case hex.
    package static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        let letters = Array("0123456789abcdef".utf8)
        let digits = bytes.flatMap { [letters[Int($0 >> 4)], letters[Int($0 & 15)]] }
        return String(decoding: digits, as: UTF8.self)
    }

    /// The value that a column's JSON stands for, as its reader may see it; nil for NULL.
    static func value<Value: Decodable>(
        _ text: String?, for disclosure: Disclosure = .whole
    ) throws -> Value? {
        try text.map { try decoder(for: disclosure).decode(Value.self, from: Data($0.utf8)) }
    }

    /// What reads JSON for a reader.
    static func decoder(for disclosure: Disclosure) -> JSONDecoder {
        let decoder = JSONDecoder()
        if disclosure != .whole, let key = Disclosure.key { decoder.userInfo[key] = disclosure }
        return decoder
    }

    /// A value as compact JSON with sorted keys.
    package static func json(_ value: some Encodable) throws -> String { try JSONText.of(value) }

    /// A text as a JSON string: escaped is only what JSON demands.
    static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 2)
        append(quoted: text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Adds a text as a JSON string.
    static func append(quoted text: String, to bytes: inout [UInt8]) {
        bytes.append(0x22)
        if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) {
            for byte in text.utf8 { append(byte, to: &bytes) }
        } else {
            bytes += text.utf8
        }
        bytes.append(0x22)
    }

    private static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
        switch byte {
        case 0x22, 0x5C: bytes += [0x5C, byte]
        case 0x08: bytes += "\\b".utf8
        case 0x09: bytes += "\\t".utf8
        case 0x0A: bytes += "\\n".utf8
        case 0x0C: bytes += "\\f".utf8
        case 0x0D: bytes += "\\r".utf8
        case 0..<0x20: bytes += String(format: "\\u%04x", UInt32(byte)).utf8
        default: bytes.append(byte)
        }
    }
}

/// A row as compact JSON for the audit log: columns by name in order, what is NULL or no left out, the same bytes for the
/// same row.
struct RowJSON: ColumnVisitor {
    private var fields: [(name: String, text: String)] = []

    /// The names of the columns that are in it, in order.
    var columns: [String] { fields.map(\.name).sorted() }

    /// The JSON object.
    var text: String {
        let members = fields.sorted { $0.name < $1.name }.map { "\"\($0.name)\":\($0.text)" }
        return "{\(members.joined(separator: ","))}"
    }

    /// Adds the columns of a value.
    mutating func add(_ value: some TableValue) {
        var value = value
        value.visit(&self)
    }

    mutating func add(_ column: String, _ value: (some ColumnValue)?) {
        if let text = value?.logged { fields.append((column, text)) }
    }

    /// Adds a member whose text is JSON already; nil is none.
    mutating func add(_ column: String, json text: String?) {
        if let text { fields.append((column, text)) }
    }

    mutating func visit<Value: ColumnValue>(_ column: String, _ value: inout Value) { add(column, value) }

    mutating func visit<Value: ColumnValue>(_ column: String, _ value: inout Value?) { add(column, value) }

    mutating func visit(_ column: String, json value: inout (some Codable)?) {
        if let value, let text = try? ColumnText.json(value) { fields.append((column, text)) }
    }

    mutating func visit(_ column: String, requiredJSON value: inout some Codable) {
        var kept = Optional(value)
        visit(column, json: &kept)
    }

    mutating func visit(_ column: String, code value: inout some CodeWithValues) {
        if let text = try? value.stored { fields.append((column, text)) }
    }
}
