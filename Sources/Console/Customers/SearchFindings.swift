import Purchases

/// What a search found, and how that is said.
struct SearchFindings: Equatable, Sendable {
    /// The rows.
    let rows: [CustomerRow]
    /// What the text was taken for, in words.
    let reading: String
    /// Whether there is more than is shown.
    let isTruncated: Bool
    /// The order id that nothing is recorded for; nil when the text is none.
    var unknownOrder: OrderID?

    /// What was read into the text, and how much was found.
    var caption: String {
        let count = "\(rows.count) found\(isTruncated ? ", there may be more" : "")"
        return reading.isEmpty ? count : "read as \(reading): \(count)"
    }

    /// What is said when nothing was found.
    var nothing: [String] {
        guard let unknownOrder else {
            return [
                "Nothing fits. Try an order id (M…), a transaction id, an e-mail, a part of the name, #34 for a "
                    + "ticket, or paste the whole e-mail"
            ]
        }
        return [
            "Nothing is recorded for order id \(unknownOrder).",
            "Order ids stand in the e-mail receipt that Apple sends. Here one is known once it was recorded, or once "
                + "Apple's answer for it was imported.",
            "Ask the customer for the e-mail address or the user id of the account in the app, or for a transaction "
                + "id. When the chain is found, F4 records the order id on it.",
        ]
    }

    /// What stands below an empty box over a screen: what it takes, and the last searches.
    static func invitation(_ searches: [String]) -> [String] {
        let takes =
            "Type or paste what the customer sent: an id, an address, a name, or the whole e-mail. Esc leads back."
        guard !searches.isEmpty else { return [takes] }
        return [takes, "", "Last searches (↑):"] + searches.prefix(8).map { "  \($0)" }
    }
}
