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

    /// Which answer.
    struct Place: ParsableArguments {
        @Argument(help: "The language.") var language: ReplyLanguage
        @Argument(help: "The situation, as 'policy template list' names it.") var situation: ReplySituation

        /// The answer that is meant.
        var key: ReplyPolicy.Key { ReplyPolicy.Key(situation, in: language) }
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
                .object(["templates": .list(keys) { .template($0, policy) }]),
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
            try ReplyTemplateCommand.answer(place.key, invocation)
        }
    }

    /// Changes an answer.
    struct Set: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Change the wording of an answer.", discussion: grammar)
        static let permission = Permission.settings

        @OptionGroup var place: Place
        @Argument(help: "The wording; without it, it is read from standard input.") var text: String?
        @OptionGroup var global: GlobalOptions

        var deed: String? { "the answer was changed" }

        func run(in invocation: Invocation) throws -> ExitCode {
            try invocation.store.setReplyTemplate(
                place.key, to: text ?? ReplyTemplateCommand.standardInput(), by: invocation.agent,
                at: invocation.now)
            return try ReplyTemplateCommand.answer(place.key, invocation)
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
            try invocation.store.resetReplyTemplate(place.key, by: invocation.agent, at: invocation.now)
            return try ReplyTemplateCommand.answer(place.key, invocation)
        }
    }

    private static func answer(_ key: ReplyPolicy.Key, _ invocation: Invocation) throws -> ExitCode {
        let policy = try invocation.store.replyPolicy()
        let lines = wording(key, policy).split(separator: "\n", omittingEmptySubsequences: false)
        invocation.output.answer(
            .object(["template": .template(key, policy)]), asItIs: lines.map(String.init))
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
    static func templates(_ keys: [ReplyPolicy.Key], _ policy: ReplyPolicy) -> Listing {
        let rows = keys.map { key -> [Table.Cell] in
            let wording = ReplyTemplateCommand.wording(key, policy)
            return [
                .init(key.language.rawValue), .init(key.situation.rawValue),
                .init(policy.templates[key] == nil ? "shipped" : "changed"),
                .init(shown: beginning(of: wording), value: wording),
            ]
        }
        let columns: [Table.Column] = [
            .decisive("language", "language"), .decisive("situation", "situation"),
            .decisive("wording", "state"), .useful("begins", "text"),
        ]
        return Listing(table: Table(columns: columns, rows: rows), empty: "")
    }

    /// What a template says after its greeting.
    private static func beginning(of wording: String) -> String {
        let paragraphs = wording.split(separator: "\n")
        return String(paragraphs.count > 1 ? paragraphs[1] : paragraphs.first ?? "")
    }
}

extension JSONValue {
    /// An answer to customers.
    fileprivate static func template(_ key: ReplyPolicy.Key, _ policy: ReplyPolicy) -> JSONValue {
        .object([
            "language": .string(key.language.rawValue), "situation": .string(key.situation.rawValue),
            "shipped": .bool(policy.templates[key] == nil),
            "text": .string(ReplyTemplateCommand.wording(key, policy)),
        ])
    }
}
