import Purchases

/// A person made up, with a name as people have them: wide, marked, written from the right, with an emoji.
struct PracticePerson: Hashable, Sendable {
    /// The app's name for the customer.
    let id: AppUserID
    /// The name.
    let name: String
    /// The address.
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
