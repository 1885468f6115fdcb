import ArgumentParser
import Foundation
import JSONAnswers
package import JSONValues
import Persistence
import Purchases
import Server
import Wording

/// Looks after what backends are told by webhooks: lists receivers, sends again, forgets, tests. A receiver to try it
/// with is `WebhooksListenCommand`.
struct WebhooksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhooks", abstract: "What backends are told by webhooks (docs/webhooks.md).",
        subcommands: [
            List.self, Replay.self, Forget.self, Test.self, SecretCommand.self, WebhooksListenCommand.self,
        ])

    /// Lists receivers and what waits or is parked.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the receivers, and what waits, is parked or was delivered.")

        @OptionGroup var global: ServerOptions
        @Argument(help: "The receiver; all when left out.") var receiver: String?
        @Option(help: "How many messages.") var limit = 50

        func run() async throws {
            try await global.inStore { store, agent in
                try store.require(.serve, of: agent)
                let standings = try store.webhookStandings().filter { receiver == nil || $0.name == receiver }
                if let receiver, standings.isEmpty { throw StoreError.unknown(.webhook(receiver)) }
                let messages = try store.webhookDeliveries(of: receiver, limit: limit)
                let json = JSONValue.object(["receivers": standings, "messages": messages])
                Answer(isJSON: global.json).give(json) {
                    guard !standings.isEmpty else {
                        return ["no receiver was told anything yet: name one under webhooks in server.yaml"]
                    }
                    return standings.map { ServerText.webhook($0) { $0.description } } + messages.map(line)
                }
            }
        }

        private func line(_ message: WebhookDelivery) -> String {
            [
                message.receiver, message.id, message.state, message.type, message.customer.rawValue,
                message.at.description, message.outcome.map(ServerText.webhookAnswer) ?? "",
            ].joined(separator: "\t")
        }
    }

    /// Sends messages once more.
    struct Replay: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Send messages once more; the running server does.",
            discussion: """
                Without an option what was not taken is sent again: what is parked, and at once what failed and waits \
                for its next try. The messages keep their webhook-id, so that a receiver sees what it has already. A \
                receiver that answered 410 is called again.
                """)

        @OptionGroup var global: ServerOptions
        @Argument(help: "The receiver.") var receiver: String
        @Option(help: "One message, by its webhook-id.") var message: String?
        @Option(help: "Everything that was made since TIME, what was delivered included.") var since: String?

        func run() async throws {
            try await global.inStore { store, agent in
                let count = try store.replayWebhooks(
                    try wish(), at: receiver, by: agent, at: ServerClock.system.now())
                Answer(isJSON: global.json).give(.object(["messages": count])) {
                    ["\(Counting.of(count, "message")) waits to be sent again to \(receiver)"]
                }
            }
        }

        private func wish() throws -> WebhookReplay {
            switch (message, since) {
            case (let message?, nil): return .message(message)
            case (nil, let since?):
                guard let moment = Instant(since) else {
                    throw CommandFailure(
                        .usage, "--since \(since) is no time", remedy: "write it as 2026-11-22T09:00:00Z")
                }
                return .since(moment)
            case (nil, nil): return .notTaken
            default: throw CommandFailure(.usage, "--message and --since exclude each other")
            }
        }
    }

    /// Forgets a receiver that is no more.
    struct Forget: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Forget a receiver, and what it did not take.",
            discussion: """
                Take it out of server.yaml and restart the server before: named there, it is a new receiver, told of \
                what happens from then on.
                """)

        @OptionGroup var global: ServerOptions
        @Argument(help: "The receiver.") var receiver: String

        func run() async throws {
            try await global.inStore { store, agent in
                let count = try store.forgetWebhooks(
                    to: receiver, by: agent, at: ServerClock.system.now())
                Answer(isJSON: global.json).give(.object(["messages": count])) {
                    ["\(receiver) is forgotten, and \(Counting.of(count, "message")) that it did not take"]
                }
            }
        }
    }

    /// Sends a message that says nothing.
    struct Test: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Send a message of type test to the receivers that are set, and say what they answer.")

        @OptionGroup var global: ServerOptions
        @OptionGroup var serving: ServingOptions
        @Argument(help: "The receiver; all when left out.") var receiver: String?

        func run() async throws {
            try await Answer.saying(isJSON: global.json) {
                let opened = try ServingStore(global, serving)
                try opened.store.require(.serve, of: opened.agent)
                let targets = try opened.webhooks().filter { receiver == nil || $0.receiver.name == receiver }
                guard !targets.isEmpty else {
                    throw receiver.map { StoreError.unknown(.webhook($0)) }
                        ?? CommandFailure(
                            .configuration, "no receiver is set",
                            remedy: "name one under webhooks in server.yaml")
                }
                var results: [(name: String, place: String, result: WebhookResult)] = []
                for target in targets {
                    let result = await WebhookSender().test(target, at: ServerClock.system.now())
                    results.append((target.receiver.name, target.place, result))
                }
                let json = JSONValue.object([
                    "receivers": results.map {
                        .object([
                            "name": $0.name, "delivered": $0.result == .delivered, "outcome": $0.result.code,
                        ])
                    }
                ])
                Answer(isJSON: global.json).give(json) {
                    results.map {
                        "\($0.name)\t\($0.place)\t"
                            + ($0.result == .delivered ? "took it" : ServerText.webhookAnswer($0.result.code))
                    }
                }
                try opened.store.close()
                try Answer.requireArrived()
                if results.contains(where: { $0.result != .delivered }) { throw ExitCode(1) }
            }
        }
    }

    /// Makes a secret.
    struct SecretCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "secret", abstract: "Make a secret; it is shown once and not stored.",
            discussion: "Put it into a file of mode 0600 that secret_files names, and give it to the backend."
        )

        func run() { StandardOutput.write(WebhookSecret.newText() + "\n") }
    }
}

extension WebhookDelivery: JSONEncodable {
    package var json: JSONValue {
        .object([
            "receiver": receiver, "id": id, "type": type, "app_user_id": customer, "at": at, "state": state,
            "attempts": attempts, "next_at": nextAt, "outcome": outcome,
        ])
    }
}
