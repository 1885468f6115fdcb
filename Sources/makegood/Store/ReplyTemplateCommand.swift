import ArgumentParser
import Foundation
import JSONAnswers
import JSONValues
import Persistence
import Purchases
import Wording

/// Shows and changes what customers are answered.
struct ReplyTemplateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "template", abstract: "Show and change the answers to customers.", discussion: grammar,
        subcommands: [List.self, Show.self, Set.self, Reset.self], defaultSubcommand: List.self)

    @OptionGroup var global: GlobalOptions

    private static let grammar = """
        A template is text with placeholders: \
        \(ReplyPlaceholder.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")). What stands in [square \
        brackets] is left out where one of its placeholders is not known; where one outside of them is not known, the \
        shipped answer is taken.
        """

    /// Which answer: `--lang de not_delivered`, as `makegood reply` takes its language, or `de not_delivered`.
    struct Place: ParsableArguments {
        @Option(name: .customLong("lang"), help: "The language.") var language: ReplyLanguage?
        @Argument(
            help:
                "The situation, as 'policy template list' names it; the language may stand before it in place of --lang.",
            completion: .list(ReplySituation.allCases.map(\.rawValue)))
        var words: [String]

        /// The answer that is meant, and the words behind it.
        func read() throws -> (key: ReplyPolicy.Key, rest: [String]) {
            var rest = words[...]
            var told = language
            if told == nil, let named = rest.first.flatMap({ ReplyLanguage(rawValue: $0) }) {
                (told, rest) = (named, rest.dropFirst())
            }
            guard let chosen = told else {
                let known = ReplyLanguage.allCases.map(\.rawValue).joined(separator: " or ")
                throw ValidationError("Say the language with --lang: \(known).")
            }
            guard let word = rest.popFirst() else { throw ValidationError("Say the situation.") }
            guard let situation = ReplySituation(rawValue: word) else {
                throw ValidationError(
                    "'\(word)' is no situation: `makegood policy template list` names them all.")
            }
            return (ReplyPolicy.Key(situation, in: chosen), Array(rest))
        }

        /// The answer that is meant, where nothing stands behind it.
        func alone() throws -> ReplyPolicy.Key {
            let (key, rest) = try read()
            if let word = rest.first { throw ValidationError("Unexpected argument '\(word)'.") }
            return key
        }
    }

    /// Lists the answers.
    struct List: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the answers, and which of them were changed.")

        @OptionGroup var global: GlobalOptions

        func run(in invocation: Invocation) throws -> ExitCode {
            let policy = try invocation.store.replyPolicy()
            let keys = ReplyLanguage.allCases.flatMap { language in
                ReplySituation.allCases.map { ReplyPolicy.Key($0, in: language) }
            }
            invocation.output.answer(
                .object(["templates": keys.map { $0.json(policy) }]),
                Answers.templates(keys, policy))
            return .success
        }
    }

    /// Shows an answer.
    struct Show: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show the wording of an answer.", discussion: grammar)

        @OptionGroup var place: Place
        @OptionGroup var global: GlobalOptions

        func run(in invocation: Invocation) throws -> ExitCode {
            try ReplyTemplateCommand.answer(place.alone(), invocation)
        }

        func validate() throws { _ = try place.alone() }
    }

    /// Changes an answer.
    struct Set: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Change the wording of an answer.",
            discussion: "The wording stands behind the situation, or is read from standard input. " + grammar)
        static let permission = Permission.settings

        @OptionGroup var place: Place
        @OptionGroup var global: GlobalOptions

        var deed: String? { "the answer was changed" }

        func run(in invocation: Invocation) throws -> ExitCode {
            let (key, rest) = try place.read()
            try invocation.store.setReplyTemplate(
                key, to: rest.first ?? ReplyTemplateCommand.standardInput(), by: invocation.agent,
                at: invocation.now)
            return try ReplyTemplateCommand.answer(key, invocation)
        }

        func validate() throws {
            let (_, rest) = try place.read()
            if rest.count > 1 { throw ValidationError("Put the wording between quotation marks.") }
        }
    }

    /// Takes the shipped answer again.
    struct Reset: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset", abstract: "Take the shipped wording of an answer again.")
        static let permission = Permission.settings

        @OptionGroup var place: Place
        @OptionGroup var global: GlobalOptions

        var deed: String? { "the shipped answer was taken again" }

        func run(in invocation: Invocation) throws -> ExitCode {
            let key = try place.alone()
            try invocation.store.resetReplyTemplate(key, by: invocation.agent, at: invocation.now)
            return try ReplyTemplateCommand.answer(key, invocation)
        }

        func validate() throws { _ = try place.alone() }
    }

    private static func answer(_ key: ReplyPolicy.Key, _ invocation: Invocation) throws -> ExitCode {
        let policy = try invocation.store.replyPolicy()
        let lines = wording(key, policy).split(separator: "\n", omittingEmptySubsequences: false)
        invocation.output.answer(
            .object(["template": key.json(policy)]), asItIs: lines.map(String.init))
        return .success
    }

    /// The wording that counts.
    fileprivate static func wording(_ key: ReplyPolicy.Key, _ policy: ReplyPolicy) -> String {
        policy.templates[key] ?? Reply.shippedText(key)
    }

    /// What is piped in, without the last line's end; more than a template may hold is refused by its length.
    private static func standardInput() -> String {
        let bytes = (try? FileHandle.standardInput.read(upToCount: 8 * ReplyTemplate.mostCharacters)) ?? nil
        let text = String(decoding: bytes ?? Data(), as: UTF8.self)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}

extension Answers {
    /// The answers to customers.
    static func templates(_ keys: [ReplyPolicy.Key], _ policy: ReplyPolicy) -> Listing<ReplyPolicy.Key> {
        Listing(
            keys,
            [
                .decisive("language", "language") { .text($0.language.rawValue) },
                .decisive("situation", "situation") { .text($0.situation.rawValue) },
                .decisive("wording", "state") {
                    .text(policy.templates[$0] == nil ? "shipped" : "changed")
                },
                .useful("begins", "text") { key in
                    let wording = ReplyTemplateCommand.wording(key, policy)
                    return .words(beginning(of: wording), value: wording)
                },
            ], empty: "")
    }

    /// What a template says after its greeting.
    private static func beginning(of wording: String) -> String {
        let paragraphs = wording.split(separator: "\n")
        return String(paragraphs.count > 1 ? paragraphs[1] : paragraphs.first ?? "")
    }
}

extension ReplyPolicy.Key {
    /// An answer to customers, in the wording that counts.
    fileprivate func json(_ policy: ReplyPolicy) -> JSONValue {
        .object([
            "language": language.rawValue, "situation": situation.rawValue,
            "shipped": policy.templates[self] == nil, "text": ReplyTemplateCommand.wording(self, policy),
        ])
    }
}
