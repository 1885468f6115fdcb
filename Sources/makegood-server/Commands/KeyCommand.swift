import ArgumentParser
import JSONAnswers
import JSONValues
import Persistence
import Purchases
import Server

/// Makes, lists and removes the keys with which programs ask the server.
struct KeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "The keys with which programs ask the server.",
        subcommands: [Add.self, List.self, Remove.self])

    /// Makes a key.
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a key; it is shown this once.",
            discussion: """
                app: what the app says (purchase reports, receipts). backend: what its server asks (receipts, verify, \
                access, events). metrics: the figures of this server.
                """)

        @OptionGroup var global: ServerOptions
        @Argument(help: "What it is called.") var name: String
        @Option(help: "What it opens: app, backend or metrics.", transform: Add.scope) var scope: APIScope

        private static func scope(_ text: String) throws -> APIScope {
            guard let scope = APIScope(rawValue: text) else {
                throw ValidationError("'\(text)' is no scope: write app, backend or metrics.")
            }
            return scope
        }

        func run() async throws {
            try await global.inStore { store, agent in
                let key = try store.addAPIKey(
                    named: name, for: scope, by: agent, at: ServerClock.system.now())
                let json = JSONValue.object(["name": name, "scope": scope.rawValue, "key": key])
                Answer(isJSON: global.json).give(json) { [key] }
                guard StandardOutput.hasAll else {
                    // It could not be shown, and the store keeps only its hash: nobody will ever know it.
                    try store.removeAPIKey(named: name, by: agent, at: ServerClock.system.now())
                    let why = StandardOutput.failure ?? "its reader left"
                    throw CommandFailure(
                        .unavailable, "the key could not be shown (\(why)) and was removed again",
                        remedy: "make it again where it can be read")
                }
                Answer.note("makegood-server: keep it now: it is not shown again")
            }
        }
    }

    /// Lists the keys.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the keys, without what they are.")

        @OptionGroup var global: ServerOptions

        func run() async throws {
            try await global.inStore { store, agent in
                try store.require(.secrets, of: agent)
                let keys = try store.apiKeys()
                let json = JSONValue.object([
                    "keys": keys.map {
                        .object([
                            "name": $0.name, "scope": $0.scope.rawValue, "added_at": $0.addedAt,
                            "added_by": $0.addedBy,
                        ])
                    }
                ])
                Answer(isJSON: global.json).give(json) {
                    keys.isEmpty
                        ? ["no key opens anything: make one with makegood-server key add"]
                        : keys.map { "\($0.name)\t\($0.scope.rawValue)\t\($0.addedAt)\t\($0.addedBy)" }
                }
            }
        }
    }

    /// Removes a key.
    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Remove a key: it opens nothing any more.")

        @OptionGroup var global: ServerOptions
        @Argument(help: "What it is called.") var name: String

        func run() async throws {
            try await global.inStore(deed: "the key was removed") { store, agent in
                try store.removeAPIKey(named: name, by: agent, at: ServerClock.system.now())
                Answer(isJSON: global.json).give(.object(["removed": name])) {
                    ["removed the key \(name)"]
                }
            }
        }
    }
}
