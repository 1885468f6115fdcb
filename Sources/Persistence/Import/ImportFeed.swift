/// Where an import's documents come from, one after the other.
public struct ImportFeed {
    /// The next document; nil when there is none left.
    let next: () throws -> ImportItem?
    /// The sources read so far.
    let sources: () -> [ImportSource]

    /// A feed of documents and of the sources that they came from.
    public init(next: @escaping () throws -> ImportItem?, sources: @escaping () -> [ImportSource]) {
        (self.next, self.sources) = (next, sources)
    }
}
