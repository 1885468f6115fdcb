import Purchases

/// The people that every screen test shows: names that break careless width counting, and hostile ones.
enum People {
    /// Everybody.
    static let all = [taro, zoe, jose, kim, david, mallory, zalgo]

    static let taro = person("u_1001", "山田 太郎", "taro@example.jp", "JP")
    static let zoe = person("u_1042", "Zoë Müller", "zoe@example.org", "DE")
    static let jose = person("u_1043", "José", "jose@example.com", "ES")
    static let kim = person("u_1044", "👩‍💻 Kim 🇰🇷", "kim@example.kr", "KR")
    static let david = person("u_1045", "דוד לוי", "david@example.il", "IL")
    static let mallory = person("u_6666", "Mallory\u{202E}evil\u{1B}[31m", "mallory@example.net", "NL")
    static let zalgo = person("u_6667", "Z" + String(repeating: "\u{0301}", count: 1000) + "algo", nil, nil)

    private static func person(_ id: String, _ name: String, _ email: String?, _ country: String?) -> Customer
    {
        Customer(
            id: AppUserID(id),
            values: CustomerValues(
                email: PersonIdentifier(email), name: PersonName(name),
                createdAt: Instant("2021-04-28T10:00:00Z"), country: PersonTrait(country)))
    }
}
