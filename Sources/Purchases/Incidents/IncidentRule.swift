/// Which failed purchases are incidents: far more than is usual, for one cause or with one version of the app.
///
/// A pure function of what failed in which hour, whatever the order in which it became known. What it asks of a stretch
/// is ``IncidentScan/Limit``; every figure there and here is a choice of ours.†
public struct IncidentRule: Sendable {
    /// How much of a stretch its cause or its version carries.
    private static let most = 0.6
    /// A version stands out where it has so many times its usual share.
    private static let timesShare = 2.0
    /// Failures of configuration are one incident for as long as no such time passes without one, in hours.
    private static let configurationGap = 72
    /// So many of them are one at least.
    private static let leastFaults = 5
    /// Where the store knows of no failure for longer than this, it is taken to have seen nothing, in hours.
    private static let blindGap = 14 * 24
    /// How far from chance another cause of an outage is, and how often it was seen at least: one in a thousand.
    private static let (companion, companionTickets) = (6.9, 3)

    private let rows: [FailureHour]
    private let first: Int
    private let scan: IncidentScan

    /// What the rule finds at a moment; what lies after it was told by a clock that is off.
    public static func clusters(in rows: [FailureHour], at now: Instant) -> [IncidentCluster] {
        let present = Int(now.milliseconds / TimeLength.hours(1).count)
        let known = rows.filter { $0.hour <= present && $0.tickets > 0 }
        guard let rule = IncidentRule(known) else { return [] }
        return rule.clusters().sorted {
            ($0.hours.lowerBound, $0.key, $0.kind.rawValue) < ($1.hours.lowerBound, $1.key, $1.kind.rawValue)
        }
    }

    private init?(_ rows: [FailureHour]) {
        guard let first = rows.map(\.hour).min(), let last = rows.map(\.hour).max() else { return nil }
        (self.rows, self.first) = (rows, first)
        var counts = Array(repeating: 0, count: last - first + 1)
        for row in rows { counts[row.hour - first] += row.tickets }
        let week = UsualWeek(counts, from: first)
        var (weights, before) = (Array(repeating: 0.0, count: counts.count), 0)
        for place in counts.indices where counts[place] > 0 {
            let seen = place - before > IncidentRule.blindGap ? place...place : before...place
            for known in seen { weights[known] = week.weight(of: first + known) }
            before = place
        }
        scan = IncidentScan(weights: weights)
    }

    private func clusters() -> [IncidentCluster] {
        let versions = versionClusters()
        let rest = rows.filter { row in !versions.contains { $0.holds(row) } }
        let byCause = Dictionary(grouping: rest, by: \.cause)
        let found = byCause.flatMap { cause, rows in
            cause.isConfigurationFault ? faults(cause, rows) : bursts(cause, rows)
        }
        return versions + united(found, byCause)
    }

    private func counts(_ rows: some Sequence<FailureHour>) -> [Int] {
        var counts = Array(repeating: 0, count: scan.weights.count)
        for row in rows { counts[row.hour - first] += row.tickets }
        return counts
    }

    // MARK: One cause

    /// Failures of configuration, which are never usual.
    private func faults(_ cause: TicketCause, _ rows: [FailureHour]) -> [IncidentCluster] {
        let sorted = rows.sorted { $0.hour < $1.hour }
        var runs: [[FailureHour]] = []
        for row in sorted {
            if let last = runs.last?.last, row.hour - last.hour <= IncidentRule.configurationGap {
                runs[runs.count - 1].append(row)
            } else {
                runs.append([row])
            }
        }
        return runs.compactMap { run in
            let tickets = run.reduce(0) { $0 + $1.tickets }
            guard tickets >= IncidentRule.leastFaults, let from = run.first, let until = run.last else { return nil }
            return IncidentCluster(
                kind: .cause, key: cause.rawValue, causes: [cause], hours: from.hour...until.hour,
                tickets: tickets, usual: 0)
        }
    }

    private func bursts(_ cause: TicketCause, _ rows: [FailureHour]) -> [IncidentCluster] {
        joined(scan.stretches(in: counts(rows))).map { stretch in
            IncidentCluster(
                kind: .cause, key: cause.rawValue, causes: [cause], hours: hours(stretch.places),
                tickets: stretch.tickets, usual: Int(stretch.usual * 1000))
        }
    }

    private func hours(_ places: ClosedRange<Int>) -> ClosedRange<Int> {
        (places.lowerBound + first)...(places.upperBound + first)
    }

    /// Stretches with little time between them are one: six hours, or a quarter of the longer one, three days at most. One
    /// within the other, as an outage within a slow leak, is not.
    private func joined(_ stretches: [IncidentScan.Stretch]) -> [IncidentScan.Stretch] {
        var found: [IncidentScan.Stretch] = []
        for next in stretches.sorted(by: { $0.places.lowerBound < $1.places.lowerBound }) {
            guard let place = found.lastIndex(where: { IncidentRule.areOne($0.places, next.places) }) else {
                found.append(next)
                continue
            }
            let known = found[place]
            let from = min(known.places.lowerBound, next.places.lowerBound)
            let until = max(known.places.upperBound, next.places.upperBound)
            found[place] = IncidentScan.Stretch(
                places: from...until, tickets: known.tickets + next.tickets,
                usual: min(known.usual, next.usual), excess: max(known.excess, next.excess))
        }
        return found.count == stretches.count ? found : joined(found)
    }

