import Purchases

/// A purchase attempt as the app reports it, in one report or several.
struct PracticeAttempt: Hashable, Sendable {
    /// What the attempt's transaction is.
    enum Subject: Hashable, Sendable {
        /// Nothing was charged.
        case nothing
        /// A purchase of the chain, by its place.
        case purchase(Int)
        /// An old purchase under a new id.
        case restoredPurchase
    }

    /// Its name.
    let id: String
    /// What was to be bought.
    let product: String
    /// What its transaction is.
    var subject = Subject.nothing
    /// What it was made on.
    let device: PracticeDevice
    /// The version of the app.
    var appVersion: String
    /// Whether it was for nothing.
    var isTrial = false
    /// What the app told, oldest first.
    var reports: [PracticeReport]
}
