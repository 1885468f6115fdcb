/// Values of which a document may tell some and leave out others.
public protocol Fillable: Hashable, Codable, Sendable {
    /// These values, with what they leave out taken from others.
    func filled(from others: Self) -> Self
}
