import Purchases

/// What came by itself in one write, counted by the hour: a row of ``ArrivalTable`` for each hour instead of one for
/// each document.
struct ArrivalTally {
    private struct Place: Hashable {
        let way: ArrivalWay
        let hour: Int64
    }

    private let served: Set<AppStoreEnvironment>
    private var arrived: [Place: (documents: Int, last: Instant)] = [:]

    /// A tally of what comes from the environments that the store serves.
    init(_ rules: TicketRules) { served = rules.servedEnvironments }

    /// Counts a document that was taken in and not known; one of which nothing says when it came counts for nothing.
    mutating func note(_ document: DecodedDocument, at now: Instant) {
        guard served.contains(document.contents.environment ?? .production),
            let arrival = document.contents.arrival, ArrivalTable.isKept(arrival.at, at: now)
        else { return }
        let at = min(arrival.at, now)
        let place = Place(way: arrival.way, hour: at.hourCount)
        let known = arrived[place] ?? (0, at)
        arrived[place] = (known.documents + 1, max(known.last, at))
    }

    /// Keeps what was counted.
    func keep(at now: Instant, in db: Connection) throws {
        for (place, told) in arrived {
            try ArrivalTable.add(told.documents, by: place.way, last: told.last, in: db)
        }
        for way in Set(arrived.keys.map(\.way)) { try ArrivalTable.prune(way, at: now, in: db) }
    }
}
