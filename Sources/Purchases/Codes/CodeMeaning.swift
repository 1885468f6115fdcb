/// What a code means and what to do about it, in words.
package struct CodeMeaning: Hashable, Sendable {
    /// The code as it is written: `21005`, `skerror_2`, `http_503`, `DID_FAIL_TO_RENEW/GRACE_PERIOD`.
    package let code: String
    /// Where the code comes from.
    package let family: CodeFamily
    /// The name that its maker gave the code, else a short title.
    package let name: String
    /// What happened, in one sentence.
    package let happened: String
    package let fault: Fault
    /// Whether trying again can help.
    package let retry: RetryAdvice
    /// What the support agent does, in one sentence.
    package let advice: String

    /// A meaning, in the order in which the tables give it.
    init(
        _ code: String, family: CodeFamily, _ name: String, fault: Fault, retry: RetryAdvice,
        happened: String, advice: String
    ) {
        self.code = code
        self.family = family
        self.name = name
        self.happened = happened
        self.fault = fault
        self.retry = retry
        self.advice = advice
    }

    /// The same meaning for a code that is another spelling, or one of a range.
    func written(as code: String) -> CodeMeaning {
        CodeMeaning(
            code, family: family, name, fault: fault, retry: retry, happened: happened, advice: advice)
    }
}

/// The kinds of codes: where a code comes from decides what it means.
package enum CodeFamily: String, Hashable, Sendable, CaseIterable {
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
    /// A word of a signed transaction: its product's type, whose it is, why it came about.
    case transactionWord = "transaction_word"
    /// How a yearly commitment is paid (`billingPlanType`).
    case billingPlan = "billing_plan"
    /// The status of a subscription in the answer of Get All Subscription Statuses.
    case subscriptionStatus = "subscription_status"

    package var title: String {
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
        case .transactionWord: "word of a transaction"
        case .billingPlan: "plan of payments"
        case .subscriptionStatus: "status of a subscription"
        }
    }
}

/// Whose fault it is that something did not work.
package enum Fault: String, Hashable, Sendable, CaseIterable {
    /// The customer's: a decision, an account, a device or a payment method.
    case customer
    /// Ours: the app, its server, or our settings.
    case app
    /// Apple's.
    case appStore = "app_store"
    /// The way between two machines.
    case network
    /// Nobody's: nothing went wrong.
    case nobody
    /// The code alone does not tell.
    case unknown

    /// The fault in words, to stand after "fault:".
    package var title: String {
        switch self {
        case .customer: "the customer's side"
        case .app: "our side: app, server or settings"
        case .appStore: "the App Store"
        case .network: "the network"
        case .nobody: "nobody"
        case .unknown: "not known from the code"
        }
    }
}

/// Whether trying the same again can help.
package enum RetryAdvice: String, Hashable, Sendable, CaseIterable {
    /// It can, a limited number of times.
    case yes
    /// It cannot.
    case no
    /// It can once something was put right.
    case afterFix = "after_fix"
    /// There is nothing to try again.
    case notApplicable = "not_applicable"

    /// The advice in words, to stand after "retry:".
    package var title: String {
        switch self {
        case .yes: "yes, a limited number of times"
        case .no: "no"
        case .afterFix: "only after something was put right"
        case .notApplicable: "nothing to retry"
        }
    }
}
