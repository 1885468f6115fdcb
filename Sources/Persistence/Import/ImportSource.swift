/// Where an import's documents come from, as the audit names it.
public struct ImportSource: Hashable, Codable, Sendable {
    /// The file's path, or `-` for standard input.
    public let name: String
    /// The lower-case hexadecimal SHA-256 of its bytes; nil when it could not be read.
    public let sha256: String?

    /// A source of documents.
    public init(name: String, sha256: String?) { (self.name, self.sha256) = (name, sha256) }
}
