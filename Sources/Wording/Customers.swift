public import Persistence
public import Purchases

extension CustomerAct {
    /// What has happened once it is done, the beginning of a sentence.
    public var deed: String {
        switch self {
        case .note: "the note was kept"
        case .tester: "the mark was set"
        case .consent: "the consent was noted"
        case .takeOut: "the audit log has noted what was taken out"
        case .look: "the audit log has noted the look"
        }
    }
}

extension Reader {
    /// What an act about a customer did, in one sentence; nil for what is said where it happens.
    public func news(of act: CustomerAct, on id: AppUserID) -> String? {
        switch act {
        case .note: "The note is saved"
        case .consent(true): "Noted: \(id) agrees that Apple is told"
        case .consent(false): "Noted: \(id) does not agree that Apple is told"
        case .look: "Personal data of \(id) is shown for a minute"
        case .tester, .takeOut: nil
        }
    }
}

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
