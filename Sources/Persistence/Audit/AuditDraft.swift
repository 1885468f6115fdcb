internal import Foundation

/// What a write tells the audit log about itself.
struct AuditDraft {
    /// What it was done to.
    let subject: String
    /// Everything that it speaks of.
    let about: [AuditSubject]
    /// What was done, as compact JSON.
    let details: String

    /// An entry about a subject; details become JSON with snake_case keys in order.
    init(_ subject: String, about: [AuditSubject] = [], _ details: some Encodable) throws {
        (self.subject, self.about) = (subject, about)
        self.details = try AuditDraft.json(details)
    }

    /// An entry whose details are JSON already.
    init(_ subject: String, about: [AuditSubject], json: String) {
        (self.subject, self.about, details) = (subject, about, json)
    }

    /// Compact JSON with sorted snake_case keys, the same bytes for the same values.
    static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
