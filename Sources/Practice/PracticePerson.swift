import Purchases

/// A person made up, with a name as people have them: wide, marked, written from the right, with an emoji.
struct PracticePerson: Hashable, Sendable {
    /// The app's name for the customer.
    let id: AppUserID
    let name: String
    let email: String
    /// The UUID that the app gives the App Store.
    let token: String
    /// The language.
    let locale: String
    /// The country, two letters.
    let country: String
    /// The storefront, three letters.
    let storefront: String
    /// The currency of the storefront.
    let currency: String

    private struct Place {
        let locale: String
        let country: String
        let storefront: String
        let currency: String
        let givenNames: [String]
        let familyNames: [String]
        let isFamilyFirst: Bool
        let latin: [String]
    }

    private static let places: [Place] = [
        Place(
            locale: "de_DE", country: "DE", storefront: "DEU", currency: "EUR",
            givenNames: ["Zoë", "Jürgen", "Anke", "Björn", "Käthe", "Søren"],
            familyNames: ["Müller", "Groß", "Weiß", "Schäfer", "Öztürk"], isFamilyFirst: false,
            latin: ["zoe", "juergen", "anke", "bjoern", "kaethe", "soeren"]),
        Place(
            locale: "ja_JP", country: "JP", storefront: "JPN", currency: "JPY",
            givenNames: ["太郎", "花子", "健一", "美咲"], familyNames: ["山田", "鈴木", "高橋", "渡辺"],
            isFamilyFirst: true, latin: ["taro", "hanako", "kenichi", "misaki"]),
        Place(
            locale: "es_ES", country: "ES", storefront: "ESP", currency: "EUR",
            givenNames: ["José", "María", "Íñigo", "Begoña"],
            familyNames: ["García", "Núñez", "Peña", "López"],
            isFamilyFirst: false, latin: ["jose", "maria", "inigo", "begona"]),
        Place(
            locale: "en_US", country: "US", storefront: "USA", currency: "USD",
            givenNames: ["Ada", "Grace", "Alan", "Katherine", "Sam 🦊"],
            familyNames: ["Hopper", "Byron", "Johnson", "O’Neil"], isFamilyFirst: false,
            latin: ["ada", "grace", "alan", "katherine", "sam"]),
        Place(
            locale: "he_IL", country: "IL", storefront: "ISR", currency: "ILS",
            givenNames: ["נועה", "יוסי", "תמר"], familyNames: ["כהן", "לוי", "פרץ"], isFamilyFirst: false,
            latin: ["noa", "yossi", "tamar"]),
        Place(
            locale: "ar_AE", country: "AE", storefront: "ARE", currency: "AED",
            givenNames: ["ليلى", "عمر", "سارة"], familyNames: ["الهاشمي", "المنصوري"], isFamilyFirst: false,
            latin: ["layla", "omar", "sara"]),
        Place(
            locale: "ko_KR", country: "KR", storefront: "KOR", currency: "KRW",
            givenNames: ["민준", "서연", "지후"], familyNames: ["김", "이", "박"], isFamilyFirst: true,
            latin: ["minjun", "seoyeon", "jihu"]),
        Place(
            locale: "fr_FR", country: "FR", storefront: "FRA", currency: "EUR",
            givenNames: ["Chloé", "Loïc", "Zoé", "François"], familyNames: ["Lefèvre", "Bérubé", "Dupont"],
            isFamilyFirst: false, latin: ["chloe", "loic", "zoe", "francois"]),
    ]

    /// The person at a place in the population.
    init(number: Int, random: inout PracticeRandom) {
        let place = random.pick(PracticePerson.places)
        let given = Int.random(in: 0..<place.givenNames.count, using: &random)
        let family = random.pick(place.familyNames)
        id = AppUserID("u_\(1000 + number)")
        name =
            place.isFamilyFirst
            ? "\(family) \(place.givenNames[given])" : "\(place.givenNames[given]) \(family)"
        email = "\(place.latin[given]).\(1000 + number)@example.\(random.pick(["org", "com", "net"]))"
        token = random.uuid()
        (locale, country) = (place.locale, place.country)
        (storefront, currency) = (place.storefront, place.currency)
    }
}

/// What a customer buys on, and how soon its owner updates the app.
struct PracticeDevice: Hashable, Sendable {
    /// The model, as the system names it.
    let model: String
    let systemVersion: String
    /// How long a new version of the app takes to reach it.
    private let delay: TimeLength

    private static let models = [
        "iPhone12,8", "iPhone14,5", "iPhone14,7", "iPhone15,2", "iPhone16,1", "iPhone17,3", "iPad13,18",
        "iPad14,8",
    ]
    private static let systemVersions = ["16.7.10", "17.5", "17.6.1", "18.1", "18.5", "26.0.1", "26.1"]

    /// Versions of the app and how many days ago each came out.
    private static let releases: [(daysAgo: Int64, version: String)] = [
        (395, "5.0.0"), (340, "5.0.3"), (262, "5.1.0"), (171, "5.2.0"), (140, "5.2.1"), (109, "5.3.0"),
        (88, "5.3.1"), (46, "5.4.0"), (15, "5.4.1"),
    ]

    static let leakingVersion = "5.3.0"

    /// A made-up device.
    init(_ random: inout PracticeRandom) {
        model = random.pick(PracticeDevice.models)
        systemVersion = random.pick(PracticeDevice.systemVersions)
        delay = .hours(Int64.random(in: 0...168, using: &random))
    }

    /// The version of the app on it at a moment.
    func appVersion(at instant: Instant, _ calendar: PracticeCalendar) -> String {
        let out = PracticeDevice.releases.last { calendar.today - .days($0.daysAgo) + delay <= instant }
        return out?.version ?? PracticeDevice.releases[0].version
    }
}

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

/// A small generator of numbers that are the same for the same seed, everywhere and for ever.
///
/// SplitMix64, because the standard library's generator cannot be seeded.
struct PracticeRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// A generator that a seed and a place in the population start.
    init(seed: UInt64, place: Int = 0) {
        state = seed &+ UInt64(bitPattern: Int64(place)) &* 0x9E37_79B9_7F4A_7C15
        _ = next()
    }

    /// A generator for one part of what is made up at a place, unlike those of every other part and place.
    ///
    /// Generators of neighbouring places give the same numbers one step apart, which names must never do.
    init(seed: UInt64, place: Int, part: UInt64) {
        var root = PracticeRandom(seed: seed ^ (part &* 0xD1B5_4A32_D192_ED03), place: place)
        state = root.next()
    }

    /// The next 64 bits.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// One of some values, each as likely as another.
    mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &self)]
    }

    /// A UUID's text of these bits.
    mutating func uuid() -> String {
        let digits = Array(hex(next()) + hex(next()))
        let groups = [digits[0..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20..<32]]
        return groups.map { String($0) }.joined(separator: "-")
    }

    private func hex(_ bits: UInt64) -> String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
