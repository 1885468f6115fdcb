/// A half-open stretch of time: true at its start, false at its end, without end when `until` is nil.
package struct Span: Hashable, Codable, Sendable {
    /// The first moment inside.
    package let from: Instant
    /// The first moment after; nil when it has no end.
    package let until: Instant?

    /// A stretch from one moment to another; nil when nothing lies between them.
    package init?(from: Instant, until: Instant?) {
        if let until, until <= from { return nil }
        (self.from, self.until) = (from, until)
    }

    /// Whether the moment lies inside.
    package func contains(_ instant: Instant) -> Bool {
        from <= instant && (until.map { instant < $0 } ?? true)
    }

    /// How long it is; nil without an end.
    package var length: TimeLength? { until.map { $0 - from } }

    /// The part of it inside another stretch; nil when they do not overlap.
    package func intersection(_ other: Span) -> Span? {
        Span(from: max(from, other.from), until: Span.earlier(until, other.until))
    }

    /// The parts of it outside all given stretches, in order.
    package func subtracting(_ others: [Span]) -> [Span] {
        var rest: [Span] = []
        var start = from
        for other in Span.union(others) where other.until.map({ $0 > from }) ?? true {
            if let until, other.from >= until { break }
            if let free = Span(from: start, until: other.from) { rest.append(free) }
            guard let end = other.until else { return rest }
            start = max(start, end)
        }
        if let last = Span(from: start, until: until) { rest.append(last) }
        return rest
    }

    /// The stretches joined where they touch or overlap, in order.
    package static func union(_ spans: [Span]) -> [Span] {
        var joined: [Span] = []
        for span in spans.sorted(by: { $0.from < $1.from }) {
            guard let last = joined.last, last.until.map({ span.from <= $0 }) ?? true else {
                joined.append(span)
                continue
            }
            joined[joined.count - 1] = Span(from: last.from, until: later(last.until, span.until)) ?? last
        }
        return joined
    }

    /// The earlier of two ends, where nil is no end.
    package static func earlier(_ left: Instant?, _ right: Instant?) -> Instant? {
        guard let left, let right else { return left ?? right }
        return min(left, right)
    }

    /// The later of two ends, where nil is no end.
    package static func later(_ left: Instant?, _ right: Instant?) -> Instant? {
        guard let left, let right else { return nil }
        return max(left, right)
    }
}
