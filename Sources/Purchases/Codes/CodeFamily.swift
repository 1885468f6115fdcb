/// The kinds of codes: where a code comes from decides what it means.
public enum CodeFamily: String, Hashable, Sendable, CaseIterable {
    /// The `status` of a verifyReceipt answer.
    case receiptStatus = "receipt_status"
    /// An error of StoreKit on the customer's device (`SKError`).
    case storeKitError = "storekit_error"
    /// The HTTP status of an answer.
    case httpStatus = "http_status"
    /// The cause of a ticket that is no code of Apple's servers, and the network errors among them.
    case cause
    /// Why a subscription expired (`expiration_intent`).
    case expirationIntent = "expiration_intent"
    /// The type of a server notification, version 1.
    case notificationV1 = "notification_v1"
    /// The type and subtype of a server notification, version 2.
    case notificationV2 = "notification_v2"
    /// An error code of the App Store Server API.
    case serverAPIError = "server_api_error"
    /// Why a renewal date is extended (`extendReasonCode`).
    case extensionReason = "extension_reason"
    /// Why a purchase was taken back (`revocationReason`, `cancellation_reason`).
    case revocationReason = "revocation_reason"
    /// The words of a refund request: why it was made, and what we answer.
    case refundReason = "refund_reason"
    /// How an attempt to send us a notification ended (`sendAttemptResult`).
    case sendAttempt = "send_attempt"
    /// A state of a payment transaction, as purchase reports tell it.
    case paymentState = "payment_state"
    /// What kind of offer a purchase was made with, and how that is paid.
    case offer

    /// The family in words.
    public var title: String {
        switch self {
        case .receiptStatus: "receipt status"
        case .storeKitError: "StoreKit error on the device"
        case .httpStatus: "HTTP status"
        case .cause: "cause of a ticket"
        case .expirationIntent: "expiration intent"
        case .notificationV1: "notification, version 1"
        case .notificationV2: "notification, version 2"
        case .serverAPIError: "App Store Server API error"
        case .extensionReason: "reason of an extension"
        case .revocationReason: "reason of a revocation"
        case .refundReason: "refund request"
        case .sendAttempt: "attempt to send a notification"
        case .paymentState: "state of a payment"
        case .offer: "offer"
        }
    }
}
