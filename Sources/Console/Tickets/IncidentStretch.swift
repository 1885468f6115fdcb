import Purchases

/// The stretch of time that holds the most moments, from the first of them to the last.
struct IncidentStretch: Hashable, Sendable {
    /// Moments this far apart on average come one by one.†
    static let calm = TimeLength.seconds(30 * 60)
    /// How far around a stretch its day reaches.†
    static let around = TimeLength.hours(12)

    /// Its first moment.
    let from: Instant
    /// Its last moment.
    let until: Instant

    /// The fullest stretch, the newest of several; nil when none has enough moments or all come one by one.
    init?(in moments: [Instant]) {
        let sorted = moments.sorted()
        var (best, first) = (sorted[..<0], 0)
        for (index, moment) in sorted.enumerated() {
            while moment - sorted[first] > Incident.length { first += 1 }
            let stretch = sorted[first...index]
            guard stretch.count >= max(best.count, Incident.threshold) else { continue }
            if !IncidentStretch.isTrickle(stretch, sorted) { best = stretch }
        }
        guard let from = best.first, let until = best.last else { return nil }
        (self.from, self.until) = (from, until)
    }

    /// Whether its moments come one by one, as they do all day long.
    private static func isTrickle(_ stretch: ArraySlice<Instant>, _ all: [Instant]) -> Bool {
        guard let from = stretch.first, let until = stretch.last else { return true }
        guard (until - from).count >= calm.count * Int64(stretch.count - 1) else { return false }
        let day = (from - around)...(until + around)
        return all.count { day.contains($0) } > 2 * stretch.count
    }
}
