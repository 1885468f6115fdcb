import Foundation
import Testing

extension Commands {
    /// What the program says of itself.
    @Suite(.serialized) struct HelpTextTests {
        private static let commands = [
            "console", "init", "settings", "import", "catalog", "lookup", "customer", "customers", "access",
            "chain", "tickets", "ticket", "next", "explain",
            "grant", "revoke", "audit", "agents", "documents", "report", "quarantine", "backup", "upgrade",
            "doctor", "demo",
        ]

        @Test func everyCommandExplainsItself() async throws {
            let place = try Workplace()
            let whole = try await place.succeed("--help")
            for command in Self.commands {
                #expect(whole.contains("\n  \(command) "), "\(command) is not listed")
                let help = try await place.succeed(command, "--help")
                #expect(help.contains("OVERVIEW: ") && help.contains("--store"), "\(help)")
            }
        }

        @Test(arguments: [
            "settings set", "settings add", "settings remove", "settings secret add", "catalog import",
            "customer add", "customer note",
            "customer tester",
            "chain attach", "chain order", "ticket show", "ticket open", "ticket claim", "ticket release",
            "ticket note", "ticket resolve", "ticket reopen", "audit verify", "agents add", "documents show",
            "quarantine retry", "tickets by-word", "upgrade run", "upgrade tell",
        ])
        func everyPartExplainsItself(_ line: String) async throws {
            let place = try Workplace()
            let result = try await Command.run(
                BuiltProgram.path, line.split(separator: " ").map(String.init) + ["--help"],
                environment: place.environment)
            #expect(result.status == 0)
            #expect(result.output.contains("USAGE: makegood \(line)"), "\(result.output)")
        }

        @Test(arguments: ["settings", "settings show", "settings set"])
        func everySettingIsExplained(_ line: String) async throws {
            let place = try Workplace()
            let help = try await place.run(line.split(separator: " ").map(String.init) + ["--help"]).output
            for key in [
                "serve", "bundle_ids", "policy.reasons", "policy.alarm_command", "policy.retry_limit",
            ] {
                #expect(help.contains("\n\(key): "), "\(key) is not explained in \(help)")
            }
        }

        @Test(arguments: ["bash", "zsh", "fish"])
        func completion(_ shell: String) async throws {
            let place = try Workplace()
            let script = try await place.succeed("--generate-completion-script", shell)
            for command in Self.commands { #expect(script.contains(command), "\(command) is missing") }
            guard shell == "bash" else { return }
            try place.write(script, to: "completion")
            #expect(try await place.shell("bash -n completion").status == 0)
        }

        @Test func commandsStandInGroupsAndEverybodysOptionsLast() async throws {
            let place = try Workplace()
            let whole = try await place.succeed("--help")
            for group in ["LOOK UP", "WORK", "LEAD", "FEED", "KEEP"] {
                #expect(whole.contains("\n\(group) SUBCOMMANDS:\n"), "\(whole)")
            }
            let help = try await place.succeed("tickets", "--help")
            let (own, everybodys) = (help.range(of: "\n  --query"), help.range(of: "\n  --store"))
            #expect(try #require(own).lowerBound < #require(everybodys).lowerBound, "\(help)")
            for (help, above) in [(whole, "\n  doctor"), (help, "\nSUBCOMMANDS:\n")] {
                let last = try #require(help.range(of: "\n\nOPTIONS OF EVERY COMMAND:\n  --store")).lowerBound
                #expect(try #require(help.range(of: above)).lowerBound < last, "\(help)")
                #expect(!help[last...].contains("SUBCOMMANDS:"), "\(help)")
            }
        }

        @Test func aTicketsNumberMayStandBeforeTheAct() async throws {
            let place = try Workplace()
            let help = try await place.succeed("help", "ticket")
            #expect(help.contains("USAGE: makegood ticket <ticket>\n") && help.contains("`ticket 34 claim`"))
        }

        @Test(arguments: [
            ("help frob", "there is no command “frob”: see `makegood --help`"),
            ("help ticket clam", "there is no command “ticket clam”: did you mean `ticket claim`?"),
            ("help tickts", "there is no command “tickts”: did you mean `tickets` or `ticket`?"),
        ])
        func helpAboutNoCommandIsAnError(_ line: String, _ sentence: String) async throws {
            let place = try Workplace()
            let result = try await Command.run(
                BuiltProgram.path, line.split(separator: " ").map(String.init),
                environment: place.environment)
            #expect(result.status == 64 && result.output.isEmpty)
            #expect(result.errors == "makegood: \(sentence)\n")
        }

        @Test func theVersionIsOneLine() async throws {
            let place = try Workplace()
            #expect(try await place.succeed("--version").split(separator: "\n").count == 1)
        }
    }
}
