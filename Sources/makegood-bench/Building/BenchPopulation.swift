import Purchases

/// Who is in the bench's store, and what they bought: the same for the same numbers and seed.
struct BenchPopulation: Sendable {
    /// Grows whenever the same numbers would make another store.
    static let version = 2
    /// The present of the store: 2026-01-01T00:00:00Z.
    static let now = Instant(milliseconds: 1_767_225_600_000)
    /// When the store was founded.
    static let start = now - .days(301)

    /// How many customers.
    let customers: Int
    /// How many transactions they made together, long chains apart.
    let transactions: Int
    /// What everything random comes from.
    let seed: UInt64

    /// A customer by number; numbers beyond the population are people to come.
    func person(_ number: Int) -> BenchPerson { BenchPerson(number: number, seed: seed) }

    /// How many purchases a customer made: more and fewer in turn, in all as many as there are to be.
    func purchases(of number: Int) -> Int {
        let mean = max(1, transactions / customers)
        let reach = max(1, mean - 1)
        let difference = number / 2 % reach
        guard number / 2 * 2 + 1 < customers else { return mean }
        return number.isMultiple(of: 2) ? mean - difference : mean + difference
    }

    /// The lengths of the two chains to look at, which customers of their own have.
    var longChains: [Int] { [25, min(20_000, max(50, transactions / 5))] }

    /// The customer of a long chain.
    func owner(ofLongChain index: Int) -> BenchPerson { person(90_000_000 + index) }

    /// How many purchase reports the app sent.
    var reports: Int { customers / 5 }

    /// How many grants agents gave.
    var grants: Int { customers * 3 / 10 }

    /// Customers spread over the whole population.
    func sample(_ count: Int, salt: UInt64) -> [BenchPerson] {
        (0..<count).map { index in
            person(Int(BenchPerson(number: index, seed: seed &+ salt).random(9) % UInt64(customers)))
        }
    }
}
