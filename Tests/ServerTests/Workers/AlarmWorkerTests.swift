import Alarms
import FileStore
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Persistence
import PersistenceTesting
import Purchases
import Server
import Synchronization
import Testing

/// Alarms reach the command and the address that leads set, each until it has heard.
struct AlarmWorkerTests {
    private static let start = Instant(milliseconds: 1_700_000_000_000)
    private let lead = AgentName("lena")
    private let service = AgentName("makegood")

    /// Somebody who listens at an address, and answers as told.
    private final class Listener: Sendable {
        struct Heard: Sendable {
            let key: String?
            let body: String
        }

        let heard = Mutex<[Heard]>([])
        let status = Mutex(HTTPResponse.Status.noContent)

        /// Listens while something is done.
        func run(_ body: @escaping @Sendable (_ address: String) async throws -> Void) async throws {
            let router = Router()
            router.post("/alarm") { [self] request, _ in
                let text = String(buffer: try await request.body.collect(upTo: 1 << 20))
                let key = request.headers.first { $0.name.canonicalName == "idempotency-key" }?.value
                heard.withLock { $0.append(Heard(key: key, body: text)) }
                var headers = HTTPFields()
                headers[.location] = "/elsewhere"
                return Response(status: status.withLock { $0 }, headers: headers)
            }
            let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
            let application = Application(
                router: router,
                configuration: .init(address: .hostname("127.0.0.1", port: 0)),
                onServerRunning: { channel in
                    continuation.yield(channel.localAddress?.port ?? 0)
                    continuation.finish()
                })
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await application.runService(gracefulShutdownSignals: []) }
                var port = 0
                for await found in ports { port = found }
                try await body("http://127.0.0.1:\(port)/alarm")
                group.cancelAll()
            }
        }
    }

    private func store(command: String? = nil, url: String? = nil) throws -> Store {
        let store = try Store.inMemory(practice: true, by: lead, at: Self.start)
        try store.addAgent(service, role: .service, by: lead, at: Self.start)
        if let command {
            try store.set(.alarmAccount, to: service.rawValue, by: lead, at: Self.start)
            try store.set(.alarmCommand, to: command, by: lead, at: Self.start)
        }
        if let url { try store.set(.alarmURL, to: url, by: lead, at: Self.start) }
        // Of a server that never was nothing is said.
        let server = KnownServer(
            id: .only, process: getpid(), startedAt: Self.start, presence: .there)
        try store.noteServer(server, by: service, at: Self.start)
        return store
    }

    /// A server with the rights of an account, which agreed to the command that is set unless another is named.
    private func worker(
        _ store: Store, of account: AgentName? = nil, agreeingTo command: String? = nil,
        allowsPrivate: Bool = true
    ) throws -> AlarmWorker {
        let agreed = try command ?? store.settings()[.alarmCommand] ?? ""
        return AlarmWorker(
            StoreAccess(store, as: service, clock: ServerClock(now: { Self.start }, sleep: { _ in })),
            consent: AlarmConsent(account: account ?? service, givenTo: agreed),
            allowsPrivate: allowsPrivate, limit: .hours(1))
    }

    @Test(arguments: ["", "UPDATE settings SET value = 'touch HEARD' WHERE key = 'policy.alarm_command'"])
    func theCommandOfAnotherAccountOrOfNobodyIsNotRun(_ tampering: String) async throws {
        let folder = try StoreFolder()
        defer { withExtendedLifetime(folder) {} }
        let heard = folder.file("heard")
        let store = try self.store(command: "touch '\(heard)'")
        try store.raiseServerAlarm("wrong_secret", by: service, at: Self.start)
        let (command, others): (String?, AgentName?)
        if tampering.isEmpty {
            (command, others) = (nil, AgentName("somebody"))
        } else {
            let sql = tampering.replacing("HEARD", with: heard)
            try Raw.write(store, sql)
            // Even agreement does not make up for the word of a lead.
            (command, others) = ("touch \(heard)", nil)
        }
        let done = try await worker(store, of: others, agreeingTo: command).work(at: Self.start)
        #expect(done.count == 0 && !FileManager.default.fileExists(atPath: heard))
        #expect(try store.serverStanding(at: Self.start).alarms.first?.heardBy == [], "it waits")
        #expect(try await worker(try self.store(command: "true")).work(at: Self.start).failure == nil)
    }

    @Test func anAddressThatNoLeadSetIsNotSentTo() async throws {
        let listener = Listener()
        try await listener.run { [self] address in
            let store = try self.store(url: "http://127.0.0.1:1/nobody")
            try Raw.write(store, "UPDATE settings SET value = '\(address)' WHERE key = 'policy.alarm_url'")
            try store.raiseServerAlarm("wrong_secret", by: service, at: Self.start)
            #expect(try await worker(store).work(at: Self.start).count == 0)
            #expect(listener.heard.withLock { $0.isEmpty })
            let finding = try store.doctor(at: Self.start).first { $0.code == "trust" }
            #expect(finding?.level == .error && finding?.text.contains("setting:policy.alarm_url") == true)
        }
    }

    /// Leads decide whom an alarm calls; whether that may be inside only whoever runs the host.
    @Test func anAddressInsideIsNotSentToUnlessTheHostAllowsIt() async throws {
        let listener = Listener()
        try await listener.run { [self] address in
            for (address, failure) in [
                (address, "the address is not https, and alarms.allow_private is not set"),
                (
                    address.replacing("http:", with: "https:"),
                    "the address is inside, and alarms.allow_private is not set"
                ),
            ] {
                let store = try self.store(url: address)
                try store.raiseServerAlarm("wrong_secret", by: service, at: Self.start)
                let guarded = try worker(store, allowsPrivate: false)
                #expect(try await guarded.work(at: Self.start).failure == "alarm_failed")
                #expect(try store.serverStanding(at: Self.start).alarms.first?.failure == failure)
            }
            #expect(listener.heard.withLock { $0.isEmpty })
        }
    }

    @Test func theServersOwnTroubleIsToldOnceToBoth() async throws {
        let (listener, folder) = (Listener(), try StoreFolder())
        let heardFile = folder.file("heard")
        defer { withExtendedLifetime(folder) {} }
        try await listener.run { [self] address in
            let store = try self.store(command: "cat >> '\(heardFile)'", url: address)
            try store.raiseServerAlarm("wrong_secret", by: service, at: Self.start)
            let worker = try self.worker(store)
            let done = try await worker.work(at: Self.start)
            #expect(done.count == 1 && done.failure == nil)
            #expect(try await worker.work(at: Self.start + .days(1)).count == 0)
            let heard = listener.heard.withLock { $0 }
            #expect(heard.count == 1 && heard.first?.key == "server-wrong_secret-1700000000000")
            #expect(heard.first?.body.contains("\"code\":\"wrong_secret\"") == true)
            #expect(try String(contentsOfFile: heardFile, encoding: .utf8) == heard.first?.body)
        }
    }

    @Test(arguments: [HTTPResponse.Status.internalServerError, .found])
    func whatFailsIsRepeatedWhereItFailed(_ status: HTTPResponse.Status) async throws {
        let (listener, folder) = (Listener(), try StoreFolder())
        let runsFile = folder.file("runs")
        defer { withExtendedLifetime(folder) {} }
        listener.status.withLock { $0 = status }
        try await listener.run { [self] address in
            let store = try self.store(command: "echo run >> '\(runsFile)'", url: address)
            try store.raiseServerAlarm("wrong_secret", by: service, at: Self.start)
            let worker = try self.worker(store)
            #expect(try await worker.work(at: Self.start).failure == "alarm_failed")
            #expect(
                try store.serverStanding(at: Self.start).alarms.first?.failure
                    == "the address answered \(status.code)")
            #expect(
                try await worker.work(at: Self.start + .seconds(1)).count == 0, "not before the pause is over"
            )
            listener.status.withLock { $0 = .ok }
            #expect(try await worker.work(at: Self.start + .seconds(30)).failure == nil)
            #expect(try String(contentsOfFile: runsFile, encoding: .utf8) == "run\n")
            #expect(listener.heard.withLock { $0.count } == 2)
        }
    }

    @Test func aLossIsToldWithItsPage() async throws {
        let listener = Listener()
        try await listener.run { [self] address in
            let store = try self.store(url: address)
            try Raw.write(
                store,
                """
                INSERT INTO tickets (id, "group", state, environment, waiting_since_ms, opened_at_ms, cause, attempts,
                    attempt_limit, blocks_repurchase)
                VALUES (1, 3, 'open', 'Production', 1, 1, 'not_verified', 0, 5, 0); INSERT INTO alarms (ticket_id, at_ms) VALUES (1, 1)
                """)
            #expect(try await worker(store).work(at: Self.start).count == 1)
            let heard = listener.heard.withLock { $0.first }
            #expect(heard?.key == "ticket-1" && heard?.body.contains("\"cause\":\"not_verified\"") == true)
            let page = try #require(try store.ticketPage(TicketID("1"), at: Self.start))
            #expect(page.alarm?.deliveredAt == Self.start && page.alarm?.heardBy == [.url])
        }
    }

    /// A thousand customers pay within a minute and get nothing; their tickets are losses as they come, in batches, and the
    /// server is started anew in between.
    @Test func aThousandAlarmsInAMinuteAreOneIncidentsAlarm() async throws {
        let (listener, folder) = (Listener(), try StoreFolder())
        let runsFile = folder.file("runs")
        defer { withExtendedLifetime(folder) {} }
        try await listener.run { [self] address in
            let store = try self.store(command: "echo run >> '\(runsFile)'", url: address)
            let shop = Shop(store)
            // A first loss, alone, before anybody could know of an incident; it waits for Apple's word of it.
            try shop.bring([Self.loss(0)], at: Self.start)
            _ = try await worker(store).work(at: Self.start)
            for batch in 0..<10 {
                let now = Self.start + .seconds(Int64(batch) * 6)
                try shop.bring((1...100).map { Self.loss(batch * 100 + $0) }, at: now)
                for _ in 0..<30 where try store.hasDueAlarm(at: now) {
                    _ = try await worker(store).work(at: now)
                }
            }
            let end = Self.start + .hours(1)
            for _ in 0..<30 where try store.hasDueAlarm(at: end) { _ = try await worker(store).work(at: end) }
            let keys = listener.heard.withLock { $0.compactMap(\.key) }
            #expect(keys == ["incident-1"])
            let runs = try String(contentsOfFile: runsFile, encoding: .utf8)
            #expect(runs.split(separator: "\n").count == 1)
            #expect(try store.number("SELECT count(*) FROM alarms") == 1001)
            #expect(try !store.hasDueAlarm(at: end + .days(1)))
        }
    }

    /// What the app of a customer reports who paid, whose purchase could not be verified, and whose payment it closed.
    private static func loss(_ number: Int) -> Paper {
        let hours = Double(start.milliseconds - ReportedAttempt.moment(0).milliseconds) / 3_600_000 - 0.1
        return ReportedAttempt(
            id: "a-\(number)", customer: "u_\(number)", transaction: String(7_000_000 + number),
            events: [
                ReportedAttempt.state("purchased", hours),
                ReportedAttempt.step("verify", hours + 0.01, httpStatus: 503),
                ReportedAttempt.state("finished", hours + 0.02),
            ]
        ).paper
    }

    @Test func nobodyThereIsSaidWithoutTheAddress() async throws {
        let store = try self.store(url: "http://127.0.0.1:1/hidden-path")
        try store.raiseServerAlarm("wrong_secret", by: service, at: Self.start)
        #expect(try await worker(store).work(at: Self.start).failure == "alarm_failed")
        let failure = try store.serverStanding(at: Self.start).alarms.first?.failure
        #expect(failure == "the address could not be reached")
    }
}
