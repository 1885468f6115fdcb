/// Flattens overlapping stretches of time: at every moment the greatest of those that hold there wins.
public struct Layers<Value: Comparable & Sendable>: Sendable {
    /// A stretch of time and what holds in it.
    public struct Piece: Sendable {
        /// When it holds.
        public let span: Span
        /// What holds.
        public let value: Value

        /// A value that holds in a stretch of time.
        public init(_ span: Span, _ value: Value) { (self.span, self.value) = (span, value) }
    }

    /// Disjoint pieces in order, equal neighbours joined.
    public let pieces: [Piece]

    /// Flattens pieces that may overlap.
    public init(_ layered: [Piece]) {
        let sorted = layered.sorted { $0.span.from < $1.span.from }
        var bounds: [Instant] = []
        bounds.reserveCapacity(2 * sorted.count)
        for piece in sorted { piece.span.appendBounds(to: &bounds) }
        bounds.sortDistinct()
        var flat: [Piece] = []
        var holding: [Piece] = []
        var next = 0
        for (index, bound) in bounds.enumerated() {
            while next < sorted.count, sorted[next].span.from <= bound {
                Layers.hold(sorted[next], in: &holding)
                next += 1
            }
            while let top = holding.last, !top.span.contains(bound) { holding.removeLast() }
            let end = index + 1 < bounds.count ? bounds[index + 1] : nil
            guard let value = holding.last?.value, let span = Span(from: bound, until: end) else {
                continue
            }
            Layers.append(Piece(span, value), to: &flat)
        }
        pieces = flat
    }

    /// Keeps what can still win: values rise towards the top and ends come sooner, so the top wins and goes first.
    private static func hold(_ piece: Piece, in holding: inout [Piece]) {
        let end = piece.span.until ?? .endless
        var place = holding.count
        while place > 0, holding[place - 1].value > piece.value { place -= 1 }
        if place < holding.count, (holding[place].span.until ?? .endless) >= end { return }
        while place > 0, (holding[place - 1].span.until ?? .endless) <= end {
            holding.remove(at: place - 1)
            place -= 1
        }
        if place > 0, holding[place - 1].value == piece.value { return }
        holding.insert(piece, at: place)
    }

    private static func append(_ piece: Piece, to flat: inout [Piece]) {
        if let last = flat.last, last.value == piece.value, last.span.until == piece.span.from,
            let joined = Span(from: last.span.from, until: piece.span.until)
        {
            flat[flat.count - 1] = Piece(joined, piece.value)
        } else {
            flat.append(piece)
        }
    }
}

extension [Instant] {
    /// Puts moments in order, each once: sorting is cheaper than hashing them.
    mutating func sortDistinct() {
        sort()
        var kept = 0
        for index in indices where kept == 0 || self[kept - 1] != self[index] {
            self[kept] = self[index]
            kept += 1
        }
        removeSubrange(kept...)
    }
}

extension Span {
    /// Adds its start, and its end if it has one.
    func appendBounds(to bounds: inout [Instant]) {
        bounds.append(from)
        if let until { bounds.append(until) }
    }
}

extension Instant {
    /// Later than every moment, to stand for no end where ends are compared.
    fileprivate static let endless = Instant(milliseconds: .max)
}
