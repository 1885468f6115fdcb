import AppStore
import AppStoreTesting
import Foundation
import JSONValues
import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Renewal information is told as a whole in every form, and the newest of it counts, whichever document comes first.
struct RenewalMeaningTests {
    /// A form in which Apple tells what comes next.
    enum Form: CaseIterable, Sendable {
        case notificationV1, notificationV2, verifyReceipt, serverAPI, signedRenewalInfo
    }

    private static let chain = MadeUpChain.all[0]
    private let paper: SignedPaper

    init() throws { paper = try SignedPaper() }

    private func charge(on day: Int64) -> MadeUpChain.Charge {
        Self.chain.charges.last { $0.day <= day } ?? Self.chain.charges[0]
    }

    private func entry(on day: Int64) -> JSONPaper.Entry {
        let charge = charge(on: day)
        return JSONPaper.Entry(
            id: charge.id, chain: Self.chain.id, product: charge.product, line: charge.line, day: charge.day,
            days: charge.days)
    }

    /// An entry of `pending_renewal_info`, in which a higher price waits for an answer and an offer for the next period.
    private func pending(asks: Bool) -> JSONValue {
        var members: [String: JSONValue] = [
            "original_transaction_id": .string(Self.chain.id), "product_id": .string("tea.monthly"),
            "auto_renew_product_id": .string("tea.monthly"), "auto_renew_status": .string("1"),
        ]
        if asks {
            members["price_consent_status"] = .string("0")
            members["promotional_offer_id"] = .string("spring")
        }
        return .object(members)
    }

    private func versionOne(_ fields: [String: JSONValue], on day: Int64, _ pending: JSONValue?) -> String {
        var unified: [String: JSONValue] = [
            "status": .integer(0), "latest_receipt_info": .array([entry(on: day).value]),
        ]
        unified["pending_renewal_info"] = pending
        let members: [String: JSONValue] = [
            "notification_type": .string("DID_CHANGE_RENEWAL_STATUS"), "environment": .string("PROD"),
            "unified_receipt": .object(unified),
        ]
        return JSONValue.object(members.merging(fields) { $1 }).canonicalText
    }

    private func signedRenewal(on day: Int64, asks: Bool) throws -> JSONValue {
        try paper.renewal(
            of: Self.chain, on: day,
            asks ? ["priceIncreaseStatus": .integer(0), "offerIdentifier": .string("spring")] : [:])
    }

    /// A document of a day, with the newest charge until then where its form tells one.
    private func document(_ form: Form, on day: Int64, asks: Bool) throws -> String {
        let chain = Self.chain
        switch form {
        case .notificationV1: return versionOne([:], on: day, .array([pending(asks: asks)]))
        case .notificationV2:
            let notification = try paper.notification(
                asks ? "PRICE_INCREASE" : "DID_RENEW", uuid: "u\(day)", of: chain, on: day,
                transaction: paper.transaction(charge(on: day), of: chain, on: day),
                renewal: signedRenewal(on: day, asks: asks))
            return notification.canonicalText
        case .verifyReceipt:
            return JSONPaper.receipt(
                [entry(on: day)], on: day, more: ["pending_renewal_info": .array([pending(asks: asks)])])
        case .serverAPI:
            let item: JSONValue = .object([
                "originalTransactionId": .string(chain.id), "status": .integer(1),
                "signedTransactionInfo": try paper.transaction(charge(on: day), of: chain, on: day),
                "signedRenewalInfo": try signedRenewal(on: day, asks: asks),
            ])
            let answer: JSONValue = .object([
                "environment": .string("Production"), "bundleId": .string("com.example.tea"),
                "data": .array([.object(["lastTransactions": .array([item])])]),
            ])
            return answer.canonicalText
        case .signedRenewalInfo: return try signedRenewal(on: day, asks: asks).canonicalText
        }
    }

