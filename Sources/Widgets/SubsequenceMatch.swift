/// Whether the letters of a query appear in a text in their order, and how well.
struct SubsequenceMatch: Hashable, Sendable {
    /// How bad the match is: zero for a text that begins with the query, more for gaps and a later start.
    let penalty: Int

    /// A match, case ignored; nil when a letter is missing. An empty query matches everything.
    init?(_ query: String, in text: String) {
        let wanted = Array(query.lowercased().filter { !$0.isWhitespace })
        let letters = Array(text.lowercased())
        var penalty = 0
        var next = 0
        var previous: Int?
        for (index, letter) in letters.enumerated() where next < wanted.count && letter == wanted[next] {
            let isWordStart = index == 0 || letters[index - 1].isWhitespace
            let gap = previous.map { index - $0 - 1 } ?? index
            // A jump to the start of a later word is how people abbreviate: it costs little.
            penalty += gap == 0 ? 0 : isWordStart ? 1 : 2 + gap
            previous = index
            next += 1
        }
        guard next == wanted.count else { return nil }
        self.penalty = penalty
    }
}
