import Purchases

/// Gives the purchases of one customer their ids, the same for the same place in the population.
struct PracticeIDs {
    private var next: Int

    /// Ids for the customer at a place.
    init(number: Int) { next = 230_000_000_000_000 + number * 1000 }

    /// The next id.
    mutating func take() -> String {
        next += 1
        return String(next)
    }
}
