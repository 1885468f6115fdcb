import Purchases

extension Wording {
    /// What a text may mean, the likeliest first.
    static func explanation(_ meanings: [CodeMeaning]) -> [String] {
        meanings.flatMap {
            ["\($0.code) · \($0.name) · \($0.family.title)"] + lines(of: $0).map { "  \($0)" }
        }
    }

    /// What a code means, without its name.
    static func lines(of meaning: CodeMeaning) -> [String] {
        [
            meaning.happened, "fault: \(meaning.fault.title) · retry: \(meaning.retry.title)",
            "what to do: \(meaning.advice)",
        ]
    }
}
