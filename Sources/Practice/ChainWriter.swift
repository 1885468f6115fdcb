import Foundation
import Purchases

/// Writes a made-up chain as the App Store tells it: answers of verifyReceipt and notifications of version 1, whose
/// types stand below. Version 2 is written by `SignedWriter`.
struct ChainWriter {
    let chain: PracticeChain
    /// Its purchases as entries of receipts, oldest first, and nothing yet taken back.
    private let entries: [Entry]
    private typealias Entry = (purchase: PracticePurchase, transaction: String, line: String?)
    private let token: String?

    /// A writer of a person's chain, whose purchases get the next ids.
    init(_ chain: PracticeChain, of person: PracticePerson, ids: inout PracticeIDs) {
        self.chain = chain
        token = chain.isOwnerless ? nil : person.token
        var entries: [Entry] = []
        for purchase in chain.purchases {
            let transaction = ids.take()
            entries.append((purchase, transaction, purchase.expiresAt == nil ? nil : ids.take()))
        }
        self.entries = entries
    }

    /// The id of the purchase at a place; nil when there is none.
    func transactionID(_ place: Int) -> String? {
        entries.indices.contains(place) ? entries[place].transaction : nil
    }

    /// The line item of the purchase at a place; nil for what does not renew.
    func lineItem(_ place: Int) -> String? { entries[place].line }

    /// The place of the newest purchase until a moment; nil when nothing was bought by then.
    func newest(at instant: Instant) -> Int? {
        entries.lastIndex { $0.purchase.purchasedAt <= instant }
    }

    /// What was to come after the purchase at a place, as it was known at a moment; nil for what never renews.
    func renewal(after place: Int, at instant: Instant) -> ReceiptAnswer.Renewal? {
        renewal(of: entry(place, at: instant), at: instant)
    }

    /// Whether it renews, as it was bought, rather than being bought once.
    var isSubscription: Bool { entries.contains { $0.purchase.expiresAt != nil } }

    /// An answer of verifyReceipt with what was bought and taken back until a moment.
    func answer(at asked: Instant) -> ReceiptAnswer {
        let listed = listed(until: asked)
        let type = chain.environment == .sandbox ? "ProductionSandbox" : "Production"
        let created = (chain.purchases.first?.purchasedAt ?? asked) + .seconds(3)
        return ReceiptAnswer(
            status: 0, environment: chain.environment.rawValue,
            receipt: .init(
                receipt_type: type, bundle_id: PracticeCatalog.bundleID, request_date: asked.receiptText,
                request_date_ms: asked.receiptMilliseconds,
                receipt_creation_date_ms: created.receiptMilliseconds,
                in_app: isSubscription ? Array(listed.prefix(1)) : listed),
            latest_receipt_info: isSubscription ? Array(listed.reversed()) : nil,
            pending_renewal_info: isSubscription
                ? [renewal(of: listed.last, at: asked)].compactMap { $0 } : nil)
    }

    /// A notification of a type, with the newest purchases until a moment and what was to come by then.
    func notification(_ type: String, at instant: Instant) -> NotificationBody {
        let listed = listed(until: instant).suffix(2)
        return notification(type, Array(listed), renewal(of: listed.last, at: instant))
    }

    /// A notification that the purchase at a place was charged and that the chain renews.
    func charge(_ type: String, _ place: Int) -> NotificationBody {
        let bought = entry(place, at: entries[place].purchase.purchasedAt)
        let renewal = ReceiptAnswer.Renewal(
            product_id: bought.product_id, auto_renew_product_id: bought.product_id,
            original_transaction_id: bought.original_transaction_id, auto_renew_status: "1",
            expiration_intent: nil, is_in_billing_retry_period: nil, grace_period_expires_date_ms: nil,
            price_consent_status: nil)
        return notification(type, [bought], renewal)
    }

    private func notification(
        _ type: String, _ listed: [ReceiptAnswer.Entry], _ renewal: ReceiptAnswer.Renewal?
    ) -> NotificationBody {
        NotificationBody(
            notification_type: type, environment: chain.environment == .production ? "PROD" : "Sandbox",
            bid: PracticeCatalog.bundleID, bvrs: "1", auto_renew_product_id: renewal?.auto_renew_product_id,
            auto_renew_status: renewal.map { String($0.auto_renew_status == "1") },
            original_transaction_id: entries.first?.transaction ?? "", password: PracticeDocuments.secret,
            unified_receipt: .init(
                environment: chain.environment.rawValue, status: 0, latest_receipt_info: listed.reversed(),
                pending_renewal_info: [renewal].compactMap { $0 }))
    }

    /// For so long the App Store tries to charge a renewal. Source: Apple, "Reducing involuntary subscriber churn".
    private static let longestRetry = TimeLength.days(60)

