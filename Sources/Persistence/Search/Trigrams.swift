/// The question that the index of parts is asked.
enum Trigrams {
    /// Longer texts are cut: what is left finds few enough.
    private static let most = 32
    /// Up to this length every trigram is asked for.
    private static let short = 8
    /// Of several words so many trigrams are asked for: what they leave is read anyway.
    private static let ofWords = 12

    /// The AND of trigrams of a text of at least three characters: with `detail = none` a phrase of several is an error.
    ///
    /// Each costs the reading of a list as long as the store is large, and the text itself decides afterwards; of longer
    /// texts every second one narrows the candidates as well as all of them.
    static func query(of key: String) -> String { question(parts(of: key)) }

    /// The same of several words, the longest first; nil when none has three characters.
    static func query(ofWords words: [String]) -> String? {
        let long = words.filter { $0.unicodeScalars.count >= 3 }
        let parts = long.sorted { $0.unicodeScalars.count > $1.unicodeScalars.count }.flatMap(parts)
        return parts.isEmpty ? nil : question(Array(parts.prefix(ofWords)))
    }

    private static func parts(of key: String) -> [String] {
        let scalars = Array(key.unicodeScalars.prefix(most))
        let last = scalars.count - 3
        let starts = stride(from: 0, to: last, by: scalars.count > short ? 2 : 1) + [last]
        return starts.map { String(String.UnicodeScalarView(scalars[$0..<$0 + 3])) }
    }

    private static func question(_ parts: [String]) -> String {
        var asked: Set<String> = []
        return parts.filter { asked.insert($0).inserted }
            .map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }
            .joined(separator: " AND ")
    }
}
