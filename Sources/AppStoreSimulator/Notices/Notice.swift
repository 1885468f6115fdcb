package import Foundation
package import Purchases

/// A notification with the facts of its moment, from which its text is made whenever it is needed.
struct Notice: Sendable {
    /// Its number in the order in which notifications were made.
    let number: Int
    let uuid: String
    let event: StoreEvent
    let at: Instant
    let environment: AppStoreEnvironment
    /// The account that it is about.
    let account: AccountID?
    /// The transaction, as it was.
    let transaction: SimulatedTransaction?
    /// The subscription, as it was.
    let subscription: SimulatedSubscription?
    /// What only some types carry.
    var detail = NoticeDetail.none
    /// The tries to send it in version 2.
    var attempts: [SendAttempt] = []
}

/// What only some types of notifications carry.
enum NoticeDetail: Hashable, Sendable {
    /// Nothing more.
    case none
    /// Why a customer wants money back.
    case consumption(reason: String)
    /// What came of an extension for many.
    case summary(request: String, product: ProductID, storefronts: [String], succeeded: Int, failed: Int)
}

/// A try to send a notification.
struct SendAttempt: Hashable, Sendable {
    let at: Instant
    /// Apple's word for what came of it.
    let result: String
}

/// What a receiver answered to a notification.
package enum DeliveryResult: Hashable, Sendable {
    /// It answered with a status.
    case answered(Int)
    /// It did not answer in time.
    case timedOut
    /// It could not be reached.
    case unreachable

    /// Whether it counts as received: 200 to 206.
    package var isSuccess: Bool {
        if case .answered(let status) = self { (200...206).contains(status) } else { false }
    }

    /// Apple's word for it (`sendAttemptResult`).
    var word: String {
        switch self {
        case .answered: isSuccess ? "SUCCESS" : "UNSUCCESSFUL_HTTP_RESPONSE_CODE"
        case .timedOut: "TIMED_OUT"
        case .unreachable: "NO_RESPONSE"
        }
    }
}

/// A notification that is to be sent now.
package struct Delivery: Sendable {
    /// Names this sending when it is told what came of it.
    package let number: Int
    /// When it is due.
    package let at: Instant
    package let version: NoticeVersion
    /// Where it comes from: the receiver's address may differ.
    package let environment: AppStoreEnvironment
    /// The type, in its version's words.
    package let type: String
    /// The subtype; version 1 has none.
    package let subtype: String?
    /// The `notificationUUID`; version 1 has none.
    package let uuid: String?
    /// Which try it is, from 1.
    package let attempt: Int
    /// The account that it is about; a TEST is about none.
    package let account: AccountID?
    /// The body of the POST, JSON.
    package let body: Data
}

/// When a notification that was not received is sent again.
///
/// Source: Apple, "Responding to App Store Server Notifications": version 2 after 1, 12, 24, 48 and 72 hours, version 1
/// after 6, 24 and 48, each counted from the try before; the sandbox tries once.
enum RepeatRule {
    /// The pause after a failed try, counted from 1; nil after the last.
    static func pause(
        after attempt: Int, version: NoticeVersion, in environment: AppStoreEnvironment
    ) -> TimeLength? {
        let hours: [Int64] = version == .v2 ? [1, 12, 24, 48, 72] : [6, 24, 48]
        guard environment == .production, hours.indices.contains(attempt - 1) else { return nil }
        return .hours(hours[attempt - 1])
    }
}

/// A notification that waits for its sending, or for word of it.
struct Outgoing: Sendable {
    let notice: Int
    let version: NoticeVersion
    /// The type, in its version's words.
    let type: String
    /// Which try it is, from 1.
    var attempt = 1
    /// Whether it was held back once.
    var isLate = false
    /// Its text, kept so that a repeat has the same bytes.
    var body: Data?
}