    /// What was to come by a moment: why a subscription ended is told only once it has.
    private func renewal(of last: ReceiptAnswer.Entry?, at instant: Instant) -> ReceiptAnswer.Renewal? {
        guard let autoRenew = chain.autoRenew, let last else { return nil }
        let end = entries.last { $0.transaction == last.transaction_id }?.purchase.expiresAt
        let over = end.flatMap { $0 <= instant ? instant - $0 : nil }
        let isInRetry = chain.isInRetry.map { $0 || over ?? .zero < ChainWriter.longestRetry }
        return ReceiptAnswer.Renewal(
            product_id: last.product_id, auto_renew_product_id: chain.autoRenewProduct ?? last.product_id,
            original_transaction_id: last.original_transaction_id, auto_renew_status: autoRenew ? "1" : "0",
            expiration_intent: over == nil ? nil : chain.expirationIntent.map(String.init),
            is_in_billing_retry_period: over == nil ? nil : isInRetry.map { $0 ? "1" : "0" },
            grace_period_expires_date_ms: over == nil ? nil : chain.graceUntil?.receiptMilliseconds,
            price_consent_status: chain.priceConsent.map { $0 ? "1" : "0" })
    }

    private func listed(until instant: Instant) -> [ReceiptAnswer.Entry] {
        entries.indices.filter { entries[$0].purchase.purchasedAt <= instant }.map { entry($0, at: instant) }
    }

    private func entry(_ place: Int, at instant: Instant) -> ReceiptAnswer.Entry {
        let (bought, transaction, line) = entries[place]
        let purchase = bought.known(at: instant)
        let isSubscription = line != nil
        let first = entries[0]
        return ReceiptAnswer.Entry(
            quantity: String(purchase.quantity), product_id: purchase.product, transaction_id: transaction,
            original_transaction_id: first.transaction, purchase_date: purchase.purchasedAt.receiptText,
            purchase_date_ms: purchase.purchasedAt.receiptMilliseconds,
            original_purchase_date: first.purchase.purchasedAt.receiptText,
            original_purchase_date_ms: first.purchase.purchasedAt.receiptMilliseconds,
            expires_date: purchase.expiresAt?.receiptText,
            expires_date_ms: purchase.expiresAt?.receiptMilliseconds, web_order_line_item_id: line,
            is_trial_period: String(purchase.isTrial),
            is_in_intro_offer_period: isSubscription ? String(purchase.isIntroductory) : nil,
            cancellation_date: purchase.cancelledAt?.receiptText,
            cancellation_date_ms: purchase.cancelledAt?.receiptMilliseconds,
            cancellation_reason: purchase.cancelledAt == nil ? nil : "1",
            is_upgraded: purchase.isUpgraded ? "true" : nil,
            in_app_ownership_type: isSubscription
                ? (purchase.isFamilyShared ? "FAMILY_SHARED" : "PURCHASED") : nil,
            offer_code_ref_name: purchase.offerCode, app_account_token: isSubscription ? token : nil)
    }
}

/// An answer of verifyReceipt as Apple writes it: every value a text, dates in three forms.
struct ReceiptAnswer: Encodable {
    /// The fields of a receipt.
    struct Receipt: Encodable {
        let receipt_type: String
        let bundle_id: String
        let request_date: String
        let request_date_ms: String
        let receipt_creation_date_ms: String
        let in_app: [Entry]
    }

    /// An entry of `in_app` or `latest_receipt_info`.
    struct Entry: Encodable {
        let quantity: String
        let product_id: String
        let transaction_id: String
        let original_transaction_id: String
        let purchase_date: String
        let purchase_date_ms: String
        let original_purchase_date: String
        let original_purchase_date_ms: String
        let expires_date: String?
        let expires_date_ms: String?
        let web_order_line_item_id: String?
        let is_trial_period: String
        let is_in_intro_offer_period: String?
        let cancellation_date: String?
        let cancellation_date_ms: String?
        let cancellation_reason: String?
        let is_upgraded: String?
        let in_app_ownership_type: String?
        let offer_code_ref_name: String?
        let app_account_token: String?
    }

    /// An entry of `pending_renewal_info`.
    struct Renewal: Encodable {
        let product_id: String
        let auto_renew_product_id: String
        let original_transaction_id: String
        let auto_renew_status: String
        let expiration_intent: String?
        let is_in_billing_retry_period: String?
        let grace_period_expires_date_ms: String?
        let price_consent_status: String?
    }

    let status: Int
    let environment: String
    let receipt: Receipt
    let latest_receipt_info: [Entry]?
    let pending_renewal_info: [Renewal]?
}

extension Instant {
    /// The moment as receipts write it beside its milliseconds.
    var receiptText: String {
        let text = description
        return text.prefix(10) + " " + text.dropFirst(11).prefix(8) + " Etc/GMT"
    }

    /// The moment's milliseconds as a text.
    var receiptMilliseconds: String { String(milliseconds) }
}

/// A server notification of version 1 as Apple writes it.
struct NotificationBody: Encodable {
    /// The receipt inside.
    struct UnifiedReceipt: Encodable {
        let environment: String
        let status: Int
        let latest_receipt_info: [ReceiptAnswer.Entry]
        let pending_renewal_info: [ReceiptAnswer.Renewal]
    }

    let notification_type: String
    let environment: String
    let bid: String
    let bvrs: String
    let auto_renew_product_id: String?
    let auto_renew_status: String?
    let original_transaction_id: String
    let password: String
    let unified_receipt: UnifiedReceipt
}
