internal import GRDB

extension Store {
    /// Checks every entry's hash and place, the noted head, every grant against its entry, and the guards.
    ///
    /// `head` is a hash noted elsewhere, which must still be in the log.
    public func verifyAudit(head: String? = nil) throws -> AuditVerdict {
        try read { try AuditVerification.run($0, expecting: head) }
    }
}
