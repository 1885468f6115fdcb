/// What a chain's customer had at every moment, drawn as a strip: disjoint pieces from the first purchase on.
package struct Coverage: Hashable, Sendable {
    /// What a piece of the strip is, the weakest first: where several hold, the strongest shows.
    package enum Kind: String, Hashable, Comparable, Sendable, CaseIterable {
        /// Nothing.
        case gap
        /// The App Store tries to charge.
        case billingRetry = "billing_retry"
        /// It was taken back.
        case revoked
        /// A bridge gives it while the App Store cannot be asked.
        case bridged
        /// A grant gives it.
        case granted
        /// A grace period.
        case grace
        /// A free trial or another free offer.
        case trial
        /// At an introductory price.
        case intro
        case paid
        /// Paid for and never delivered.
        case lost

        /// Orders kinds, the weaker first.
        package static func < (left: Kind, right: Kind) -> Bool { left.strength < right.strength }

        private var strength: Int {
            switch self {
            case .gap: 0
            case .billingRetry: 1
            case .revoked: 2
            case .bridged: 3
            case .granted: 4
            case .grace: 5
            case .trial: 6
            case .intro: 7
            case .paid: 8
            case .lost: 9
            }
        }
    }

    /// A piece of the strip.
    package struct Piece: Hashable, Sendable {
        package let span: Span
        package let kind: Kind

        /// A piece of the strip.
        package init(_ span: Span, _ kind: Kind) { (self.span, self.kind) = (span, kind) }
    }

    /// The pieces in order, without a gap at the end.
    package let pieces: [Piece]

    /// The strip of a chain, with the grants that its owner has for what its products unlock.
    ///
    /// `lost` are the transactions whose tickets say that they were paid and not delivered.
    package init(
        of timeline: ChainTimeline, grants: [Grant] = [], lost: Set<Transaction> = [], catalog: Catalog
    ) {
        let own = Coverage.pieces(of: timeline, lost: lost)
        guard let start = own.map(\.span.from).min() else {
            pieces = []
            return
        }
        let granted = Coverage.granted(grants, to: timeline.chain, catalog: catalog).compactMap { grant in
            Span(from: start, until: nil).flatMap { grant.span?.intersection($0) }
                .map { Piece($0, grant.isBridge ? .bridged : .granted) }
        }
        let layers = Layers((own + granted).map { .init($0.span, $0.kind) }).pieces
        pieces = Coverage.fillingGaps(layers.map { Piece($0.span, $0.value) })
    }

    private static func granted(_ grants: [Grant], to chain: Chain, catalog: Catalog) -> [Grant] {
        guard !grants.isEmpty else { return [] }
        let products = Set(chain.transactions.map(\.productID))
        let unlocked = Set(products.flatMap(catalog.entitlements))
        return grants.filter { unlocked.contains($0.entitlement) }
    }

    private static func pieces(of timeline: ChainTimeline, lost: Set<Transaction>) -> [Piece] {
        var pieces = timeline.runs.map { run in
            let isLost = !lost.isEmpty && lost.contains(run.transaction)
            return Piece(run.span, isLost ? .lost : kind(of: run.transaction))
        }
        pieces += timeline.renewalPeriods.graces.map { Piece($0.span, .grace) }
        pieces += timeline.renewalPeriods.retries.map { Piece($0.span, .billingRetry) }
        return pieces + revokedPieces(of: timeline)
    }

    /// The bought time that revocations took away; what never ran and has no term of its own lost none.
    private static func revokedPieces(of timeline: ChainTimeline) -> [Piece] {
        let transactions = timeline.chain.transactions
        let revoked = transactions.indices.filter { transactions[$0].revocation != nil }
        guard !revoked.isEmpty else { return [] }
        let runs = Dictionary(timeline.runs.map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
        return revoked.compactMap { index in
            let transaction = transactions[index]
            guard let at = transaction.revocation?.at, runs[index] != nil || transaction.expiresAt != nil
            else { return nil }
            let until = runs[index].map(\.term) ?? transaction.expiresAt
            return Span(from: max(at, transaction.purchasedAt), until: until).map { Piece($0, .revoked) }
        }
    }

    private static func kind(of transaction: Transaction) -> Kind {
        transaction.isTrial ? .trial : transaction.isIntroductoryOffer ? .intro : .paid
    }

    private static func fillingGaps(_ pieces: [Piece]) -> [Piece] {
        var filled: [Piece] = []
        for piece in pieces {
            if let end = filled.last?.span.until, let gap = Span(from: end, until: piece.span.from) {
                filled.append(Piece(gap, .gap))
            }
            filled.append(piece)
        }
        return filled
    }
}
