/// How a write ended: with something done and told to the audit log, or with nothing done.
enum WriteResult<Value> {
    /// Something changed, and this is the entry that says what.
    case done(Value, AuditDraft)
    /// A part of an import is done and noted in its journal; the run's entry comes with its last part.
    case journaled(Value)
    /// Nothing changed: a dry run, or an answer given before. A change after all is refused and undone.
    case nothing(Value)
}
