/// The question that the index of parts is asked.
enum Trigrams {
    /// Longer texts are cut: what is left finds few enough.
    private static let most = 32
    /// Up to this length every trigram is asked for.
    private static let short = 8

    /// The AND of trigrams of a text of at least three characters: with `detail = none` a phrase of several is an error.
    ///
    /// Each costs the reading of a list as long as the store is large, and the text itself decides afterwards; of longer
    /// texts every second one narrows the candidates as well as all of them.
    static func query(of key: String) -> String {
        let scalars = Array(key.unicodeScalars.prefix(most))
        let last = scalars.count - 3
        let starts = stride(from: 0, to: last, by: scalars.count > short ? 2 : 1) + [last]
        var asked: Set<String> = []
        return starts.map { String(String.UnicodeScalarView(scalars[$0..<$0 + 3])) }
            .filter { asked.insert($0).inserted }
            .map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }
            .joined(separator: " AND ")
    }
}
