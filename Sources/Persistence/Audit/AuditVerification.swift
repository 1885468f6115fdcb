internal import Foundation
internal import Purchases

/// Whether the audit log and the grants are as they were written.
///
/// It proves accidents and careless edits, not what a determined owner of the file did: whoever can rewrite everything
/// can rewrite every hash. A head noted elsewhere narrows that down.
package struct AuditVerdict: Hashable, Sendable {
    /// The first thing that is not as it was written.
    package struct Breach: Hashable, Sendable {
        /// The entry; nil when it is no entry's.
        package let sequence: Int64?
        /// What it is about, such as `audit`, `grant:5` or `trigger:audit_no_update`.
        package let about: String
        /// What is wrong.
        package let why: String
    }

    /// How many entries there are.
    package let entries: Int
    /// The hash of the newest entry.
    package let head: String
    /// The first thing that is wrong with the log itself, the grants and the guards; nil when nothing is.
    package let broken: Breach?
    /// Where agents, settings, secrets, keys and served environments are not what the log tells.
    package let differences: [Breach]

    /// The first thing that is wrong; nil when nothing is.
    package var firstBroken: Breach? { broken ?? differences.first }

    /// Whether everything is as it was written.
    package var isOK: Bool { firstBroken == nil }
}

extension Store {
    /// Checks every entry's hash and place, the noted head, every grant against its entry, the guards, and what stands
    /// against what the log tells of it.
    ///
    /// `head` is a hash noted elsewhere, which must still be in the log.
    package func verifyAudit(head: String? = nil) throws(StoreError) -> AuditVerdict {
        try read { try AuditVerification.run($0, expecting: head) }
    }
}

/// One pass over the audit log and the grants.
struct AuditVerification {
    private let db: Connection
    private let expectedHead: String?
    private var entries: Int64 = 0
    private var head = AuditHash.first
    private var sawExpectedHead = false
    private var granted: [GrantID: Int64] = [:]
    private var revoked: Set<GrantID> = []
    private var texts = 0
    /// How many texts each erasure says it took, by its entry.
    private var erasures: [Int64: Int] = [:]
    private var standing = AuditReplay()
    private var unfound: [AuditVerdict.Breach] = []
    private var breach: AuditVerdict.Breach?

    /// Checks everything in one transaction.
    static func run(_ db: Connection, expecting head: String?) throws -> AuditVerdict {
        var verification = AuditVerification(db: db, expectedHead: head?.lowercased())
        // A missing guard comes last: what was changed behind it is what a person must see first.
        try verification.checkEntries()
        try verification.checkHead()
        try verification.checkTexts()
        try verification.checkGrants()
        try verification.checkGuards()
        return AuditVerdict(
            entries: Int(verification.entries), head: verification.head, broken: verification.breach,
            differences: verification.standing.differences(to: try AuditReplay.held(db))
                + verification.unfound)
    }

    private init(db: Connection, expectedHead: String?) {
        (self.db, self.expectedHead) = (db, expectedHead)
    }

    private mutating func fail(_ sequence: Int64?, about: String, why: String) {
        if breach == nil { breach = AuditVerdict.Breach(sequence: sequence, about: about, why: why) }
    }

    private mutating func checkGuards() throws {
        let (found, expected) = try db.guards()
        for (name, text) in expected.sorted(by: { $0.key < $1.key }) {
            if found[name] == nil { fail(nil, about: "trigger:\(name)", why: "the guard is missing") }
            if let there = found[name], there != text {
                fail(nil, about: "trigger:\(name)", why: "the guard was changed")
            }
        }
    }

    private mutating func checkEntries() throws {
        try db.step("\(AuditLog.selection) ORDER BY a.sequence") { row in
            let entry = try AuditLog.entry(row)
            checkChain(entry)
            for token in FreeText.tokens(in: entry.details) { try checkText(token, of: entry.sequence) }
            try checkDeed(entry)
            try checkSubject(entry)
            standing.follow(entry)
            (entries, head) = (entries + 1, entry.hash)
            sawExpectedHead = sawExpectedHead || entry.hash == expectedHead
            return true
        }
    }

    private mutating func checkChain(_ entry: AuditEntry) {
        if entry.sequence != entries + 1 {
            fail(entry.sequence, about: "audit", why: "entry \(entries + 1) is missing")
        }
        if entry.previousHash != head {
            fail(entry.sequence, about: "audit", why: "it does not follow from the entry before")
        }
        if entry.hash != AuditHash.of(entry) {
            fail(entry.sequence, about: "audit", why: "its content was changed")
        }
    }

    private mutating func checkDeed(_ entry: AuditEntry) throws {
        switch AuditAction(rawValue: entry.action) {
        case .grant, .requestApprove, .grantBridge: try checkGrant(entry)
        case .revoke, .grantCancel, .grantBridgeEnd: try checkRevocation(entry)
        case .customerErase: erasures[entry.sequence] = ErasureDetails.texts(in: entry.details)
        default: break
        }
    }

