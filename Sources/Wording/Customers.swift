public import Persistence
public import Purchases

/// Says who a customer is, as far as the reader may know.
public struct CustomerText: Hashable, Sendable {
    /// Whether name and address are hidden.
    public let isMasked: Bool

    /// Words for somebody from whom personal data is hidden, or not.
    public init(isMasked: Bool) { self.isMasked = isMasked }

    /// A name or an address, hidden if it must be.
    public func personal(_ text: String) -> String { isMasked ? Mask.text(text) : text }

    /// The name, hidden if it must be; empty when none is known.
    public func name(_ values: CustomerValues) -> String { values.name.map(personal) ?? "" }

    /// The address, hidden if it must be; empty when none is known.
    public func email(_ values: CustomerValues) -> String { values.email.map(personal) ?? "" }

    /// Everything about a customer in parts of falling weight.
    public func parts(_ customer: Customer) -> [String] {
        let values = customer.values
        let since = values.createdAt.map { "since \(TimeText.date($0))" }
        let all = [
            name(values), email(values), customer.id.rawValue, since ?? "", values.country ?? "",
            customer.isTester ? "tester" : "",
            customer.erasedAt.map { "erased \(TimeText.date($0))" } ?? "",
        ]
        return all.filter { !$0.isEmpty }
    }
}

/// Hides personal data from those who may not see it.
public enum Mask {
    /// The first letter and dots.
    public static func text(_ text: String) -> String { PersonalData.masked(text) }

    /// The customer without what names the person.
    public static func customer(_ customer: Customer) -> Customer { customer.masked }

    /// What fits a search, when it names no person.
    public static func matched(_ match: SearchResults.Match) -> String {
        ["email", "name", "app_account_token"].contains(match.matchedOn)
            ? text(match.matchedText) : match.matchedText
    }
}
