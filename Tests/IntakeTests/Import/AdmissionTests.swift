import AppStore
import Intake
import JSONValues
import PersistenceTesting
import Purchases
import Testing
import Wording

@testable import Persistence

/// What a store takes in at all: its apps, its environments, its secrets.
struct AdmissionTests {
    private static let entry = JSONPaper.Entry(id: "7000", chain: "7000")
    private static let receipt = JSONPaper.receipt([entry], on: 1)

    private func check(_ shop: DocumentShop) throws -> StoreNotification.Check? {
        try shop.store.chainPage(OriginalTransactionID("7000"), at: Shop.now)?.notifications.last?.check
    }

    @Test func anotherAppsDocumentGoesToQuarantineAndComesInWhenItsAppIsAdded() throws {
        let shop = try DocumentShop()
        try shop.store.set(.bundleIDs, to: "com.example.coffee", by: Shop.lead, at: Shop.now)
        #expect(try shop.bring(Self.receipt, customer: "u_1").rejected.map(\.reason) == ["other_bundle"])
        let kept = try #require(try shop.store.quarantine().first)
        #expect(try shop.retry(kept).rejected.map(\.reason) == ["other_bundle"])
        #expect(try shop.store.quarantine().count == 1)
        try shop.store.set(.bundleIDs, to: "com.example.coffee,com.example.tea", by: Shop.lead, at: Shop.now)
        #expect(try shop.retry(kept).newTransactions == 1)
        #expect(try shop.store.quarantine().isEmpty)
        #expect(try shop.store.customerPage(AppUserID("u_1"), at: Shop.now)?.chains.count == 1)
        #expect(try shop.store.verifyAudit().isOK)
    }

    @Test func anAgentsRowWithATokenOfAnotherComesInByALeadsRetry() throws {
        let shop = try DocumentShop()
        try shop.store.addAgent(Shop.agent, role: .agent, by: Shop.lead, at: Shop.now)
        let token = MadeUpCustomer.tokens[0]
        func carried(by customer: String) throws -> String? {
            try shop.store.customerPage(AppUserID(customer), at: Shop.now)?.customer.values.appAccountToken?
                .whole
        }
        let rows = "app_user_id,name,app_account_token\nu_1,Zoë,\(token)\nu_2,Ann,\(token)\n"
        let report = try shop.bring(rows, named: "people.csv", by: Shop.agent)
        #expect(report.accepted == 1 && report.rejected.map(\.reason) == ["token_of_another"])
        let kept = try #require(try shop.store.quarantine().first)
        let asAgent = try Importer(store: shop.store, agent: Shop.agent, now: Shop.now)
        #expect(try asAgent.retry(kept).rejected.map(\.reason) == ["token_of_another"])
        #expect(try asAgent.retryAll(refusedFor: "token_of_another").released == 0)
        #expect(try shop.store.quarantine().count == 1 && carried(by: "u_2") == nil)
        #expect(try shop.retry(kept).accepted == 1)
        #expect(try shop.store.quarantine().isEmpty && carried(by: "u_2") == token.lowercased())
        #expect(try shop.store.verifyAudit().isOK)
    }

