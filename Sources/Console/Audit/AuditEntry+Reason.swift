import Foundation
import Persistence

extension AuditEntry {
    /// Up to how many bytes details are read for the screen; longer ones are lists of everything that one deed touched.
    static let readableDetails = 16_384

    /// The reason code that the details tell; empty when they tell none.
    var reason: String {
        guard details.utf8.count <= AuditEntry.readableDetails else { return "" }
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
