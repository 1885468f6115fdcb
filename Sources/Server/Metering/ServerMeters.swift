public import Metrics
import Synchronization

/// What is measured of requests.
final class HTTPMeters: Sendable {
    private struct Name: Hashable {
        let route: String
        let method: String
        let status: Int
    }

    private let factory: any MetricsFactory
    private let counters = Mutex<[Name: Counter]>([:])
    private let timers = Mutex<[String: Metrics.Timer]>([:])

    /// Meters that a factory makes.
    init(_ factory: any MetricsFactory) { self.factory = factory }

    /// Notes that a request was answered; its route is a template of ours, so that there are few of them.
    func answered(route: String, method: String, status: Int, length: Duration) {
        let name = Name(route: route, method: method, status: status)
        let counter = counters.withLock { counters in
            if let known = counters[name] { return known }
            let made = Counter(
                label: "makegood_http_requests_total",
                dimensions: [("route", route), ("method", method), ("status", String(status))],
                factory: factory)
            counters[name] = made
            return made
        }
        counter.increment()
        let timer = timers.withLock { timers in
            if let known = timers[route] { return known }
            let made = Metrics.Timer(
                label: "makegood_http_request_seconds", dimensions: [("route", route)], factory: factory)
            timers[route] = made
            return made
        }
        timer.recordNanoseconds(Int64(length.seconds * 1e9))
    }
}

extension GatheringMeters {
    /// Meters that a factory makes.
    public static func kept(by factory: any MetricsFactory) -> GatheringMeters {
        let commits = Counter(label: "makegood_gathered_commits_total", factory: factory)
        let batches = Counter(label: "makegood_gathered_parcels_total", factory: factory)
        let failures = Counter(label: "makegood_gathered_failures_total", factory: factory)
        let length = Metrics.Timer(label: "makegood_gathered_commit_seconds", factory: factory)
        return GatheringMeters { count, time in
            commits.increment()
            batches.increment(by: count)
            length.recordNanoseconds(Int64(time.seconds * 1e9))
        } failed: {
            failures.increment()
        }
    }
}
