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

/// What a key can do: the table of docs/server.md, walked. Whoever takes the app apart has the app's key, and is told nothing
/// of anybody else.
struct KeyPowersTests {
    private static let victim = "u_2"
    private static let route = "/v1/receipts"

    /// A purchase as StoreKit hands it over, and its chain.
    private static func bought(
        _ product: String, by account: String, in shop: ServedShop
    ) throws -> (jws: String, chain: String) {
        try shop.apple.with { apple in
            guard case .charged(let bought) = try apple.buy(ProductID(product), by: AccountID(account)) else {
                throw ServedShop.NothingSold()
            }
            return (try apple.signedTransaction(bought.id), bought.original.rawValue)
        }
    }

    /// Gives a customer a subscription, a grant and a loss; answers what of it nobody else may hear.
    private static func settle(in shop: ServedShop) async throws -> [String] {
        let (jws, chain) = try bought("tea.yearly", by: victim, in: shop)
        let body = #"{"app_user_id":"\#(victim)","signed_transactions":["\#(jws)"]}"#
        let taken = try await shop.post(route, key: shop.backend, body)
        #expect(taken.json["entitlements"]?.array?.first?["entitled"] == .bool(true))
        let gift = GrantRequest(
            customer: AppUserID(victim), entitlement: "premium", term: .lifetime, reason: "goodwill",
            evenIfNothingIsGained: true)
        guard case .granted = try shop.store.grant(gift, by: ServedShop.lead, at: ServedShop.start) else {
            throw ServedShop.NothingSold()
        }
        let loss = """
            {"attempt_id":"lost","app_user_id":"\(victim)","product_id":"tea.pass","environment":"Production",
             "events":[{"at":"2026-01-30T07:59:30Z","state":"purchased"},{"at":"2026-01-30T08:00:00Z","state":"finished"}]}
            """
        #expect(try await shop.post("/v1/purchase-reports", key: shop.app, loss).status == 202)
        let whole = try await shop.send(.GET, "/v1/customers/\(victim)/access", key: shop.backend)
        let secrets = [chain, "premium", "tea.yearly", "tea.pass", #""grant""#, #""ticket""#]
        for secret in secrets where secret != "tea.yearly" {
            #expect(String(decoding: whole.body, as: UTF8.self).contains(secret), "\(secret)")
        }
        return secrets
    }

    @Test func anAppIsAnsweredByItsOwnEvidence() async throws {
        try await ServedShop.serving { shop in
            let secrets = try await Self.settle(in: shop)
            let (jws, chain) = try Self.bought("tea.pot", by: "u_1", in: shop)
            let empty = try shop.apple.with { apple in
                apple.open(AccountID("u_3"))
                return try apple.receipt(of: AccountID("u_3")).base64EncodedString()
            }
            var answers: [String: JSONValue] = [:]
            for name in [Self.victim, "nobody"] {
                let body = #"{"app_user_id":"\#(name)","receipt":"\#(empty)"}"#
                let answer = try await shop.post(Self.route, key: shop.app, body)
                #expect(answer.status == 200 && answer.json["entitlements"] == .array([]), "\(name)")
                var members = answer.json.object ?? [:]
                let named = members.removeValue(forKey: "app_user_id")
                #expect(named == .string(name))
                answers[name] = .object(members)
                for secret in secrets {
                    #expect(!String(decoding: answer.body, as: UTF8.self).contains(secret), "\(secret)")
                }
            }
            #expect(answers[Self.victim] == answers["nobody"])
            let own = try await shop.post(
                Self.route, key: shop.app, #"{"app_user_id":"u_1","signed_transactions":["\#(jws)"]}"#)
            #expect(own.json["entitlements"]?.array?.map { $0["entitlement"]?.string } == ["pot"])
            #expect(own.json["entitlements"]?.array?.first?["source_id"] == .string(chain))
            // The backend hears of the whole customer, also with evidence of something else.
            let whole = try await shop.post(
                Self.route, key: shop.backend, #"{"app_user_id":"\#(Self.victim)","receipt":"\#(empty)"}"#)
            #expect(String(decoding: whole.body, as: UTF8.self).contains("premium"))
        }
    }

    /// What an app's key is answered by each route there is, whomever it names.
    @Test func anAppsKeyLearnsNothingOfStrangers() async throws {
        try await ServedShop.serving { shop in
            let secrets = try await Self.settle(in: shop)
            let (jws, _) = try Self.bought("tea.pot", by: "u_1", in: shop)
            let open = shop.server.door.endpoints.filter { $0.scopes.contains(.app) }
            #expect(Set(open.map(\.path)) == ["/v1/purchase-reports", Self.route])
            for name in [Self.victim, "nobody", "u_1"] {
                let bodies = [
                    "/v1/purchase-reports":
                        #"{"attempt_id":"own","app_user_id":"\#(name)","product_id":"tea.pot","environment":"Production","events":[]}"#,
                    Self.route: #"{"app_user_id":"\#(name)","signed_transactions":["\#(jws)"]}"#,
                ]
                for endpoint in shop.server.door.endpoints {
                    let path = endpoint.path.replacing("{id}", with: name)
                    let body = endpoint.method == .post ? bodies[endpoint.path, default: "{}"] : nil
                    let answer = try await shop.send(
                        endpoint.method == .post ? .POST : .GET, path, key: shop.app,
                        body: body.map { Data($0.utf8) })
                    let text = String(decoding: answer.body, as: UTF8.self)
                    for secret in secrets where secret != #""ticket""# {
                        #expect(!text.contains(secret), "\(endpoint.path) \(name) \(secret)")
                    }
                    let isOpen = endpoint.scopes.isEmpty || endpoint.scopes.contains(.app)
                    #expect((answer.status == 403) == !isOpen, "\(endpoint.path)")
                    if endpoint.path == "/v1/purchase-reports" {
                        #expect(answer.json["reports"]?.array?.first?["ticket"] == nil)
                    }
                }
            }
        }
    }
}
