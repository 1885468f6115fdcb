import FileStore
import Foundation
import Intake
import Persistence
import Purchases
import Testing

@testable import Practice

/// What the practice store tells could have happened: nothing of it is to come, and everything is told when it could be.
struct PlausibilityTests {
    private static let now = Instant(milliseconds: 1_795_219_200_000)
    private static let lead = AgentName("root")

    private static let usual = PracticePopulation(
        customers: PracticePopulation.usualCustomers, seed: 1, now: now)
    /// Its store, which no test changes.
    private static let store = Result {
        let store = try Store.inMemory(practice: true, by: lead, at: usual.start)
        try usual.fill(store, lead: lead)
        return store
    }

    private let population = usual
    private let people: [PracticeCustomer]

    init() { people = population.people() }

    private func told<Body: Decodable>(_ kind: String, as: Body.Type) throws -> [Envelope<Body>] {
        try population.documents(of: people).filter { $0.bytes.starts(with: Data("{\"body\"".utf8)) }
            .compactMap { document in
                let head = try JSONDecoder().decode(Envelope<Nothing>.self, from: document.bytes)
                guard head.kind == kind else { return nil }
                return try JSONDecoder().decode(Envelope<Body>.self, from: document.bytes)
            }
    }

    @Test func nothingIsToCome() throws {
        for purchase in people.flatMap(\.chains).flatMap(\.purchases) {
            #expect(purchase.purchasedAt <= Self.now && purchase.cancelledAt ?? Self.now <= Self.now)
        }
        // By a right clock: what devices with a wrong one believe is one of the troubles.
        for report in people.flatMap(\.chains).flatMap(\.attempts).flatMap(\.reports) {
            #expect(report.receivedAt <= Self.now && report.events.allSatisfy { $0.at <= report.receivedAt })
        }
        #expect(try population.documents(of: people).allSatisfy { $0.receivedAt <= Self.now })
    }

    @Test func notificationsFitTheirTransactions() throws {
        let notifications = try told("notification_v1", as: Notification.self)
        #expect(notifications.count > 500)
        for notification in notifications {
            let (body, received) = (notification.body, try #require(Instant(notification.received_at)))
            let newest = try #require(body.unified_receipt.latest_receipt_info.first)
            let expires = newest.expires_date_ms.flatMap { Int64($0) }.map(Instant.init(milliseconds:))
            let bought = Instant(milliseconds: try #require(Int64(newest.purchase_date_ms)))
            let renewal = body.unified_receipt.pending_renewal_info.first
            let isOver = expires.map { $0 <= received } ?? false
            let type = body.notification_type
            #expect(bought <= received, "\(type)")
            switch type {
            case "DID_FAIL_TO_RENEW":
                #expect(
                    isOver && renewal?.is_in_billing_retry_period == "1", "told before the renewal failed")
            case "DID_CHANGE_RENEWAL_STATUS":
                #expect(renewal?.auto_renew_status == "0" && received >= bought + .hours(1))
            case "INITIAL_BUY", "DID_RENEW", "INTERACTIVE_RENEWAL", "DID_RECOVER":
                #expect(received - bought <= .seconds(60), "\(type)")
            case "CANCEL", "REFUND", "REVOKE":
                #expect(newest.cancellation_date_ms != nil, "\(type)")
            case "DID_CHANGE_RENEWAL_PREF", "PRICE_INCREASE_CONSENT":
                #expect(!isOver && renewal?.auto_renew_status == "1")
            case "CONSUMPTION_REQUEST":
                #expect(newest.cancellation_date_ms == nil && Self.now - received < .hours(8))
            default: Issue.record("\(type) is told")
            }
            if !isOver {
                #expect(renewal?.expiration_intent == nil && renewal?.grace_period_expires_date_ms == nil)
            }
        }
        let types = Set(notifications.map(\.body.notification_type))
        #expect(
            types.isSuperset(of: [
                "DID_FAIL_TO_RENEW", "DID_CHANGE_RENEWAL_STATUS", "CANCEL", "REVOKE", "CONSUMPTION_REQUEST",
            ]))
    }

