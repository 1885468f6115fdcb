public import Purchases

extension StringIdentifier {
    /// An identifier as examples write it.
    public init(stringLiteral text: String) { self.init(text) }
}

extension TicketID: ExpressibleByStringLiteral {}
extension AppUserID: ExpressibleByStringLiteral {}
extension AttemptID: ExpressibleByStringLiteral {}
extension ProductID: ExpressibleByStringLiteral {}
extension TransactionID: ExpressibleByStringLiteral {}
extension OriginalTransactionID: ExpressibleByStringLiteral {}
extension TicketCause: ExpressibleByStringLiteral {}
extension AgentName: ExpressibleByStringLiteral {}
extension EntitlementID: ExpressibleByStringLiteral {}
