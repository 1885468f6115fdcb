/// What an agent changes of a customer; nil leaves a field as it is.
public struct CustomerChange: Hashable, Codable, Sendable {
    /// The address.
    public var email: String?
    /// The name.
    public var name: String?
    /// The UUID that the app gives the App Store with purchases.
    public var appAccountToken: String?
    /// The language, such as `de_DE`.
    public var locale: String?
    /// The country, such as `DE`.
    public var country: String?

    /// A change of some fields.
    public init(
        email: String? = nil, name: String? = nil, appAccountToken: String? = nil, locale: String? = nil,
        country: String? = nil
    ) {
        self.email = email
        self.name = name
        self.appAccountToken = appAccountToken?.lowercased()
        self.locale = locale
        self.country = country
    }

    /// The names of the fields that change; the audit log keeps those and no personal data.
    var fields: [String] {
        let fields = [
            ("app_account_token", appAccountToken), ("country", country), ("email", email),
            ("locale", locale),
            ("name", name),
        ]
        return fields.filter { $0.1 != nil }.map(\.0)
    }
}