    private static func areOne(_ left: ClosedRange<Int>, _ right: ClosedRange<Int>) -> Bool {
        let isNested =
            left.lowerBound <= right.lowerBound && right.upperBound <= left.upperBound
            || right.lowerBound <= left.lowerBound && left.upperBound <= right.upperBound
        guard !isNested else { return false }
        let gap = max(left.lowerBound, right.lowerBound) - min(left.upperBound, right.upperBound) - 1
        return gap <= max(6, min(72, max(left.count, right.count) / 4))
    }

    // MARK: One outage with several causes

    /// Outages that show themselves in several causes at the same time are one.
    private func united(
        _ clusters: [IncidentCluster], _ rows: [TicketCause: [FailureHour]]
    ) -> [IncidentCluster] {
        var outages = clusters.filter { $0.causes.allSatisfy(\.isOutage) }.sorted {
            ($1.tickets, $0.hours.lowerBound, $0.key) < ($0.tickets, $1.hours.lowerBound, $1.key)
        }
        var whole = clusters.filter { !$0.causes.allSatisfy(\.isOutage) }
        while !outages.isEmpty {
            var leading = outages.removeFirst()
            while let other = outages.firstIndex(where: { IncidentRule.areAtOnce(leading.hours, $0.hours) }) {
                leading = leading.with(outages.remove(at: other))
            }
            whole.append(leading)
        }
        return whole.map { accompanied($0, rows, in: whole) }
    }

    /// Whether half of the shorter stretch lies in the other, and both last about as long.
    private static func areAtOnce(_ left: ClosedRange<Int>, _ right: ClosedRange<Int>) -> Bool {
        guard left.overlaps(right) else { return false }
        let (short, long) = (min(left.count, right.count), max(left.count, right.count))
        return 2 * left.clamped(to: right).count >= short && long <= 4 * max(short, 2)
    }

    /// An outage with the other causes of outages that are above their usual in its hours.
    private func accompanied(
        _ cluster: IncidentCluster, _ rows: [TicketCause: [FailureHour]], in all: [IncidentCluster]
    ) -> IncidentCluster {
        guard cluster.causes.allSatisfy(\.isOutage), cluster.kind == .cause, cluster.hours.count <= 72 else {
            return cluster
        }
        let places = (cluster.hours.lowerBound - first)...(cluster.hours.upperBound - first)
        return rows.keys.sorted().reduce(cluster) { known, cause in
            guard cause.isOutage, !known.causes.contains(cause), let own = rows[cause] else { return known }
            let inside = own.reduce(0) { $0 + (cluster.hours.contains($1.hour) ? $1.tickets : 0) }
            let isTaken = all.contains { $0.causes.contains(cause) && $0.hours.overlaps(cluster.hours) }
            guard inside >= IncidentRule.companionTickets, !isTaken,
                let likelihood = scan.likelihood(of: places, in: counts(own)),
                likelihood >= IncidentRule.companion
            else { return known }
            return known.with(cause, tickets: inside)
        }
    }

    // MARK: One version

    /// Stretches that no cause carries, and one version does, far beyond its usual share.
    private func versionClusters() -> [IncidentCluster] {
        scan.stretches(in: counts(rows)).compactMap { stretch in
            let hours = hours(stretch.places)
            let inside = rows.filter { hours.contains($0.hour) }
            let near = hours.lowerBound - IncidentScan.Limit.horizon...hours.upperBound + IncidentScan.Limit.horizon
            let around = rows.filter { near.contains($0.hour) && !hours.contains($0.hour) }
            guard IncidentRule.leading(inside, by: \.cause.rawValue).share < IncidentRule.most else { return nil }
            let version = IncidentRule.leading(inside, by: \.version)
            let usual = IncidentRule.share(of: version.key, in: around)
            guard version.share >= IncidentRule.most, !version.key.isEmpty,
                version.share >= IncidentRule.timesShare * usual
            else { return nil }
            return IncidentCluster(
                kind: .version, key: version.key, causes: [], hours: hours,
                tickets: inside.reduce(0) { $0 + ($1.version == version.key ? $1.tickets : 0) },
                usual: Int(stretch.usual * 1000))
        }
    }

    private static func leading(
        _ rows: [FailureHour], by key: (FailureHour) -> String
    ) -> (key: String, share: Double) {
        let sums = Dictionary(grouping: rows, by: key).mapValues { $0.reduce(0) { $0 + $1.tickets } }
        guard let most = sums.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return ("", 0) }
        return (most.key, Double(most.value) / Double(sums.values.reduce(0, +)))
    }

    private static func share(of version: String, in rows: [FailureHour]) -> Double {
        let all = rows.reduce(0) { $0 + $1.tickets }
        let own = rows.reduce(0) { $0 + ($1.version == version ? $1.tickets : 0) }
        return all == 0 ? 0 : Double(own) / Double(all)
    }
}

extension IncidentCluster {
    /// Two of one outage, of which the first has more.
    fileprivate func with(_ other: IncidentCluster) -> IncidentCluster {
        let from = min(hours.lowerBound, other.hours.lowerBound)
        let until = max(hours.upperBound, other.hours.upperBound)
        return IncidentCluster(
            kind: kind, key: key, causes: causes + other.causes.filter { !causes.contains($0) }, hours: from...until,
            tickets: tickets + other.tickets, usual: usual + other.usual)
    }

    /// One with another cause.
    fileprivate func with(_ cause: TicketCause, tickets more: Int) -> IncidentCluster {
        IncidentCluster(
            kind: kind, key: key, causes: causes + [cause], hours: hours, tickets: tickets + more, usual: usual)
    }
}
