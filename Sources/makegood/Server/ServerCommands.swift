import ArgumentParser
import JSONAnswers
package import JSONValues
import Persistence
import Purchases
import Wording

/// `makegood server`: what the store knows of the servers that work on it, as lines and as JSON. The page is
/// `ServerStatusQuery` in `Persistence/Jobs`, its words are `ServerText` in `Wording`.
struct ServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "server", abstract: "See whether the server of this store runs, and what it does.",
        subcommands: [Status.self], defaultSubcommand: Status.self)

    @OptionGroup var global: GlobalOptions

    /// Shows whether it is there, what it does, and what is wrong.
    struct Status: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "status",
            abstract: "Say whether the server runs, what it does and when, and what fails.",
            discussion: """
                Exits with 0 when it runs, with 1 when it is late or gone, and with 3 when none has ever run. What fails is \
                said, and changes no exit code: `doctor` says what to do about it.
                """)

        @OptionGroup var global: GlobalOptions

        func run(in invocation: Invocation) throws -> ExitCode {
            let standing = try invocation.wholePage(of: ServerStatusQuery())
            invocation.output.answer(
                standing.json, Answers.server(standing, at: invocation.now))
            switch standing.presence {
            case .there: return .success
            case .late, .gone: return ExitCode(1)
            case .never: return ExitCode(StoreError.Code.notFound.exitCode)
            }
        }
    }
}

extension Answers {
    /// How the server stands, line by line.
    static func server(_ standing: ServerStatus, at now: Instant) -> [String] {
        let sentence = ServerText.sentence(standing) { $0.description }
        let failures = ServerText.failures(standing).map { "  \($0)" }
        let isSeveral = standing.servers.count > 1
        let webhooks = standing.webhooks.map { "  webhooks to " + ServerText.webhook($0) { $0.description } }
        return [sentence] + failures + webhooks
            + standing.servers.flatMap { server -> [String] in
                let head = isSeveral ? ["  " + ServerText.server(server) { $0.description }] : []
                guard server.presence == .there || !isSeveral else { return head }
                return head
                    + server.workers.map { worker in
                        let did = worker.didAt.map { "last \($0)" } ?? "nothing yet"
                        let next = worker.nextAt.map { ", next \($0)" } ?? ""
                        let goesOn = server.presence == .there ? next : ""
                        return (isSeveral ? "    " : "  ")
                            + "\(worker.name): \(ServerText.worker(worker.name)), \(did)\(goesOn)"
                    }
            }
    }
}

/// The answer of `server status`.
extension ServerStatus: JSONEncodable {
    package var json: JSONValue {
        .object([
            "server": .object([
                "state": ServerText.word(presence), "since": presence.since(startedAt),
                "started_at": startedAt,
            ]),
            "workers": workers, "servers": servers, "webhooks": webhooks,
            "alarms": alarms.map { alarm in
                .object([
                    "code": alarm.code, "text": ServerText.what(alarm), "detail": alarm.detail,
                    "since": alarm.at, "heard_by": alarm.heardBy.sorted().map(\.rawValue),
                    "failure": alarm.failure, "next_at": alarm.nextAt,
                ])
            },
        ])
    }
}

extension KnownServer: JSONEncodable {
    package var json: JSONValue {
        .object([
            "id": id.rawValue, "process": Int(process), "release": release,
            "state": ServerText.word(presence), "since": presence.since(startedAt),
            "started_at": startedAt, "workers": workers,
        ])
    }
}

extension WorkerStatus: JSONEncodable {
    package var json: JSONValue {
        .object([
            "name": name, "did_at": didAt, "next_at": nextAt, "failures": failures, "outcome": outcome,
        ])
    }
}

extension ServerStatus.Presence {
    /// Since when a server stands as it does.
    fileprivate func since(_ startedAt: Instant?) -> Instant? {
        switch self {
        case .never: nil
        case .there: startedAt
        case .late(let since), .gone(let since): since
        }
    }
}
