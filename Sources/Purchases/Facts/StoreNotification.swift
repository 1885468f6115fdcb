/// A server notification about a chain, as it is kept.
package struct StoreNotification: Hashable, Codable, Sendable {
    /// How far a document's authenticity was checked.
    package enum Check: String, Hashable, Codable, Sendable, CaseIterable {
        /// Apple's signature holds.
        case signed
        /// It carried a shared secret that the store knows.
        case secret
        /// The App Store itself answered our own question with it.
        case asked
        /// Nothing vouches for it.
        case unchecked
    }

    /// Apple's `notification_type`.
    package let type: String
    /// Apple's subtype; nil in version 1.
    package let subtype: String?
    /// Apple's `notificationUUID`, which repetitions share; nil in version 1.
    package let uuid: String?
    /// When Apple made it; in version 1, the document time.
    package let signedAt: Instant
    /// When it reached the app's server, where the envelope says so.
    package var receivedAt: Instant?
    /// How far it was checked.
    package var check: Check
    /// The newest charge that it carries.
    package let charge: TransactionID?

    package init(
        type: String, subtype: String? = nil, uuid: String? = nil, signedAt: Instant,
        receivedAt: Instant? = nil, check: Check, charge: TransactionID? = nil
    ) {
        self.type = type
        self.subtype = subtype
        self.uuid = uuid
        self.signedAt = signedAt
        self.receivedAt = receivedAt
        self.check = check
        self.charge = charge
    }

    /// The notifications without repetitions: RENEWAL and DID_RECOVER for the same charge are one event.
    ///
    /// Source: Apple, `notification_type`: RENEWAL is the old name of DID_RECOVER.
    package static func distinctEvents(_ notifications: [StoreNotification]) -> [StoreNotification] {
        let recovered = Set(notifications.filter { $0.type == "DID_RECOVER" }.compactMap(\.charge))
        return notifications.filter { notification in
            guard notification.type == "RENEWAL", let charge = notification.charge else { return true }
            return !recovered.contains(charge)
        }
    }
}

/// One try of the App Store to deliver a notification, as its own history tells it.
///
/// Source: Apple, `sendAttemptItem`.
package struct SendAttempt: Hashable, Sendable {
    /// When it was tried.
    package let at: Instant
    /// Apple's `sendAttemptResult`, such as `SUCCESS` or `TIMED_OUT`.
    package let result: String

    /// A try and what came of it.
    package init(at: Instant, result: String) { (self.at, self.result) = (at, result) }
}
