import AppStoreSimulator
import Foundation
import HTTPTypes
import JSONValues
import NIOHTTP1
import Persistence
import PersistenceTesting
import Purchases
import Server
import Testing

/// What each route answers over TCP, and what is in the store after it.
struct RouteTests {
    private static let report = """
        {"attempt_id":"a-1","app_user_id":"u_1","product_id":"tea.yearly","environment":"Production",
         "events":[{"at":"2026-01-31T07:59:00Z","state":"purchasing"},{"at":"2026-01-31T07:59:30Z","state":"purchased"}]}
        """

    /// Posts the signed transaction of a purchase for a customer, as the app does.
    private static func show(
        _ bought: SimulatedTransaction, of customer: String, to shop: ServedShop
    ) async throws {
        let jws = try shop.apple.with { try $0.signedTransaction(bought.id) }
        let body = #"{"app_user_id":"\#(customer)","signed_transactions":["\#(jws)"]}"#
        #expect(try await shop.post("/v1/receipts", key: shop.app, body).status == 200)
    }

    /// An app's key is in everybody's hands, and a device's clock says what its owner wants.
    @Test(arguments: [false, true]) func aReportAloneTakesNothing(isEvidenceThere: Bool) async throws {
        try await ServedShop.serving { shop in
            let (delivery, bought) = try shop.bought()
            #expect(try await shop.send(.POST, "/apple/notifications", body: delivery.body).status == 200)
            if isEvidenceThere { try await Self.show(bought, of: "u_1", to: shop) }
            let stranger = """
                {"attempt_id":"a-9","app_user_id":"u_2","product_id":"tea.yearly","environment":"Production",
                 "transaction_id":"\(bought.id)","original_transaction_id":"\(bought.original)",
                 "events":[{"at":"1999-01-01T00:00:00Z","state":"purchased"}]}
                """
            #expect(try await shop.post("/v1/purchase-reports", key: shop.app, stranger).status == 202)
            let page = try #require(try shop.store.chainPage(bought.original, at: ServedShop.start))
            let owner: AppUserID? = isEvidenceThere ? "u_1" : nil
            #expect(page.owner?.id == owner)
            #expect(page.claims.map(\.customer).contains("u_2"))
            #expect(!page.provenClaims.map(\.customer).contains("u_2"))
            let access = try await shop.send(.GET, "/v1/customers/u_2/access", key: shop.backend)
            #expect(access.json["entitlements"]?.array?.contains { $0["entitled"] == .bool(true) } != true)
        }
    }

