/// A person of the app.
package struct Customer: Hashable, Codable, Sendable {
    /// The app's name for the customer.
    package let id: AppUserID
    /// What is known of the person.
    package var values: CustomerValues
    /// Whether Sandbox purchases give this customer access.
    package var isTester: Bool
    /// When the person was erased; the id stays, as a pseudonym. Nil while the person is known.
    package var erasedAt: Instant?

    package init(
        id: AppUserID, values: CustomerValues = CustomerValues(), isTester: Bool = false,
        erasedAt: Instant? = nil
    ) {
        (self.id, self.values, self.isTester, self.erasedAt) = (id, values, isTester, erasedAt)
    }
}

/// The fields of a customer that documents tell; nil is what a document left out.
package struct CustomerValues: FieldMergeable {
    package var email: PersonIdentifier?
    package var name: PersonName?
    /// The UUID that the app gives the App Store with purchases, lower-case.
    package var appAccountToken: PersonIdentifier?
    /// When the customer joined the app.
    package var createdAt: Instant?
    /// The language, such as `de_DE`.
    package var locale: PersonTrait?
    /// The country, such as `DE`.
    package var country: PersonTrait?

    /// Values of which nothing is told yet.
    package init(
        email: PersonIdentifier? = nil, name: PersonName? = nil, appAccountToken: PersonIdentifier? = nil,
        createdAt: Instant? = nil, locale: PersonTrait? = nil, country: PersonTrait? = nil
    ) {
        self.email = email
        self.name = name
        self.appAccountToken = appAccountToken
        self.createdAt = createdAt
        self.locale = locale
        self.country = country
    }

    /// These values, with what they leave out taken from others.
    package func merging(_ others: CustomerValues) -> CustomerValues {
        var values = self
        values.email = email ?? others.email
        values.name = name ?? others.name
        values.appAccountToken = appAccountToken ?? others.appAccountToken
        values.createdAt = createdAt ?? others.createdAt
        values.locale = locale ?? others.locale
        values.country = country ?? others.country
        return values
    }
}