    /// What was refused for one reason is tried again as one import, and everything is counted as it is.
    @Test func manyAreTriedAgainAtOnce() throws {
        let shop = try DocumentShop()
        try shop.store.set(.bundleIDs, to: "com.example.coffee", by: Shop.lead, at: Shop.now)
        let tea = (0..<5).map {
            JSONPaper.receipt([JSONPaper.Entry(id: "700\($0)", chain: "700\($0)")], on: 1)
        }
        // Two files of one name: one of them will do, and the other never.
        for text in tea { try shop.bring(text, customer: "u_1", named: "tea.json") }
        let other = tea[0].replacing("com.example.tea", with: "com.example.milk").replacing(
            "7000", with: "8000")
        try shop.bring(other, named: "tea.json")
        try shop.bring("{bad", named: "bad.json")
        #expect(try shop.store.quarantine().count == 7)
        let importer = try Importer(store: shop.store, agent: Shop.lead, now: Shop.now)
        #expect(try importer.retryAll(refusedFor: "other_bundle").released == 0)
        try shop.store.add("com.example.tea", to: .bundleIDs, by: Shop.lead, at: Shop.now)
        let imports = try shop.store.audit(limit: 1000).entries.count { $0.action == "import" }
        let retry = try importer.retryAll(refusedFor: "other_bundle")
        #expect(retry.tried == 6 && retry.released == 5 && retry.notKept == 0)
        let entries = try shop.store.audit(limit: 10).entries.filter { $0.action == "quarantine.retry" }
        #expect(
            entries.map { AuditSentence($0, for: .program).text }
                == [
                    "lena tried 5 documents in quarantine again: each was imported, or stays for another reason"
                ])
        #expect(retry.report.newTransactions == 5 && retry.report.rejected.map(\.reason) == ["other_bundle"])
        #expect(try shop.store.audit(limit: 1000).entries.count { $0.action == "import" } == imports + 1)
        #expect(try shop.store.quarantine().map(\.reason).sorted() == ["not_json", "other_bundle"])
        #expect(try importer.retryAll().tried == 2)
        #expect(try shop.store.customerPage(AppUserID("u_1"), at: Shop.now)?.chains.count == 5)
        #expect(try shop.store.verifyAudit().isOK)
        #expect(throws: StoreError.self) {
            try Importer(store: shop.store, agent: AgentName("nobody"), now: Shop.now).retryAll()
        }
    }

    @Test func withBundleIDsSetASignedPartMustNameItsApp() throws {
        let (chain, paper) = (MadeUpChain.all[0], try SignedPaper())
        let nameless = try paper.transaction(chain.charges[0], of: chain, on: 1, ["bundleId": .null])
        let named = try paper.transaction(chain.charges[0], of: chain, on: 1)
        let renewal = try paper.renewal(of: chain, on: 1)
        let documents = [
            nameless, try paper.notification("DID_RENEW", uuid: "u", of: chain, on: 1, transaction: nameless),
            SignedPaper.history(of: chain, [named, nameless]), named, renewal,
            try paper.notification("DID_RENEW", uuid: "v", of: chain, on: 1, transaction: named),
        ]
        for isSet in [true, false] {
            let shop = try SignedPaper.shop()
            if isSet { try shop.store.set(.bundleIDs, to: "com.example.tea", by: Shop.lead, at: Shop.now) }
            let reasons = try documents.map { try shop.bring($0.canonicalText).rejected.map(\.reason) }
            let refused = isSet ? ["other_bundle"] : []
            #expect(reasons == [refused, refused, refused, [], [], []])
        }
    }

    @Test(arguments: [
        ("Xcode", true), ("LocalTesting", true), ("Sandbox", false), ("Production", false), ("Mars", false),
    ])
    func onlyPracticeStoresTakeWhatAppleDoesNotSign(_ environment: String, _ isRefused: Bool) throws {
        let receipt = JSONPaper.receipt([Self.entry], on: 1, environment: environment)
        let reasons = try DocumentShop(practice: false).bring(receipt).rejected.map(\.reason)
        #expect(reasons == (isRefused ? ["environment_not_allowed"] : []))
        #expect(try DocumentShop(practice: true).bring(receipt).rejected.isEmpty)
    }

    @Test func theSameChainInTwoEnvironmentsIsTwoChains() throws {
        let shop = try DocumentShop()
        try shop.bring(Self.receipt, customer: "u_1")
        let report = try shop.bring(
            JSONPaper.receipt([Self.entry], on: 1, environment: "Sandbox"), customer: "u_1")
        #expect(report.newChains == 1 && report.newTransactions == 1)
        let page = try #require(try shop.store.customerPage(AppUserID("u_1"), at: Shop.now))
        #expect(page.chains.map(\.isServed).sorted { $0 && !$1 } == [true, false])
    }

    @Test func secretsAreCheckedOnceTheyAreKnown() throws {
        let shop = try DocumentShop()
        try shop.bring(JSONPaper.notification("CANCEL", [Self.entry], password: "one"))
        #expect(try check(shop) == .unchecked)
        for secret in ["one", "two"] { _ = try shop.store.addSecret(secret, by: Shop.lead, at: Shop.now) }
        for (password, reasons) in [
            ("one", []), ("two", []), ("three", ["secret_mismatch"]), (nil, ["secret_mismatch"]),
        ] {
            let text = JSONPaper.notification("DID_RENEW", [Self.entry], password: password)
            #expect(try shop.bring(text).rejected.map(\.reason) == reasons, "\(password ?? "none")")
        }
        #expect(try check(shop) == .secret)
    }

    @Test func whoMayNotImportIsRefused() throws {
        let shop = try DocumentShop()
        try shop.store.addAgent(AgentName("vic"), role: .viewer, by: Shop.lead, at: Shop.now)
        try shop.store.addAgent(AgentName("feed"), role: .service, by: Shop.lead, at: Shop.now)
        #expect(throws: StoreError.self) { try shop.bring(Self.receipt, by: AgentName("vic")) }
        #expect(throws: StoreError.self) { try shop.bring(Self.receipt, by: AgentName("nobody")) }
        #expect(try shop.bring(Self.receipt, by: AgentName("feed")).accepted == 1)
    }
}

/// Which stores take in what an app reports.
struct ReportAdmissionTests {
    private static func report(_ fields: String) -> String {
        #"{"attempt_id":"a","app_user_id":"u_1","product_id":"tea.monthly","events":[],\#(fields)}"#
    }

    @Test(arguments: [
        (#""bundle_id":"com.example.coffee""#, [String]()),
        (#""bundle_id":"com.example.tea""#, ["other_bundle"]),
        (#""x":1"#, []),
    ])
    func anotherAppsReportGoesToQuarantine(_ fields: String, _ reasons: [String]) throws {
        let shop = try DocumentShop()
        try shop.store.set(.bundleIDs, to: "com.example.coffee", by: Shop.lead, at: Shop.now)
        #expect(try shop.bring(Self.report(fields)).rejected.map(\.reason) == reasons)
        #expect(try shop.store.quarantine().map(\.kind) == reasons.map { _ in "purchase_report" })
    }

    @Test(arguments: [
        (#""environment":"Xcode""#, true), (#""environment":"LocalTesting""#, true),
        (#""environment":"Sandbox""#, false), (#""environment":"Production""#, false), (#""x":1"#, false),
    ])
    func onlyPracticeStoresTakeWhatAppleDoesNotSign(_ fields: String, _ isRefused: Bool) throws {
        let reasons = try DocumentShop(practice: false).bring(Self.report(fields)).rejected.map(\.reason)
        #expect(reasons == (isRefused ? ["environment_not_allowed"] : []))
        #expect(try DocumentShop(practice: true).bring(Self.report(fields)).rejected.isEmpty)
    }

    @Test func theSameReportIsADuplicate() throws {
        let shop = try DocumentShop()
        let report = Self.report(#""app_version":"5.2.1""#)
        #expect(try shop.bring(report).duplicates == 0)
        #expect(try shop.bring(#"{"received_at":"2024-01-01","body":\#(report)}"#).duplicates == 1)
    }
}