    /// Roles and settings are looked up by what entries speak of: what gives a right must be found by it.
    private mutating func checkSubject(_ entry: AuditEntry) throws {
        let kind: String
        switch AuditAction(rawValue: entry.action) {
        case .initialize, .agentAdd, .agentRemove: kind = "agent"
        case .settingsSet: kind = "setting"
        default: return
        }
        let isFound = try db.exists(
            "SELECT 1 FROM audit_subjects WHERE id = ? AND kind = ? AND sequence = ?",
            [entry.subject, kind, entry.sequence])
        if !isFound {
            unfound.append(
                AuditVerdict.Breach(
                    sequence: entry.sequence, about: "\(kind):\(entry.subject)",
                    why: "the entry is not found by what it is about"))
        }
    }

    private mutating func checkGrant(_ entry: AuditEntry) throws {
        guard let id = GrantAuditDetails.grant(in: entry.details) else {
            return fail(entry.sequence, about: "audit", why: "it names no grant")
        }
        granted[id] = entry.sequence
        guard let grant = try GrantTable.find(id, in: db) else {
            return fail(entry.sequence, about: "grant:\(id)", why: "the grant is missing")
        }
        // A grant without a note has no token in its entry, one with a note has it first.
        let tokens = [nil, FreeText.tokens(in: entry.details).first]
        let token = tokens.first { GrantAuditDetails.tell(of: grant, note: $0, in: entry.details) }
        let isAsSaid = try token.map { try note($0) == grant.note?.unlessBlank?.whole } ?? false
        if !isAsSaid {
            fail(entry.sequence, about: "grant:\(id)", why: "the grant is not what the entry says")
        }
    }

    /// What a person wrote, nil where it was erased or nothing was.
    private func note(_ token: String?) throws -> String? {
        try token.flatMap { try AuditTextTable.find($0, in: db)?.body }
    }

    private mutating func checkRevocation(_ entry: AuditEntry) throws {
        guard let id = GrantAuditDetails.revocation(in: entry.details) else {
            return fail(entry.sequence, about: "audit", why: "it names no grant")
        }
        revoked.insert(id)
        let token = FreeText.tokens(in: entry.details).first
        let isAsSaid =
            try GrantAuditDetails.ended(id, note: token, in: db) == entry.details
            && note(token) == (GrantAuditDetails.endNote(of: id, in: db)?.unlessBlank?.whole)
        if !isAsSaid {
            fail(entry.sequence, about: "grant:\(id)", why: "the revocation is not what the entry says")
        }
    }

    private mutating func checkText(_ token: String, of sequence: Int64) throws {
        texts += 1
        guard let kept = try AuditTextTable.find(token, in: db), kept.sequence == sequence else {
            return fail(sequence, about: "audit", why: "a text of it is missing")
        }
        guard let salt = kept.salt, let body = kept.body else { return }
        if TextVault.token(salt: salt, body: body) != token {
            fail(sequence, about: "audit", why: "a text of it was changed")
        }
    }

    /// Texts that nobody tells of, and texts that are gone without an erasure that says so.
    private mutating func checkTexts() throws {
        let kept: Int = try db.value("SELECT count(*) FROM audit_texts") ?? 0
        if kept != texts {
            fail(nil, about: "audit", why: "\(kept) texts are kept, entries tell of \(texts)")
        }
        let taken = try db.map(
            "SELECT erased_in, count(*) FROM audit_texts WHERE erased_in IS NOT NULL GROUP BY erased_in"
        ) { (entry: try $0[0] as Int64, count: try $0[1] as Int) }
        for (entry, count) in taken where erasures[entry] != count {
            fail(entry, about: "audit", why: "texts are gone that no erasure took")
        }
    }

    private mutating func checkHead() throws {
        let noted = try AuditLog.head(db)
        if noted.sequence != entries || noted.hash != head {
            let missing = noted.sequence > entries ? entries + 1 : nil
            fail(missing, about: "audit", why: "\(noted.sequence) entries were written, \(entries) are there")
        }
        if expectedHead != nil, !sawExpectedHead {
            fail(
                nil, about: "audit", why: "no entry has the hash that was noted, the log was cut or rewritten"
            )
        }
    }

    private mutating func checkGrants() throws {
        try db.step(
            """
            SELECT id, CASE WHEN revoked_at_ms IS NULL AND revoked_by IS NULL AND revoked_reason IS NULL
              AND revoked_note IS NULL THEN 0 ELSE 1 END FROM grants ORDER BY id
            """
        ) { row in
            let id: GrantID = try row[0]
            if granted[id] == nil { fail(nil, about: "grant:\(id)", why: "no entry tells of the grant") }
            if try row[1], !revoked.contains(id) {
                fail(granted[id], about: "grant:\(id)", why: "no entry tells of its revocation")
            }
            return true
        }
    }
}
