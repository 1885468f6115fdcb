/// Something that changed in the store.
public struct Change: Hashable, Sendable {
    /// Its place in the log of changes.
    public let sequence: Int64
    /// What kind of thing changed; nil for a kind that a newer program writes.
    public let entity: Entity?
    /// Its name.
    public let id: String
}
