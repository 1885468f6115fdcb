import AppStore
import JSONValues
import Purchases

/// A purchase report for examples, in as few words as it needs; times are hours from the start of made-up chains.
struct ReportedAttempt {
    var id = "a"
    var customer: String? = "u_1"
    var product: String? = "tea.monthly"
    var transaction: String?
    var chain: String?
    var line: String?
    var price: String? = "9.99"
    var more: [String: JSONValue] = [:]
    var events: [JSONValue] = []

    /// A moment, in hours from the start.
    static func moment(_ hours: Double) -> Instant {
        Instant(milliseconds: MadeUpChain.start + Int64(hours * 3_600_000))
    }

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

    private static func time(_ hours: Double) -> JSONValue { .string(moment(hours).description) }

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

    /// The report in an envelope that says when it was received, in hours from the start.
    func received(_ hours: Double) -> String {
        JSONValue.object(["received_at": Self.time(hours), "body": value]).canonicalText
    }
}
