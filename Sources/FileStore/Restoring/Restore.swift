internal import Foundation
internal import GRDB
package import Persistence
internal import Purchases

extension Store {
    /// Puts a file in a store's place, by another file and one exchange of names: whoever looks sees the old store or the
    /// new one, and a kill at any step leaves one of them whole. The old one is kept beside it.
    ///
    /// `PresentStore` is what stands there, `BackupFile` what takes its place, `StoreDraft` its copy, `Restoration`
    /// what is shown and answered.
    ///
    /// The file is copied and examined first; `agreed` is shown what would be done, and nothing has been touched when it says
    /// no. Consoles and servers that have the store open go on reading what they have open, and may write it no more.
    ///
    /// - Returns: what was done; nil when it was not agreed to.
    /// - Throws: `StoreError`: refused by role or for another kind of store; the file is no whole store; busy. And what
    ///   `agreed` throws.
    package static func restore(
        _ wish: RestoreRequest, progress: (RestoreStep) -> Void = { _ in },
        agreed: (Restoration) throws -> Bool = { _ in true }
    ) throws -> Restoration? {
        try restore(wish, faults: nil, progress: progress, agreed: agreed)
    }

    static func restore(
        _ wish: RestoreRequest, faults: StoreFaults?, progress: (RestoreStep) -> Void = { _ in },
        agreed: (Restoration) throws -> Bool = { _ in true }
    ) throws -> Restoration? {
        try StoreFile(path: wish.store).checkName()
        let place = StoreFile.target(of: wish.store)
        // Neither the word of a role nor root's own rights count where the kernel cannot tell who somebody is.
        for path in [place, wish.backup] where !UserNamespace.knowsOwner(ofFileAt: path) {
            throw StoreError.file(path, .ownerUnknown)
        }
        try StoreFile(path: place).checkFileSystem()
        let backup = try BackupFile(at: wish.backup)
        let present = try PresentStore(replacedBy: wish, at: place)
        let draft = try StoreDraft(of: place)
        defer { draft.discard() }
        let restoring = Restoring(wish: wish, backup: backup, present: present)
        return try StoreError.translating(backup.path) {
            let plan = try restoring.prepare(draft.path, progress: progress)
            guard try agreed(plan) else { return nil }
            progress(.replacing)
            return try restoring.carryOut(
                plan, with: draft, faults: faults ?? (plan.isPractice ? .environment() : .none))
        }
    }
}

/// One restore under way.
private struct Restoring {
    let wish: RestoreRequest
    let backup: BackupFile
    let present: PresentStore

    private var isItself: Bool { present.standing != .missing && backup.isFile(at: present.path) }

    /// Copies the file and examines the copy; answers what a restore would do.
    func prepare(_ draft: String, progress: (RestoreStep) -> Void) throws -> Restoration {
        let digest = try copying(isItself) {
            try backup.copy(to: draft, isStore: isItself, progress: progress)
        }
        progress(.checking)
        return try open(draft) { opened in
            let db = opened.connection
            try backup.examine(db)
            let isPractice = try StoreState.isPractice(db)
            if let other = present.isPractice, other != isPractice {
                throw StoreError.replacing(backup.path, .unfit(isPractice ? .isPractice : .isReal))
            }
            let role = try? AgentRules.role(of: wish.agent, in: db)
            // What cannot be read has no leads: what is restored has to know who restores it.
            if present.standing == .broken || present.standing == .missing, role?.may(.restore) != true {
                throw role.map { StoreError.agent(wish.agent, .notAllowed($0, .restore)) }
                    ?? StoreError.agent(wish.agent, .notListed)
            }
            let (sequence, head) = try AuditLog.head(db)
            return Restoration(
                store: present.path, backup: backup.path, digest: digest,
                log: Restoration.Log(entries: sequence, head: head), isPractice: isPractice,
                isStranger: role == nil, replaced: try replaced(in: db), isItself: isItself)
        }
    }

    /// Puts the draft in the store's place.
    func carryOut(
        _ plan: Restoration, with draft: borrowing StoreDraft, faults: StoreFaults
    ) throws -> Restoration {
        let exchange = FileSwap(path: present.path, faults: faults)
        let (path, replaces) = (draft.path, present.standing != .missing)
        try draft.adoptRights()
        return try StoreLock(store: present.path).hold {
            // Made or restored by somebody else meanwhile, it is not the one that was asked about.
            guard FileIdentity(ofFileAt: present.path) == present.file else {
                throw StoreError.replacing(present.path, .justWritten)
            }
            if plan.isItself, try !backup.isUnchanged() {
                throw StoreError.replacing(present.path, .justWritten)
            }
            let kept = exchange.freeName(wish.at.digits)
            try present.emptyWAL()
            let (done, head) = try open(path) { db in
                let done = try finish(plan, keeping: kept, identity: draft.identity, in: db)
                return (done, try RestoredHead.head(db.connection))
            }
            try faults.pass(.restoreReady)
            switch present.standing {
            case .whole: try exchange.emptySideFiles()
            case .missing, .readable, .broken: try exchange.setSideFilesAside(as: kept)
            }
            if replaces { try draft.exchange(keeping: kept) } else { try draft.publish() }
            try faults.pass(.storeExchanged)
            // The restore is done by now: without its head the store says that another whole file was put there.
            try? HeadFile(of: present.path).replace(head)
            keepToOwner(kept)
            try faults.pass(.restoreDone)
            return done
        }
    }

