import AppStoreTesting
import Foundation
import JSONValues
import Purchases

/// Writes receipts, the answers of verifyReceipt, and notifications of version 1.
///
/// Source: Apple, `responseBody`, `responseBodyV1`.
struct ReceiptDocuments: Sendable {
    let terms: ShopTerms

    /// The receipt of an account, before it is signed.
    func receipt(
        of account: SimulatedAccount, listing transactions: [SimulatedTransaction], at moment: Instant
    )
        -> ReceiptDraft
    {
        var draft = ReceiptDraft(ReceiptDocuments.listed(transactions).map(purchase))
        draft.receiptType = account.environment == .sandbox ? "ProductionSandbox" : "Production"
        draft.bundleID = terms.bundleID.rawValue
        draft.createdAt = moment
        return draft
    }

    /// What a receipt lists: everything but consumables that are finished, the oldest last as real ones do.
    static func listed(_ transactions: [SimulatedTransaction]) -> [SimulatedTransaction] {
        transactions.filter { $0.kind != .consumable || !$0.isFinished }.reversed()
    }

    private func purchase(_ transaction: SimulatedTransaction) -> ReceiptPurchaseDraft {
        var draft = ReceiptPurchaseDraft(
            transaction.id.rawValue, of: transaction.original.rawValue, at: transaction.purchasedAt)
        draft.product = transaction.product.rawValue
        draft.originalPurchasedAt = transaction.originalPurchasedAt
        draft.expiresAt = transaction.expiresAt
        draft.cancelledAt = transaction.revocation?.at
        draft.lineItem = transaction.lineItem.flatMap(Int.init) ?? 0
        draft.quantity = transaction.quantity
        draft.isTrial = transaction.offer?.discount == .freeTrial
        draft.isIntroductoryOffer = transaction.isAtIntroductoryPrice
        draft.promotionalOffer = transaction.offer?.audience == .promotional ? transaction.offer?.id : nil
        return draft
    }

    /// The member `receipt` of an answer.
    func receiptEntry(
        of account: SimulatedAccount, listing transactions: [SimulatedTransaction], at moment: Instant
    )
        -> JSONValue
    {
        let isSandbox = account.environment == .sandbox
        var entry: [String: JSONValue] = [
            "receipt_type": .string(isSandbox ? "ProductionSandbox" : "Production"),
            "adam_id": .integer(isSandbox ? 0 : terms.appAppleID),
            "app_item_id": .integer(isSandbox ? 0 : terms.appAppleID),
            "download_id": .integer(isSandbox ? 0 : 77),
            "bundle_id": .string(terms.bundleID.rawValue), "application_version": .string(terms.appVersion),
            "original_application_version": .string("1.0"),
            "version_external_identifier": .integer(isSandbox ? 0 : 1),
            "in_app": .array(ReceiptDocuments.listed(transactions).map { self.entry($0, isLatest: false) }),
        ]
        ReceiptDocuments.write("receipt_creation_date", moment, in: &entry)
        ReceiptDocuments.write("request_date", moment, in: &entry)
        ReceiptDocuments.write("original_purchase_date", account.since, in: &entry)
        return .object(entry)
    }

    /// A transaction as an entry of `in_app`, or of `latest_receipt_info`, which tells more.
    func entry(_ transaction: SimulatedTransaction, isLatest: Bool) -> JSONValue {
        var entry: [String: JSONValue] = [
            "quantity": .string(String(transaction.quantity)),
            "product_id": .string(transaction.product.rawValue),
            "transaction_id": .string(transaction.id.rawValue),
            "original_transaction_id": .string(transaction.original.rawValue),
            "is_trial_period": ReceiptDocuments.flag(transaction.offer?.discount == .freeTrial),
        ]
        if transaction.kind == .autoRenewable {
            entry["is_in_intro_offer_period"] = ReceiptDocuments.flag(transaction.isAtIntroductoryPrice)
        }
        entry["web_order_line_item_id"] = .text(transaction.lineItem)
        ReceiptDocuments.write("purchase_date", transaction.purchasedAt, in: &entry)
        ReceiptDocuments.write("original_purchase_date", transaction.originalPurchasedAt, in: &entry)
        ReceiptDocuments.write("expires_date", transaction.expiresAt, in: &entry)
        if let revocation = transaction.revocation {
            ReceiptDocuments.write("cancellation_date", revocation.at, in: &entry)
            entry["cancellation_reason"] = .string(String(revocation.reason))
        }
        if transaction.offer?.audience == .promotional {
            entry["promotional_offer_id"] = .text(transaction.offer?.id)
        }
        if isLatest {
            entry["in_app_ownership_type"] = .string(
                transaction.isFamilyShared ? "FAMILY_SHARED" : "PURCHASED")
            entry["subscription_group_identifier"] = .text(transaction.group?.rawValue)
            entry["app_account_token"] = .text(transaction.token)
            if transaction.isUpgraded { entry["is_upgraded"] = .string("true") }
            if transaction.offer?.audience == .code {
                entry["offer_code_ref_name"] = .text(transaction.offer?.id)
            }
        }
        return .object(entry)
    }

