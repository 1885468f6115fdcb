import Foundation
import Purchases

/// Writes a made-up customer's chains as the documents that the app's server would have received.
struct PracticeDocuments {
    private let person: PracticePerson
    private let now: Instant
    private var ids: PracticeIDs

    /// The documents of a person, as of a moment.
    init(person: PracticePerson, number: Int, now: Instant) {
        (self.person, self.now) = (person, now)
        ids = PracticeIDs(number: number)
    }

    /// The shared secret that the notifications carry.
    static let secret = "practice-secret"

    /// One document a line: the receipt's answer, and a notification where the story has one.
    mutating func lines(for chains: [PracticeChain]) throws -> [Data] {
        try chains.flatMap { try lines(for: $0) }
    }

    private mutating func lines(for chain: PracticeChain) throws -> [Data] {
        let entries = entries(of: chain)
        guard let first = entries.first, let newest = chain.purchases.last else { return [] }
        let asked = chain.askedAt ?? max(now, newest.purchasedAt)
        var lines = [try line("verify_receipt", answer(chain, entries, at: asked), at: asked)]
        if let type = chain.notification, first.web_order_line_item_id != nil {
            let body = notification(type, chain, entries)
            lines.insert(try line("notification_v1", body, at: newest.purchasedAt + .seconds(40)), at: 0)
        }
        return lines
    }

    private func line(_ kind: String, _ body: some Encodable, at instant: Instant) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(
            PracticeEnvelope(
                kind: kind, customer: person.id.rawValue, received_at: instant.description,
                source: "practice",
                body: body))
    }

    private mutating func entries(of chain: PracticeChain) -> [ReceiptAnswer.Entry] {
        guard let first = chain.purchases.first else { return [] }
        var original: String?
        return chain.purchases.map { purchase in
            let id = ids.take()
            original = original ?? id
            return entry(purchase, id: id, original: original ?? id, since: first.purchasedAt)
        }
    }

    private mutating func entry(
        _ purchase: PracticePurchase, id: String, original: String, since: Instant
    ) -> ReceiptAnswer.Entry {
        let isSubscription = purchase.expiresAt != nil
        return ReceiptAnswer.Entry(
            quantity: String(purchase.quantity), product_id: purchase.product, transaction_id: id,
            original_transaction_id: original, purchase_date: purchase.purchasedAt.receiptText,
            purchase_date_ms: purchase.purchasedAt.receiptMilliseconds,
            original_purchase_date: since.receiptText, original_purchase_date_ms: since.receiptMilliseconds,
            expires_date: purchase.expiresAt?.receiptText,
            expires_date_ms: purchase.expiresAt?.receiptMilliseconds,
            web_order_line_item_id: isSubscription ? ids.take() : nil,
            is_trial_period: String(purchase.isTrial),
            is_in_intro_offer_period: isSubscription ? String(purchase.isIntroductory) : nil,
            cancellation_date: purchase.cancelledAt?.receiptText,
            cancellation_date_ms: purchase.cancelledAt?.receiptMilliseconds,
            cancellation_reason: purchase.cancelledAt == nil ? nil : "1",
            is_upgraded: purchase.isUpgraded ? "true" : nil,
            in_app_ownership_type: isSubscription
                ? (purchase.isFamilyShared ? "FAMILY_SHARED" : "PURCHASED") : nil,
            offer_code_ref_name: purchase.offerCode, app_account_token: isSubscription ? person.token : nil)
    }

    private func answer(
        _ chain: PracticeChain, _ entries: [ReceiptAnswer.Entry], at asked: Instant
    ) -> ReceiptAnswer {
        let isSubscription = entries.contains { $0.expires_date != nil }
        let type = chain.environment == .sandbox ? "ProductionSandbox" : "Production"
        let created = chain.purchases[0].purchasedAt + .seconds(3)
        return ReceiptAnswer(
            status: 0, environment: chain.environment.rawValue,
            receipt: .init(
                receipt_type: type, bundle_id: PracticeCatalog.bundleID, request_date: asked.receiptText,
                request_date_ms: asked.receiptMilliseconds,
                receipt_creation_date_ms: created.receiptMilliseconds,
                in_app: isSubscription ? Array(entries.prefix(1)) : entries),
            latest_receipt_info: isSubscription ? Array(entries.reversed()) : nil,
            pending_renewal_info: isSubscription ? [renewal(chain, entries)].compactMap { $0 } : nil)
    }

    private func renewal(_ chain: PracticeChain, _ entries: [ReceiptAnswer.Entry]) -> ReceiptAnswer.Renewal? {
        guard let autoRenew = chain.autoRenew, let last = entries.last else { return nil }
        return ReceiptAnswer.Renewal(
            product_id: last.product_id, auto_renew_product_id: chain.autoRenewProduct ?? last.product_id,
            original_transaction_id: last.original_transaction_id, auto_renew_status: autoRenew ? "1" : "0",
            expiration_intent: chain.expirationIntent.map(String.init),
            is_in_billing_retry_period: chain.isInRetry.map { $0 ? "1" : "0" },
            grace_period_expires_date_ms: chain.graceUntil?.receiptMilliseconds)
    }

    private func notification(
        _ type: String, _ chain: PracticeChain, _ entries: [ReceiptAnswer.Entry]
    ) -> NotificationBody {
        let last = entries[entries.count - 1]
        return NotificationBody(
            notification_type: type, environment: chain.environment == .production ? "PROD" : "Sandbox",
            bid: PracticeCatalog.bundleID, bvrs: "1",
            auto_renew_product_id: chain.autoRenewProduct ?? last.product_id,
            auto_renew_status: String(chain.autoRenew ?? false),
            original_transaction_id: last.original_transaction_id, password: PracticeDocuments.secret,
            unified_receipt: .init(
                environment: chain.environment.rawValue, status: 0,
                latest_receipt_info: Array(entries.suffix(100).reversed()),
                pending_renewal_info: [renewal(chain, entries)].compactMap { $0 }))
    }
}
