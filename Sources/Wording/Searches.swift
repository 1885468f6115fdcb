package import Persistence
package import Purchases

/// Says what a search took a text for, and what to do when it found nothing.
package struct SearchText {
    /// What was found.
    package let results: SearchResults

    /// Words for what was found.
    package init(_ results: SearchResults) { self.results = results }

    /// What the text was taken for; of one that was read, what was found in it.
    package var reading: String {
        guard results.isRead, !results.matches.isEmpty else {
            return SearchText.field(results.kind.rawValue)
        }
        var fields: [String] = []
        for field in results.matches.map(\.matchedOn) where !fields.contains(field) { fields.append(field) }
        return "a text with \(Counting.all(fields.map(SearchText.field)))"
    }

    /// What a field is called where people read it.
    package static func field(_ name: String) -> String {
        switch name {
        case "app_user_id": "customer id"
        case "app_account_token", "uuid": "account token"
        case "email": "e-mail"
        case "original_transaction_id": "chain"
        case "web_order_line_item_id": "line item"
        case "app_transaction_id": "app download"
        case "reference": "case"
        case "request": "approval"
        case "refund": "refund request"
        case "entry": "audit entry"
        default: CodeText.words(name)
        }
    }

    /// What to do where nothing was found, by what the text looks like; nil where it looks like nothing of its own.
    package func nothing(in frontEnd: FrontEnd) -> [String]? {
        if let order = results.unknownOrder { return SearchText.unknown(order, in: frontEnd) }
        if let beginning = results.unknownBeginningOfOrder {
            return [
                "“\(beginning)” may be the beginning of an order id, and none that is recorded begins so.",
                "Type all of it, as it stands in the e-mail receipt that Apple sends.",
            ]
        }
        if let part = results.unknownPartOfOrder {
            return [
                "Nothing fits “\(part)”.",
                "An order id begins with M and is found from its beginning on: type it as it stands in the e-mail "
                    + "receipt that Apple sends.",
            ]
        }
        guard results.kind == .charge else { return nil }
        return [
            "No charge of that amount is known on that day, nor on the day before or after.",
            "Amounts are what Apple charged, taxes included; days are in UTC.",
        ]
    }

    /// What stands over customers who are one letter away from what was typed.
    package static let didYouMean = "nothing fits: did you mean one of these?"

    /// Why somebody from whom personal data is hidden may have found nothing.
    package static let wholesAlone =
        "Your role finds people by a whole address, name or token, and by any part of an id."

    /// What to do about an order id that nothing is recorded for: most are not known before somebody records them.
    package static func unknown(_ order: OrderID, in frontEnd: FrontEnd) -> [String] {
        let recording =
            switch frontEnd {
            case .console: "When the chain is found, F4 records the order id on it."
            case .commandLine:
                "When the chain is found, record the order id: `makegood chain order \(order) CHAIN`"
            }
        let asking =
            switch frontEnd {
            case .console: "^O lets the server ask Apple."
            case .commandLine: "`makegood ask order \(order)` lets the server ask Apple."
            }
        return [
            "Nothing is recorded for order id \(order).",
            "Apple's e-mail receipt shows the order id. Makegood knows one once it was recorded, or once "
                + "Apple's answer for it (Look Up Order ID) was imported. \(asking)",
            "Ask the customer for the e-mail address or the user id of the account in the app, or for a transaction "
                + "id. \(recording)",
        ]
    }
}
