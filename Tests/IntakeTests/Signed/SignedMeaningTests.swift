import AppStore
import AppStoreTesting
import CustomDump
import Foundation
import JSONValues
import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Whatever the form, the order, the repetition or the gaps: the same purchases are the same chain.
struct SignedMeaningTests {
    private static let chain = MadeUpChain.all[0]
    private static let first = OriginalTransactionID(chain.id)

    private func told(_ shop: DocumentShop) throws -> ChainPage {
        try #require(try shop.store.chainPage(Self.first, at: Shop.now))
    }

    /// What a chain says of a charge in any form, without what only some forms tell.
    private func shown(_ page: ChainPage) -> [[AnyHashable?]] {
        page.chain.transactions.map { transaction in
            [
                transaction.shownID(in: page.chain.id), transaction.productID, transaction.purchasedAt,
                transaction.values.originalPurchasedAt, transaction.expiresAt, transaction.isTrial,
                transaction.isIntroductoryOffer, transaction.revocation?.at, transaction.revocationKind,
                transaction.ownership, transaction.quantity, transaction.values.group,
                transaction.values.webOrderLineItemID,
            ]
        }
    }

    private func versionOne() throws -> DocumentShop {
        let shop = try SignedPaper.shop()
        let entries = Self.chain.charges.map { charge in
            JSONPaper.Entry(
                id: charge.id, chain: Self.chain.id, product: charge.product, line: charge.line,
                day: charge.day,
                days: charge.days,
                more: [
                    "is_trial_period": .string(charge.isTrial ? "true" : "false"),
                    "is_in_intro_offer_period": .string("false"), "quantity": .string("1"),
                    "original_purchase_date_ms": JSONPaper.date(0),
                    "subscription_group_identifier": .string("g1"),
                ])
        }
        try shop.bring(JSONPaper.notification("DID_RENEW", entries, password: nil))
        return shop
    }

    @Test func bothVersionsOfNotificationsGiveTheSameChain() throws {
        let (shop, paper) = (try SignedPaper.shop(), try SignedPaper())
        for (index, charge) in Self.chain.charges.enumerated() {
            let part = try paper.transaction(charge, of: Self.chain, on: charge.day)
            let document = try paper.notification(
                "DID_RENEW", uuid: "u\(index)", of: Self.chain, on: charge.day, transaction: part)
            try shop.bring(document.canonicalText)
        }
        let (signed, unsigned) = (try told(shop), try told(versionOne()))
        #expect(shown(signed) == shown(unsigned))
        expectNoDifference(signed.coverage, unsigned.coverage)
        expectNoDifference(signed.lapses, unsigned.lapses)
        #expect(signed.notifications.allSatisfy { $0.check == .signed })
        #expect(signed.notifications.count == Self.chain.charges.count)
    }

    @Test func aHistoryInOnePageOrMoreGivesTheSameChain() throws {
        let paper = try SignedPaper()
        let parts = try Self.chain.charges.map { try paper.transaction($0, of: Self.chain, on: 200) }
        let whole = try SignedPaper.shop()
        try whole.bring(SignedPaper.history(of: Self.chain, parts).canonicalText)
        let pages = try SignedPaper.shop()
        for part in parts.reversed() {
            let page = SignedPaper.history(of: Self.chain, [part], hasMore: part != parts.last)
            try pages.bring(page.canonicalText)
        }
        #expect(try shown(told(whole)) == shown(told(pages)))
        #expect(try shown(told(whole)) == shown(told(versionOne())))
        #expect(try told(whole).chain.isHistoryComplete && !told(pages).chain.isHistoryComplete)
        #expect(try told(whole).chain.newestDocumentAt == told(pages).chain.newestDocumentAt)
    }

    @Test func theNewerWordCountsNotTheOneThatComesLater() throws {
        let paper = try SignedPaper()
        let charge = Self.chain.charges[1]
        let refund: [String: JSONValue] = [
            "revocationDate": SignedPaper.date(40), "revocationType": .string("REFUND_FULL"),
        ]
        let words = [
            try paper.transaction(charge, of: Self.chain, on: 30),
            try paper.transaction(charge, of: Self.chain, on: 41, refund),
            try paper.notification(
                "REFUND_REVERSED", uuid: "r", of: Self.chain, on: 50,
                transaction: paper.transaction(charge, of: Self.chain, on: 49, refund)),
        ]
        for (count, kind) in [(2, Revocation.Kind.refund), (3, nil)] as [(Int, Revocation.Kind?)] {
            for order in [words.prefix(count), words.prefix(count).reversed()[...]] {
                let shop = try SignedPaper.shop()
                for word in order { try shop.bring(word.canonicalText) }
                #expect(try told(shop).chain.transactions.map(\.revocationKind) == [kind])
            }
        }
    }

