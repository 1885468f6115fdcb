public import Purchases

/// What whoever brings documents says about all of them.
public struct ReadingOptions: Hashable, Sendable {
    /// The kind to read everything as; nil to recognise it.
    public var kind: DocumentKind?
    /// The customer for whom the documents' chains are claimed; an envelope's word comes first.
    public var customer: AppUserID?

    /// Options, of which none is set unless given.
    public init(kind: DocumentKind? = nil, customer: AppUserID? = nil) {
        (self.kind, self.customer) = (kind, customer)
    }
}
