import ArgumentParser
import Purchases

/// Who is in the bench's store, and what they bought: the same for the same numbers and seed.
struct BenchPopulation: Sendable {
    /// Grows whenever the same numbers would make another store.
    static let version = 4
    /// The present of the store: 2026-01-01T00:00:00Z.
    static let now = Instant(milliseconds: 1_767_225_600_000)
    /// When the store was founded.
    static let start = now - .days(301)

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

    /// How many purchases of a long chain one document lists at most: the whole chain is more than a document may hold.
    var longestList: Int { min(5000, max(25, longChains[1] / 4)) }

    /// The customer of a long chain.
    func owner(ofLongChain index: Int) -> BenchPerson { person(90_000_000 + index) }

    /// Somebody whom nobody knows, by number.
    func stranger(_ number: Int) -> BenchPerson { person(80_000_000 + number) }

    /// How many of them bought: their charges are silent losses as soon as the app reports anything.
    var strangers: Int { customers / 50 }

    /// How many purchase reports the app sent.
    var reports: Int { customers / 5 }

    /// In how many hours something broke, each an incident: a fifth of the purchases that failed did so in them.
    var outages: Int { min(10, max(1, reports / 100)) }

    /// When an outage began, by number: each two and a half days before the one that followed.
    func outage(_ number: Int) -> Instant {
        BenchPopulation.now - .hours(Int64(40 + 60 * (number % outages)))
    }

    /// Somebody who bought where nobody looks, by number: in an environment that is not served, or in an app that never
    /// reported anything.
    func outsider(_ number: Int) -> BenchPerson { person(70_000_000 + number) }

    /// How many of them there are, who bought as many times each as ``DocumentWriter/outsiders(_:)`` lists: together a
    /// tenth of all transactions.
    var outsiders: Int { max(1, transactions / 100) }

    /// How many grants agents gave.
    var grants: Int { customers * 3 / 10 }

    /// Customers spread over the whole population.
    func sample(_ count: Int, salt: UInt64) -> [BenchPerson] {
        (0..<count).map { index in
            person(Int(BenchPerson(number: index, seed: seed &+ salt).random(9) % UInt64(customers)))
        }
    }
}

/// A made-up customer, known from its number alone.
struct BenchPerson: Sendable {
    /// Which one it is, from 0.
    let number: Int
    /// What everything random of it comes from.
    let seed: UInt64

    var id: AppUserID { AppUserID(idText) }
    /// The app's id as a text.
    var idText: String { "u_\(padded(Int64(number), 8))" }
    var name: String { "\(firstName.name) \(lastName.name)" }
    var email: String { "\(firstName.address).\(lastName.address)\(number)@example.com" }
    /// The UUID that the app gives the App Store.
    var token: String {
        let (high, low) = (hex(random(3)), hex(random(4)))
        return
            "\(high.prefix(8))-\(high.dropFirst(8).prefix(4))-4\(high.suffix(3))-a\(low.prefix(3))-\(low.suffix(12))"
    }
    /// The order that an invoice names.
    var order: String { "MB\(padded(Int64(number), 8))" }
    /// The id of the chain: App Store ids grow with time, and so do these.
    var chainID: Int64 { transactionID(0) }

    /// The id of a purchase, by its place in the chain.
    func transactionID(_ place: Int) -> Int64 {
        100_000_000_000_000 + Int64(place) * 1_000_000_000 + Int64(number) * 7
    }

    /// The line item of a purchase, by its place in the chain.
    func lineItem(_ place: Int) -> Int64 {
        700_000_000_000_000 + Int64(place) * 1_000_000_000 + Int64(number) * 3
    }

    /// When the last purchase was made, in milliseconds: half of them still run.
    var lastPurchase: Int64 {
        BenchPopulation.now.milliseconds - Int64(random(5) % 59) * 86_400_000 - Int64(random(6) % 86_000)
            * 1000
    }

