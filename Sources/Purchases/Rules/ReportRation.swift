/// How many charges without the App Store's proof apps may report in a day: each may become a ticket and call somebody,
/// and costs nothing to make up. `UnprovedReports` in `Persistence/Documents` counts them.
package struct ReportRation: Hashable, Sendable {
    package let perKey: Int
    package let perCustomer: Int

    /// A ration; without values the one that stands until leads say otherwise†.
    package init(perKey: Int = 1000, perCustomer: Int = 20) {
        (self.perKey, self.perCustomer) = (perKey, perCustomer)
    }

    /// Whether one more may be taken in.
    ///
    /// - Parameter ofCustomer: how many the customer reported today; zero where a report names nobody.
    package func allows(ofKey: Int, ofCustomer: Int) -> Bool {
        ofKey < perKey && ofCustomer < perCustomer
    }
}

extension PurchaseReport {
    /// Whether it says that somebody was charged.
    package var claimsCharge: Bool { events.contains { $0.step == .purchased } }
}