    /// An entry of `pending_renewal_info`.
    func pending(_ subscription: SimulatedSubscription) -> JSONValue {
        let waits = subscription.phase == .retrying || subscription.phase == .grace
        var entry: [String: JSONValue] = [
            "auto_renew_product_id": .string(subscription.nextProduct.rawValue),
            "product_id": .string(subscription.product.rawValue),
            "original_transaction_id": .string(subscription.original.rawValue),
            "auto_renew_status": .string(subscription.renews ? "1" : "0"),
        ]
        if waits || subscription.phase == .expired || subscription.phase == .revoked {
            entry["expiration_intent"] = .text((waits ? 2 : subscription.intent).map { String($0) })
            if waits || subscription.intent == 2 {
                entry["is_in_billing_retry_period"] = .string(waits && subscription.renews ? "1" : "0")
            }
        }
        if subscription.renews {
            ReceiptDocuments.write("grace_period_expires_date", subscription.graceUntil, in: &entry)
        }
        if let agrees = subscription.agreesToPrice {
            entry["price_consent_status"] = .string(agrees ? "1" : "0")
        }
        return .object(entry)
    }

    /// The body of a notification of version 1.
    func notification(
        _ type: String, _ notice: Notice, latest: [SimulatedTransaction], pending: [SimulatedSubscription],
        receipt: Data
    ) -> JSONValue {
        let newest = latest.sorted { ($0.purchasedAt, $0.id) > ($1.purchasedAt, $1.id) }
        var unified: [String: JSONValue] = [
            "status": .integer(0), "environment": .string(notice.environment.rawValue),
            "latest_receipt": .string(receipt.base64EncodedString()),
            "latest_receipt_info": .array(newest.prefix(100).map { entry($0, isLatest: true) }),
        ]
        if !pending.isEmpty { unified["pending_renewal_info"] = .array(pending.map(self.pending)) }
        var body: [String: JSONValue] = [
            "notification_type": .string(type), "password": .string(terms.sharedSecret),
            "environment": .string(notice.environment == .production ? "PROD" : "Sandbox"),
            "bid": .string(terms.bundleID.rawValue), "bvrs": .string(terms.appVersion),
            "unified_receipt": .object(unified),
        ]
        body["original_transaction_id"] = .text(notice.transaction?.original.rawValue)
        if let subscription = notice.subscription {
            body["auto_renew_product_id"] = .string(subscription.nextProduct.rawValue)
            body["auto_renew_adam_id"] = .string(String(terms.appAppleID))
            body["auto_renew_status"] = ReceiptDocuments.flag(subscription.renews)
            if type == "DID_CHANGE_RENEWAL_STATUS" {
                ReceiptDocuments.write("auto_renew_status_change_date", notice.at, in: &body)
            }
            let isOver = subscription.phase != .active && subscription.phase != .grace
            if isOver { body["expiration_intent"] = .whole(subscription.intent) }
        }
        return .object(body)
    }

    private static func flag(_ value: Bool) -> JSONValue { .string(value ? "true" : "false") }

    /// Writes a date three times, as Apple does.
    private static func write(_ key: String, _ moment: Instant?, in entry: inout [String: JSONValue]) {
        guard let moment else { return }
        entry[key] = .string(words(moment) + " Etc/GMT")
        entry[key + "_ms"] = .string(String(moment.milliseconds))
        entry[key + "_pst"] = .string(
            words(moment - .hours(pacificHours(at: moment))) + " America/Los_Angeles")
    }

    /// The moment without its zone.
    private static func words(_ moment: Instant) -> String {
        String(moment.description.prefix(19)).replacing("T", with: " ")
    }

    /// How far Los Angeles is behind UTC: seven hours from the second Sunday in March to the first in November.
    ///
    /// Source: Energy Policy Act of 2005; both changes are at 2 in the morning.
    private static func pacificHours(at moment: Instant) -> Int64 {
        let text = moment.description
        guard let year = Int(text.prefix(4)), let march = Instant("\(text.prefix(4))-03-01"),
            let november = Instant("\(text.prefix(4))-11-01"), year >= 2007
        else { return 8 }
        let begin = firstSunday(from: march) + .days(7) + .hours(10)
        let end = firstSunday(from: november) + .hours(9)
        return begin <= moment && moment < end ? 7 : 8
    }

    /// 1970-01-01 was a Thursday.
    private static func firstSunday(from midnight: Instant) -> Instant {
        midnight + .days(Int64((10 - midnight.dayCount % 7) % 7))
    }
}

extension SimulatedTransaction {
    /// Whether it is an introductory price that is no trial.
    fileprivate var isAtIntroductoryPrice: Bool {
        offer?.audience == .introductory && offer?.discount != .freeTrial
    }
}
