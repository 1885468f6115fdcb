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
