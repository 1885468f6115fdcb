/// How a write ended: with something done and told to the audit log, or with nothing done.
enum Written<Value> {
    /// Something changed, and this is the entry that says what.
    case done(Value, AuditDraft)
    /// Nothing changed: a dry run, or an answer given before. A change after all is refused and undone.
    case nothing(Value)
}