    @Test func theDoctorFindsNothing() throws {
        let found = try Self.store.get().doctor(at: Self.now).filter { $0.level != .ok }
        // In memory there is no journal to be durable.
        #expect(found.map(\.code).filter { $0 != "durability" }.isEmpty, "\(found)")
    }

    @Test func theUsualOneHasSomethingForEveryScreen() throws {
        let store = try Self.store.get()
        let tickets = try store.wholePage(of: TicketListQuery(limit: 1000), at: Self.now).tickets
        for group in ErrorGroup.allCases { #expect(tickets.count { $0.group == group } > 10) }
        #expect(Set(tickets.map(\.cause)).count > 20)
        #expect(try !store.wholePage(of: IncidentListQuery(), at: Self.now).incidents.isEmpty)
        #expect(try store.wholePage(of: SilentLossListQuery(), at: Self.now).losses.count > 2)
        #expect(try store.wholePage(of: RequestListQuery(.open), by: Self.lead, at: Self.now).rows.count > 2)
        let refunds = try store.wholePage(of: RefundListQuery(.open), at: Self.now)
        #expect(refunds.contains(where: \.hasConsent) && !refunds.allSatisfy(\.hasConsent))
    }

    @Test func someOrdersAreRecorded() throws {
        let store = try Self.store.get()
        let first = PracticeOrders.order(of: 0, seed: 1)
        let match = try #require(
            try store.wholePage(of: SearchQuery(first.rawValue.lowercased()), at: Self.now).matches.first)
        #expect(match.customer?.id == AppUserID("u_1000") && match.matchedOn == "order_id")
        let recorded = try store.wholePage(of: AuditQuery(limit: 1000), at: Self.now).entries.filter {
            $0.action == "chain.order"
        }
        #expect((5...60).contains(recorded.count))
        let readme = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../README.md")
        #expect(try String(contentsOf: readme, encoding: .utf8).contains("`\(first)`"), "the README names it")
    }

    /// Whoever makes it may have the name of one of its agents, and leads it all the same.
    @Test(arguments: ["ana", "lena", "vic", "importer"])
    func anyAgentCanMakeIt(_ login: String) throws {
        let small = PracticePopulation(customers: 40, seed: 1, now: Self.now)
        let store = try Store.inMemory(practice: true, by: AgentName(login), at: small.start)
        try small.fill(store, lead: AgentName(login))
        #expect(try store.role(of: AgentName(login)) == .lead)
    }

    @Test func aStoreSaysWhatItWasMadeOf() {
        #expect(PracticePopulation(population.text) == population)
        for text in ["", "customers=1", "customers=x seed=1 now=2026-01-01"] {
            #expect(PracticePopulation(text) == nil)
        }
    }

    /// The bar begins at nothing, never goes back, and ends at everything.
    @Test func theBarTellsTheTruth() throws {
        let small = PracticePopulation(customers: 60, seed: 1, now: Self.now)
        let store = try Store.inMemory(practice: true, by: Self.lead, at: small.start)
        var shares: [Double] = []
        try small.fill(store, lead: Self.lead) { shares.append($0.share) }
        #expect(shares.first == 0 && (0.99...1).contains(shares.last ?? 0))
        #expect(zip(shares, shares.dropFirst()).allSatisfy { $1 >= $0 - 0.02 })
        #expect(shares.contains { (0.3...0.7).contains($0) })
    }

    private struct Envelope<Body: Decodable>: Decodable {
        let kind: String
        let received_at: String
        let body: Body
    }

    private struct Nothing: Decodable {}

    private struct Notification: Decodable {
        struct Receipt: Decodable {
            let latest_receipt_info: [Entry]
            let pending_renewal_info: [Renewal]
        }
        struct Entry: Decodable {
            let purchase_date_ms: String
            let expires_date_ms: String?
            let cancellation_date_ms: String?
        }
        struct Renewal: Decodable {
            let auto_renew_status: String
            let expiration_intent: String?
            let is_in_billing_retry_period: String?
            let grace_period_expires_date_ms: String?
        }
        let notification_type: String
        let unified_receipt: Receipt
    }
}