    /// A random number of this person, the same for the same salt.
    func random(_ salt: UInt64) -> UInt64 {
        // Source: Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators (SplitMix64).
        var value =
            seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(number) &* 0xD1B5_4A32_D192_ED03 &+ salt
            &* 0x8CB9_2BA7_2F3D_8DD7
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    private var firstName: (name: String, address: String) {
        BenchNames.first[Int(random(1) % UInt64(BenchNames.first.count))]
    }

    private var lastName: (name: String, address: String) {
        BenchNames.last[Int(random(2) % UInt64(BenchNames.last.count))]
    }

    private func hex(_ number: UInt64) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }

    private func padded(_ number: Int64, _ width: Int) -> String {
        var text = ByteText()
        text.write(number, width: width)
        return String(decoding: text.bytes, as: UTF8.self)
    }
}

/// The names that made-up people have.
enum BenchNames {
    /// First names and how addresses write them.
    static let first: [(name: String, address: String)] =
        [
            ("Zoë", "zoe"), ("José", "jose"), ("太郎", "taro"), ("דנה", "dana"), ("Søren", "soren"),
        ]
        + plain(
            """
            Anna Ben Clara David Diana Elena Felix Greta Hugo Ida Joana Jonas Karin Lars Lena Maria Marta Martin Mia Nils
            Nora Olga Oskar Paul Petra Rosa Sara Simon Sofia Susana Theo Tom Ulla Vera Viktor Wanda Yara Emma Erik Ivan
            """)

    /// Last names and how addresses write them.
    static let last: [(name: String, address: String)] =
        [
            ("山田", "yamada"), ("Müller", "mueller"), ("🌻 Sommer", "sommer"), ("Ångström", "angstrom"),
        ]
        + plain(
            """
            Adler Bach Becker Bernard Blanc Brandt Costa Daniels Dubois Eriksen Fernandez Ferrari Fischer Fontana Garcia
            Gruber Hansen Hernandez Hoffmann Jansen Jensen Keller Klein Kowalski Kramer Lange Larsen Lehmann Lindgren
            Lopez Maier Marino Martinez Meyer Moreau Nagel Nielsen Novak Olsen Peters Richter Rossi Roth Santos Schmidt
            Schneider Schulz Silva Sorensen Stein Takahashi Vogel Wagner Weber Winter Wolf Zimmer
            """)

    /// Parts that are common each, and that no name or address holds one after the other: `ana` and `nan`.
    static func unjoined(_ length: Int) -> [String] {
        guard length > 3 else { return ["ana", "nan"] }
        return ["a", "n"].map { first in
            String((0..<length).map { ($0.isMultiple(of: 2)) == (first == "a") ? Character("a") : "n" })
        }
    }

    /// Parts that nothing holds: no name, no address and no id has these letters.
    static func absent(_ length: Int) -> [String] {
        ["qxjqxjqx", "xqzjxqzj", "zxqjzxqj"].map { String($0.prefix(length)) }
    }

    private static func plain(_ names: String) -> [(name: String, address: String)] {
        names.split(whereSeparator: \.isWhitespace).map { (String($0), $0.lowercased()) }
    }
}

/// Whose purchases a store holds.
struct PopulationOptions: ParsableArguments {
    @Option(help: "How many customers.") var customers = 1_000_000
    @Option(help: "How many transactions they made (default: ten times as many).") var transactions: Int?
    @Option(help: "What the population is made of.") var seed: UInt64 = 1
    @Option(help: "Where the store is (default: in the user's cache folder, kept for the next run).")
    var path: String?

    func validate() throws {
        guard (300...10_000_000).contains(customers) else {
            throw ValidationError("--customers takes a number from 300 to 10000000.")
        }
        guard (transactions ?? customers) >= customers else {
            throw ValidationError("--transactions takes at least as many as there are customers.")
        }
    }

    /// The population of a size, or of the size asked for.
    func population(of size: Int? = nil) -> BenchPopulation {
        let share = transactions.map { max(1, $0 / customers) } ?? 10
        let count = size.map { $0 * share } ?? transactions ?? customers * share
        return BenchPopulation(customers: size ?? customers, transactions: count, seed: seed)
    }
}
