/// What leads do with a batch that is planned, with its values.
public enum BatchAct: Hashable, Sendable {
    /// Carries it on, or goes on taking it back, so many of its members.
    case carryOn(count: Int = .max)
    /// Begins to take back everything that it gave, or ends one that waits; `carryOn` does it.
    case cancel
}
