import AppStore
import Crypto
import Foundation
import Hummingbird
import Persistence

extension Exchange {
    /// The key under which the request may come again, with the API key's number before it, so that two senders may
    /// choose the same; nil where it brings none. The store keeps the answer under it
    /// (`Persistence/Writing/Idempotency.swift`).
    ///
    /// Source: the IETF's draft of the Idempotency-Key header; the length is ours†.
    ///
    /// - Throws: `Problem` for a key that is none.
    func idempotencyKey(for body: Data) throws -> IdempotencyKey? {
        guard let text = header(.idempotencyKey) else { return nil }
        guard (1...255).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw Problem(
                .badRequest, "Idempotency-Key takes up to 255 letters, digits and signs: a UUID, for example."
            )
        }
        let owner = key.map { String($0.id) } ?? "-"
        let path = request.uri.path
        var digest = SHA256()
        digest.update(data: Data("\(request.method.rawValue) \(path)\n".utf8))
        digest.update(data: body)
        return IdempotencyKey("http:\(owner):\(text)", digest: digest.finalize().hexadecimal)
    }
}

extension ImportOutcome {
    /// What was taken in, now or before.
    ///
    /// - Throws: `Problem` where the key was used for something else.
    func taken() throws -> ImportResult {
        guard let result else {
            throw Problem(
                .keyUsed,
                "Another request was sent under this Idempotency-Key: use a new key for a new request.")
        }
        return result
    }
}
