/// Finds the customer of a purchase attempt whose own reports name none, as far as anything else tells. `AttemptKin` in
/// `Persistence/Tables` asks it.
///
/// Attempts with an id in common are one purchase by themselves only where all of them have the same customer, or none
/// has one. Different customers who report one id may mean one charge, or an id that means nothing: only a record of
/// the App Store's tells which.
package enum AttemptCustomer {
    /// The customer; nil where nobody is named, or several are.
    ///
    /// - Parameters:
    ///   - inAttempt: whom other reports of the same attempt name.
    ///   - inEnvelopes: whom the envelopes of its own reports name; asked where nobody is named in the attempt.
    ///   - besideIDs: whom reports of other attempts with one of its ids name; asked where nothing else names anybody.
    package static func customer(
        inAttempt: Set<AppUserID>, inEnvelopes: Set<AppUserID>, besideIDs: Set<AppUserID>
    ) -> AppUserID? {
        let named = [inAttempt, inEnvelopes, besideIDs].first { !$0.isEmpty }
        return named.flatMap { $0.count == 1 ? $0.first : nil }
    }
}
