import Persistence
import Purchases

/// What the review shows, in one reading: the losses, and the incidents that they came in.
struct ReviewPage: Sendable {
    let losses: LossReview
    /// The incidents, those that go on first, then the newest.
    let incidents: [Incident]
    /// Whether there are older incidents than these.
    let hasMoreIncidents: Bool
    /// The batches of make-goods that are not at their end.
    var unfinished: [Batch] = []
    /// How many charges are closed without proof; nil where nobody counted.
    var withoutProof: CappedCount?
}

/// The losses of a period, and the incidents.
struct ReviewQuery: StoreQuery {
    /// Of which charges.
    let period: ReviewPeriod

    /// The review of a period.
    init(of period: ReviewPeriod) { self.period = period }

    func page(in reading: StoreReading) throws -> ReviewPage {
        let page = try IncidentListQuery(limit: 100).page(in: reading)
        return ReviewPage(
            losses: try LossReviewQuery(since: period.since(reading.now)).page(in: reading),
            incidents: page.incidents.filter { $0.state == .goingOn }
                + page.incidents.filter { $0.state != .goingOn },
            hasMoreIncidents: page.next != nil,
            unfinished: try UnfinishedBatchesQuery().page(in: reading),
            withoutProof: try LeadListCountQuery(of: .closedWithoutProof).page(in: reading))
    }
}

/// Of which charges the review tells: those of the last days, or all that ever were.
enum ReviewPeriod: Int, CaseIterable, Hashable, Sendable {
    case ever = 0
    case week = 7
    case month = 30
    case quarter = 90
    case year = 365

    /// Since when, as seen from a moment: the present day counts as one; nil for always.
    func since(_ now: Instant) -> Instant? { self == .ever ? nil : now - .days(Int64(rawValue - 1)) }

    /// The one after it, round and round.
    var next: ReviewPeriod { ReviewPeriod.allCases.turned(by: 1, from: self) }

    /// Of which charges, in words.
    var words: String { self == .ever ? "all charges" : "charges of the last \(rawValue) days" }
}