    /// The page of the chain after documents in each of both orders, which have to mean the same.
    private func page(after documents: [String]) throws -> ChainPage {
        let shops = try [documents, documents.reversed()].map { order in
            let shop = try SignedPaper.shop()
            for document in order { #expect(try shop.bring(document).rejected.isEmpty) }
            return shop
        }
        #expect(try StoreMeaning(of: shops[0].store) == StoreMeaning(of: shops[1].store))
        return try #require(
            try shops[0].store.chainPage(OriginalTransactionID(Self.chain.id), at: Paper.moment(40)))
    }

    @Test(arguments: Form.allCases, Form.allCases)
    func whatTheNewestInformationLeavesOutHoldsNoMore(_ asked: Form, _ answered: Form) throws {
        let question = try document(asked, on: 5, asks: true)
        let before = try #require(try page(after: [question]).renewal)
        #expect(before.priceConsent == false && before.offerID == "spring" && before.autoRenew == true)
        let after = try #require(
            try page(after: [question, document(answered, on: 31, asks: false)]).renewal)
        #expect(after.priceConsent == nil && after.offerID == nil && after.autoRenew == true)
    }

    @Test(arguments: Form.allCases) func aListWithoutAnEntryLeavesNothing(_ form: Form) throws {
        let documents = [try document(form, on: 5, asks: true), versionOne([:], on: 31, .array([]))]
        let renewal = try #require(try page(after: documents).renewal)
        #expect(renewal.priceConsent == nil && renewal.autoRenew == nil)
    }

    @Test(arguments: Form.allCases) func fieldsBesideANotificationChangeOnlyWhatTheyName(_ form: Form) throws
    {
        let turnedOff = versionOne(
            [
                "auto_renew_status": .string("false"),
                "auto_renew_status_change_date_ms": JSONPaper.date(7),
            ], on: 5, nil)
        let renewal = try #require(
            try page(after: [try document(form, on: 5, asks: true), turnedOff]).renewal)
        #expect(renewal.autoRenew == false && renewal.priceConsent == false && renewal.offerID == "spring")
    }

    /// A receipt and a signed transaction tell charges alone: the renewal itself ends what was asked about it.
    @Test(arguments: Form.allCases) func aRenewalEndsTheQuestionAboutIt(_ form: Form) throws {
        let renewed = try paper.transaction(charge(on: 30), of: Self.chain, on: 30).canonicalText
        let renewal = try #require(
            try page(after: [try document(form, on: 5, asks: true), renewed]).renewal)
        #expect(renewal.priceConsent == nil && renewal.offerID == nil && renewal.autoRenew == true)
    }

    @Test func aCancelledCommitmentIsToldInAnyOrder() throws {
        let bought = try paper.transaction(
            charge(on: 30), of: Self.chain, on: 30,
            [
                "billingPlanType": .string("MONTHLY"), "price": .integer(9990), "currency": .string("EUR"),
                "commitmentInfo": .object([
                    "billingPeriodNumber": .integer(1), "totalBillingPeriods": .integer(12),
                    "commitmentExpiresDate": SignedPaper.date(395), "commitmentPrice": .integer(119_880),
                ]),
            ])
        let cancelled = try paper.renewal(
            of: Self.chain, on: 35,
            [
                "renewalBillingPlanType": .string("MONTHLY"),
                "commitmentInfo": .object([
                    "commitmentAutoRenewProductId": .string("tea.monthly"),
                    "commitmentAutoRenewStatus": .integer(0),
                ]),
            ])
        let page = try page(after: [bought.canonicalText, cancelled.canonicalText])
        let commitment = try #require(page.commitment)
        #expect(commitment.period == 1 && commitment.periods == 12 && commitment.paymentsDue == 11)
        #expect(commitment.endsAt == Paper.moment(395) && commitment.renews == false)
        #expect(commitment.price == Money(milliunits: 119_880, currency: "EUR"))
        #expect(page.renewal?.autoRenew == true)
    }
}