    @Test func oneNotificationInManyDocumentsIsOne() throws {
        let (shop, paper) = (try SignedPaper.shop(), try SignedPaper())
        let part = try paper.transaction(Self.chain.charges[0], of: Self.chain, on: 1)
        let arrived = try paper.notification("DID_RENEW", uuid: "A", of: Self.chain, on: 1, transaction: part)
        let again = try paper.notification("DID_RENEW", uuid: "a", of: Self.chain, on: 2, transaction: part)
        let history: JSONValue = .object(["notificationHistory": .array([arrived]), "hasMore": .bool(false)])
        for document in [history, again, arrived] {
            #expect(try shop.bring(document.canonicalText).accepted == 1)
        }
        let notifications = try told(shop).notifications
        #expect(
            notifications.count == 1
                && notifications.first?.signedAt == Instant(milliseconds: MadeUpChain.start + MadeUpChain.day)
        )
        #expect(try shop.store.number("SELECT count(*) FROM notification_documents") == 3)
        #expect(
            try shop.store.number("SELECT count(*) FROM notification_documents WHERE delivered_ms IS NULL")
                == 1)
    }

    @Test func aChainFindsTheAnswerToItsExtensionWhicheverComesFirst() throws {
        let paper = try SignedPaper()
        let part = try paper.transaction(Self.chain.charges[0], of: Self.chain, on: 1).canonicalText
        let answer = #"{"originalTransactionId":"7000","success":true,"effectiveDate":1700000000000}"#
        let meanings = try [[part, answer], [answer, part]].map { documents in
            let shop = try SignedPaper.shop()
            for document in documents { #expect(try shop.bring(document).accepted == 1) }
            #expect(try shop.store.documents(DocumentFilter(chain: Self.first)).count == 2)
            return try StoreMeaning(of: shop.store)
        }
        #expect(meanings[0] == meanings[1])
        let shop = try SignedPaper.shop()
        #expect(try shop.bring(answer).newChains == 0)
    }

    @Test func aChargeStaysTheSameWhenALaterWordMovesItsDate() throws {
        let (paper, charge) = (try SignedPaper(), Self.chain.charges[1])
        let line: [String: JSONValue] = ["webOrderLineItemId": .string("L")]
        let moved = line.merging(["purchaseDate": .integer(MadeUpChain.start + 30 * MadeUpChain.day + 1000)])
        { $1 }
        let other = line.merging(["transactionId": .string("999")]) { $1 }
        let words = try [
            paper.transaction(charge, of: Self.chain, on: 31, line),
            paper.transaction(charge, of: Self.chain, on: 32, other),
            paper.signed(
                .object(
                    paper.payload(charge, of: Self.chain, on: 33).object?.filter {
                        $0.key != "webOrderLineItemId"
                    } ?? [:])),
            paper.transaction(charge, of: Self.chain, on: 34, moved),
        ].map(\.canonicalText)
        let meanings = try [[0, 1, 2, 3], [0, 2, 3, 1], [1, 2, 3, 0], [3, 2, 1, 0]].map { order in
            let shop = try SignedPaper.shop()
            for place in order { try shop.bring(words[place]) }
            #expect(try told(shop).chain.transactions.count == 1)
            return try StoreMeaning(of: shop.store)
        }
        #expect(meanings.allSatisfy { $0 == meanings[0] })
    }

    @Test func badLinesStopNoSignedOnes() throws {
        let shop = try SignedPaper.shop()
        let part = try #require(
            SignedPaper().transaction(Self.chain.charges[0], of: Self.chain, on: 1).string)
        let report = try shop.bring("garbage\n\(part)\na.b.c\n")
        #expect(report.accepted == 1 && report.documents == 3)
        #expect(report.rejected.map(\.source) == ["f:1", "f:3"])
    }

    @Test func theTokenOfARenewalIsAClaimToo() throws {
        let (shop, paper) = (try SignedPaper.shop(), try SignedPaper())
        let token = MadeUpCustomer.tokens[0]
        try shop.bring(JSONPaper.customer("u_9", token: token))
        try shop.bring(paper.transaction(Self.chain.charges[0], of: Self.chain, on: 1).canonicalText)
        #expect(try told(shop).owner == nil)
        let renewal = try paper.renewal(
            of: Self.chain, on: 2, ["appAccountToken": .string(token.uppercased())])
        try shop.bring(renewal.canonicalText)
        #expect(try told(shop).owner?.id == AppUserID("u_9"))
    }

    @Test func anOrderThatWasLookedUpLeadsToItsChain() throws {
        let (shop, paper) = (try SignedPaper.shop(), try SignedPaper())
        let part = try paper.transaction(Self.chain.charges[0], of: Self.chain, on: 1)
        let answer: JSONValue = .object(["status": .integer(0), "signedTransactions": .array([part])])
        try shop.bring(answer.canonicalText)
        #expect(try shop.store.search("MK5TTTVWJH", at: Shop.now).matches.isEmpty)
        let envelope: JSONValue = .object([
            "source": .string("GET /inApps/v1/lookup/MK5TTTVWJH"), "body": answer,
        ])
        #expect(try shop.bring(envelope.canonicalText).duplicates == 1)
        let found = try shop.store.search("mk5tttvwjh", at: Shop.now)
        #expect(found.kind == .orderID && found.matches.map(\.chain) == [Self.first])
    }
}
