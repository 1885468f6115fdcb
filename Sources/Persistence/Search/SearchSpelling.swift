internal import Foundation

/// How a name may be spelt otherwise: German names are written with and without their dots, `Müller` and `Mueller`.
///
/// ``SearchKey`` takes the dots away and nothing else, so that one index holds both; a text is looked for in each of its
/// spellings.
enum SearchSpelling {
    /// More pairs of letters than these are left as they are †.
    private static let mostPlaces = 3
    private static let written = ["ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"]
    private static let pairs: Set<String> = ["ae", "oe", "ue"]

    /// The other spellings of a text, as keys; none where it has neither dots nor pairs of letters that stand for them.
    static func others(of text: String) -> [String] {
        guard text.utf8.count <= 256 else { return [] }
        let key = SearchKey.of(text)
        var found = withoutPairs(key)
        let composed = text.precomposedStringWithCanonicalMapping
        if composed.contains(where: { written[String($0)] != nil }) {
            found.insert(SearchKey.of(composed.map { written[String($0)] ?? String($0) }.joined()), at: 0)
        }
        return found.filter { $0 != key && $0.unicodeScalars.count >= 3 }
    }

    /// A key with some of its pairs written as one letter, every choice of them, all first.
    private static func withoutPairs(_ key: String) -> [String] {
        let letters = Array(key)
        var places = letters.indices.dropLast().filter { pairs.contains(String(letters[$0...($0 + 1)])) }
        places = Array(places.prefix(mostPlaces))
        guard !places.isEmpty else { return [] }
        return (1..<(1 << places.count)).reversed().map { choice in
            let gone = Set(places.indices.filter { choice & (1 << $0) != 0 }.map { places[$0] + 1 })
            return String(letters.indices.filter { !gone.contains($0) }.map { letters[$0] })
        }
    }
}
