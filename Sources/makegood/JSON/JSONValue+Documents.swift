import AppStore
import Foundation
import Persistence
import Purchases

extension JSONValue {
    /// The answer of `documents list`.
    static func documents(_ documents: [DocumentRecord], limit: Int) -> JSONValue {
        let next = documents.count < limit ? nil : documents.last.map { String($0.id) }
        return .object([
            "documents": .list(documents) { .object(members(of: $0)) }, "next": .text(next),
        ])
    }

    /// The answer of `documents show`.
    static func document(_ record: DocumentRecord) -> JSONValue {
        let said: [String: JSONValue] = [
            "body": parsed(record.body), "payload": parsed(record.payload),
            "meaning": record.meaning.map(meaning) ?? .null,
        ]
        return .object(members(of: record).merging(said) { $1 })
    }

    /// What a fact rests on, as members of the fact.
    static func evidence(_ evidence: Evidence?) -> [String: JSONValue] {
        [
            "document": .text(evidence.map { String($0.document) }),
            "document_kind": .text(evidence?.kind), "checked": .text(evidence?.check.rawValue),
        ]
    }

    private static func members(of record: DocumentRecord) -> [String: JSONValue] {
        [
            "id": .string(String(record.id)), "kind": .string(record.kind), "source": .string(record.source),
            "sha256": .string(record.sha256), "document_time": .time(record.documentTime),
            "received_at": .time(record.receivedAt), "imported_at": .time(record.importedAt),
            "checked": .string(record.check), "environment": .text(record.environment),
            "chains": .list(record.chains) { .id($0) },
            "notifications": .list(record.notifications) { .string($0) },
        ]
    }

    /// A stored text as the JSON that it is; as a text where it is none.
    private static func parsed(_ text: String?) -> JSONValue {
        text.map { (try? JSONValue(parsing: Data($0.utf8))) ?? .string($0) } ?? .null
    }
}
