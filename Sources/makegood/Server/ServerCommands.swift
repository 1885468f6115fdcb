import ArgumentParser
import JSONAnswers
import JSONValues
import Persistence
import Purchases
import Wording

/// Says how the server stands.
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
            let standing = try invocation.wholePage(of: ServerStandingQuery())
            invocation.output.answer(
                .serverStanding(standing), Answers.server(standing, at: invocation.now))
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
    static func server(_ standing: ServerStanding, at now: Instant) -> [String] {
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

extension JSONValue {
    /// The answer of `server status`.
    static func serverStanding(_ standing: ServerStanding) -> JSONValue {
        .object([
            "server": .object([
                "state": .string(ServerText.word(standing.presence)),
                "since": .time(since(standing.presence, standing.startedAt)),
                "started_at": .time(standing.startedAt),
            ]),
            "workers": .list(standing.workers, worker),
            "servers": .list(standing.servers) { server in
                .object([
                    "id": .string(server.id.rawValue), "process": .number(Int(server.process)),
                    "release": .text(server.release),
                    "state": .string(ServerText.word(server.presence)),
                    "since": .time(since(server.presence, server.startedAt)),
                    "started_at": .time(server.startedAt), "workers": .list(server.workers, worker),
                ])
            },
            "webhooks": .list(standing.webhooks, JSONValue.webhook),
            "alarms": .list(standing.alarms) { alarm in
                .object([
                    "code": .string(alarm.code), "text": .string(ServerText.what(alarm)),
                    "detail": .text(alarm.detail), "since": .time(alarm.at),
                    "heard_by": .list(alarm.heardBy.sorted()) { .string($0.rawValue) },
                    "failure": .text(alarm.failure), "next_at": .time(alarm.nextAt),
                ])
            },
        ])
    }
    private static func worker(_ worker: WorkerStanding) -> JSONValue {
        .object([
            "name": .string(worker.name), "did_at": .time(worker.didAt), "next_at": .time(worker.nextAt),
            "failures": .number(worker.failures), "outcome": .text(worker.outcome),
        ])
    }

    /// Since when a server stands as it does.
    private static func since(_ presence: ServerStanding.Presence, _ startedAt: Instant?) -> Instant? {
        switch presence {
        case .never: nil
        case .there: startedAt
        case .late(let since), .gone(let since): since
        }
    }
}
