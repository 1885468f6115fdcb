package import JSONValues
import Purchases

extension AppStoreRequestID: JSONEncodable {}
extension RefundRequestID: JSONEncodable {}

extension AppStoreRequest.Kind: JSONEncodable {}
extension AppStoreRequest.State: JSONEncodable {}
extension Grant.State: JSONEncodable {}

/// A decimal amount with its currency.
extension Money: JSONEncodable {
    package var json: JSONValue {
        .object(["amount": amount, "currency": currency, "list_price": isListPrice ? true : nil]).withoutNulls
    }
}

/// The time that was paid for and not given; `to` and `seconds` are null without end.
extension Span: JSONEncodable {
    package var json: JSONValue {
        .object(["from": from, "to": until, "seconds": length?.wholeSeconds])
    }
}
