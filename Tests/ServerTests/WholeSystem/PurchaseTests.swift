import AppStore
import AppStoreClient
import AppStoreSimulator
import FileStore
import Foundation
import Logging
import Persistence
import PersistenceTesting
import Purchases
import Server
import ServiceLifecycle
import Testing

/// A purchase at the App Store is a customer with access, over real sockets, as soon as anybody could look.
struct PurchaseTests {
    private static let (lead, server) = (AgentName("lena"), AgentName("server"))

    @Test(arguments: [true, false])
    func aPurchaseIsAccessSoon(signs: Bool) async throws {
        let place = try Place()
        try await place.serving { shared, sender, store in
            let now = ServerClock.system.now()
            try shared.withWorld { world in
                _ = try world.apple.advance(to: now)
                world.apple.open(AccountID("u_1"), token: "3f2504e0-4f89-41d3-9a0c-0305e82c3301")
                try world.app.buy("tea.monthly", by: AccountID("u_1"), signs: signs, from: &world.apple)
            }
            try await sender.carry(upTo: ServerClock.system.now())
            for _ in 0..<20_000 where try !PurchaseTests.isEntitled("u_1", in: store) {
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(try PurchaseTests.isEntitled("u_1", in: store))
        }
    }

    @Test func whileAppleIsAwayWhatIsSignedIsTakenAllTheSame() async throws {
        let place = try Place()
        try await place.serving { shared, sender, store in
            let now = ServerClock.system.now()
            try shared.withWorld { world in
                _ = try world.apple.advance(to: now)
                world.apple.faults = FaultPlan(
                    AppleFault.outage(from: now, until: now + .days(1))
                        + [AppleFault(.lost, from: now, until: now + .days(1), share: 1)])
                world.apple.open(AccountID("u_2"))
                try world.app.buy("tea.yearly", by: AccountID("u_2"), signs: true, from: &world.apple)
            }
            try await sender.carry(upTo: ServerClock.system.now())
            #expect(try PurchaseTests.isEntitled("u_2", in: store))
            #expect(
                try store.chainPage(
                    shared.with { $0.transactions.values.first?.original ?? OriginalTransactionID("") },
                    at: now)?.notifications.isEmpty == true, "nothing of Apple's came")
        }
    }

    private static func isEntitled(_ customer: AppUserID, in store: Store) throws -> Bool {
        let page = try store.customerPage(customer, at: ServerClock.system.now())
        return page?.verdicts.contains { $0.entitlement == EntitlementID("premium") && $0.isEntitled }
            ?? false
    }

    /// A practice store in a folder of its own, and a server that serves it to a simulated App Store and its app.
    private struct Place {
        let folder: URL

        init() throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "purchase-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }

        func serving(
            _ work: @escaping @Sendable (SharedAppStore, Sender, Store) async throws -> Void
        ) async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let now = ServerClock.system.now()
            let apple = try SimulatedAppStore(at: now - .hours(1))
            let store = try Store.create(
                at: folder.appending(path: "store.sqlite").path, practice: true,
                bundleIDs: [apple.terms.bundleID], by: PurchaseTests.lead, at: now)
            try store.addAgent(PurchaseTests.server, role: .service, by: PurchaseTests.lead, at: now)
            try store.replaceCatalog(
                with: Catalog(apple.terms.products.map(\.product)), by: PurchaseTests.lead, at: now)
            let key = try store.addAPIKey(named: "app", for: .app, by: PurchaseTests.lead, at: now)
            let shared = SharedAppStore(apple)
            var settings = ServerSettings()
            settings.listen = ListenAddress(host: "127.0.0.1", port: 0)
            var logger = Logger(label: "test")
            logger.logLevel = .critical
            let clock = ServerClock.system
            let asker = AppStoreAsker(
                access: try shared.access(serving: [.production]), transport: InProcessTransport(to: shared),
                clock: AppStoreClock(now: clock.now, sleep: clock.sleep), logger: logger)
            let application = try ServerApplication(
                store, as: PurchaseTests.server, settings: settings, appStore: asker,
                roots: TrustedRoots(certificate: apple.signer.root), logger: logger)
            let (ports, listening) = AsyncStream.makeStream(of: Int.self)
            let services = try application.services { listening.yield($0) }
            let group = ServiceGroup(
                configuration: ServiceGroupConfiguration(services: services, logger: logger))
            let running = Task { try await group.run() }
            var iterator = ports.makeAsyncIterator()
            let port = try #require(await iterator.next())
            let server = URL(string: "http://127.0.0.1:\(port)")
            let sender = Sender(
                shared,
                to: Sender.Addresses(
                    notifications: server?.appending(path: "apple/notifications"), server: server, appKey: key
                )
            ) { _ in }
            do { try await work(shared, sender, store) } catch { Issue.record(error) }
            await group.triggerGracefulShutdown()
            try await running.value
            try store.close()
        }
    }
}
