import Foundation
public import Metrics
import Synchronization

/// Keeps metrics and writes them as Prometheus reads them, text format 0.0.4.
///
/// Source: Prometheus, Exposition formats. Durations are kept in seconds, in histograms of fixed buckets.
public final class PrometheusMetrics: MetricsFactory, Sendable {
    /// The upper bounds of the buckets of durations, in seconds.
    private static let buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private enum Kind: String { case counter, gauge, histogram }

    private struct Series {
        var value = 0.0
        var buckets: [Int] = []
        var count = 0
    }

    private struct Family {
        let kind: Kind
        var series: [String: Series] = [:]
    }

    private let families = Mutex<[String: Family]>([:])

    /// No metrics yet.
    public init() {}

    /// Everything, as Prometheus reads it.
    public var text: String {
        let families = families.withLock { $0 }
        return families.sorted { $0.key < $1.key }.map { name, family in
            let lines = family.series.sorted { $0.key < $1.key }.flatMap { labels, series in
                PrometheusMetrics.lines(name, labels, series, family.kind)
            }
            return (["# TYPE \(name) \(family.kind.rawValue)"] + lines).joined(separator: "\n") + "\n"
        }.joined()
    }

    private static func lines(_ name: String, _ labels: String, _ series: Series, _ kind: Kind) -> [String] {
        let braced = labels.isEmpty ? "" : "{\(labels)}"
        guard kind == .histogram else { return ["\(name)\(braced) \(number(series.value))"] }
        let separator = labels.isEmpty ? "" : ","
        var lines = zip(buckets, series.buckets).map { bound, count in
            "\(name)_bucket{\(labels)\(separator)le=\"\(number(bound))\"} \(count)"
        }
        lines.append("\(name)_bucket{\(labels)\(separator)le=\"+Inf\"} \(series.count)")
        lines.append("\(name)_sum\(braced) \(number(series.value))")
        lines.append("\(name)_count\(braced) \(series.count)")
        return lines
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
    }
}

extension PrometheusMetrics {
    fileprivate func change(_ name: String, _ labels: String, by change: (inout Double) -> Void) {
        families.withLock {
            change(&$0[name, default: Family(kind: .gauge)].series[labels, default: Series()].value)
        }
    }

    fileprivate func observe(_ name: String, _ labels: String, seconds: Double) {
        families.withLock { families in
            var series = families[name]?.series[labels] ?? Series()
            if series.buckets.isEmpty { series.buckets = Array(repeating: 0, count: Self.buckets.count) }
            for (place, bound) in Self.buckets.enumerated() where seconds <= bound {
                series.buckets[place] += 1
            }
            series.value += seconds
            series.count += 1
            families[name]?.series[labels] = series
        }
    }

    /// Makes a family known from the beginning, so that what did not happen yet is written as 0.
    private func register(_ label: String, _ kind: Kind, _ dimensions: [(String, String)]) -> MetricName {
        let name = MetricName(label, dimensions)
        families.withLock { families in
            if families[name.name] == nil { families[name.name] = Family(kind: kind) }
            if families[name.name]?.series[name.labels] == nil {
                families[name.name]?.series[name.labels] = Series(
                    buckets: kind == .histogram ? Array(repeating: 0, count: Self.buckets.count) : [])
            }
        }
        return name
    }

    /// A counter.
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        CounterMeter(self, register(label, .counter, dimensions))
    }

    /// A counter of fractions.
    public func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        CounterMeter(self, register(label, .counter, dimensions))
    }

    /// A gauge: what was recorded last.
    public func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        GaugeMeter(self, register(label, .gauge, dimensions))
    }

    /// A gauge.
    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        GaugeMeter(self, register(label, .gauge, dimensions))
    }

    /// A histogram of durations.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        DurationMeter(self, register(label, .histogram, dimensions))
    }

    /// What was counted stays: Prometheus knows no end of a series.
    public func destroyCounter(_ handler: any CounterHandler) {}
    /// What was counted stays.
    public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    /// What was recorded stays.
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    /// What was set stays.
    public func destroyMeter(_ handler: any MeterHandler) {}
    /// What was timed stays.
    public func destroyTimer(_ handler: any TimerHandler) {}
}

/// A metric's name and labels as Prometheus allows them.
private struct MetricName: Sendable {
    let name: String
    let labels: String

    init(_ label: String, _ dimensions: [(String, String)]) {
        name = MetricName.plain(label)
        labels = dimensions.map { "\(MetricName.plain($0.0))=\"\(MetricName.escaped($0.1))\"" }
            .joined(separator: ",")
    }

    private static func plain(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}

private final class CounterMeter: CounterHandler, FloatingPointCounterHandler {
    private let metrics: PrometheusMetrics
    private let name: MetricName

    init(_ metrics: PrometheusMetrics, _ name: MetricName) { (self.metrics, self.name) = (metrics, name) }

    func increment(by amount: Int64) { increment(by: Double(amount)) }
    func increment(by amount: Double) { metrics.change(name.name, name.labels) { $0 += amount } }
    func reset() { metrics.change(name.name, name.labels) { $0 = 0 } }
}

private final class GaugeMeter: RecorderHandler, MeterHandler {
    private let metrics: PrometheusMetrics
    private let name: MetricName

    init(_ metrics: PrometheusMetrics, _ name: MetricName) { (self.metrics, self.name) = (metrics, name) }

    func record(_ value: Int64) { set(Double(value)) }
    func record(_ value: Double) { set(value) }
    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { metrics.change(name.name, name.labels) { $0 = value } }
    func increment(by amount: Double) { metrics.change(name.name, name.labels) { $0 += amount } }
    func decrement(by amount: Double) { metrics.change(name.name, name.labels) { $0 -= amount } }
}

private final class DurationMeter: TimerHandler {
    private let metrics: PrometheusMetrics
    private let name: MetricName

    init(_ metrics: PrometheusMetrics, _ name: MetricName) { (self.metrics, self.name) = (metrics, name) }

    func recordNanoseconds(_ duration: Int64) {
        metrics.observe(name.name, name.labels, seconds: Double(duration) / 1e9)
    }
}
