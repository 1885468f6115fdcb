/// Which failed purchases are incidents: far more than is usual, for one cause or with one version of the app.
/// `Persistence/Incidents/IncidentSearch.swift` asks it, `IncidentKeeping.swift` beside matches what it finds with what
/// is kept.
///
/// A pure function of what failed in which hour, whatever the order in which it became known. What it asks of a stretch
/// is ``IncidentScan/Limit``; every figure there and here is a choice of ours.†
package struct IncidentRule: Sendable {
    /// The share of a stretch's failures from which on one cause carries the stretch. A version that has more than this
    /// of everything else is what most people have anyway.
    private static let most = 0.6
    /// The share of failures that a version must have to be the incident's; of what else fails in the days around, it
    /// may have no more than ``most``.
    private static let almostAll = 0.9
    /// How far those days reach before and after, in hours.
    private static let nearby = 7 * 24
    /// Failures of configuration are one incident for as long as no such time passes without one, in hours.
    private static let configurationGap = 72
    /// The fewest failures of configuration that are an incident.
    private static let leastFaults = 5
    /// Where the store knows of no failure for longer than this, it is taken to have seen nothing, in hours.
    private static let blindGap = 14 * 24
    /// When another cause belongs to an outage: how far from chance it must be, as a logarithm (6.9 is ln 1000, one in
    /// a thousand), and the fewest tickets.
    private static let (companion, companionTickets) = (6.9, 3)

    private let rows: [FailureHour]
    private let first: Int
    private let scan: IncidentScan

    /// What the rule finds at a moment; what lies after it was told by a clock that is off.
    package static func clusters(in rows: [FailureHour], at now: Instant) -> [IncidentCluster] {
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
        var (known, before) = (Array(repeating: false, count: counts.count), 0)
        for place in counts.indices where counts[place] > 0 {
            let seen = place - before > IncidentRule.blindGap ? place...place : before...place
            for place in seen { known[place] = true }
            before = place
        }
        let week = UsualWeek(counts, known: known, from: first)
        scan = IncidentScan(weights: known.indices.map { known[$0] ? week.weight(of: first + $0) : 0 })
    }

    private func clusters() -> [IncidentCluster] {
        let byCause = Dictionary(grouping: rows, by: \.cause)
        let faults = byCause.flatMap { $0.key.isConfigurationFault ? self.faults($0.key, $0.value) : [] }
        let bursts = byCause.flatMap { $0.key.isConfigurationFault ? [] : self.bursts($0.key, $0.value) }
        let (versions, others) = brokenVersions(bursts)
        let found = faults + versions + united(others, byCause)
        return found + rareVersions(rows.filter { row in !found.contains { $0.holds(row) } })
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
            guard tickets >= IncidentRule.leastFaults, let from = run.first, let until = run.last else {
                return nil
            }
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

    /// What fails for several causes at the same time, almost all of it with one version that others are not bought with,
    /// is that version; and the clusters that remain.
    private func brokenVersions(
        _ clusters: [IncidentCluster]
    ) -> (versions: [IncidentCluster], others: [IncidentCluster]) {
        var (rest, versions, others) = (
            clusters.sorted(by: IncidentRule.isLarger), [IncidentCluster](), [IncidentCluster]()
        )
        while !rest.isEmpty {
            let first = rest.removeFirst()
            let same = rest.filter { IncidentRule.areAtOnce(first.hours, $0.hours) }
            guard !same.isEmpty, let version = version(of: [first] + same) else {
                others.append(first)
                continue
            }
            rest.removeAll { cluster in same.contains(cluster) }
            versions.append(version)
        }
        return (versions, others)
    }

    private static func isLarger(_ left: IncidentCluster, _ right: IncidentCluster) -> Bool {
        (right.tickets, left.hours.lowerBound, left.key) < (left.tickets, right.hours.lowerBound, right.key)
    }

    private func version(of clusters: [IncidentCluster]) -> IncidentCluster? {
        let own = rows.filter { row in clusters.contains { $0.holds(row) } }
        guard let from = own.map(\.hour).min(), let until = own.map(\.hour).max() else { return nil }
        let usual = clusters.reduce(0) { $0 + $1.usual }
        return carried(
            own, in: from...until, besides: { row in !clusters.contains { $0.holds(row) } }, usual: usual)
    }

    /// Stretches that only all causes together fill, where one version carries them.
    private func rareVersions(_ rest: [FailureHour]) -> [IncidentCluster] {
        scan.stretches(in: counts(rest)).compactMap { stretch in
            let hours = hours(stretch.places)
            let own = rest.filter { hours.contains($0.hour) }
            guard IncidentRule.leading(own, by: \.cause.rawValue).share < IncidentRule.most else {
                return nil
            }
            return carried(
                own, in: hours, besides: { !hours.contains($0.hour) }, usual: Int(stretch.usual * 1000))
        }
    }

    /// The version that carries failed purchases, if it is not what most people have anyway.
    private func carried(
        _ own: [FailureHour], in hours: ClosedRange<Int>, besides isBeside: (FailureHour) -> Bool, usual: Int
    ) -> IncidentCluster? {
        let version = IncidentRule.leading(own, by: \.version)
        let near = (hours.lowerBound - IncidentRule.nearby)...(hours.upperBound + IncidentRule.nearby)
        let others = rows.filter { near.contains($0.hour) && isBeside($0) }
        guard version.share >= IncidentRule.almostAll, !version.key.isEmpty,
            IncidentRule.share(of: version.key, in: others) <= IncidentRule.most
        else { return nil }
        return IncidentCluster(
            kind: .version, key: version.key, causes: [], hours: hours,
            tickets: own.reduce(0) { $0 + ($1.version == version.key ? $1.tickets : 0) }, usual: usual)
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
            kind: kind, key: key, causes: causes + other.causes.filter { !causes.contains($0) },
            hours: from...until,
            tickets: tickets + other.tickets, usual: usual + other.usual)
    }

    /// One with another cause.
    fileprivate func with(_ cause: TicketCause, tickets more: Int) -> IncidentCluster {
        IncidentCluster(
            kind: kind, key: key, causes: causes + [cause], hours: hours, tickets: tickets + more,
            usual: usual)
    }
}
