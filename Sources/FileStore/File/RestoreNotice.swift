internal import Foundation
internal import Persistence
internal import Purchases

/// What a restored store says of its restore to whoever had the store before it open: who did it, and when.
struct RestoreNotice: Codable, Hashable {
    private let by: String
    private let atMs: Int64
    /// Which file it was written for: a copy of a restored store was not restored.
    private let file: String

    /// A notice about a file.
    init(by agent: AgentName, at: Instant, file: FileIdentity) {
        (by, atMs, self.file) = (agent.rawValue, at.milliseconds, file.text)
    }

    /// Writes it into the store.
    func write(_ db: Connection) throws {
        try StoreState.restored.set(
            String(decoding: JSONEncoder().encode(self), as: UTF8.self), in: db)
    }

    /// Why the file at a path is not the one that was opened: it was restored, as far as what stands there says so, or it
    /// was moved.
    static func failure(at path: String) -> StoreError {
        guard let notice = try? found(at: path), notice.file == FileIdentity(ofFileAt: path)?.text else {
            return .file(path, .moved)
        }
        return .file(
            path, .restored(by: AgentName(notice.by), at: Instant(milliseconds: notice.atMs)))
    }

    /// As the file says by itself: what lies beside it may be of the store before.
    private static func found(at path: String) throws -> RestoreNotice? {
        try RawStore(path: path).value(of: .restored).map {
            try JSONDecoder().decode(RestoreNotice.self, from: Data($0.utf8))
        }
    }
}
