import Purchases

/// Something that happened, by the names that each version of notifications has for it.
///
/// Source: Apple, `notificationType`, `subtype`, `notification_type`, and the table of events of version 1.
struct StoreEvent: Hashable, Sendable {
    /// The type in version 2.
    let type: String
    /// The subtype in version 2.
    let subtype: String?
    /// The types in version 1, in the order in which they are sent; none where version 1 is silent.
    let oldTypes: [String]

    private init(_ type: String, _ subtype: String? = nil, _ oldTypes: String...) {
        (self.type, self.subtype, self.oldTypes) = (type, subtype, oldTypes)
    }

    private static let statusChange = "DID_CHANGE_RENEWAL_STATUS"

    static let initialBuy = StoreEvent("SUBSCRIBED", "INITIAL_BUY", "INITIAL_BUY")
    static let boughtAgain = StoreEvent("SUBSCRIBED", "RESUBSCRIBE", statusChange)
    static let boughtAnother = StoreEvent("SUBSCRIBED", "RESUBSCRIBE", "INTERACTIVE_RENEWAL", statusChange)
    static let renewed = StoreEvent("DID_RENEW", nil, "DID_RENEW")
    static let recovered = StoreEvent("DID_RENEW", "BILLING_RECOVERY", "DID_RECOVER")
    static let failed = StoreEvent("DID_FAIL_TO_RENEW", nil, "DID_FAIL_TO_RENEW")
    static let failedInGrace = StoreEvent("DID_FAIL_TO_RENEW", "GRACE_PERIOD", "DID_FAIL_TO_RENEW")
    static let graceEnded = StoreEvent("GRACE_PERIOD_EXPIRED")
    static let upgraded = StoreEvent(
        "DID_CHANGE_RENEWAL_PREF", "UPGRADE", statusChange, "INTERACTIVE_RENEWAL")
    static let downgrading = StoreEvent("DID_CHANGE_RENEWAL_PREF", "DOWNGRADE", "DID_CHANGE_RENEWAL_PREF")
    static let changeUndone = StoreEvent("DID_CHANGE_RENEWAL_PREF", nil, "DID_CHANGE_RENEWAL_PREF")
    static let renewalOn = StoreEvent(statusChange, "AUTO_RENEW_ENABLED", statusChange)
    static let renewalOff = StoreEvent(statusChange, "AUTO_RENEW_DISABLED", statusChange)
    static let offerRedeemed = StoreEvent("OFFER_REDEEMED")
    static let priceAsked = StoreEvent("PRICE_INCREASE", "PENDING", "PRICE_INCREASE_CONSENT")
    static let priceAccepted = StoreEvent("PRICE_INCREASE", "ACCEPTED")
    static let subscriptionRefunded = StoreEvent("REFUND", nil, "CANCEL", statusChange)
    static let refunded = StoreEvent("REFUND", nil, "REFUND")
    static let refundDeclined = StoreEvent("REFUND_DECLINED")
    static let refundReversed = StoreEvent("REFUND_REVERSED")
    static let revoked = StoreEvent("REVOKE", nil, "REVOKE")
    static let consumptionAsked = StoreEvent("CONSUMPTION_REQUEST", nil, "CONSUMPTION_REQUEST")
    static let extended = StoreEvent("RENEWAL_EXTENDED")
    static let extensionSummary = StoreEvent("RENEWAL_EXTENSION", "SUMMARY")
    static let extensionFailure = StoreEvent("RENEWAL_EXTENSION", "FAILURE")
    static let oneTimeCharge = StoreEvent("ONE_TIME_CHARGE")
    static let test = StoreEvent("TEST")

    /// The end of a subscription, by Apple's `expirationIntent`.
    static func expired(_ intent: Int) -> StoreEvent {
        switch intent {
        case 1: StoreEvent("EXPIRED", "VOLUNTARY")
        case 2: StoreEvent("EXPIRED", "BILLING_RETRY", statusChange)
        case 3: StoreEvent("EXPIRED", "PRICE_INCREASE")
        case 4: StoreEvent("EXPIRED", "PRODUCT_NOT_FOR_SALE")
        default: StoreEvent("EXPIRED")
        }
    }

    /// The types that the sandbox sends in version 1.
    static let oldSandboxTypes: Set<String> = [
        "INITIAL_BUY", "DID_CHANGE_RENEWAL_PREF", "DID_CHANGE_RENEWAL_STATUS", "DID_RENEW",
        "INTERACTIVE_RENEWAL", "CANCEL", "REFUND",
    ]
}
