import AppStore
import JSONValues

/// Documents for examples, in as few words as they need.
enum Paper {
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

        /// The entry as JSON.
        var value: JSONValue {
            var members = more
            members["transaction_id"] = .string(id)
            members["original_transaction_id"] = .string(chain)
            members["product_id"] = .string(product)
            members["web_order_line_item_id"] = line.map(JSONValue.string)
            members["purchase_date_ms"] = Paper.date(day)
            members["expires_date_ms"] = days.map { Paper.date(day + $0) }
            members["app_account_token"] = token.map(JSONValue.string)
            members["cancellation_date_ms"] = revokedOn.map(Paper.date)
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
