package import JSONValues
package import Purchases

// Examples write texts of JSON and identifiers as literals.
extension JSONValue: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) { self = .string(text) }
}

extension StringIdentifier {
    /// An identifier as examples write it.
    package init(stringLiteral text: String) { self.init(text) }
}

extension TransactionID: ExpressibleByStringLiteral {}
extension OriginalTransactionID: ExpressibleByStringLiteral {}
extension WebOrderLineItemID: ExpressibleByStringLiteral {}
extension SubscriptionGroupID: ExpressibleByStringLiteral {}
extension ProductID: ExpressibleByStringLiteral {}
extension BundleID: ExpressibleByStringLiteral {}
extension OrderID: ExpressibleByStringLiteral {}
