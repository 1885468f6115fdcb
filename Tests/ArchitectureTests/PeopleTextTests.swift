import Foundation
import Testing

/// The texts that people read, from the sources: all of them on one list, and the words that none of them has.
struct PeopleTextTests {
    /// A text, and where it stands.
    private struct Sentence {
        let path: String
        let line: Int
        let text: String
        /// Its words in small letters, with a blank around each; a name of code, such as `delivered_by_word`, is one.
        let words: String

        init(path: String, _ found: SwiftCode.Text) {
            (self.path, line, text) = (path, found.line + 1, found.text)
            let small: [Character] = found.text.lowercased().map { $0 == "’" ? "'" : $0 }
            let parts = small.split { !($0.isLetter || "'-_".contains($0)) }
            words = " \(parts.map { String($0) }.joined(separator: " ")) "
        }
    }

    /// The rooms, folders and files in which texts for people stand.
    private static let places = [
        "Wording/", "Console/", "Widgets/", "makegood/", "makegood-server/", "Alarms/", "Intake/",
        "Purchases/Codes/", "FileStore/Diagnostics/", "Persistence/Diagnostics/", "Persistence/Setting.swift",
        "Server/Checking/", "Server/Routes/",
    ]

    /// The words by which a text of SQL is known.
    private static let sql: Set<Substring> = [
        "SELECT", "FROM", "WHERE", "INSERT", "UPDATE", "DELETE", "JOIN", "TRIGGER",
    ]

    /// All of them, read once.
    private static let all: Result<[Sentence], any Error> = Result {
        try SourceTree.read().files.filter { places.contains(where: $0.path.hasPrefix) }.flatMap { file in
            SwiftCode(file.text).texts.filter { isForPeople($0.text) }.map { Sentence(path: file.path, $0) }
        }
    }

    private let sentences: [Sentence]

    init() throws { sentences = try Self.all.get() }

    /// What has a blank is no name of anything.
    private static func isForPeople(_ text: String) -> Bool {
        text.contains(" ") && sql.isDisjoint(with: text.split(whereSeparator: { !$0.isLetter }))
    }

    /// Screens, help, errors and answers to customers can be read at once, in Recorded/sentences.txt.
    ///
    /// `RECORD_SCREENS=1 swift test --filter PeopleTextTests` writes the list anew.
    @Test func everySentenceStandsOnTheList() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Recorded/sentences.txt")
        var list: [String] = []
        var before = ""
        for sentence in sentences {
            if sentence.path != before { list += (list.isEmpty ? [] : [""]) + ["# \(sentence.path)"] }
            before = sentence.path
            list.append(sentence.text)
        }
        let isRecording = ProcessInfo.processInfo.environment["RECORD_SCREENS"] == "1"
        if isRecording {
            try Data((list.joined(separator: "\n") + "\n").utf8).write(to: path)
        }
        let kept = try String(contentsOf: path, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false
        ).dropLast().map(String.init)
        let place = zip(list, kept).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        let other = place.map { "line \($0 + 1): “\(list[$0])” is new" }
        let isTheSame = list == kept
        #expect(isTheSame, "\(other ?? "\(list.count) lines, not \(kept.count)")")
        #expect(!isRecording, "the list was recorded")
    }

    /// Words that make a reader stop.
    struct Banned: CustomTestStringConvertible, Sendable {
        /// The words, in small letters.
        let words: String
        /// What is said in their place.
        let instead: String
        /// The texts in which they are right, by their beginning.
        var except: [String] = []

        var testDescription: String { words }
    }

    private static let banned = [
        Banned(words: "whoever", instead: "the person, the agent, the account"),
        Banned(words: "whomever", instead: "the person, the agent, the account"),
        Banned(words: "what came in", instead: "documents, purchases, requests"),
        Banned(words: "standing", instead: "state"),
        Banned(words: "by word", instead: "by the app's word, by an agent's word"),
        Banned(words: "nobody's", instead: "no customer, without a customer"),
        Banned(words: "stands ready", instead: "is prepared"),
        Banned(words: "has the network", instead: "the server"),
        Banned(words: "kept nowhere", instead: "not stored, lost"),
        Banned(words: "says the note", instead: "the note in quotes"),
        Banned(words: "this table", instead: "Makegood"),
        Banned(words: "no value for", instead: "“Prod” is not an environment: use …"),
        Banned(words: "for ever", instead: "lifetime, without end"),
        Banned(
            words: "is none of", instead: "does not belong to",
            except: [
                "its password is none of the shared secrets", "We gave a reason for an extension",
                "The notification's password is none",
            ]),
    ]

    @Test(arguments: banned) func noTextSays(_ banned: Banned) {
        let wrong = sentences.filter { sentence in
            sentence.words.contains(" \(banned.words) ")
                && !banned.except.contains { sentence.text.hasPrefix($0) }
        }
        for sentence in wrong {
            Issue.record("\(sentence.path):\(sentence.line) “\(sentence.text)”: say \(banned.instead)")
        }
    }

    @Test func textsAreReadFromSources() {
        let source = #"""
            let a = "one \(name.map { "two of \($0)" } ?? "three") four" // "five"
            let b = """
                six \
                seven\u{A0}8
                nine
                """
            """#
        let texts = SwiftCode(source).texts.map(\.text)
        #expect(texts == ["one … four", "two of …", "three", "six seven 8 nine"])
    }
}
