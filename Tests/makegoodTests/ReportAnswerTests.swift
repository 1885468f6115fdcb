import AppStore
import FileStore
import JSONValues
import Persistence
import Purchases
import Testing

@testable import makegood

/// Reports in words and as tables.
@Suite struct ReportAnswerTests {
    private let agent = AgentName("ana")
    private let now = Instant("2026-11-20T12:00:00Z") ?? .earliest

    /// A store with a notification of version 2 and a charge that none names.
    private func store(in environment: AppStoreEnvironment = .production) throws -> Store {
        let store = try Store.inMemory(by: agent, at: now)
        let precedence = Precedence(documentTime: now - .days(2), isSigned: true, digest: "a")
        var contents = DocumentContents(kind: .notificationV2, precedence: precedence)
        contents.environment = environment
        let notification = StoreNotification(
            type: "DID_FAIL_TO_RENEW", subtype: "GRACE_PERIOD", uuid: "u", signedAt: now - .days(2),
            check: .signed)
        let chain = OriginalTransactionID("1001")
        contents.notices = [
            .init(
                chain: chain, notification: notification,
                sendAttempts: [SendAttempt(at: now, result: "TIMED_OUT")])
        ]
        var values = TransactionValues()
        values.productID = ProductID("basic")
        values.purchasedAt = now - .days(1)
        values.expiresAt = now + .days(29)
        contents.transactions = [
            TransactionObservation(
                transactionID: TransactionID("1001"), originalTransactionID: chain, environment: environment,
                values: values)
        ]
        let document = DecodedDocument(
            contents: contents, body: "{\"signedPayload\":\"x\"}", payload: "{\"notificationType\":\"T\"}",
            source: "hook", check: .signed)
        _ = try store.importDocuments(
            ImportFeed([.document(document)], sources: [ImportSource(name: "hook", sha256: nil)]), by: agent,
            at: now)
        return store
    }

