/// How far an import has come.
public struct ImportProgress: Hashable, Sendable {
    /// How many documents were read.
    public let documents: Int
    /// How many bytes were read.
    public let bytesRead: Int
    /// How many bytes there are; nil when nobody knows, as with standard input.
    public let bytesInAll: Int?
}
