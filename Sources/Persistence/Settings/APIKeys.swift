internal import Crypto
internal import Foundation
package import Purchases

/// What an API key opens.
package enum APIScope: String, Hashable, Sendable, CaseIterable {
    /// What the app says: purchase reports and receipts. The key stands in the app, where anybody can read it.
    case app
    /// What the app's own server asks.
    case backend
    /// The figures of the server.
    case metrics
}

extension APIScope: ColumnValue {}

/// A key with which programs ask the server; the key itself is known to who was given it alone.
package struct APIKey: Hashable, Sendable, Identifiable {
    /// Its number; 0 before it has one.
    package internal(set) var id: Int64
    package internal(set) var name: String
    /// What it opens.
    package internal(set) var scope: APIScope
    /// The lower-case hexadecimal SHA-256 of the key.
    package internal(set) var hash: String
    /// When it was made.
    package internal(set) var addedAt: Instant
    /// Who made it.
    package internal(set) var addedBy: AgentName

    /// The hash of a text that may be a key.
    package static func hash(of text: String) -> String { ColumnText.digest(of: text) }

    /// Whether it is the key of a hash, in a time that does not tell how much of it is right.
    package func isKey(ofHash other: String) -> Bool { APIKey.isSame(Array(hash.utf8), Array(other.utf8)) }

    /// Compares without stopping at the first difference.
    private static func isSame(_ some: [UInt8], _ others: [UInt8]) -> Bool {
        guard some.count == others.count else { return false }
        return zip(some, others).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension Store {
    /// The keys that open something, by name.
    package func apiKeys() throws(StoreError) -> [APIKey] {
        try read { db in
            try APIKey.table.numbered("WHERE removed_at_ms IS NULL ORDER BY name", in: db).map {
                number, row in
                var key = row
                key.id = number
                return key
            }
        }
    }

    /// Makes a key of 256 random bits; the answer is the only place where it can ever be read.
    ///
    /// - Throws: `StoreError`: conflict where a key of that name opens something; usage for a name that is none; refused
    ///   for all but leads.
    package func addAPIKey(
        named name: String, for scope: APIScope, by lead: AgentName, at now: Instant
    ) throws(StoreError) -> String {
        guard (1...100).contains(name.utf8.count), name.unicodeScalars.allSatisfy(APIKeyRules.isPlain) else {
            throw StoreError.invalid(.keyName)
        }
        let key = "mg_\(scope.rawValue)_\(APIKeyRules.random())"
        return try write(.keyAdd, by: lead, at: now) { writing in
            guard
                try !writing.db.exists(
                    "SELECT 1 FROM api_keys WHERE name = ? AND removed_at_ms IS NULL", [name])
            else { throw StoreError.taken(.keyName(name)) }
            let hash = ColumnText.digest(of: key)
            try APIKey.table.insert(
                APIKey(id: 0, name: name, scope: scope, hash: hash, addedAt: now, addedBy: lead),
                in: writing.db)
            try writing.changed(.setting, APIKeyRules.change)
            let details = APIKeyDetails(scope: scope.rawValue, digest: ColumnText.digest(of: hash))
            return .done(key, try AuditDraft(name, about: [.setting(APIKeyRules.change)], details))
        }
    }

    /// Makes a key open nothing any more.
    ///
    /// - Throws: `StoreError`: not found where no key has that name; refused for all but leads.
    package func removeAPIKey(named name: String, by lead: AgentName, at now: Instant) throws(StoreError) {
        try write(.keyRemove, by: lead, at: now) { writing in
            try writing.db.run(
                "UPDATE api_keys SET removed_at_ms = ?, removed_by = ? WHERE name = ? AND removed_at_ms IS NULL",
                [now, lead, name])
            guard writing.db.changes > 0 else { throw StoreError.unknown(.keyName(name)) }
            try writing.changed(.setting, APIKeyRules.change)
            return .done(
                (), try AuditDraft(name, about: [.setting(APIKeyRules.change)], [String: String]()))
        }
    }
}

/// What the entry about a key that was made says.
struct APIKeyDetails: Codable {
    /// What it opens.
    let scope: String
    /// What shows that it is the one that was made: the hash of its hash; entries of before have none.
    let digest: String?
}

/// What keys are made of.
private enum APIKeyRules {
    /// How the log of changes names keys, among settings.
    static let change = "api_key"

    /// 256 random bits as lower-case hexadecimal.
    static func random() -> String {
        SymmetricKey(size: .bits256).withUnsafeBytes { bytes in
            let letters = Array("0123456789abcdef".utf8)
            return String(
                decoding: bytes.flatMap { [letters[Int($0 >> 4)], letters[Int($0 & 15)]] }, as: UTF8.self)
        }
    }

    /// Whether a character may stand in a key's name.
    static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains(scalar))
    }
}

extension APIKey: TableRow {
    static let table = Table<APIKey>("api_keys", key: "id")
    static let unread = APIKey(
        id: 0, name: "", scope: .app, hash: "", addedAt: .earliest, addedBy: AgentName(""))

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("name", &name)
        columns.visit("scope", &scope)
        columns.visit("hash", &hash)
        columns.visit("added_at_ms", &addedAt)
        columns.visit("added_by", &addedBy)
    }
}
