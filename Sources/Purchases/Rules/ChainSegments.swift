extension ChainTimeline {
    /// What a chain is at every moment from the first on, by when its transactions run and its renewals fail.
    static func segments(
        of chain: Chain, runs: [TransactionRun], periods: RenewalPeriods, catalog: Catalog
    ) -> [Segment] {
        SegmentWalk(chain: chain, runs: runs, periods: periods, catalog: catalog).segments()
    }
}

/// Walks once through a chain's dates and finds what the chain is between each two.
private struct SegmentWalk {
    let chain: Chain
    let runs: [TransactionRun]
    let periods: RenewalPeriods
    let catalog: Catalog

    func segments() -> [ChainTimeline.Segment] {
        let ruling = Layers(runs.map { Layers<Int>.Piece($0.span, $0.index) }).pieces
        var starts = [Instant?](repeating: nil, count: chain.transactions.count)
        for run in runs { starts[run.index] = run.span.from }
        var found: [ChainTimeline.Segment] = []
        var (nextBought, lastBought, nextRuling) = (0, 0, 0)
        let bounds = bounds(ruling)
        for (position, bound) in bounds.enumerated() {
            while nextBought < chain.transactions.count, chain.transactions[nextBought].purchasedAt <= bound {
                lastBought = nextBought
                nextBought += 1
            }
            while nextRuling < ruling.count, ruling[nextRuling].span.until.map({ $0 <= bound }) ?? false {
                nextRuling += 1
            }
            let end = position + 1 < bounds.count ? bounds[position + 1] : nil
            guard let span = Span(from: bound, until: end) else { continue }
            let runs = nextRuling < ruling.count && ruling[nextRuling].span.contains(bound)
            let status =
                runs
                ? .active : statusWithoutRun(at: bound, lastBought: lastBought, startsAt: starts[lastBought])
            let index = runs ? ruling[nextRuling].value : lastBought
            append(.init(span: span, status: status, ruling: index), to: &found)
        }
        return found
    }

    private func bounds(_ ruling: [Layers<Int>.Piece]) -> [Instant] {
        var bounds: [Instant] = []
        bounds.reserveCapacity(2 * (chain.transactions.count + ruling.count))
        var first: Instant?
        for transaction in chain.transactions {
            bounds.append(transaction.purchasedAt)
            first = Span.earlier(first, transaction.purchasedAt)
            if let revocation = transaction.revocation { bounds.append(revocation.at) }
        }
        for piece in ruling {
            piece.span.appendBounds(to: &bounds)
            first = Span.earlier(first, piece.span.from)
        }
        for grace in periods.graces { grace.span.appendBounds(to: &bounds) }
        for retry in periods.retries { retry.span.appendBounds(to: &bounds) }
        guard let first else { return [] }
        bounds.removeAll { $0 < first }
        bounds.sortDistinct()
        return bounds
    }

    /// What the chain is while no transaction runs: taken back, in grace, in retry, yet to begin, or over; the first
    /// that holds. A consumable leaves nothing that could expire.
    private func statusWithoutRun(at instant: Instant, lastBought: Int, startsAt: Instant?) -> ChainStatus {
        if let revoked = chain.transactions[lastBought].revocation?.at, revoked <= instant { return .revoked }
        if let grace = periods.graces.last(upTo: instant, by: \.span.from), grace.span.contains(instant) {
            return .gracePeriod
        }
        if let retry = periods.retries.last(upTo: instant, by: \.span.from),
            retry.span.contains(instant)
        {
            return .billingRetry
        }
        if let startsAt, startsAt > instant { return .upcoming }
        let last = chain.transactions[lastBought]
        return catalog.kind(of: last.productID, expires: last.expiresAt != nil).lasts ? .expired : .none
    }

    private func append(_ segment: ChainTimeline.Segment, to found: inout [ChainTimeline.Segment]) {
        if let last = found.last, last.status == segment.status, last.ruling == segment.ruling,
            last.span.until == segment.span.from,
            let span = Span(from: last.span.from, until: segment.span.until)
        {
            found[found.count - 1] = .init(span: span, status: last.status, ruling: last.ruling)
        } else {
            found.append(segment)
        }
    }
}

/// Flattens overlapping stretches of time: at every moment the greatest of those that hold there wins.
package struct Layers<Value: Comparable & Sendable>: Sendable {
    /// A stretch of time and what holds in it.
    package struct Piece: Sendable {
        /// When it holds.
        package let span: Span
        /// What holds.
        package let value: Value

        /// A value that holds in a stretch of time.
        package init(_ span: Span, _ value: Value) { (self.span, self.value) = (span, value) }
    }

    /// Disjoint pieces in order, equal neighbours joined.
    package let pieces: [Piece]

    /// Flattens pieces that may overlap.
    package init(_ layered: [Piece]) {
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
