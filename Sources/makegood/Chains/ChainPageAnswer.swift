import JSONAnswers
import JSONValues
import Persistence
import Purchases
import Wording

extension Answers {
    /// A chain's page.
    static func chain(_ page: ChainPage) -> [String] {
        let until = page.accessUntil.map { " until \(moment($0))" } ?? ""
        let owner =
            page.owner.map { "customer \($0.id)" } ?? "no customer: attach it with `makegood chain attach`"
        let warnings = page.warnings.map { "warning: \(reader.words(of: $0))" }
        let eligible = page.isIntroductoryEligible.map { $0 ? "yes" : "no" } ?? "group unknown"
        let renewed = page.renewals == 0 ? "" : " · \(Reader.renewed(page.renewals))"
        var lines = [
            "chain \(page.chain.id.original) · \(page.chain.id.environment.rawValue) · \(page.status.rawValue)\(until)\(renewed) · \(owner)",
            joined(renewal(page.renewal), source(page.evidence.ofRenewal(of: page.chain))),
        ]
        if let commitment = page.commitment { lines.append(reader.words(of: commitment)) }
        lines += [
            page.status == .none && !page.chain.transactions.isEmpty
                ? "what was bought gives no lasting access: no commission clock runs"
                : "paid service \(page.commission.paidServiceDays) days · commission \(page.commission.percent.map { "\($0) %" } ?? "none") · introductory offer still available: \(eligible)",
            page.chain.isHistoryComplete
                ? "history complete" : "history incomplete: in gaps nothing is known",
        ]
        if !page.orders.isEmpty {
            lines.append("order ids \(page.orders.map(\.rawValue).joined(separator: ", "))")
        }
        return lines + warnings + headed("transactions", transactions(page)) + headed("items", items(page))
            + headed(
                "coverage",
                page.coverage.pieces.map { piece in
                    "\(moment(piece.span.from)) – \(piece.span.until.map(moment) ?? "") \(piece.kind.rawValue)"
                })
            + headed(
                "lapses",
                page.lapses.map { lapse in
                    "\(moment(lapse.from)) – \(moment(lapse.to)), \(lapse.days) days, commission clock \(lapse.resetsCommission ? "reset" : "kept")"
                })
            + headed("refund requests", page.refunds.map { refundLine($0, at: page.at) })
            + headed(
                "notifications",
                page.notifications.map { notification in
                    let name = [notification.type, notification.subtype].compactMap { $0 }.joined(
                        separator: "/")
                    let told = "\(moment(notification.signedAt)) \(name) (\(notification.check.rawValue))"
                    return joined(told, source(page.evidence.of(notification)))
                })
    }

    /// What transactions of the Advanced Commerce API paid for.
    private static func items(_ page: ChainPage) -> [String] {
        page.chain.transactions.flatMap { transaction in
            (transaction.values.commerce?.items ?? []).map {
                "\(transaction.shownID(in: page.chain.id)): \(reader.words(of: $0))"
            }
        }
    }

    private static func renewal(_ renewal: RenewalState?) -> String {
        guard let renewal else { return "nothing is known of its renewal" }
        let reason =
            renewal.expirationIntent.flatMap(ExpirationReason.init).map {
                ", \(reader.expired(because: $0))"
            }
            ?? ""
        let details = reason + reader.details(of: renewal).map { ", \($0)" }.joined()
        switch renewal.autoRenew {
        case true?:
            return "will renew as \(renewal.autoRenewProductID?.rawValue ?? "the same product")\(details)"
        case false?: return "will not renew\(details)"
        case nil: return "whether it renews is not known\(details)"
        }
    }

    private static func transactions(_ page: ChainPage) -> [String] {
        Table<Transaction>(
            page.chain.transactions.reversed(),
            [
                .decisive("transaction") { .text($0.shownID(in: page.chain.id).rawValue) },
                .useful("product") { .text($0.productID.rawValue) },
                .decisive("bought (UTC)") { .text(moment($0.purchasedAt)) },
                .decisive("until") { .text($0.expiresAt.map(moment)) },
                .useful("price") { .money($0.values.price) }, .useful("which is") { .text(marks(of: $0)) },
                .extra("told by") { .text(source(page.evidence.of($0))) },
            ]
        ).partOfPage
    }