    /// What was replaced is personal data that nobody works with any more. Nobody's file but one's own is changed.
    private func keepToOwner(_ kept: String) {
        let file = Foundation.open(kept, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return }
        defer { close(file) }
        var found = stat()
        guard fstat(file, &found) == 0, found.st_uid == geteuid(), found.st_nlink == 1 else { return }
        _ = fchmod(file, 0o600)
    }

    /// Notes the restore in what is restored.
    private func finish(
        _ plan: Restoration, keeping kept: String, identity: FileIdentity?, in connection: Database
    ) throws -> Restoration {
        var done = plan
        done.replaced = try replaced(in: connection.connection)
        // A store that is restored from itself is only accepted as it stands: what others wrote since the copy
        // would be lost.
        guard !plan.isItself || done.replaced == plan.replaced else {
            throw StoreError.replacing(present.path, .justWritten)
        }
        done.replaced?.path = kept
        let db = connection.connection
        try connection.inTransaction(.immediate) {
            let name = URL(filePath: present.path).lastPathComponent
            try AuditLog.append(
                try AuditDraft(name, RestoreDetails(done)), action: .restore, by: wish.agent, at: wish.at,
                in: db)
            if let identity {
                try RestoreNotice(by: wish.agent, at: wish.at, file: identity).write(db)
            }
            if !plan.isItself { try expectExtensions(in: db) }
            try StoreHead.begin(in: db)
            return .commit
        }
        let (sequence, head) = try AuditLog.head(db)
        done.log = Restoration.Log(entries: sequence, head: head)
        return done
    }

    /// An extension of a renewal date that waited when the backup was made may have been sent since. With the period
    /// before it in `effect`, `ExtensionQuestions.swift` in `Server/Workers` sends nothing that was done already.
    private func expectExtensions(in db: Connection) throws {
        try db.run(
            """
            UPDATE requests SET effect = json_object('before', json_object(
              'transaction_id', json_extract(arguments, '$.transaction_id'),
              'expires_ms', json_extract(arguments, '$.expires_ms')))
            WHERE kind = 'extend' AND state = 'waiting' AND effect IS NULL
            """, [])
    }

    private func replaced(in draft: Connection) throws -> Restoration.Replaced? {
        guard present.standing != .missing else { return nil }
        let (log, missing) = try present.comparison(with: draft)
        return Restoration.Replaced(log: log, missing: missing)
    }

    /// A store that is copied as it stands is not to be written meanwhile.
    private func copying<Value>(_ isItself: Bool, _ body: () throws -> Value) throws -> Value {
        isItself ? try StoreLock(store: present.path).hold(body) : try body()
    }

    /// Works on the draft, and leaves it as one file.
    private func open<Value>(_ draft: String, _ body: (Database) throws -> Value) throws -> Value {
        var configuration = Connections.configuration(readOnly: false)
        configuration.foreignKeysEnabled = true
        let queue = try DatabaseQueue(path: draft, configuration: configuration)
        defer { try? queue.close() }
        return try queue.writeWithoutTransaction { db in
            let value = try body(db)
            _ = try db.checkpoint(.truncate)
            return value
        }
    }
}

/// What the audit log says of a restore.
private struct RestoreDetails: Encodable {
    let from: String
    let sha256: String
    let entries: Int64
    let head: String
    let itself: Bool
    let replaced: Replaced?

    struct Replaced: Encodable {
        let kept: String?
        let entries: Int64?
        let head: String?
        let missingEntries: Int64?
        let missingActions: [String: Int]
    }

    init(_ done: Restoration) {
        let name = { (path: String) in URL(filePath: path).lastPathComponent }
        (from, sha256, itself) = (name(done.backup), done.digest, done.isItself)
        (entries, head) = (done.log.entries, done.log.head)
        replaced = done.replaced.map {
            Replaced(
                kept: $0.path.map(name), entries: $0.log?.entries, head: $0.log?.head,
                missingEntries: $0.missing.entries, missingActions: $0.missing.actions)
        }
    }
}

extension Instant {
    /// The moment in digits, to the second: a part of a file's name.
    fileprivate var digits: String {
        let whole = Instant(milliseconds: milliseconds / 1000 * 1000)
        return String(whole.description.filter { $0.isNumber || "TZ".contains($0) })
    }
}
