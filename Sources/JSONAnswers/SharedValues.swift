package import JSONValues
import Purchases

/// Values that several answers hold.
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

/// A span of time, as the one that was paid for and not given; `to` and `seconds` are null without end.
extension Span: JSONEncodable {
    package var json: JSONValue {
        .object(["from": from, "to": until, "seconds": length?.wholeSeconds])
    }
}
