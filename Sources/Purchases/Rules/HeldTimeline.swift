extension ChainTimeline {
    /// The chain through time as far as it is the customer's whose share it is; itself where all of it is.
    /// ``ChainHolding`` decides the share.
    package func held(catalog: Catalog) -> ChainTimeline {
        guard let share = chain.share else { return self }
        let windows = chain.transactions.map(share.window)
        func inside(_ span: Span, of place: Int) -> Span? { windows[place].flatMap(span.intersection) }
        let running = Set(runs.filter { inside($0.span, of: $0.index) != nil }.map(\.index))
        // What was over before the chain was attached stays with the customer who paid for it.
        let kept = chain.transactions.indices.filter { place in
            windows[place].map { $0.from == .earliest } ?? false || running.contains(place)
        }
        let places = Dictionary(uniqueKeysWithValues: zip(kept, kept.indices))
        var own = Chain(
            id: chain.id, transactions: kept.map { chain.transactions[$0] },
            // What comes next is the owner's alone.
            renewals: share.isOwners ? chain.renewals : [], newestDocumentAt: chain.newestDocumentAt,
            newestKnownAt: chain.newestKnownAt, historyReach: chain.historyReach)
        own.share = share
        return ChainTimeline(
            own,
            runs: runs.compactMap { run in
                guard let place = places[run.index], let span = inside(run.span, of: run.index) else {
                    return nil
                }
                return run.held(at: place, in: span)
            },
            periods: renewalPeriods.held(at: places, in: inside), catalog: catalog)
    }
}

extension TransactionRun {
    fileprivate func held(at place: Int, in span: Span) -> TransactionRun {
        TransactionRun(
            index: place, transaction: transaction, kind: kind, span: span, term: term,
            end: span.until == self.span.until ? end : .replacement,
            isAwaitingReplacement: isAwaitingReplacement)
    }
}

extension RenewalPeriods {
    fileprivate func held(
        at places: [Int: Int], in inside: (Span, Int) -> Span?
    ) -> RenewalPeriods {
        RenewalPeriods(
            graces: graces.compactMap { grace in
                guard let place = places[grace.index], let span = inside(grace.span, grace.index) else {
                    return nil
                }
                return Grace(index: place, span: span, isRecovered: grace.isRecovered)
            },
            retries: retries.compactMap { retry in
                guard let place = places[retry.index], let span = inside(retry.span, retry.index) else {
                    return nil
                }
                return Retry(index: place, span: span)
            })
    }
}
