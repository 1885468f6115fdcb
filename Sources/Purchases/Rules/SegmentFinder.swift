/// Walks once through a chain's dates and finds what the chain is between each two.
struct SegmentFinder {
    let chain: Chain
    let runs: [TransactionRun]
    let periods: RenewalPeriods

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

    private func statusWithoutRun(at instant: Instant, lastBought: Int, startsAt: Instant?) -> ChainStatus {
        if let revoked = chain.transactions[lastBought].revocation?.at, revoked <= instant { return .revoked }
        if let grace = SegmentFinder.last(periods.graces, \.span, from: instant), grace.span.contains(instant)
        {
            return .gracePeriod
        }
        if let retry = SegmentFinder.last(periods.retries, \.span, from: instant),
            retry.span.contains(instant)
        {
            return .billingRetry
        }
        if let startsAt, startsAt > instant { return .upcoming }
        return .expired
    }

    /// The last element that begins at or before a moment; elements are in order.
    private static func last<Element>(
        _ elements: [Element], _ span: (Element) -> Span, from instant: Instant
    ) -> Element? {
        var (low, high) = (0, elements.count)
        while low < high {
            let middle = (low + high) / 2
            if span(elements[middle]).from <= instant { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : elements[low - 1]
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
