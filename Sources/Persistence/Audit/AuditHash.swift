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
        SHA256.hash(data: bytes).map { String(format: "%02x", $0) }.joined()
    }

    /// A text as a JSON string.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars { quoted += escaped(scalar) }
        return quoted + "\""
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\u{8}": "\\b"
        case "\t": "\\t"
        case "\n": "\\n"
        case "\u{c}": "\\f"
        case "\r": "\\r"
        case "\u{0}"..."\u{1f}": String(format: "\\u%04x", scalar.value)
        default: String(scalar)
        }
    }
}
