import ArgumentParser
import JSONAnswers
import JSONValues
import Persistence
import Purchases

/// Explains a code of the App Store.
struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Say what a code means, whose fault it is, whether to retry, and what to do.",
        discussion: """
            Knows receipt statuses (21005), StoreKit errors (skerror_2), HTTP statuses (http_503), the causes of \
            tickets, expiration intents, notification types of both versions, App Store Server API errors, and \
            the words of refunds, extensions, offers (FREE_TRIAL, offer type 2), transactions (FAMILY_SHARED, \
            MONTHLY) and payment states (deferred). Finds a code among other words too.
            """)

    @Argument(parsing: .allUnrecognized, help: "The code, as it stands in a log or a ticket.")
    var code: [String]
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        try Failure.exiting(isJSON: global.json) {
            let text = code.joined(separator: " ")
            let meanings = Codes.meanings(of: text)
            guard !meanings.isEmpty else { throw ExplainCommand.unknown(text) }
            Output(isJSON: global.json).answer(
                .object(["code": text, "meanings": meanings]), Answers.explanation(meanings))
            return .success
        }
    }

    private static func unknown(_ text: String) -> CommandError {
        let nearest = Codes.nearest(to: text)
        return CommandError(
            .notFound, "nothing is known of “\(text)”",
            remedy: nearest.isEmpty
                ? "check how it is written, or search for it in Apple's reference"
                : "did you mean \(nearest.joined(separator: " or "))?")
    }
}

extension Answers {
    /// What a text may mean, the likeliest first.
    static func explanation(_ meanings: [CodeMeaning]) -> [String] {
        meanings.flatMap {
            ["\($0.code) · \($0.name) · \($0.family.title)"] + lines(of: $0).map { "  \($0)" }
        }
    }

    /// What a code means, without its name.
    static func lines(of meaning: CodeMeaning) -> [String] {
        [meaning.happened, blame(meaning), "what to do: \(meaning.advice)"]
    }

    /// Whose fault it is, and whether trying again helps.
    static func blame(_ meaning: CodeMeaning) -> String {
        "fault: \(meaning.fault.title) · retry: \(meaning.retry.title)"
    }
}
