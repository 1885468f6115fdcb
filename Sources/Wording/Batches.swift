package import Persistence
package import Purchases

/// Batches in words, and the columns of their lists.
extension BatchAct {
    /// What has happened once it is done, the beginning of a sentence.
    package var deed: String {
        switch self {
        case .carryOn: "the batch was carried on"
        case .cancel: "the batch was taken back"
        }
    }
}

/// Making many good at once: who is left out and why, how far it is, what it came to.
extension Reader {
    /// How far a batch is, the beginning of a line in small letters: `412 of 1,000 are made good, it can go on`.
    package func progress(of batch: Batch) -> String {
        let counts = batch.counts
        let due = counts.tickets - counts.excludedInAll
        return switch batch.state {
        case .waiting: "waits for a second lead\(batch.request.map { ", request \($0)" } ?? "")"
        case .running: "\(counts.granted) of \(due) are made good, \(counts.left) are left"
        case .done: "\(Counting.of(counts.granted, "ticket was", "tickets were")) made good\(leftOut(counts))"
        case .cancelling:
            "\(counts.takenBack) of \(counts.takenBack + counts.granted) are taken back"
        case .cancelled where counts.takenBack + counts.kept == 0: "was taken back before it gave anything"
        case .cancelled:
            "\(Counting.of(counts.takenBack, "grant was", "grants were")) taken back"
                + (counts.kept == 0 ? "" : ", \(counts.kept) had ended otherwise")
        case .declined: "was declined"
        }
    }

    /// How many batches may be carried on: `2 approved and not finished`; nil for none.
    package func unfinished(_ count: CappedCount) -> String? {
        count.counted == 0 ? nil : "\(count) approved and not finished"
    }

    /// How many are left out, behind a comma; empty for nobody.
    private func leftOut(_ counts: Batch.Counts) -> String {
        counts.excludedInAll == 0 ? "" : ", \(counts.excludedInAll) left out"
    }

    /// Why tickets are left out, the most frequent reason first: `12 made good already, 3 refunded by Apple`.
    package func words(of excluded: [BatchExclusion: Int]) -> String {
        excluded.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
            .map { "\($0.value) \($0.key.words)" }.joined(separator: ", ")
    }

    /// What a batch would give in all: `214 customers, 6,420 days, 2,139.86 EUR`.
    package func words(of totals: BatchTotals) -> String {
        words(
            customers: totals.customers, given: totals.given, endless: totals.endless, money: totals.money,
            unpriced: totals.unpriced)
    }

    /// What a batch gave in all.
    package func words(of figures: BatchFigures) -> String {
        words(
            customers: figures.customers, given: figures.given, endless: figures.endless,
            money: figures.money,
            unpriced: figures.unpriced)
    }

    private func words(
        customers: Int, given: TimeLength, endless: Int, money: [Money], unpriced: Int
    ) -> String {
        let time = given == .zero && endless > 0 ? nil : "\(length(given)) in all"
        let parts = [
            Counting.of(customers, "customer"), time, endless == 0 ? nil : "\(endless) without end",
            money.isEmpty ? nil : money.map { self.money($0) }.joined(separator: " + "),
            unpriced == 0 ? nil : "\(unpriced) of unknown price",
        ]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }
}

extension BatchState {
    /// The state in a word or two.
    package var title: String {
        switch self {
        case .waiting: "waits"
        case .running: "under way"
        case .done: "done"
        case .cancelling: "being taken back"
        case .cancelled: "taken back"
        case .declined: "declined"
        }
    }
}

extension BatchOutcome {
    /// What became of a ticket, in a few words.
    package var words: String {
        switch self {
        case .granted: "made good"
        case .cancelled: "taken back"
        case .kept: "ended otherwise"
        case .excluded(let exclusion): exclusion.words
        }
    }
}

extension BatchExclusion {
    /// Why a ticket is left out, in a few words behind a number or a dash.
    package var words: String {
        switch self {
        case .madeGood: "made good already"
        case .refunded: "refunded by Apple"
        case .delivered: "delivered after all"
        case .credited: "credited in the app"
        case .writtenOff: "written off"
        case .notCharged: "no charge told"
        case .duplicate: "the same charge as another ticket"
        case .unproved: "known by an agent's word alone"
        case .noCustomer: "no customer: attach the chain first"
        case .consumable: "a consumable: credit it in the app"
        case .doubtful: "to be looked at: the receipt could not be authenticated"
        case .unknownProduct: "without a product"
        case .unlocksNothing: "of a product that unlocks nothing"
        case .unknownLength: "of unknown length: choose a fixed one"
        case .nothingLost: "no access lost: it has no end"
        case .refused: "changed meanwhile"
        }
    }
}

/// The columns of lists of batches.
extension ListColumn<Batch> {
    package static var batch: Self { .number("batch", "id", width: 5) { .text($0.id.rawValue) } }
    package static var state: Self {
        .decisive("state", "state", width: 11) { .words($0.state.title, value: $0.state.rawValue) }
    }
    package static var whom: Self {
        .useful("whom", width: 24) { batch in
            .said { $0.whom(incident: batch.incident, words: batch.plan.words) }
        }
    }
    package static var plannedBy: Self {
        .useful("planned by", "planned_by", width: 8) { .text($0.plannedBy.rawValue) }
    }
}

/// The columns of everybody in a batch.
extension ListColumn<BatchRow> {
    package static var ticket: Self { .number("ticket", "ticket", width: 6) { .text($0.ticket.id.rawValue) } }
    package static var customer: Self {
        .decisive("customer", "app_user_id", width: .rest(14)) { .customer($0.ticket.customer) }
    }
    package static var outcome: Self {
        .decisive("what became of it", width: .part(17, of: 2)) {
            .text($0.outcome?.words ?? "still to be done")
        }
    }
    package static var until: Self {
        .useful("until", width: 18) { row in
            .said { reader in row.grant.map { reader.term(until: $0.endsAt) } ?? "" }
        }
    }
    package static var product: Self {
        .useful("product", "product_id", width: 16) { .product($0.ticket.product) }
    }
}

/// The columns of the preview of a batch.
extension ListColumn<BatchPreview.Member> {
    package static var ticket: Self { .number("ticket", "ticket", width: 6) { .text($0.ticket.rawValue) } }
    package static var customer: Self {
        .decisive("customer", "app_user_id", width: 14) { .customer($0.customer) }
    }
    package static var accessNow: Self {
        .decisive("access now", width: 18) { member in
            .said { reader in
                member.gift.map { $0.isEntitled ? reader.term(until: $0.beforeUntil) : "none" } ?? ""
            }
        }
    }
    package static var accessThen: Self {
        .decisive("access then", width: 18) { member in
            .said { reader in member.gift.map { reader.term(until: $0.span.until) } ?? "" }
        }
    }
    package static var product: Self { .useful("product", "product_id", width: 16) { .product($0.product) } }
}
