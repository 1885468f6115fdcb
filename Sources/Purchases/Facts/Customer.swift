/// A person of the app.
public struct Customer: Hashable, Codable, Sendable {
    /// The app's name for the customer.
    public let id: AppUserID
    /// What is known of the person.
    public var values: CustomerValues
    /// Whether Sandbox purchases give this customer access.
    public var isTester: Bool

    /// A customer.
    public init(id: AppUserID, values: CustomerValues = CustomerValues(), isTester: Bool = false) {
        (self.id, self.values, self.isTester) = (id, values, isTester)
    }
}
