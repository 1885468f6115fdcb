import Foundation
import JSONValues

/// What a signed text says of itself, which nobody has checked: enough to know it again, never enough to believe it.
enum UncheckedPayload {
    /// The payload; nil of what is no signed text.
    ///
    /// Source: RFC 7515, 7.1: three parts in base64url, the second is the payload.
    static func of(_ text: String) -> JSONValue? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        let base64 = parts[1].replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - base64.count % 4) % 4)
        guard let bytes = Data(base64Encoded: base64 + padding) else { return nil }
        return try? JSONValue(parsing: bytes)
    }

    /// The UUID of the notification that a member `signedPayload` holds.
    static func notificationUUID(in value: JSONValue) -> String? {
        value["signedPayload"]?.string.flatMap(of)?["notificationUUID"]?.string
    }
}
