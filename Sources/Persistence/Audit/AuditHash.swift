internal import Crypto
internal import Foundation
internal import Purchases

/// The hash that chains the audit log.
///
/// Lower-case hex SHA-256 of the compact UTF-8 JSON array of the first seven columns. Escaped is
/// only what JSON demands: `"` and `\`, and control characters as `\b \t \n \f \r` or `\u00xx` in lower-case hex.
/// Slashes and everything beyond ASCII stay as they are, as in Python's `json.dumps(…, ensure_ascii=False,
/// separators=(",", ":"))`.
enum AuditHash {
    /// What the first entry has for the hash before it.
    static let first = String(repeating: "0", count: 64)

    /// The hash of an entry by its first seven values.
    static func of(
        sequence: Int64, at: Int64, agent: String, action: String, subject: String, details: String,
        previous: String
    ) -> String {
        let texts = [agent, action, subject, details, previous].map(quoted).joined(separator: ",")
        return hex("[\(sequence),\(at),\(texts)]")
    }

    /// The hash that an entry should have.
    static func of(_ entry: AuditEntry) -> String {
        of(
            sequence: entry.sequence, at: entry.at.milliseconds, agent: entry.agent.rawValue,
            action: entry.action, subject: entry.subject, details: entry.details,
            previous: entry.previousHash)
    }

    /// Lower-case hex SHA-256 of a text.
    static func hex(_ text: String) -> String { hex(Data(text.utf8)) }

    /// Lower-case hex SHA-256 of bytes.
    static func hex(_ bytes: Data) -> String {
        let letters = Array("0123456789abcdef".utf8)
        let digits = SHA256.hash(data: bytes).flatMap { [letters[Int($0 >> 4)], letters[Int($0 & 15)]] }
        return String(decoding: digits, as: UTF8.self)
    }

    /// A text as a JSON string.
    static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = [0x22]
        bytes.reserveCapacity(text.utf8.count + 2)
        for byte in text.utf8 { append(byte, to: &bytes) }
        bytes.append(0x22)
        return String(decoding: bytes, as: UTF8.self)
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
