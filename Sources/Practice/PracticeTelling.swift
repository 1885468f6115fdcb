import Purchases

/// A document in which the App Store tells of a made-up chain.
struct PracticeTelling: Hashable, Sendable {
    /// What kind of document it is.
    enum Form: Hashable, Sendable {
        /// An answer of verifyReceipt, with every purchase until then.
        case answer
        /// A notification of a type, with the newest purchase until then.
        case notification(String)
    }

    /// When the server got it.
    let at: Instant
    /// What it is.
    let form: Form
}
