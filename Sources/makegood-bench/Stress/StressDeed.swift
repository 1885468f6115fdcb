/// What a writer did and was told.
struct StressDeed {
    /// The kinds of deeds, by what the audit log calls them.
    enum Kind: String {
        /// Something was given.
        case grant
        /// A grant was ended.
        case revoke
        /// A note was written on a customer.
        case note = "customer.note"
        /// A ticket was claimed.
        case claim = "ticket claim"
        /// A ticket was given back.
        case release = "ticket release"
        /// A ticket was written off.
        case resolve = "ticket.write_off resolve"
        /// A chain was moved to another customer.
        case attach = "chain.attach"
    }

    /// The answers.
    enum Answer: String {
        /// It was done.
        case done
        /// It had been done under the same key.
        case replayed
        /// It had been done by the same writer, who was killed before hearing of it.
        case recovered
        /// Somebody else was first.
        case refused
        /// There was nothing to do.
        case idle
        /// Another process held the store for too long.
        case busy
        /// Anything that must not happen.
        case failed
    }

    /// What was done.
    var kind: Kind
    /// What came of it.
    var answer: Answer
    /// What it was done to, as the audit log names it.
    var subject = "-"
    /// What it is known by: a grant's key, a note's text.
    var key = "-"
    /// What it made: a grant's id, a chain's owner, why it failed.
    var result = "-"
    /// When it was asked for.
    var begin = 0.0
    /// When it was answered.
    var end = 0.0

    /// Whether the writer was told that the store holds what it did.
    var isAcknowledged: Bool { answer == .done || answer == .recovered }
}

extension StressDeed {
    /// The deed on one line.
    var line: String {
        let words = [kind.rawValue, answer.rawValue, subject, key, result].map { word in
            String(word.map { $0 == "\t" || $0.isNewline ? " " : $0 })
        }
        return (words + [String(begin), String(end)]).joined(separator: "\t") + "\n"
    }

    /// The deed of a line; nil when it is none.
    init?(line: Substring) {
        let words = line.split(separator: "\t").map(String.init)
        guard words.count == 7, let kind = Kind(rawValue: words[0]), let answer = Answer(rawValue: words[1]),
            let begin = Double(words[5]), let end = Double(words[6])
        else { return nil }
        self.init(
            kind: kind, answer: answer, subject: words[2], key: words[3], result: words[4], begin: begin,
            end: end)
    }
}