    /// What a transaction is besides a purchase.
    private static func marks(of transaction: Transaction) -> String {
        let marks: [String?] = [
            transaction.isTrial ? "trial" : nil,
            transaction.isIntroductoryOffer ? "introductory" : nil,
            transaction.isUpgraded ? "upgraded" : nil,
            Reader.offer(of: transaction),
            transaction.values.billing?.payment.map { "payment \($0.number) of \($0.of)" },
            transaction.ownership == .familyShared ? "family" : nil,
            transaction.revocation == nil ? nil : transaction.revocationKind?.rawValue,
        ]
        return marks.compactMap { $0 }.joined(separator: ", ")
    }
}

extension JSONValue {
    /// The answer of `chain`.
    static func chain(_ page: ChainPage) -> JSONValue {
        .object([
            "original_transaction_id": .id(page.chain.id.original), "app_user_id": .id(page.owner?.id),
            "refund_requests": .list(page.refunds) { refund($0, at: page.at) },
            "claims": claims(of: page),
            "environment": .string(page.chain.id.environment.rawValue), "bundle_id": .id(page.chain.bundleID),
            "product_id": .id(page.chain.productID), "status": .string(page.status.rawValue),
            "access_until": .time(page.accessUntil), "history_complete": .bool(page.chain.isHistoryComplete),
            "renewal": renewal(of: page), "commitment": commitment(page.commitment),
            "times_renewed": .number(page.renewals),
            "transactions": .list(page.chain.transactions) { transaction($0, in: page) },
            "coverage": .list(page.coverage.pieces, piece), "lapses": .list(page.lapses, lapse),
            "paid_service_days": .number(page.commission.paidServiceDays),
            "commission_percent": .number(page.commission.percent),
            "intro_eligible": .flag(page.isIntroductoryEligible),
            "notifications": .list(page.notifications) { notification($0, in: page) },
            "order_ids": .list(page.orders) { .id($0) },
            "warnings": .list(page.warnings) { .string(Reader.program.words(of: $0)) },
        ])
    }

    private static func claims(of page: ChainPage) -> JSONValue {
        let (holding, proven) = (page.holdingClaim, page.provenClaims)
        return .list(page.claims) { claim in
            .object([
                "app_user_id": .id(claim.customer), "by": .string(claim.kind.rawValue),
                "at": .time(claim.at), "known_at": .time(claim.knownAt), "holds": .bool(claim == holding),
                "proven": .bool(proven.contains(claim)), "app_account_token": .text(claim.token?.text),
            ])
        }
    }

    private static func renewal(of page: ChainPage) -> JSONValue {
        guard let renewal = page.renewal else { return .null }
        let reason = renewal.expirationIntent.flatMap(ExpirationReason.init)
        let members: [String: JSONValue] = [
            "auto_renew": .flag(renewal.autoRenew), "auto_renew_product_id": .id(renewal.autoRenewProductID),
            "expiration_intent": .number(renewal.expirationIntent), "expiration_reason": .text(reason?.code),
            "grace_period_expires_at": .time(renewal.gracePeriodExpiresAt),
            "in_billing_retry": .flag(renewal.isInBillingRetry), "price_consent": .flag(renewal.priceConsent),
            "offer_id": .text(renewal.offerID), "known_at": .time(renewal.knownAt),
            "win_back_offer_ids": .list(renewal.winBackOfferIDs) { .string($0) },
            "billing_plan_type": .text(renewal.billing?.plan),
        ]
        return .object(members.merging(evidence(page.evidence.ofRenewal(of: page.chain))) { $1 })
    }

    private static func commitment(_ commitment: Commitment?) -> JSONValue {
        guard let commitment else { return .null }
        return .object([
            "period": .number(commitment.period), "of": .number(commitment.periods),
            "ends_at": .time(commitment.endsAt), "price": .money(commitment.price),
            "renews": .flag(commitment.renews), "renews_as": .id(commitment.renewsAs),
            "payments_due": .number(commitment.paymentsDue),
        ])
    }

