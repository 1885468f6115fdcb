/// What became of a customer's entitlement, as backends are told. Below it is how the news is found: from the periods
/// that count to ``PresentHoldings``, and from these to ``EntitlementNews``.
package struct EntitlementEvent: Hashable, Sendable, Identifiable {
    /// What became of it. Who applies each in order has at the end what the customer may use; † our choice of kinds.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// It holds, and did not before.
        case granted
        /// It holds longer than was told.
        case extended
        /// It holds still, but not as long as was told.
        case shortened
        /// It came to the end that was told.
        case ended
        /// It holds no more, before the end that was told.
        case revoked
    }

    /// Its number, which grows from one to the next.
    package let id: Int64
    package let customer: AppUserID
    package let news: EntitlementNews
    /// When it was noticed.
    package let at: Instant

    package init(id: Int64, customer: AppUserID, news: EntitlementNews, at: Instant) {
        (self.id, self.customer, self.news, self.at) = (id, customer, news, at)
    }
}

/// An entitlement that holds without interruption, and what it holds by.
package struct EntitlementHolding: Hashable, Sendable {
    package let entitlement: EntitlementID
    /// From when, until when.
    package let span: Span
    /// What gives it longest: `chain` or `grant`.
    package let source: String
    /// The chain's original transaction id, or the grant's number.
    package let sourceID: String

    package init(_ entitlement: EntitlementID, _ span: Span, source: String, sourceID: String) {
        (self.entitlement, self.span, self.source, self.sourceID) = (entitlement, span, source, sourceID)
    }
}

/// One piece of time that one source gives, as the view `counting_periods` has it.
package struct CountingPeriod: Hashable, Sendable {
    /// What it gives, and by what.
    package let holding: EntitlementHolding
    /// The environment of a chain; nil for a grant.
    package let environment: String?

    package init(_ holding: EntitlementHolding, environment: String?) {
        (self.holding, self.environment) = (holding, environment)
    }
}

/// What a customer may use at a moment, and when that changes next though nobody does anything.
package struct PresentHoldings: Hashable, Sendable {
    package let all: [EntitlementID: EntitlementHolding]
    /// The next moment at which one of them ends or another begins; nil when the clock changes nothing any more.
    package let next: Instant?

    /// What holds at a moment by everything that counts, as the view `active_entitlements` says it.
    package init(_ periods: [CountingPeriod], at now: Instant) {
        var (all, moments): ([EntitlementID: EntitlementHolding], [Instant]) = ([:], [])
        for (entitlement, pieces) in Dictionary(grouping: periods, by: \.holding.entitlement) {
            let runs = Span.union(pieces.map(\.holding.span))
            moments += runs.flatMap { [$0.from] + ($0.until.map { [$0] } ?? []) }
            guard let run = runs.first(where: { $0.contains(now) }),
                let source = PresentHoldings.source(of: pieces, at: now)
            else { continue }
            all[entitlement] = EntitlementHolding(
                entitlement, run, source: source.source, sourceID: source.sourceID)
        }
        self.all = all
        next = moments.filter { $0 > now }.min()
    }

    /// The source whose own run ends latest, then a chain before a grant, then the smaller id.
    private static func source(of pieces: [CountingPeriod], at now: Instant) -> EntitlementHolding? {
        struct Origin: Hashable {
            let source: String
            let id: String
            let environment: String
        }
        let origins = Dictionary(grouping: pieces) {
            Origin(
                source: $0.holding.source, id: $0.holding.sourceID, environment: $0.environment ?? "")
        }
        let running = origins.compactMap { origin, own in
            Span.union(own.map(\.holding.span)).first { $0.contains(now) }.map { (origin, $0) }
        }
        let first = running.min { left, right in
            if left.1.until != right.1.until { return isLater(left.1.until, than: right.1.until) }
            let (one, other) = (left.0, right.0)
            return (one.source, one.id, one.environment) < (other.source, other.id, other.environment)
        }
        return first.flatMap { found in
            pieces.first { $0.holding.source == found.0.source && $0.holding.sourceID == found.0.id }?.holding
        }
    }

    private static func isLater(_ end: Instant?, than other: Instant?) -> Bool {
        guard let other else { return false }
        return end.map { $0 > other } ?? true
    }
}

/// What is new about an entitlement since a backend was told of it last.
package struct EntitlementNews: Hashable, Sendable {
    package let kind: EntitlementEvent.Kind
    /// How it stands after that; for what ended or was revoked, until when it held.
    package let holding: EntitlementHolding

    package init(_ kind: EntitlementEvent.Kind, _ holding: EntitlementHolding) {
        (self.kind, self.holding) = (kind, holding)
    }

    /// What is new between what was told and what holds at a moment, in the order in which it is to be told; by name where
    /// the order does not matter. That only the source changed is no news†.
    package static func between(
        told: [EntitlementID: EntitlementHolding], and present: [EntitlementID: EntitlementHolding],
        at now: Instant
    ) -> [EntitlementNews] {
        Set(told.keys).union(present.keys).sorted().flatMap { news(told[$0], present[$0], at: now) }
    }

    /// What is new about one entitlement: nothing, one event, or an end and a new beginning after a pause.
    private static func news(
        _ told: EntitlementHolding?, _ present: EntitlementHolding?, at now: Instant
    ) -> [EntitlementNews] {
        guard let told else { return present.map { [EntitlementNews(.granted, $0)] } ?? [] }
        let end = told.span.until
        let isOver = end.map { $0 <= now } ?? false
        guard let present else {
            guard !isOver, let cut = Span(from: told.span.from, until: now) else {
                return [EntitlementNews(.ended, told)]
            }
            let rest = EntitlementHolding(
                told.entitlement, cut, source: told.source, sourceID: told.sourceID)
            return [EntitlementNews(.revoked, rest)]
        }
        // It ended as told, and began anew after a pause.
        if isOver, let end, present.span.from > end {
            return [EntitlementNews(.ended, told), EntitlementNews(.granted, present)]
        }
        guard present.span.until != end else { return [] }
        guard let end else { return [EntitlementNews(.shortened, present)] }
        let isLonger = present.span.until.map { $0 > end } ?? true
        return [EntitlementNews(isLonger ? .extended : .shortened, present)]
    }
}
