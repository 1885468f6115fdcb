import GRDB
import Purchases

@testable import Persistence

/// What the pages and the search box of a store show, value by value.
struct PageMeaning {
    private(set) var values: [AnyHashable] = []
    private let withHistory: Bool

    /// Reads the pages of every chain and customer at two moments, and searches for every id.
    init(of store: Store, withHistory: Bool) throws {
        self.withHistory = withHistory
        let (chains, people, words) = try store.read { db in
            (
                try String.fetchAll(
                    db, sql: "SELECT DISTINCT original_transaction_id FROM chains ORDER BY 1"),
                try String.fetchAll(db, sql: "SELECT app_user_id FROM customers ORDER BY 1"),
                try String.fetchAll(db, sql: "SELECT DISTINCT transaction_id FROM transaction_ids ORDER BY 1")
            )
        }
        for day in [35, 95] as [Int64] {
            let at = Instant(milliseconds: MadeUpChain.start + day * MadeUpChain.day)
            for chain in chains { try show(store.chainPage(OriginalTransactionID(chain), at: at)) }
            for person in people { try show(store.customerPage(AppUserID(person), at: at)) }
        }
        for word in words + people + DocumentMaker.tokens + ["example", "70"] {
            let found = try store.search(word, at: Shop.now)
            values += [word, found.kind, Set(found.matches)]
        }
    }

    private mutating func show(_ page: ChainPage?) {
        guard let page else { return }
        values += [
            page.chain.id, page.at, page.status, page.accessUntil, page.owner, page.claims, page.holdingClaim,
        ]
        values += [page.renewal, withHistory && page.chain.isHistoryComplete, page.coverage, page.lapses]
        values += [page.commission, page.isIntroductoryEligible, page.notifications]
    }

    private mutating func show(_ page: CustomerPage?) {
        guard let page else { return }
        values += [page.customer, page.at, page.chains.map(\.chain.id)]
        values += page.verdicts.map(PageMeaning.meaning)
        // What tickets went through depends on what came first; how they stand is compared beside.
        values += page.events.filter { $0.kind != .ticket && $0.kind != .report }.map(PageMeaning.meaning)
    }

    /// A verdict but for the numbers of tickets, which are the store's own.
    private static func meaning(of verdict: EntitlementAccess) -> [AnyHashable?] {
        // What is owed is a step that names its ticket; it is compared below, without the number.
        let steps = verdict.because.filter { $0.rule != .lossOfFunds && $0.rule != .undelivered }
        let owed = verdict.owed.map { owed -> [AnyHashable?] in
            [
                owed.group, owed.product, owed.originalTransactionID, owed.money, owed.isTrial, owed.isProven,
                owed.chargedAt, owed.lost, owed.entitlements, owed.cause, owed.expectedEnd, owed.nextStep,
            ]
        }
        return [
            verdict.entitlement, verdict.isEntitled, verdict.since, verdict.until, verdict.source,
            verdict.sources, steps, verdict.knownAt, verdict.isStale, owed, verdict.nextStep,
        ]
    }

    /// An entry but for its document's number, which is the store's own.
    private static func meaning(of event: TimelineEvent) -> [AnyHashable?] {
        [
            event.happenedAt, event.learnedAt, event.kind, event.content, event.source, event.reference,
            event.evidence?.kind, event.evidence?.check,
        ]
    }
}