    @Test(arguments: [false, true]) func aReportWithEvidenceTakesItsChain(isEvidenceFirst: Bool) async throws
    {
        try await ServedShop.serving { shop in
            let (_, bought) = try shop.bought()
            let report = Self.report.replacing(
                #""environment""#, with: #""original_transaction_id":"\#(bought.original)","environment""#)
            if isEvidenceFirst { try await Self.show(bought, of: "u_1", to: shop) }
            #expect(try await shop.post("/v1/purchase-reports", key: shop.app, report).status == 202)
            if !isEvidenceFirst { try await Self.show(bought, of: "u_1", to: shop) }
            let page = try #require(try shop.store.chainPage(bought.original, at: ServedShop.start))
            #expect(page.owner?.id == "u_1" && page.claims.count == 2)
            #expect(page.provenClaims == Set(page.claims))
        }
    }

    @Test func aNotificationIsACustomersAccess() async throws {
        try await ServedShop.serving { shop in
            let (delivery, bought) = try shop.bought()
            let report = Self.report.replacing(
                #""environment""#, with: #""original_transaction_id":"\#(bought.original)","environment""#)
            #expect(try await shop.post("/v1/purchase-reports", key: shop.app, report).status == 202)
            let heard = try await shop.send(.POST, "/apple/notifications", body: delivery.body)
            #expect(heard.status == 200 && heard.body.isEmpty)
            try await Self.show(bought, of: "u_1", to: shop)
            let access = try await shop.send(.GET, "/v1/customers/u_1/access", key: shop.backend)
            #expect(access.status == 200)
            let first = access.json["entitlements"]?.array?.first
            #expect(first?["entitlement"] == .string("premium") && first?["entitled"] == .bool(true))
            #expect(first?["until"] == .string("2027-01-31T08:00:00Z"))
            // The clock of the server stands still at the purchase; the answer may be kept for five minutes at most.
            #expect(access.headers.first(name: "Cache-Control") == "private, max-age=300, must-revalidate")
            let chain = try shop.store.chainPage(bought.original, at: ServedShop.start)
            #expect(chain?.notifications.first?.receivedAt == ServedShop.start)
            #expect(chain?.notifications.first?.check == .signed)
        }
    }

    @Test func aNotificationThatComesTwiceChangesNothing() async throws {
        // Nobody reads the history beside it.
        try await ServedShop.serving({ $0.asksApple = false }) { shop in
            let (delivery, _) = try shop.bought()
            for _ in 0..<3 {
                #expect(try await shop.send(.POST, "/apple/notifications", body: delivery.body).status == 200)
            }
            #expect(try shop.documents() == 1)
            // Only the first had anything to tell.
            #expect(
                try shop.store.audit(limit: 1000).entries.count {
                    $0.details.contains("POST /apple/notifications")
                } == 1)
        }
    }

    @Test func whatIsKnownIsNotSentAgain() async throws {
        try await ServedShop.serving { shop in
            _ = try await shop.post("/v1/purchase-reports", key: shop.app, Self.report)
            let path = "/v1/customers/u_1/access"
            let tag = try #require(
                try await shop.send(.GET, path, key: shop.backend).headers.first(name: "ETag"))
            let again = try await shop.send(.GET, path, key: shop.backend, headers: ["If-None-Match": tag])
            #expect(again.status == 304 && again.body.isEmpty)
            let (delivery, bought) = try shop.bought()
            #expect(try await shop.send(.POST, "/apple/notifications", body: delivery.body).status == 200)
            let later = Self.report.replacing(
                #""environment""#, with: #""original_transaction_id":"\#(bought.original)","environment""#)
            _ = try await shop.post("/v1/purchase-reports", key: shop.app, later)
            try await Self.show(bought, of: "u_1", to: shop)
            let changed = try await shop.send(.GET, path, key: shop.backend, headers: ["If-None-Match": tag])
            #expect(changed.status == 200 && changed.headers.first(name: "ETag") != tag)
        }
    }

    @Test func reportsComeAloneInAListAndByLine() async throws {
        try await ServedShop.serving { shop in
            let path = "/v1/purchase-reports"
            let one = try await shop.post(path, key: shop.app, Self.report)
            #expect(one.status == 202)
            #expect(one.json["reports"]?.array?.first?["attempt_id"] == .string("a-1"))
            #expect(one.json["reports"]?.array?.first?["ticket"] != nil)
            let flat = Self.report.replacing("\n", with: " ")
            let list = try await shop.post(
                path, key: shop.app, "[\(flat.replacing("a-1", with: "a-2")),{\"attempt_id\":\"a-3\"}]")
            #expect(list.json["reports"]?.array?.map { $0["state"]?.string } == ["accepted", "rejected"])
            let lines = try await shop.post(
                path, key: shop.app, headers: ["content-type": "application/x-ndjson"],
                "\(flat.replacing("a-1", with: "a-4"))\n\(flat.replacing("a-1", with: "a-5"))\n")
            #expect(lines.json["reports"]?.array?.count == 2)
            #expect(try await shop.post(path, key: shop.app, #"{"attempt_id":"x"}"#).status == 422)
            #expect(try await shop.post(path, key: shop.app, "[]").status == 400)
            #expect(try await shop.post(path, key: shop.app, "nonsense").status == 400)
        }
    }

    @Test func whatIsMoreThanARationWaits() async throws {
        try await ServedShop.serving {
            $0.prepare = {
                try $0.set(.reportsPerCustomer, to: "1", by: ServedShop.lead, at: ServedShop.start)
            }
        } _: { shop in
            let path = "/v1/purchase-reports"
            let first = try await shop.post(path, key: shop.app, Self.report)
            #expect(first.json["reports"]?.array?.first?["state"] == .string("accepted"))
            let second = try await shop.post(path, key: shop.app, Self.report.replacing("a-1", with: "a-2"))
            let told = second.json["reports"]?.array?.first
            #expect(second.status == 202 && told?["state"] == .string("waiting"))
            #expect(told?["attempt_id"] == .string("a-2") && told?["reason"] == .string("rationed"))
            #expect(try shop.store.rationedReports().count == 1)
            // What adds to an attempt that was counted is no other.
            let later = Self.report.replacing(
                "]}", with: #",{"at":"2026-01-31T08:00:00Z","state":"finished"}]}"#)
            let again = try await shop.post(path, key: shop.app, later)
            #expect(again.json["reports"]?.array?.first?["state"] == .string("accepted"))
        }
    }

    /// An envelope would let an app's key bring any document for any customer.
    @Test func noEnvelopeIsOpened() async throws {
        try await ServedShop.serving { shop in
            let body = #"{"kind":"customers","body":{"app_user_id":"u_9","email":"a@b.example"}}"#
            #expect(try await shop.post("/v1/purchase-reports", key: shop.app, body).status == 422)
            let (delivery, _) = try shop.bought()
            let wrapped = #"{"customer":"thief","body":\#(String(decoding: delivery.body, as: UTF8.self))}"#
            #expect(try await shop.post("/apple/notifications", wrapped).status == 400)
            #expect(try shop.store.customerPage("u_9", at: ServedShop.start) == nil)
            #expect(try shop.store.customerPage("thief", at: ServedShop.start) == nil)
        }
    }

    @Test func theSameKeyIsDoneOnce() async throws {
        try await ServedShop.serving { shop in
            let path = "/v1/purchase-reports"
            let headers = ["Idempotency-Key": "k-1"]
            let first = try await shop.post(path, key: shop.app, headers: headers, Self.report)
            let again = try await shop.post(path, key: shop.app, headers: headers, Self.report)
            #expect(first.status == 202 && again.body == first.body)
            let other = Self.report.replacing("a-1", with: "a-2")
            let conflict = try await shop.post(path, key: shop.app, headers: headers, other)
            #expect(conflict.status == 409 && conflict.kind == "idempotency_key_used")
            #expect(
                try await shop.post(path, key: shop.app, headers: ["Idempotency-Key": ""], other).status
                    == 400)
        }
    }

    @Test func signedTransactionsAreTakenAndVerified() async throws {
        try await ServedShop.serving { shop in
            let (_, bought) = try shop.bought()
            let jws = try shop.apple.with { try $0.signedTransaction(bought.id) }
            let verified = try await shop.post(
                "/v1/verify", key: shop.backend, #"{"signed_transactions":["\#(jws)"]}"#)
            #expect(verified.status == 200 && verified.json["verified"] == .string("signature"))
            #expect(verified.json["entitlements"]?.array?.first?["entitled"] == .bool(true))
            #expect(try shop.documents() == 0)
            let taken = try await shop.post(
                "/v1/receipts", key: shop.app, #"{"app_user_id":"u_1","signed_transactions":["\#(jws)"]}"#)
            #expect(taken.status == 200)
            #expect(taken.json["entitlements"] == verified.json["entitlements"])
            #expect(try shop.documents() == 1)
            let forged = String(jws.dropLast(4)) + "AAAA"
            let refused = try await shop.post(
                "/v1/receipts", key: shop.app, #"{"app_user_id":"u_1","signed_transactions":["\#(forged)"]}"#)
            #expect(refused.status == 422 && refused.code == "bad_signature")
        }
    }

    @Test func aReceiptIsVerifiedByAppleAndByItsSignatureWhileAppleIsAway() async throws {
        try await ServedShop.serving { shop in
            _ = try shop.bought()
            let receipt = try shop.apple.with { try $0.receipt(of: AccountID("u_1")) }.base64EncodedString()
            let body = #"{"app_user_id":"u_1","receipt":"\#(receipt)"}"#
            let byApple = try await shop.post("/v1/receipts", key: shop.app, body)
            #expect(byApple.status == 200 && byApple.json["verified"] == .string("apple"))
            shop.apple.with {
                $0.faults = FaultPlan(
                    AppleFault.outage(from: ServedShop.start, until: ServedShop.start + .days(1)))
            }
            let away = try await shop.post("/v1/receipts", key: shop.app, body)
            #expect(away.status == 200 && away.json["verified"] == .string("signature"))
            let old = try await shop.post(
                "/v1/receipts", key: shop.app, #"{"app_user_id":"u_1","receipt":"ewoJInNpZ25hdHVyZSI"}"#)
            #expect(old.status == 503 && old.code == "app_store_away")
            #expect(old.headers.first(name: "Retry-After") == "60")
        }
    }

    @Test(arguments: [
        ("{}", 400), (#"{"app_user_id":"u_1"}"#, 400), (#"{"receipt":"MIIT"}"#, 400), ("[1]", 400), ("", 400),
        (#"{"app_user_id":5,"receipt":"MIIT"}"#, 400),
        (#"{"app_user_id":"u","signed_transactions":[]}"#, 400),
        (#"{"app_user_id":"u","signed_transactions":["a.b.c"]}"#, 422),
        (#"{"app_user_id":"u","signed_transactions":["a.b.c"],"receipt":"MIIT"}"#, 400),
    ])
    func evidenceThatIsNone(_ body: String, _ status: Int) async throws {
        try await ServedShop.serving { shop in
            let answer = try await shop.post("/v1/receipts", key: shop.app, body)
            #expect(answer.status == status)
        }
    }

    @Test func eventsAreRead() async throws {
        try await ServedShop.serving { shop in
            _ = try await shop.post("/v1/purchase-reports", key: shop.app, Self.report)
            let path = "/v1/customers/u_1/entitlements/events"
            let none = try await shop.send(.GET, path, key: shop.backend)
            #expect(none.status == 200 && none.json["events"]?.array?.isEmpty == true)
            for query in ["?after=x", "?limit=0", "?limit=1001", "?other=1", "?limit=1&limit=2"] {
                #expect(try await shop.send(.GET, path + query, key: shop.backend).status == 400, "\(query)")
            }
            let unknown = try await shop.send(
                .GET, "/v1/customers/nobody/entitlements/events", key: shop.backend)
            #expect(unknown.status == 404 && unknown.kind == "unknown_customer")
        }
    }

    /// Whoever reads on from an event that was forgotten is told so, and from where.
    @Test func forgottenEventsAreGone() async throws {
        try await ServedShop.serving({ $0.asksApple = false }) { shop in
            _ = try await shop.post("/v1/purchase-reports", key: shop.app, Self.report)
            try Raw.write(shop.store, "INSERT INTO forgotten_events VALUES ('u_1', 7)")
            let path = "/v1/customers/u_1/entitlements/events"
            for query in ["?after=0", "?after=6"] {
                let gone = try await shop.send(.GET, path + query, key: shop.backend)
                #expect(gone.status == 410 && gone.kind == "events_gone", "\(query)")
                #expect(gone.json["earliest"] == .string("7"))
            }
            for query in ["", "?after=7", "?after=8"] {
                #expect(try await shop.send(.GET, path + query, key: shop.backend).status == 200, "\(query)")
            }
        }
    }

    @Test func whoMayAskWhat() async throws {
        try await ServedShop.serving { shop in
            let keys: [APIScope: String] = [
                .app: shop.app, .backend: shop.backend, .metrics: shop.figures,
            ]
            // Whose keys open which is what `OpenAPITests` compares with the document.
            for route in shop.server.door.endpoints where !route.scopes.isEmpty {
                let path = route.path.replacing("{id}", with: "u_1")
                let (method, body) = route.method == .post ? (HTTPMethod.POST, Data("{}".utf8)) : (.GET, nil)
                let bare = try await shop.send(method, path, body: body)
                #expect(bare.status == 401 && bare.headers.contains(name: "WWW-Authenticate"), "\(path)")
                #expect(try await shop.send(method, path, key: "mg_app_wrong", body: body).status == 401)
                for (scope, key) in keys {
                    let answer = try await shop.send(method, path, key: key, body: body)
                    #expect((answer.status == 403) == !route.scopes.contains(scope), "\(path) \(scope)")
                }
            }
            try shop.store.removeAPIKey(named: "backend", by: ServedShop.lead, at: ServedShop.start)
            var status = 200
            for _ in 0..<10_000 where status != 401 {
                status = try await shop.send(.GET, "/v1/customers/u_1/access", key: shop.backend).status
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(status == 401)
        }
    }

    @Test func whatIsNotThere() async throws {
        try await ServedShop.serving { shop in
            for path in ["/", "/v1", "/v1/customers/a/b/access", "/apple", "/v1/customers//access"] {
                #expect(try await shop.send(.GET, path).kind == "not_found", "\(path)")
            }
            let wrong = try await shop.send(.PUT, "/apple/notifications", body: Data("{}".utf8))
            #expect(wrong.status == 405 && wrong.headers.first(name: "Allow") == "POST")
            #expect(try await shop.send(.GET, "/health").status == 200)
            #expect(try await shop.becomesReady())
            let figures = try await shop.send(.GET, "/metrics", key: shop.figures)
            #expect(String(decoding: figures.body, as: UTF8.self).contains("makegood_http_requests_total{"))
        }
    }

    @Test func aWrongPasswordIsForbiddenAndARightOneIsNot() async throws {
        let notice =
            #"{"notification_type":"CANCEL","password":"right","environment":"PROD","original_transaction_id":"1000"}"#
        try await ServedShop.serving {
            $0.prepare = { _ = try $0.addSecret("right", by: ServedShop.lead, at: ServedShop.start) }
        } _: { shop in
            let wrong = try await shop.post(
                "/apple/notifications", notice.replacing("right", with: "s3cret-x"))
            #expect(wrong.status == 403 && wrong.kind == "wrong_password")
            #expect(!String(decoding: wrong.body, as: UTF8.self).contains("s3cret-x"))
            #expect(try await shop.post("/apple/notifications", notice).status == 200)
            // Authentic and not understood: a repeat would not help, so it is kept and acknowledged.
            let odd = #"{"notification_type":17,"password":"right","environment":"PROD"}"#
            #expect(try await shop.post("/apple/notifications", odd).status == 200)
            #expect(
                try await shop.post("/apple/notifications", odd.replacing("right", with: "x")).status >= 400)
        }
    }
}
