import Purchases

/// Decodes a price: an amount as a decimal text or a number, and an ISO 4217 code.
struct PriceDecoder {
    private let fields: FieldReader

    /// Reads a price at a place of its document; throws `wrong_type` when it is no object.
    init(_ price: JSONValue, path: String) throws(DocumentProblem) {
        fields = try FieldReader(price, path: path)
    }

    /// The price; throws `bad_value` when it cannot be read or is negative, `wrong_type` for a field.
    var money: Money {
        get throws(DocumentProblem) {
            let currency = try required("currency", "send the ISO 4217 code, such as EUR").uppercased()
            let amount = try required("amount", "send a decimal text, such as 9.99")
            guard Money(amount: "0", currency: currency) != nil else {
                throw fields.problem(
                    .badValue, "currency", "is no currency", "send the ISO 4217 code, such as EUR")
            }
            guard let money = Money(amount: amount, currency: currency) else {
                throw fields.problem(
                    .badValue, "amount", "is no amount", "send a decimal text, such as 9.99")
            }
            guard money.milliunits >= 0 else {
                throw fields.problem(.badValue, "amount", "is negative", "send what the customer pays")
            }
            return money
        }
    }

    private func required(_ key: String, _ remedy: String) throws(DocumentProblem) -> String {
        // A number with a fraction is binary on its way: the noise past a millionth is nobody's price.
        if case .number(let number)? = fields.value(key) { return String((number * 1e6).rounded() / 1e6) }
        if let text = try fields.identifier(key) { return text }
        throw fields.problem(.badValue, key, "is missing", remedy)
    }
}