    @Test func notificationsInWords() throws {
        let lines = Answers.notificationReport(try store().notificationReport())
        #expect(
            lines.contains(
                "  Production   V2  DID_FAIL_TO_RENEW/GRACE_PERIOD         1           0       0          0"))
        #expect(lines.contains("  2026-11-19  Production  1 charge  1001"))
        #expect(lines.contains("  1  TIMED_OUT  Our server did not answer the App Store in time."))
        #expect(lines.contains("  version 1: all 13 types"))
    }

    @Test func notificationsAsATableWithARowForEachCount() throws {
        let rows = NotificationTable(try store().notificationReport()).rows
        #expect(Set(rows.map(\.count)) == [10])
        #expect(
            rows[1] == [
                "notification", "2026-11-18", "Production", "2", "DID_FAIL_TO_RENEW", "GRACE_PERIOD", "1",
                "0",
                "0", "0",
            ])
        #expect(rows.filter { $0[0] == "gap" }.map { [$0[1], $0[6]] } == [["2026-11-19", "1"]])
        #expect(rows.count { $0[0] == "never_seen" } == 13 + 22)
    }

    @Test func theStoreInWordsAndAsATable() throws {
        let report = try store().report(at: now)
        #expect(Answers.report(report).contains("  1  active"))
        #expect(Answers.reportTable(report).contains(["chains", "active", "", "1", "", "", ""]))
        let figures = [
            ["subscriptions", "active", "", "1", "", "", "0"], ["commission", "30", "", "1", "", "", "0"],
        ]
        #expect(Answers.reportTable(report).count == 1 + 7 + 3 + 4 + 3 * 6 + 1 + figures.count)
        #expect(Array(Answers.reportTable(report).suffix(2)) == figures)
    }

    @Test func aDocumentIsShownDecoded() throws {
        let store = try store()
        let document = try #require(try store.wholePage(of: DocumentQuery(1), at: now))
        let lines = Answers.document(document)
        #expect(lines.contains("kind         notification V2"))
        #expect(lines.contains("carries      DID_FAIL_TO_RENEW/GRACE_PERIOD"))
        #expect(lines.suffix(3) == ["{", "  \"notificationType\": \"T\"", "}"])
        let json = document.wholeJSON
        #expect(json["payload"]?["notificationType"] == .string("T"))
        #expect(json["body"]?["signedPayload"] == .string("x"))
    }

    @Test(arguments: [AppStoreEnvironment.production, .sandbox])
    func whatWasBoughtInTheSandboxSaysSo(_ environment: AppStoreEnvironment) throws {
        let store = try store(in: environment)
        _ = try store.attach(
            AttachRequest(
                OriginalTransactionID("1001"), in: environment, to: AppUserID("u_1"), reason: "goodwill",
                createsCustomer: true),
            by: agent, at: now)
        let page = try #require(try store.wholePage(of: CustomerQuery(AppUserID("u_1")), at: now))
        let line = Answers.customer(page).first { $0.contains("1001 basic") }
        #expect(line?.hasSuffix(environment == .sandbox ? "1 transaction, Sandbox" : "1 transaction") == true)
    }

    @Test func aCommitmentStandsOnItsChain() throws {
        let (store, chain) = (try store(), OriginalTransactionID("1001"))
        let before = try #require(try store.wholePage(of: ChainQuery(chain), at: now))
        #expect(before.json.object?["commitment"] == JSONValue.null)
        var contents = DocumentContents(
            kind: .serverAPI, precedence: Precedence(documentTime: now, isSigned: true, digest: "b"))
        contents.environment = .production
        var values = TransactionValues()
        var terms = BillingTerms()
        (terms.plan, terms.period, terms.periods) = ("MONTHLY", 1, 12)
        (terms.endsAt, terms.price) = (now + .days(364), Money(milliunits: 119_880, currency: "EUR"))
        values.billing = terms
        contents.transactions = [
            TransactionObservation(
                transactionID: TransactionID("1001"), originalTransactionID: chain, environment: .production,
                values: values)
        ]
        var info = RenewalInfo(precedence: contents.precedence, knownAt: now, extent: .whole)
        var billing = BillingRenewal()
        billing.renewsAfterCommitment = false
        (info.autoRenew, info.billing, info.winBackOfferIDs) = (true, billing, ["back"])
        contents.renewals = [.init(chain: chain, info: info)]
        let document = DecodedDocument(contents: contents, body: "{}", source: "api", check: .signed)
        _ = try store.importDocuments(
            ImportFeed([.document(document)], sources: [ImportSource(name: "api", sha256: nil)]), by: agent,
            at: now)
        let page = try #require(try store.wholePage(of: ChainQuery(chain), at: now))
        let told = page.json
        #expect(
            told["commitment"]
                == .object([
                    "period": .integer(1), "of": .integer(12), "ends_at": .string("2027-11-19T12:00:00Z"),
                    "price": .object(["amount": .string("119.88"), "currency": .string("EUR")]),
                    "renews": .bool(false), "renews_as": .null, "payments_due": .integer(11),
                ]))
        #expect(told["renewal"]?["win_back_offer_ids"] == .array([.string("back")]))
        #expect(Answers.chain(page).contains { $0.contains("eleven payments are still due") })
    }

    @Test func factsNameTheirDocuments() throws {
        let page = try #require(try store().wholePage(of: ChainQuery(OriginalTransactionID("1001")), at: now))
        let lines = Answers.chain(page)
        #expect(
            lines.contains { $0.hasSuffix("[document 1, notification V2, signed]") && $0.contains("basic") })
        guard case .array(let notifications)? = page.json["notifications"],
            case .array(let transactions)? = page.json["transactions"]
        else {
            Issue.record("no lists")
            return
        }
        for fact in notifications + transactions {
            #expect(fact["document"] == .string("1"))
            #expect(fact["document_kind"] == .string("notification_v2"))
            #expect(fact["checked"] == .string("signed"))
        }
    }
}
