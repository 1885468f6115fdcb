import Persistence
import Purchases

/// Hides personal data from those who may not see it.
enum Mask {
    /// The customer without what names the person.
    static func customer(_ customer: Customer) -> Customer {
        var values = customer.values
        values.email = values.email.map(text)
        values.name = values.name.map(text)
        return Customer(id: customer.id, values: values, isTester: customer.isTester)
    }

    /// What fits a search, when it names no person.
    static func matched(_ match: SearchResults.Match) -> String {
        ["email", "name"].contains(match.matchedOn) ? text(match.matchedText) : match.matchedText
    }

    /// The first letter and dots.
    static func text(_ text: String) -> String { String(text.prefix(1)) + "•••" }
}
