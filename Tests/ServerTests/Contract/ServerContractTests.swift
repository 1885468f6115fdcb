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

/// What other programs rely on, to the letter: what each route answers, also where it refuses, on one store.
///
/// What is asked stands here, what is answered in `Answers`; a run with `RECORD_SCREENS=1` writes the files anew,
/// and fails on purpose.
@Suite(.serialized) struct ServerContractTests {
    private static let reports = "/v1/purchase-reports"
    private static let lines = ["content-type": "application/x-ndjson"]

    /// Compares what was asked and answered in some work with the file of a subject.
    private static func keep(
        _ subject: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ work: (RouteTranscript) async throws -> Void
    ) async throws {
        let transcript = RouteTranscript()
        try await work(transcript)
        try Golden(subject).expect(transcript.text, sourceLocation: sourceLocation)
    }

    // MARK: What Apple calls

    @Test func notificationsAreAnsweredAsTheyWere() async throws {
        let path = "/apple/notifications"
        let old = """
            {"notification_type":"CANCEL","password":"right","environment":"PROD","original_transaction_id":"1000"}
            """
        try await Self.keep("notifications") { transcript in
            try await ServedShop.contract { shop in
                let (delivery, bought) = try shop.bought()
                let text = String(decoding: delivery.body, as: UTF8.self)
                let jws = try shop.apple.with { try $0.signedTransaction(bought.id) }
                let bodies: [RouteTranscript.Body] = [
                    .named("the purchase of tea.yearly, version 2", delivery.body),
                    .named("the same once more", delivery.body), .text(old),
                    .text(#"{"notification_type":17,"password":"right","environment":"PROD"}"#),
                    .text(old.replacing("right", with: "wrong")),
                    .named("the purchase with another signature", Data(text.forged.utf8)),
                    .named("a signed transaction", Data(#"{"signedPayload":"\#(jws)"}"#.utf8)),
                    .text(#"{"signedPayload":"e30.e30."}"#), .text(#"{"signedPayload":5}"#), .text("{}"),
                    .text("[]"), .text("x"), .named("10000 lists in each other", .lists(10_000)),
                ]
                for body in bodies { try await transcript.ask(shop, .POST, path, body) }
                for type in ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
                    try await transcript.ask(
                        shop, .POST, path, headers: ["content-type": type], .text("a=b"))
                }
                try await transcript.ask(
                    shop, .POST, path, headers: ["content-encoding": "gzip"], .text(old))
                try await transcript.say(shop, .POST, path, .named("4194305 blanks", .blanks))
                await shop.server.gatherer.close(within: .seconds(60))
                try await transcript.ask(shop, .POST, path, .text(old))
            }
            try await ServedShop.contract {
                // Without a shared secret nothing vouches for version 1.
                $0.prepare = { _ in }
            } _: { shop in
                try await transcript.ask(shop, .POST, path, .text(old))
            }
            try await ServedShop.contract {
                $0.prepare = {
                    try $0.set(
                        .bundleIDs, to: "com.example.coffee", by: ServedShop.lead, at: ServedShop.start)
                }
            } _: { shop in
                let (delivery, _) = try shop.bought()
                try await transcript.ask(
                    shop, .POST, path, .named("the purchase of another app", delivery.body))
            }
        }
    }

    // MARK: What the app and its backend call

    private static func report(
        _ attempt: String, of customer: String = "u_1", _ product: String = "tea.yearly",
        isFinished: Bool = false
    ) -> String {
        let end = isFinished ? #",{"at":"2026-01-31T07:59:59Z","state":"finished"}"# : ""
        return #"{"attempt_id":"\#(attempt)","app_user_id":"\#(customer)","product_id":"\#(product)","#
            + #""environment":"Production","events":[{"at":"2026-01-31T07:59:00Z","state":"purchasing"},"#
            + #"{"at":"2026-01-31T07:59:30Z","state":"purchased"}\#(end)]}"#
    }

    @Test func reportsAreAnsweredAsTheyWere() async throws {
        let path = Self.reports
        try await Self.keep("reports") { transcript in
            try await ServedShop.contract { shop in
                let (one, loss) = (Self.report("a-1"), Self.report("a-2", "tea.pass", isFinished: true))
                let list = #"[\#(Self.report("a-3")),{"attempt_id":"a-4"},{}]"#
                let bodies: [RouteTranscript.Body] = [
                    .text(one), .text(one), .text(loss), .text(list), .text(#"{"attempt_id":"a-5"}"#),
                    .text(#"{"kind":"customers","body":{"app_user_id":"u_9"}}"#), .text("{}"), .text("[]"),
                    .text("nonsense"), .named("10000 lists in each other", .lists(10_000)),
                    .named(
                        "a list of 1001 empty reports",
                        Data("[\(Array(repeating: "{}", count: 1001).joined(separator: ","))]".utf8)),
                ]
                for body in bodies { try await transcript.ask(shop, .POST, path, as: .app, body) }
                try await transcript.ask(
                    shop, .POST, path, as: .app, headers: Self.lines,
                    .text("\(Self.report("a-6"))\n\(Self.report("a-7"))"))
                try await Self.repeated(transcript, shop, path, .text(one), .text(loss))
                try await Self.refused(transcript, shop, .POST, path, to: .backend, .text(one))
                try await Self.unread(transcript, shop, path, as: .app, .text(one))
                await shop.server.gatherer.close(within: .seconds(60))
                try await transcript.ask(shop, .POST, path, as: .app, .text(one))
            }
            for keptBytes in [1 << 20, 0] {
                try await ServedShop.contract {
                    $0.settings.unauthenticBytes = keptBytes
                    $0.prepare = {
                        try $0.set(.reportsPerCustomer, to: "1", by: ServedShop.lead, at: ServedShop.start)
                    }
                } _: { shop in
                    transcript.note(["(one charge a customer and day, \(keptBytes) bytes of others are kept)"]
                    )
                    for attempt in ["a-1", "a-2"] {
                        try await transcript.ask(shop, .POST, path, as: .app, .text(Self.report(attempt)))
                    }
                }
            }
        }
    }

    @Test func receiptsAreAnsweredAsTheyWere() async throws {
        let path = "/v1/receipts"
        try await Self.keep("receipts") { transcript in
            try await ServedShop.contract { shop in
                let jws = try shop.signed("tea.yearly", by: "u_1")
                let own = #"{"app_user_id":"u_1","signed_transactions":["\#(jws)"]}"#
                let taken = RouteTranscript.Body.named("a signed transaction of u_1", Data(own.utf8))
                for scope in [APIScope.app, .backend] {
                    try await transcript.ask(shop, .POST, path, as: scope, taken)
                }
                let other = try shop.evidence("u_2", receiptOf: "u_2")
                try await Self.repeated(transcript, shop, path, taken, other)
                let bodies =
                    try Self.badEvidence(shop, jws) + [
                        .text(#"{"signed_transactions":["a.b.c"]}"#),
                        .text(#"{"app_user_id":5,"receipt":"MIIT"}"#),
                        .text(#"{"app_user_id":"","receipt":"MIIT"}"#),
                    ]
                for body in bodies { try await transcript.ask(shop, .POST, path, as: .app, body) }
                try await Self.refused(transcript, shop, .POST, path, to: .metrics, taken)
                try await Self.unread(transcript, shop, path, as: .app, taken)
                await shop.server.gatherer.close(within: .seconds(60))
                try await transcript.ask(shop, .POST, path, as: .app, taken)
            }
            try await ServedShop.contract { shop in
                _ = try shop.signed("tea.monthly", by: "u_1")
                try await Self.shown(transcript, shop, path, as: .backend)
            }
        }
    }

    @Test func evidenceIsVerifiedAsItWas() async throws {
        let path = "/v1/verify"
        try await Self.keep("verify") { transcript in
            try await ServedShop.contract { shop in
                let jws = try shop.signed("tea.yearly", by: "u_1")
                let taken = RouteTranscript.Body.named(
                    "a signed transaction", Data(#"{"signed_transactions":["\#(jws)"]}"#.utf8))
                try await transcript.ask(shop, .POST, path, as: .backend, taken)
                for body in try Self.badEvidence(shop, jws) {
                    try await transcript.ask(shop, .POST, path, as: .backend, body)
                }
                try await Self.refused(transcript, shop, .POST, path, to: .app, taken)
                try await Self.unread(transcript, shop, path, as: .backend, taken)
            }
            try await ServedShop.contract { shop in
                _ = try shop.signed("tea.monthly", by: "u_1")
                try await Self.shown(transcript, shop, path, as: .backend)
            }
        }
    }

    @Test func accessIsAnsweredAsItWas() async throws {
        let path = "/v1/customers/u_2/access"
        try await Self.keep("access") { transcript in
            try await ServedShop.contract { shop in
                try await shop.settle()
                let whole = try await transcript.ask(shop, .GET, path, as: .backend)
                let tag = try #require(whole.headers.first(name: "ETag"))
                for known in [tag, "*", #""other", \#(tag)"#, #""other""#] {
                    try await transcript.ask(
                        shop, .GET, path, as: .backend, headers: ["if-none-match": known])
                }
                for query in [
                    "?entitlement=premium", "?entitlement=pot", "?entitlement=nothing",
                    "?at=2027-02-01T00:00:00Z", "?at=2026-01-01", "?at=2026-01-31T09:00:00%2B02:00",
                    "?at=someday", "?at=2026-01-31T08:00:00", "?other=1", "?at=2026-01-01&at=2026-01-02",
                ] { try await transcript.ask(shop, .GET, path + query, as: .backend) }
                try await transcript.ask(shop, .GET, "/v1/customers/nobody/access", as: .backend)
                try await Self.refused(transcript, shop, .GET, path, to: .app)
            }
        }
    }

    @Test func eventsAreAnsweredAsTheyWere() async throws {
        let path = "/v1/customers/u_2/entitlements/events"
        try await Self.keep("events") { transcript in
            try await ServedShop.contract { shop in
                try await shop.settle()
                try await transcript.ask(shop, .GET, path, as: .backend)
                // A week later the grant is over.
                _ = try shop.store.tellEntitlements(by: ServedShop.service, at: ServedShop.start + .days(8))
                for query in [
                    "", "?limit=1", "?after=1", "?after=1&limit=1", "?after=99", "?after=x", "?after=-1",
                    "?limit=0", "?limit=1001", "?other=1", "?limit=1&limit=2",
                ] { try await transcript.ask(shop, .GET, path + query, as: .backend) }
                try await transcript.ask(
                    shop, .GET, "/v1/customers/nobody/entitlements/events", as: .backend)
                try await Self.refused(transcript, shop, .GET, path, to: .app)
                try Raw.write(shop.store, "INSERT INTO forgotten_events VALUES ('u_2', 7)")
                for query in ["", "?after=6", "?after=7"] {
                    try await transcript.ask(shop, .GET, path + query, as: .backend)
                }
            }
        }
    }

    // MARK: What those call who run the server

    @Test func standingIsAnsweredAsItWas() async throws {
        try await Self.keep("standing") { transcript in
            try await ServedShop.contract { shop in
                try await transcript.ask(shop, .GET, "/health")
                let figures = try await shop.send(.GET, "/metrics", key: shop.figures)
                transcript.note(RouteTranscript.request("GET /metrics", .metrics), figures.withoutTimes)
                try await Self.refused(transcript, shop, .GET, "/metrics", to: .app)
            }
            try await ServedShop.contract { shop in
                #expect(try await shop.becomesReady())
                try await transcript.ask(shop, .GET, "/ready")
            }
            try await ServedShop.contract { shop in
                await shop.server.gatherer.close(within: .seconds(60))
                try await transcript.ask(shop, .GET, "/ready")
            }
        }
    }

    @Test func whatIsNoRouteIsAnsweredAsItWas() async throws {
        try await Self.keep("addresses") { transcript in
            try await ServedShop.contract { shop in
                for path in ["/", "/v1", "/v1/customers/u_1", "/v1/customers//access"] {
                    try await transcript.ask(shop, .GET, path, as: .backend)
                }
                try await transcript.ask(shop, .PUT, "/apple/notifications", .text("{}"))
                try await transcript.ask(shop, .DELETE, "/v1/customers/u_1/access", as: .backend)
                for hosts in [[], [("host", "x"), ("host", "y")]] {
                    try await transcript.say(shop, .GET, "/health", headers: hosts)
                }
            }
            try await ServedShop.contract {
                $0.settings.limits.requestTime = .seconds(1)
            } _: { shop in
                try await transcript.say(shop, .POST, "/apple/notifications", length: 100, .text("half"))
            }
        }
    }

    /// Rations of nothing: what is over is answered the same at once and in an hour.
    @Test func whatIsTooOftenIsAnsweredAsItWas() async throws {
        let none = Ration(perSecond: 0.1, atOnce: 0)
        try await Self.keep("rations") { transcript in
            try await ServedShop.contract {
                $0.settings.limits.perKey = none
            } _: { shop in
                transcript.note(["(no request of a key)"])
                for route in shop.server.door.endpoints {
                    guard let scope = route.scopes.min(by: { $0.rawValue < $1.rawValue }) else { continue }
                    let isPosted = route.method == .post
                    try await transcript.ask(
                        shop, isPosted ? .POST : .GET, route.path.replacing("{id}", with: "u_1"), as: scope,
                        isPosted ? .text("{}") : nil)
                }
            }
            try await ServedShop.contract {
                $0.settings.limits.perAddress = none
            } _: { shop in
                transcript.note(["(no request of an address)"])
                for path in ["/health", "/ready"] { try await transcript.ask(shop, .GET, path) }
                try await transcript.ask(shop, .POST, "/apple/notifications", .text("{}"))
            }
            try await ServedShop.contract {
                $0.settings.limits.refusals = none
            } _: { shop in
                transcript.note(["(one refusal of an address)"])
                try await transcript.ask(shop, .GET, "/metrics")
                for path in ["/metrics", "/health"] {
                    try await transcript.ask(shop, .GET, path, as: .metrics)
                }
            }
        }
    }

    // MARK: Whether all of it is asked

    /// What any route may answer, each of which is met somewhere; what fails inside cannot be brought about.
    private static let anywhere: Set<String> = ["408", "429", "503"]

    @Test func everyRouteAndEveryStatusIsInAFile() throws {
        let exchanges = try Golden.all().values.flatMap(RouteTranscript.exchanges)
        for (operation, statuses) in try OpenAPIDocument().statuses {
            let words = operation.split(separator: " ").map(String.init)
            let met = Set(
                exchanges.filter { $0.method == words[0] && Self.fits($0.path, words[1]) }.map(\.status))
            #expect(!met.isEmpty, "\(operation) is in no file of Answers")
            let missing = statuses.subtracting(Self.anywhere).subtracting(["500"]).subtracting(met)
            #expect(missing.isEmpty, "\(operation) answers \(missing.sorted()) in no file of Answers")
        }
        #expect(Self.anywhere.isSubset(of: exchanges.map(\.status)))
    }

    @Test func everyKindOfProblemIsInAFile() throws {
        let all = try Golden.all().values.joined()
        for kind in Problem.Kind.allCases where kind != .inside {
            #expect(all.contains(#""urn:makegood:problem:\#(kind.rawValue)""#), "\(kind) is in no file")
        }
    }

    @Test func everyTypeOfMessageIsInAFile() throws {
        let text = try Golden.all()["webhooks"] ?? ""
        for type in WebhookType.all + [WebhookType.test] {
            #expect(text.contains(#""type":"\#(type)""#), "\(type) is not in webhooks.txt")
        }
    }

    /// Whether a path and its query are of a path as OpenAPI writes it.
    private static func fits(_ path: String, _ template: String) -> Bool {
        let parts = path.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
        let names = template.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == names.count
            && zip(parts, names).allSatisfy { part, name in
                name.hasPrefix("{") ? !part.isEmpty : part == name
            }
    }
}

/// What several routes are asked alike.
extension ServerContractTests {
    /// The keys that do not open a route: none, what is no key, a wrong one, and one of another scope.
    private static func refused(
        _ transcript: RouteTranscript, _ shop: ServedShop, _ method: HTTPMethod, _ path: String,
        to other: APIScope, _ body: RouteTranscript.Body? = nil
    ) async throws {
        try await transcript.ask(shop, method, path, body)
        for authorization in ["Basic eDp5", "Bearer mg_app_wrong"] {
            try await transcript.ask(
                shop, method, path, headers: ["authorization": authorization], body)
        }
        try await transcript.ask(shop, method, path, as: other, body)
    }

    /// Bodies that are not read: of another type, compressed, or too large.
    private static func unread(
        _ transcript: RouteTranscript, _ shop: ServedShop, _ path: String, as scope: APIScope,
        _ body: RouteTranscript.Body
    ) async throws {
        for headers in [["content-type": "text/plain"], ["content-encoding": "gzip"]] {
            try await transcript.ask(shop, .POST, path, as: scope, headers: headers, body)
        }
        try await transcript.say(shop, .POST, path, as: scope, .named("4194305 blanks", .blanks))
    }

    /// The same request twice under a key, another under the same, and a key that is none.
    private static func repeated(
        _ transcript: RouteTranscript, _ shop: ServedShop, _ path: String, _ body: RouteTranscript.Body,
        _ other: RouteTranscript.Body
    ) async throws {
        for (key, body) in [("k-1", body), ("k-1", body), ("k-1", other), ("k 1", body)] {
            try await transcript.ask(
                shop, .POST, path, as: .app, headers: ["idempotency-key": key], body)
        }
    }

    /// Bodies that hold no evidence, or none that anybody vouches for.
    private static func badEvidence(
        _ shop: ServedShop, _ jws: String
    ) throws -> [RouteTranscript.Body] {
        let (delivery, _) = try shop.bought("tea.monthly", by: "u_2")
        let notice = try JSONValue(parsing: delivery.body)["signedPayload"]?.string ?? ""
        func signed(_ name: String, _ texts: [String]) -> RouteTranscript.Body {
            let list = texts.map { "\"\($0)\"" }.joined(separator: ",")
            return .named(name, Data(#"{"app_user_id":"u_1","signed_transactions":[\#(list)]}"#.utf8))
        }
        return [
            .text("{}"), .text("[1]"), .text("nonsense"), .text(#"{"app_user_id":"u_1"}"#),
            .text(#"{"app_user_id":"u_1","receipt":5}"#), .text(#"{"app_user_id":"u_1","receipt":""}"#),
            .text(#"{"app_user_id":"u_1","signed_transactions":[]}"#),
            .text(#"{"app_user_id":"u_1","signed_transactions":[5]}"#),
            .text(#"{"app_user_id":"u_1","signed_transactions":["a.b.c"],"receipt":"MIIT"}"#),
            .text(#"{"app_user_id":"u_1","signed_transactions":["a.b.c"]}"#),
            signed("201 signed transactions", Array(repeating: jws, count: 201)),
            signed("a signed transaction with another signature", [String(jws.dropLast(4)) + "AAAA"]),
            signed("a signed notification", [notice]),
            .text(#"{"app_user_id":"u_1","receipt":"MIIT"}"#),
            .text(#"{"app_user_id":"u_1","receipt":"ewoJInNpZ25hdHVyZSI"}"#),
        ]
    }

    /// Receipts, as Apple sees them, as they are seen while Apple is away, and those that it refuses.
    private static func shown(
        _ transcript: RouteTranscript, _ shop: ServedShop, _ path: String, as scope: APIScope
    ) async throws {
        let own = try shop.evidence("u_1", receiptOf: "u_1")
        try await transcript.ask(shop, .POST, path, as: scope, own)
        var stranger = try SimulatedAppStore(at: ServedShop.start)
        stranger.open(AccountID("u_1"))
        let foreign = try stranger.receipt(of: AccountID("u_1")).base64EncodedString()
        try await transcript.ask(
            shop, .POST, path, as: scope,
            .named(
                "a receipt of another App Store",
                Data(#"{"app_user_id":"u_1","receipt":"\#(foreign)"}"#.utf8)))
        try shop.apple.with { apple in
            apple.open(AccountID("tester"), in: .sandbox)
            apple.open(AccountID("gone"))
            try apple.buy(ProductID("tea.pot"), by: AccountID("tester"))
        }
        try await transcript.ask(
            shop, .POST, path, as: scope, try shop.evidence("tester", receiptOf: "tester"))
        let gone = try shop.evidence("gone", receiptOf: "gone")
        try shop.apple.with { try $0.change(AccountID("gone")) { $0.isDeleted = true } }
        try await transcript.ask(shop, .POST, path, as: scope, gone)
        transcript.note(["(Apple is away)"])
        shop.apple.with {
            $0.faults = FaultPlan(
                AppleFault.outage(from: ServedShop.start, until: ServedShop.start + .days(1)))
        }
        try await transcript.ask(shop, .POST, path, as: scope, own)
        try await transcript.ask(
            shop, .POST, path, as: scope,
            .text(#"{"app_user_id":"u_1","receipt":"ewoJInNpZ25hdHVyZSI"}"#))
    }
}

/// The store of the contract.
extension ServedShop {
    /// Serves it without workers. A store tells of what comes after it was looked at once, which it was.
    fileprivate static func contract(
        _ change: (inout Setup) -> Void = { _ in },
        _ work: @escaping @Sendable (ServedShop) async throws -> Void
    ) async throws {
        try await serving(
            {
                $0.hasWorkers = false
                $0.prepare = { store in
                    _ = try store.addSecret("right", by: lead, at: start)
                    _ = try store.tellEntitlements(by: service, at: start)
                }
                change(&$0)
            }, work)
    }

    /// Buys something, and answers it as StoreKit hands it over.
    fileprivate func signed(_ product: String, by account: String) throws -> String {
        try apple.with { apple in
            guard case .charged(let bought) = try apple.buy(ProductID(product), by: AccountID(account)) else {
                throw NothingSold()
            }
            return try apple.signedTransaction(bought.id)
        }
    }

    /// A customer's receipt as evidence.
    fileprivate func evidence(
        _ customer: String, receiptOf account: String
    ) throws -> RouteTranscript.Body {
        let receipt = try apple.with { try $0.receipt(of: AccountID(account)) }.base64EncodedString()
        return .named(
            "the receipt of \(account)",
            Data(#"{"app_user_id":"\#(customer)","receipt":"\#(receipt)"}"#.utf8))
    }

    /// Lets a customer, u_2, have everything that there is to tell: a subscription, a grant for a week, and a loss.
    fileprivate func settle() async throws {
        let jws = try signed("tea.yearly", by: "u_2")
        let shown = try await post(
            "/v1/receipts", key: backend, #"{"app_user_id":"u_2","signed_transactions":["\#(jws)"]}"#)
        let loss = try await post(
            "/v1/purchase-reports", key: app,
            """
            {"attempt_id":"lost","app_user_id":"u_2","product_id":"tea.pass","environment":"Production",
             "price":{"amount":"1.99","currency":"EUR"},
             "events":[{"at":"2026-01-30T07:59:30Z","state":"purchased"},
                       {"at":"2026-01-30T08:00:00Z","state":"finished"}]}
            """)
        #expect(shown.status == 200 && loss.status == 202)
        let week = try #require(CalendarPeriod(days: 7))
        let gift = GrantRequest(
            customer: AppUserID("u_2"), entitlement: "pot", term: .period(week), reason: "goodwill")
        guard case .granted = try store.grant(gift, by: Self.lead, at: Self.start) else {
            throw NothingSold()
        }
        _ = try store.tellEntitlements(by: Self.service, at: Self.start)
    }
}

extension Answered {
    /// The figures of a server without those that its times make.
    fileprivate var withoutTimes: Answered {
        let text = String(decoding: body, as: UTF8.self)
            .replacing(/(?m)^(\w+_seconds_bucket\{.*\}) \d+$/) { "\($0.output.1) COUNT" }
            .replacing(/(?m)^(\w+_seconds_sum\S*) \S+$/) { "\($0.output.1) SECONDS" }
        return Answered(status: status, headers: headers, body: Data(text.utf8))
    }
}

extension Data {
    /// One byte more than a body may have.
    fileprivate static let blanks = Data(repeating: 0x20, count: (4 << 20) + 1)

    /// Lists that stand in each other.
    fileprivate static func lists(_ depth: Int) -> Data {
        Data(repeating: 0x5B, count: depth) + Data(repeating: 0x5D, count: depth)
    }
}

extension String {
    /// A notification whose last four signs of the signature are others.
    fileprivate var forged: String { String(dropLast(6)) + "AAAA\"}" }
}
