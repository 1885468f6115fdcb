import Foundation
import HTTPTypes
import Hummingbird
import JSONValues
import Persistence
import Purchases
import Wording

/// Answers probes and Prometheus: `/health` (it runs), `/ready` (it can write the store and its workers go on),
/// `/metrics`.
///
/// Being alive and being ready is said to everybody, and says nothing else but the release.
struct HealthRoutes: Sendable {
    /// How long a document may wait for the store before the server says that it is not ready†.
    static let longestWait = Duration.seconds(10)
    /// How long `/ready` may take†: a store whose lock is held longer is not ready.
    static let patience = Duration.seconds(1)

    let parts: ServerParts
    let metrics: PrometheusMetrics
    let probe: StoreProbe

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/health") { _ in
                Response.json(.object(["status": "alive", "version": Release.text]))
            },
            Endpoint(.get, "/ready") { exchange in
                try await check(at: exchange.now)
                return .json(.object(["status": "ready"]))
            },
            Endpoint(.get, "/metrics", for: [.metrics]) { _ in
                Response(
                    status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                    body: .init(byteBuffer: ByteBuffer(string: metrics.text)))
            },
        ]
    }

    private func check(at now: Instant) async throws {
        if let oldest = parts.gatherer.oldest, .now - oldest > HealthRoutes.longestWait {
            throw Problem(.unavailable, "Documents wait too long for the store.", code: "lag", retryAfter: 10)
        }
        // A probe is answered in time, also while another write holds the store's lock.
        let looked = await Waiting.result(within: HealthRoutes.patience) { await problem(at: now) }
        guard let problem = looked else { throw HealthRoutes.isHeld }
        if let problem { throw problem }
    }

    /// Why the store or the server is not ready; it takes as long as the store's lock is waited for.
    private func problem(at now: Instant) async -> Problem? {
        guard await probe.isWritable() else { return HealthRoutes.isNotWritten }
        // An empty write passes on a full disk, too; the server's own notes do not.
        // Another server of the store is ready or not for itself.
        let own = parts.store.server
        do {
            let presence = try await parts.store.ask { store in
                try store.wholePage(of: ServerStatusQuery(), at: now).server(own)?.presence
            }
            return switch presence {
            case .late, .gone: HealthRoutes.standsStill
            default: nil
            }
        } catch { return Problem(error) }
    }

    private static let isHeld = Problem(
        .unavailable, "The store is held by another write.", code: "held", retryAfter: 10)
    private static let isNotWritten = Problem(
        .unavailable, "The store cannot be written.", code: "store", retryAfter: 10)
    private static let standsStill = Problem(
        .unavailable, "The server has noted nothing for a while: its work stands still.",
        code: "stands_still",
        retryAfter: 10)
}

/// Finds out whether the store can be written, at most once a second, however many ask.
actor StoreProbe {
    private let gatherer: Gatherer
    private var known: (isWritable: Bool, at: ContinuousClock.Instant)?
    private var running: Task<Bool, Never>?

    /// A probe through the one way in.
    init(_ gatherer: Gatherer) { self.gatherer = gatherer }

    /// Whether an empty write passes, within the time for which the store's lock is waited for.
    func isWritable() async -> Bool {
        if let known, .now - known.at < .seconds(1) { return known.isWritable }
        if let running { return await running.value }
        let task = Task { [gatherer] in
            (try? await gatherer.take(ImportBatch([], from: "probe"))) != nil
        }
        running = task
        let isWritable = await task.value
        known = (isWritable, .now)
        running = nil
        return isWritable
    }
}
