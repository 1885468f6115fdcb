import Foundation
import JSONValues
import Testing

extension Commands {
    /// What other programs rely on, to the letter: answers, exit codes, and what each command says of itself.
    ///
    /// A command that is new is a line in a file of `Answers`; `RECORD_SCREENS=1 swift test --filter ContractTests` writes
    /// the files anew, and fails that run on purpose.
    @Suite(.serialized) struct ContractTests {
        private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

        private static let subjects: [String] = {
            let files = try? FileManager.default.contentsOfDirectory(atPath: answers.path)
            return (files ?? []).filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }.sorted()
        }()

        private static var answers: URL { folder.appending(path: "Answers") }

        @Test(arguments: subjects) func answersAreAsTheyWere(_ subject: String) async throws {
            let file = Self.answers.appending(path: "\(subject).txt")
            let kept = try String(contentsOf: file, encoding: .utf8)
            let place = try await DemoStore.copyOfOlgas()
            if subject == "server" { try await Self.furnish(place) }
            let answered = try await Transcript(kept).run(in: place)
            try expect(answered, is: kept, in: file)
        }

        /// The commands that no file has, and why.
        private static let others: [String: String] = [
            "console": "a screen", "demo": "makes the store of all others", "init": "makes a store",
            "backup": "a file", "restore": "a file", "manual": "pages for a terminal",
            "alarms accept": "of the account that runs it", "settings secret add": "reads a secret",
            "settings secret remove": "of a secret that is drawn by lot", "catalog import": "a file",
            "bulk run": "carries out until it is stopped", "receipt show": "a file",
        ]

        /// Puts beside a store what commands of the server want to see: settings with a receiver that is never called, its
        /// secret, messages to it, and a real store.
        private static func furnish(_ place: Workplace) async throws {
            try place.write("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n", to: "webhook-secret")
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: place.path("webhook-secret"))
            try place.write(
                """
                webhooks:
                  shop:
                    url: https://127.0.0.1:9/hook
                    secret_files: [webhook-secret]

                """, to: "server.yaml")
            let real = try await Command.run(
                BuiltProgram.path, ["init", "--store", place.path("real.sqlite")],
                environment: place.environment)
            try #require(real.status == 0, "\(real.errors)")
            let moment = 1_772_323_200_000
            try await place.sqlite(
                """
                INSERT INTO webhook_endpoints (name, since_ms, queued, failures, failure, tried_ms)
                VALUES ('shop', \(moment), 2, 3, 'http_500', \(moment + 5000));
                INSERT INTO webhook_messages VALUES (1, 'msg_demo_1', 'u_1000', 'ticket.opened', '{}', \(moment)),
                  (2, 'msg_demo_2', 'u_1006', 'entitlement.ended', '{}', \(moment + 1000));
                INSERT INTO webhook_deliveries (endpoint, message_id, app_user_id, state, attempts, first_ms, next_ms,
                  ended_ms, outcome)
                VALUES ('shop', 1, 'u_1000', 'parked', 9, \(moment), NULL, \(moment + 5000), 'http_500'),
                  ('shop', 2, 'u_1006', 'waiting', 1, \(moment), \(moment + 9000), NULL, 'timeout')
                """)
        }

        @Test func everyCommandIsInAFile() async throws {
            let told = try Self.subjects.flatMap { subject in
                Transcript(
                    try String(contentsOf: Self.answers.appending(path: "\(subject).txt"), encoding: .utf8)
                ).commands
            }
            for command in try await Self.commands(of: BuiltProgram.path)
            where Self.others[command.path] == nil {
                let isTold = told.contains { line in
                    command.names.contains { line == $0 || line.hasPrefix($0 + " ") }
                }
                #expect(isTold, "\(command.path) is in no file of Answers")
            }
            let server = BuiltProgram.folder.appending(path: Transcript.server).path
            for command in try await Self.commands(of: server) {
                let line = "\(Transcript.server) \(command.path)"
                #expect(
                    told.contains { $0 == line || $0.hasPrefix(line + " ") },
                    "\(line) is in no file of Answers")
            }
        }

        @Test(arguments: ["makegood", Transcript.server])
        func everyPageOfHelpIsAsItWas(_ program: String) async throws {
            let path = BuiltProgram.folder.appending(path: program).path
            var pages: [String] = []
            for command in try await Self.commands(of: path) {
                let words = command.path.split(separator: " ").map(String.init)
                let help = try await Command.run(
                    path, words + ["--help"], environment: Workplace().environment)
                pages.append("$ \(command.path) --help\nexit \(help.status)\n\(help.output)")
            }
            let file = Self.folder.appending(path: "\(program).txt")
            try expect(
                pages.joined(separator: "\n"), is: try? String(contentsOf: file, encoding: .utf8), in: file)
        }

        private func expect(_ text: String, is kept: String?, in file: URL) throws {
            guard text != kept else { return }
            if ProcessInfo.processInfo.environment["RECORD_SCREENS"] == "1" {
                try Data(text.utf8).write(to: file)
                Issue.record("recorded \(file.lastPathComponent)")
                return
            }
            let (new, old) = (text.split(separator: "\n"), (kept ?? "").split(separator: "\n"))
            let line = zip(new, old).enumerated().first { $0.element.0 != $0.element.1 }
            let place = line?.offset ?? min(new.count, old.count)
            func around(_ lines: [Substring]) -> String {
                lines[max(0, min(place, lines.count) - 4)..<min(place + 4, lines.count)].joined(
                    separator: "\n")
            }
            Issue.record(
                """
                \(file.lastPathComponent), line \(place + 1) or so is
                \(around(new))
                and was
                \(around(old))
                """)
        }

        /// A command that has no part, and a command's part that is meant where none is named.
        private struct Named {
            /// Its names from the first on.
            let path: String
            /// What it may be called by.
            let names: [String]
        }

        /// Every command of a program, as it tells of itself.
        private static func commands(of program: String) async throws -> [Named] {
            let dump = try await Command.run(
                program, ["--experimental-dump-help"], environment: Workplace().environment)
            let root = try JSONValue(parsing: Data(dump.output.utf8))["command"]
            return root.map { named($0, []) } ?? []
        }

        private static func named(_ command: JSONValue, _ above: [String]) -> [Named] {
            let parts = (command["subcommands"]?.array ?? []).filter {
                $0["commandName"]?.string != "help"
            }
            let own = above + [command["commandName"]?.string ?? ""]
            let path = own.dropFirst().joined(separator: " ")
            guard !parts.isEmpty else {
                let standsFor = command["shouldDisplay"] == .bool(false) ? nil : path
                return standsFor.map { [Named(path: $0, names: [$0])] } ?? []
            }
            let all = parts.flatMap { named($0, own) }
            guard let usual = command["defaultSubcommand"]?.string else { return all }
            return all.map { part in
                part.path == "\(path) \(usual)" ? Named(path: part.path, names: part.names + [path]) : part
            }
        }
    }
}
