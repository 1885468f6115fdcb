/// A stretch of time in which a product of a chain gives access.
public struct AccessPeriod: Hashable, Sendable {
    /// The product.
    public let product: ProductID
    /// When.
    public let span: Span

    /// A product that gives access in a stretch of time.
    public init(product: ProductID, span: Span) { (self.product, self.span) = (product, span) }
}
