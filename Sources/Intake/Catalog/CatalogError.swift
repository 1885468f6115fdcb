/// What is wrong in a product catalogue, where, and what to do about it.
public struct CatalogError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, as it was named.
    public let file: String
    /// The line, from 1; nil when the problem is not on one.
    public let line: Int?
    /// The product; nil when the problem is not about one.
    public let product: String?
    /// What is wrong.
    public let problem: String
    /// What to do.
    public let remedy: String

    /// The error on one line: where, which product, what, and what to do.
    public var description: String {
        let place = line.map { "\(file):\($0)" } ?? file
        return "\(place): \(product.map { "product \($0): " } ?? "")\(problem): \(remedy)"
    }
}
