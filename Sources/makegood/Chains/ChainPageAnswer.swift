import JSONAnswers
package import JSONValues
import Persistence
import Purchases
import Wording

/// The answer of `chain show`, as lines and as JSON.
extension Answers {
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

/// The answer of `chain`.
extension ChainPage: JSONEncodable {
    package var json: JSONValue {
        .object([
            "original_transaction_id": chain.id.original, "app_user_id": owner?.id,
            "refund_requests": refunds.map { $0.json(at: at) }, "claims": claimList,
            "environment": chain.id.environment, "bundle_id": chain.bundleID, "product_id": chain.productID,
            "status": status, "access_until": accessUntil, "history_complete": chain.isHistoryComplete,
            "renewal": renewal.map(json(of:)), "commitment": commitment, "times_renewed": renewals,
            "transactions": chain.transactions.map(json(of:)), "coverage": coverage.pieces,
            "lapses": lapses, "paid_service_days": commission.paidServiceDays,
            "commission_percent": commission.percent, "intro_eligible": isIntroductoryEligible,
            "notifications": notifications.map(json(of:)), "order_ids": orders,
            "warnings": warnings.map { Reader.program.words(of: $0) },
        ])
    }

    private var claimList: [JSONValue] {
        let (holding, proven) = (holdingClaim, provenClaims)
        return claims.map { claim in
            .object([
                "app_user_id": claim.customer, "by": claim.kind, "at": claim.at, "known_at": claim.knownAt,
                "holds": claim == holding, "proven": proven.contains(claim), "app_account_token": claim.token,
            ])
        }
    }

    private func json(of renewal: RenewalState) -> JSONValue {
        JSONValue.object([
            "auto_renew": renewal.autoRenew, "auto_renew_product_id": renewal.autoRenewProductID,
            "expiration_intent": renewal.expirationIntent,
            "expiration_reason": renewal.expirationIntent.flatMap(ExpirationReason.init)?.code,
            "grace_period_expires_at": renewal.gracePeriodExpiresAt,
            "in_billing_retry": renewal.isInBillingRetry, "price_consent": renewal.priceConsent,
            "offer_id": renewal.offerID, "known_at": renewal.knownAt,
            "win_back_offer_ids": renewal.winBackOfferIDs, "billing_plan_type": renewal.billing?.plan,
        ])
        .adding(evidence.ofRenewal(of: chain).members)
    }

    private func json(of transaction: Transaction) -> JSONValue {
        let (values, revocation) = (transaction.values, transaction.revocation)
        return JSONValue.object([
            "transaction_id": transaction.shownID(in: chain.id), "transaction_ids": transaction.ids,
            "web_order_line_item_id": values.webOrderLineItemID, "product_id": values.productID,
            "kind": kind(of: transaction), "quantity": transaction.quantity, "known_at": transaction.knownAt,
            "ownership": transaction.ownership, "upgraded": transaction.isUpgraded, "price": values.price,
            "storefront": values.storefront, "app_transaction_id": values.appTransactionID,
            "items": values.commerce?.items ?? [], "purchased_at": transaction.purchasedAt,
            "original_purchased_at": values.originalPurchasedAt, "expires_at": transaction.expiresAt,
            "revoked_at": revocation?.at,
            "revocation": revocation == nil ? nil : transaction.revocationKind,
            "revocation_reason": revocation?.reason,
            "revocation_percent": revocation?.percentage.map(ChainPage.percent),
            "revocation_document": evidence.ofRevocation(of: transaction).map { String($0.document) },
            "trial": transaction.isTrial, "intro_offer": transaction.isIntroductoryOffer,
            "offer_code": values.offerCode, "promotional_offer_id": values.promotionalOfferID,
            "offer_type": values.offerType, "offer_discount_type": values.offerDiscountType,
            "billing_plan_type": values.billing?.plan,
        ])
        .adding(evidence.of(transaction).members)
    }

    /// Thousandths of a per cent as per cent: a whole number where it is one.
    private static func percent(_ thousandths: Int) -> JSONValue {
        thousandths % 1000 == 0 ? (thousandths / 1000).json : .number(Double(thousandths) / 1000)
    }

    private func json(of notification: StoreNotification) -> JSONValue {
        JSONValue.object(evidence.of(notification).members).adding([
            "type": notification.type, "subtype": notification.subtype, "signed_at": notification.signedAt,
            "received_at": notification.receivedAt, "checked": notification.check,
        ])
    }
}

extension Commitment: JSONEncodable {
    package var json: JSONValue {
        .object([
            "period": period, "of": periods, "ends_at": endsAt, "price": price, "renews": renews,
            "renews_as": renewsAs, "payments_due": paymentsDue,
        ])
    }
}

extension AdvancedCommerce.Item: JSONEncodable {
    package var json: JSONValue {
        .object(["sku": sku, "name": name, "price": price, "refunded": refunded, "revoked_at": revokedAt])
    }
}

extension Coverage.Piece: JSONEncodable {
    package var json: JSONValue { .object(["from": span.from, "to": span.until, "kind": kind.rawValue]) }
}

extension Lapse: JSONEncodable {
    package var json: JSONValue {
        .object([
            "from": from, "to": to, "days": days, "commission_clock": resetsCommission ? "reset" : "kept",
        ])
    }
}
