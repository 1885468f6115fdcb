/// The part of a text by which codes are found, without case, blanks and punctuation.
///
/// `SKError 2`, `skerror_2` and `SKError: 2` have one key. Two numbers never run into one, and a minus before a
/// number stays, so that neither `50 3` is `503` nor `-2` is `2`.
struct CodeKey {
    /// The longest text that is read, in scalars; no code comes near it.
    static let limit = 200

    /// The runs of letters and digits, in lower case.
    let words: [String]

    /// Reads the words of a text's beginning.
    init(_ text: String) {
        var words: [String] = []
        var word = ""
        var isNegative = false
        for scalar in text.unicodeScalars.prefix(CodeKey.limit) {
            if let character = CodeKey.lowercase(scalar) {
                if word.isEmpty, isNegative, scalar.value <= 0x39 { word = "-" }
                word.append(character)
                isNegative = false
            } else {
                // A hyphen between two words is a separator, one after a blank or colon a sign.
                isNegative = scalar == "-" && word.isEmpty
                if !word.isEmpty { words.append(word) }
                word = ""
            }
        }
        self.words = word.isEmpty ? words : words + [word]
    }

    /// The key of the whole text.
    var text: String { CodeKey.joined(words[...]) }

    /// The keys of the parts of the text that may hold a code between other words, the longest first.
    var parts: [String] {
        let words = words.prefix(CodeKey.widest)
        return (1...CodeKey.longest).reversed().flatMap { length in
            words.indices.dropLast(length - 1).map { CodeKey.joined(words[$0..<($0 + length)]) }
        }.filter(CodeKey.isTelling)
    }

    /// How many words of a text are searched for a code, and how many a code has at most.
    private static let (widest, longest) = (30, 8)

    /// Whether a part of a longer text is likely to be meant as a code: "other", "2" or "404" alone is not.
    private static func isTelling(_ key: String) -> Bool {
        let digits = key.utf8.count { (0x30...0x39).contains($0) }
        let isSigned = key.hasPrefix("-") && digits >= 3
        return key.utf8.count >= 12 || digits >= 5 || isSigned || (digits > 0 && digits + 4 <= key.utf8.count)
    }

    private static func joined(_ words: ArraySlice<String>) -> String {
        words.reduce(into: "") { key, word in
            let meetsNumber = key.utf8.last.map { $0 <= 0x39 } ?? false
            let isNumber = word.utf8.first.map { $0 <= 0x39 } ?? false
            key += (meetsNumber && isNumber ? "," : "") + word
        }
    }

    private static func lowercase(_ scalar: Unicode.Scalar) -> Character? {
        switch scalar {
        case "a"..."z", "0"..."9": Character(scalar)
        case "A"..."Z": Character(Unicode.Scalar(UInt8(scalar.value) + 0x20))
        default: nil
        }
    }
}