    private static func transaction(_ transaction: Transaction, in page: ChainPage) -> JSONValue {
        let identity: [String: JSONValue] = [
            "transaction_id": .id(transaction.shownID(in: page.chain.id)),
            "transaction_ids": .list(transaction.ids) { .id($0) },
            "web_order_line_item_id": .id(transaction.values.webOrderLineItemID),
            "product_id": .id(transaction.values.productID),
            "kind": .string(page.kind(of: transaction).rawValue),
            "quantity": .number(transaction.quantity), "known_at": .time(transaction.knownAt),
            "ownership": .string(transaction.ownership.rawValue), "upgraded": .bool(transaction.isUpgraded),
            "price": .money(transaction.values.price), "storefront": .text(transaction.values.storefront),
            "app_transaction_id": .text(transaction.values.appTransactionID),
            "items": .list(transaction.values.commerce?.items ?? [], item),
        ]
        let revoking = page.evidence.ofRevocation(of: transaction).map { String($0.document) }
        let members = [
            identity, dates(transaction), offers(transaction), evidence(page.evidence.of(transaction)),
            ["revocation_document": .text(revoking)],
        ].flatMap { $0 }
        return .object(Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 }))
    }

    private static func item(_ item: AdvancedCommerce.Item) -> JSONValue {
        .object([
            "sku": .string(item.sku), "name": .text(item.name), "price": .money(item.price),
            "refunded": .money(item.refunded), "revoked_at": .time(item.revokedAt),
        ])
    }

    private static func dates(_ transaction: Transaction) -> [String: JSONValue] {
        let revocation = transaction.revocation
        return [
            "purchased_at": .time(transaction.purchasedAt),
            "original_purchased_at": .time(transaction.values.originalPurchasedAt),
            "expires_at": .time(transaction.expiresAt), "revoked_at": .time(revocation?.at),
            "revocation": .text(revocation == nil ? nil : transaction.revocationKind?.rawValue),
            "revocation_reason": .text(revocation?.reason),
            "revocation_percent": revocation?.percentage.map { percent($0) } ?? .null,
        ]
    }

    /// Thousandths of a per cent as per cent: a whole number where it is one.
    private static func percent(_ thousandths: Int) -> JSONValue {
        thousandths % 1000 == 0 ? .number(thousandths / 1000) : .number(Double(thousandths) / 1000)
    }

    private static func offers(_ transaction: Transaction) -> [String: JSONValue] {
        [
            "trial": .bool(transaction.isTrial), "intro_offer": .bool(transaction.isIntroductoryOffer),
            "offer_code": .text(transaction.values.offerCode),
            "promotional_offer_id": .text(transaction.values.promotionalOfferID),
            "offer_type": .number(transaction.values.offerType),
            "offer_discount_type": .text(transaction.values.offerDiscountType),
            "billing_plan_type": .text(transaction.values.billing?.plan),
        ]
    }

    private static func piece(_ piece: Coverage.Piece) -> JSONValue {
        .object([
            "from": .time(piece.span.from), "to": .time(piece.span.until),
            "kind": .string(piece.kind.rawValue),
        ])
    }

    private static func lapse(_ lapse: Lapse) -> JSONValue {
        .object([
            "from": .time(lapse.from), "to": .time(lapse.to), "days": .number(lapse.days),
            "commission_clock": .string(lapse.resetsCommission ? "reset" : "kept"),
        ])
    }

    private static func notification(
        _ notification: StoreNotification, in page: ChainPage
    ) -> JSONValue {
        let members: [String: JSONValue] = [
            "type": .string(notification.type), "subtype": .text(notification.subtype),
            "signed_at": .time(notification.signedAt), "received_at": .time(notification.receivedAt),
            "checked": .string(notification.check.rawValue),
        ]
        return .object(evidence(page.evidence.of(notification)).merging(members) { $1 })
    }
}
