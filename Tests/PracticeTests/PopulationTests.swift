import FileStore
import Foundation
import Intake
import Persistence
import Purchases
import Testing

@testable import Practice

/// The population is the same for the same seed, goes in whole, and shows what it promises.
struct PopulationTests {
    private static let now = Instant(milliseconds: 1_795_219_200_000)
    private static let lead = AgentName("lena")

    private func documents(_ customers: Int, seed: UInt64) throws -> [PracticeDocument] {
        let population = PracticePopulation(customers: customers, seed: seed, now: Self.now)
        return try population.documents(of: population.people())
    }

    private func reports(_ customers: Int) throws -> [String] {
        try documents(customers, seed: 1).map { String(decoding: $0.bytes, as: UTF8.self) }
            .filter { $0.contains("\"kind\":\"purchase_report\"") }
    }

    @Test func everyProductIsNamedAsAShopWould() throws {
        let yaml = String(decoding: PracticeCatalog.yaml, as: UTF8.self)
        let catalog = try CatalogReader(file: "practice").catalog(yaml)
        #expect(catalog.products.count == 9)
        for product in catalog.products.values {
            #expect(Set(product.names.keys) == ["en", "de"], "\(product.id)")
        }
        #expect(catalog.names.name(of: ProductID("premium_month"), in: "de") == "Premium, monatlich")
    }

    @Test func theSameSeedGivesTheSameDocuments() throws {
        let first = try documents(80, seed: 5)
        #expect(try documents(80, seed: 5) == first)
        #expect(try documents(80, seed: 6) != first)
    }

    @Test(arguments: [1, 40, 60])
    func everyDocumentGoesIn(customers: Int) throws {
        let population = PracticePopulation(customers: customers, seed: 2, now: Self.now)
        let store = try Store.inMemory(practice: true, by: Self.lead, at: population.start)
        let imports = try population.fill(store, lead: Self.lead)
        #expect(imports.flatMap(\.rejected).isEmpty)
        #expect(imports.map(\.duplicates) == [0, 0, 0])
        #expect(imports.map(\.documents).reduce(0, +) > customers)
    }

    /// Some customers are told of by signed notifications, with what their renewals cost.
    @Test func someNotificationsAreSignedAndTellPrices() throws {
        let population = PracticePopulation(customers: 160, seed: 1, now: Self.now)
        let store = try Store.inMemory(practice: true, by: Self.lead, at: population.start)
        let imports = try population.fill(store, lead: Self.lead)
        #expect(imports.flatMap(\.rejected).isEmpty)
        let signed = try store.wholePage(
            of: DocumentListQuery(DocumentFilter(kind: .notificationV2), limit: 50), at: Self.now
        ).documents
        #expect(signed.count > 20 && signed.allSatisfy { $0.check == "signed" })
        let told = population.people().filter { $0.number >= 100 }.flatMap { person in
            (try? store.wholePage(of: CustomerQuery(person.person.id), at: Self.now))?.access.facts.chains
                ?? []
        }.flatMap(\.transactions)
        #expect(told.contains { $0.values.transactionReason == "RENEWAL" && $0.values.price != nil })
        #expect(told.contains { $0.values.appTransactionID != nil })
    }

    /// A renewal that failed and was charged within the grace period leaves no gap.
    @Test func someGracePeriodsWereRecovered() throws {
        let people = PracticePopulation(customers: 600, seed: 1, now: Self.now).people()
        let chains = people.flatMap(\.chains).filter { $0.purchases.last?.isRecovered ?? false }
        #expect(!chains.isEmpty)
        for chain in chains {
            let (failed, charged) = (chain.purchases[chain.purchases.count - 2], chain.purchases.last)
            let late = try #require(charged?.purchasedAt) - (try #require(failed.expiresAt))
            #expect(late == .days(3) && chain.graceUntil == failed.expiresAt.map { $0 + .days(16) })
        }
    }

    @Test func documentsComeAsTheyWereReceived() throws {
        let times = try documents(60, seed: 1).map(\.receivedAt)
        #expect(times == times.sorted())
    }

    @Test func sixtyCustomersShowEveryTrouble() {
        let people = PracticePopulation(customers: 60, seed: 1, now: Self.now).people()
        let shown = people.flatMap(\.troubles)
        #expect(Set(shown) == Set(PracticeTrouble.shares.map(\.trouble)))
        #expect(shown.count { if case .outage = $0 { true } else { false } } >= 6)
        #expect(shown.count { $0 == .configurationFault } >= 4)
    }

    @Test(arguments: [
        "\"error_code\":2", "\"state\":\"deferred\"", "\"state\":\"restored\"", "\"receipt_status\":21004",
        "\"receipt_status\":21005", "\"http_status\":503", "NSURLErrorDomain:-1001", "\"ok\":false",
        "\"ok\":true", "\"environment\":\"Sandbox\"", "\"at\":\"2001-", "\"at\":\"2040-",
        "\"app_version\":\"5.3.0\"", "\"amount\":\"0.00\"",
    ])
    func reportsTell(mark: String) throws {
        #expect(try reports(60).contains { $0.contains(mark) })
    }

    /// A seventh of the customers, more or less, has something that did not go well.
    @Test func troublesHavePlausibleShares() {
        let people = PracticePopulation(customers: 1000, seed: 4, now: Self.now).people()
        let troubled = people.count { !$0.troubles.isEmpty }
        #expect((150...300).contains(troubled))
        let outage = people.flatMap(\.troubles).count { if case .outage = $0 { true } else { false } }
        #expect((12...40).contains(outage))
    }

    /// Whoever tells more of a charge tells it of the same customer, and nobody is told before being a customer.
    @Test func everyChargeComesAfterItsCustomer() throws {
        for person in PracticePopulation(customers: 200, seed: 8, now: Self.now).people() {
            let record = try JSONDecoder().decode([String: String].self, from: person.record())
            let created = try #require(record["created_at"])
            #expect(try person.documents().allSatisfy { $0.receivedAt.description > created })
        }
    }
}
