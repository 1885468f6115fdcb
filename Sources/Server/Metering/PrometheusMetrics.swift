import Foundation
import Synchronization

/// The server's figures, as Prometheus reads them: text format 0.0.4.
///
/// Source: Prometheus, Exposition formats. Durations are kept in seconds, in histograms of fixed buckets. Names and labels are
/// written in the program, so that nothing in them has to be escaped.
package final class PrometheusMetrics: Sendable {
    /// The upper bounds of the buckets of durations, in seconds†.
    private static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private struct Durations {
        var buckets = Array(repeating: 0, count: PrometheusMetrics.bounds.count)
        var sum = 0.0
        var count = 0
    }

    /// By name, and within a name by labels.
    private struct Families {
        var counters: [String: [String: Int]] = [:]
        var durations: [String: [String: Durations]] = [:]
    }

    private let families = Mutex(Families())

    /// No figures yet.
    package init() {}

    /// Makes figures known from the beginning, so that what did not happen yet is written as 0.
    func begin(counters: [String], durations: [String]) {
        families.withLock { families in
            for name in counters { families.counters[name] = ["": 0] }
            for name in durations { families.durations[name] = ["": Durations()] }
        }
    }

    /// Counts something.
    func count(_ name: String, _ labels: KeyValuePairs<String, String> = [:], by amount: Int = 1) {
        let labels = PrometheusMetrics.text(of: labels)
        families.withLock { $0.counters[name, default: [:]][labels, default: 0] += amount }
    }

    /// Notes how long something took.
    func note(_ length: Duration, as name: String, _ labels: KeyValuePairs<String, String> = [:]) {
        let (labels, seconds) = (PrometheusMetrics.text(of: labels), length.seconds)
        families.withLock { families in
            var durations = families.durations[name]?[labels] ?? Durations()
            for (place, bound) in PrometheusMetrics.bounds.enumerated() where seconds <= bound {
                durations.buckets[place] += 1
            }
            durations.sum += seconds
            durations.count += 1
            families.durations[name, default: [:]][labels] = durations
        }
    }

    /// Everything, as Prometheus reads it.
    var text: String {
        let families = families.withLock { $0 }
        let counters = families.counters.map { name, series in
            PrometheusMetrics.family(name, "counter", series) { labels, count in
                ["\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(count)"]
            }
        }
        let durations = families.durations.map { name, series in
            PrometheusMetrics.family(name, "histogram", series) { labels, durations in
                PrometheusMetrics.lines(name, labels, durations)
            }
        }
        return (counters + durations).sorted { $0.name < $1.name }.map(\.text).joined()
    }

    private static func family<Value>(
        _ name: String, _ kind: String, _ series: [String: Value], lines: (String, Value) -> [String]
    ) -> (name: String, text: String) {
        let lines = series.sorted { $0.key < $1.key }.flatMap { lines($0.key, $0.value) }
        return (name, (["# TYPE \(name) \(kind)"] + lines).joined(separator: "\n") + "\n")
    }

    private static func lines(_ name: String, _ labels: String, _ durations: Durations) -> [String] {
        let (braced, separator) = labels.isEmpty ? ("", "") : ("{\(labels)}", ",")
        let limits = bounds.map(number) + ["+Inf"]
        return zip(limits, durations.buckets + [durations.count]).map { limit, count in
            "\(name)_bucket{\(labels)\(separator)le=\"\(limit)\"} \(count)"
        } + ["\(name)_sum\(braced) \(number(durations.sum))", "\(name)_count\(braced) \(durations.count)"]
    }

    private static func text(of labels: KeyValuePairs<String, String>) -> String {
        labels.map { "\($0)=\"\($1)\"" }.joined(separator: ",")
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
    }
}
