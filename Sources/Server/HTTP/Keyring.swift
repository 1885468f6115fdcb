import Foundation
import Persistence
import Synchronization

/// The API keys in memory, so that asking for one never waits for the store; read anew when one was made or removed.
final class Keyring: Sendable {
    private let store: StoreAccess
    private let known = Mutex<(keys: [APIKey]?, changes: Int)>((nil, 0))

    /// The keys of a store.
    init(_ store: StoreAccess) { self.store = store }

    /// Reads the keys anew before the next question.
    func changed() { known.withLock { $0 = (nil, $0.changes + 1) } }

    /// The key that an `Authorization` header carries.
    ///
    /// - Throws: `Problem`, 401 where it carries none or one that opens nothing, 403 where it opens other things;
    ///   `StoreError` where the keys cannot be read.
    func key(in header: String?, opening scopes: Set<APIScope>) async throws -> APIKey {
        guard let header else {
            throw Problem(.unauthorized, "Send a key of this server: Authorization: Bearer mg_…")
        }
        let parts = header.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "bearer", parts[1].utf8.count <= 200 else {
            throw Problem(.unauthorized, "The header is not understood: Authorization: Bearer mg_…")
        }
        // Keys are far shorter than the limit above†, which keeps long texts from being hashed.
        let hash = APIKey.hash(of: parts[1].trimmingCharacters(in: .whitespaces))
        // Every key is looked at, so that the time does not tell which one it was.
        let found = try await keys().filter { $0.isKey(ofHash: hash) }.first
        guard let found else { throw Problem(.unauthorized, "The key opens nothing: ask for a new one.") }
        guard scopes.contains(found.scope) else {
            let needed = scopes.map(\.rawValue).sorted().joined(separator: " or ")
            throw Problem(
                .wrongScope, "The key is one for \(found.scope.rawValue); this needs one for \(needed).")
        }
        return found
    }

    private func keys() async throws -> [APIKey] {
        let before = known.withLock { $0 }
        if let keys = before.keys { return keys }
        let keys = try await store.ask { try $0.apiKeys() }
        // What was read while a key was removed would let it in.
        known.withLock { if $0.changes == before.changes { $0.keys = keys } }
        return keys
    }
}
