import Foundation
import Persistence

extension AuditEntry {
    /// The reason code that the details tell; empty when they tell none.
    var reason: String {
        let object = try? JSONSerialization.jsonObject(with: Data(details.utf8))
        return AuditEntry.reason(in: object) ?? ""
    }

    /// The reason anywhere near the top: a grant's stands inside its row.
    private static func reason(in object: Any?) -> String? {
        guard let fields = object as? [String: Any] else { return nil }
        if let reason = fields["reason"] as? String { return reason }
        return fields.values.lazy.compactMap { reason(in: $0) }.first
    }
}
