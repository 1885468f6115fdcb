package import Persistence

/// Plurals and lists, the parts of grammar in which languages differ most: said here and nowhere else.
package enum Counting {
    /// How many of something: `1 ticket`, `3 tickets`; the plural where it is not the singular with an s.
    package static func of(_ count: some BinaryInteger, _ one: String, _ many: String? = nil) -> String {
        "\(count) \(noun(count, one, many))"
    }

    /// How many of something where counting stops somewhere: `10000+ tickets`.
    package static func of(_ count: CappedCount, _ one: String, _ many: String? = nil) -> String {
        "\(count) \(noun(count.counted, one, many))"
    }

    /// The noun alone, for a number that stands elsewhere.
    package static func noun(_ count: some BinaryInteger, _ one: String, _ many: String? = nil) -> String {
        count == 1 ? one : many ?? one + "s"
    }

    /// A number within a sentence: `eleven`; one beyond twelve in digits.
    package static func inWords(_ count: Int) -> String {
        let words = [
            "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
        ]
        return (1...words.count).contains(count) ? words[count - 1] : String(count)
    }

    /// How much of a whole a part is: `37 %`, `<1 %`; empty of nothing.
    package static func share(_ part: Int64, of whole: Int64) -> String {
        guard whole > 0 else { return "" }
        let percent = Double(part) / Double(whole) * 100
        return part > 0 && percent < 1 ? "<1 %" : "\(Int(percent.rounded())) %"
    }

    /// A text as a sentence begins.
    package static func capitalized(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }

    /// All of some things: `a, b and c`.
    package static func all(_ items: [String]) -> String { joined(items, by: "and") }

    /// One of some things: `a, b or c`.
    package static func any(_ items: [String]) -> String { joined(items, by: "or") }

    private static func joined(_ items: [String], by word: String) -> String {
        guard let last = items.last, items.count > 1 else { return items.first ?? "" }
        return "\(items.dropLast().joined(separator: ", ")) \(word) \(last)"
    }
}
