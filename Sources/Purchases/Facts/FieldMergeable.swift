/// Values of which a document may tell some and leave out others.
public protocol FieldMergeable: Hashable, Codable, Sendable {
    /// These values, with what they leave out taken from others.
    func merging(_ others: Self) -> Self

    /// What tells the thing apart that the document spoke of; nil when these values say nothing of that.
    var identity: AnyHashable? { get }
}

extension FieldMergeable {
    /// Nothing, for things that are told apart by a name outside their values.
    public var identity: AnyHashable? { nil }
}
