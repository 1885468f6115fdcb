import AppStore
import JSONValues
import PersistenceTesting
import Purchases

/// Documents as they arrive, in as few words as they need.
enum JSONPaper {
    /// One entry of a list of transactions.
    struct Entry {
        var id: String
        var chain: String
        var product = "tea.monthly"
        var line: String?
        var day: Int64 = 0
        var days: Int64? = 30
        var token: String?
        var revokedOn: Int64?
        var more: [String: JSONValue] = [:]

        var value: JSONValue {
            var members = more
            members["transaction_id"] = .string(id)
            members["original_transaction_id"] = .string(chain)
            members["product_id"] = .string(product)
            members["web_order_line_item_id"] = line.map(JSONValue.string)
            members["purchase_date_ms"] = JSONPaper.date(day)
            members["expires_date_ms"] = days.map { JSONPaper.date(day + $0) }
            members["app_account_token"] = token.map(JSONValue.string)
            members["cancellation_date_ms"] = revokedOn.map(JSONPaper.date)
            return .object(members)
        }
    }

    /// A moment, in days from the start.
    static func date(_ day: Int64) -> JSONValue { .string(String(MadeUpChain.start + day * MadeUpChain.day)) }

    /// An answer of verifyReceipt.
    static func receipt(
        _ entries: [Entry], on day: Int64, environment: String = "Production",
        bundle: String = "com.example.tea",
        more: [String: JSONValue] = [:]
    ) -> String {
        var members = more
        members["status"] = .integer(0)
        members["environment"] = .string(environment)
        members["receipt"] = .object(["bundle_id": .string(bundle), "request_date_ms": date(day)])
        members["latest_receipt_info"] = .array(entries.map(\.value))
        return JSONValue.object(members).canonicalText
    }

    /// A notification of version 1.
    static func notification(_ type: String, _ entries: [Entry], password: String? = nil) -> String {
        var members: [String: JSONValue] = [
            "notification_type": .string(type), "environment": .string("PROD"),
            "unified_receipt": .object([
                "status": .integer(0), "latest_receipt_info": .array(entries.map(\.value)),
            ]),
        ]
        members["password"] = password.map(JSONValue.string)
        return JSONValue.object(members).canonicalText
    }

    /// A customer, as told on a day, who came on that day or another.
    static func customer(
        _ id: String, token: String? = nil, on day: Int64 = 0, since came: Int64? = nil
    ) -> String {
        var members: [String: JSONValue] = ["app_user_id": .string(id), "updated_at": date(day)]
        members["created_at"] = came.map(date)
        members["app_account_token"] = token.map(JSONValue.string)
        return JSONValue.object(members).canonicalText
    }
}

/// A purchase report as an app sends it, in as few words as it needs; times are hours from the start of made-up chains.
struct JSONAttempt {
    var id = "a"
    var customer: String? = "u_1"
    var product: String? = "tea.monthly"
    var transaction: String?
    var chain: String?
    var line: String?
    var price: String? = "9.99"
    var more: [String: JSONValue] = [:]
    var events: [JSONValue] = []

    /// A state of the payment transaction.
    static func state(_ name: String, _ hours: Double, _ more: [String: JSONValue] = [:]) -> JSONValue {
        .object(["at": time(hours), "state": .string(name)].merging(more) { $1 })
    }

    /// A step of the app.
    static func step(_ name: String, _ hours: Double, _ more: [String: JSONValue] = [:]) -> JSONValue {
        .object(["at": time(hours), "step": .string(name)].merging(more) { $1 })
    }

    /// Verifications that failed with 21005, one an hour.
    static func failing(_ count: Int, from first: Double = 1) -> [JSONValue] {
        (0..<count).map { step("verify", first + Double($0), ["receipt_status": .integer(21005)]) }
    }

    /// Bought and closed without delivery.
    static func lost(_ hours: Double = 0) -> [JSONValue] {
        [state("purchased", hours), state("finished", hours + 0.5)]
    }

    private static func time(_ hours: Double) -> JSONValue {
        .string(ReportedAttempt.moment(hours).description)
    }

    /// The report as JSON.
    var value: JSONValue {
        var members = more
        let price = price.map { JSONValue.object(["amount": .string($0), "currency": .string("EUR")]) }
        members["attempt_id"] = .string(id)
        members["app_user_id"] = customer.map(JSONValue.string)
        members["product_id"] = product.map(JSONValue.string)
        members["transaction_id"] = transaction.map(JSONValue.string)
        members["original_transaction_id"] = chain.map(JSONValue.string)
        members["web_order_line_item_id"] = line.map(JSONValue.string)
        members["price"] = members["price"] ?? price
        members["bundle_id"] = members["bundle_id"] ?? .string("com.example.tea")
        members["events"] = .array(events)
        return .object(members)
    }

    /// The report as text.
    var text: String { value.canonicalText }

}
