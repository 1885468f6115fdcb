import Foundation
import Testing

extension Commands {
    /// What the README shows is what a shell does.
    @Suite(.serialized) struct ReadmeLineTests {
        private static let readme: String = {
            let file = URL(filePath: #filePath)
            let root = file.deletingLastPathComponent().appending(path: "../../..")
            return (try? String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)) ?? ""
        }()

        /// The lines of the shell below a text of the README, up to the end of their block.
        private static func lines(below text: String) throws -> [String] {
            let rest = try #require(readme.components(separatedBy: text).dropFirst().first)
            let blocks = rest.components(separatedBy: "```console\n").dropFirst()
            let block = try #require(blocks.first?.components(separatedBy: "```").first)
            return block.split(separator: "\n").map { String($0.dropFirst(2)) }
        }

        /// Runs a line as a person would, with the program's name standing for the one that was built.
        private static func run(_ line: String, _ options: String, in place: Workplace) async throws
            -> CommandResult
        {
            try await place.shell(
                """
                export MAKEGOOD_STORE="$HOME/store.sqlite"
                makegood() { "$MAKEGOOD" \(options) "$@"; }
                \(line)
                """)
        }

        /// One after the other, as they stand: what one did the next one finds.
        @Test func everyLineRunsOnTheDemo() async throws {
            let place = try Workplace()
            let made = try await Self.run("makegood demo --no-console", "--now \(DemoStore.now)", in: place)
            try #require(made.status == 0, "\(made.errors)")
            let lines = try Self.lines(below: "The same from a shell")
            #expect(lines.count > 20 && lines.allSatisfy { $0.hasPrefix("makegood ") })
            for line in lines {
                let result = try await Self.run(line, "--now \(DemoStore.now)", in: place)
                // No server was ever there.
                let expected: Int32 = line == "makegood server status" ? 3 : 0
                #expect(result.status == expected, "\(line): \(result.errors)")
            }
        }

        /// Those that need no files of one's own but the catalogue and a secret.
        @Test func aStoreOfOnesOwnIsMadeAsShown() async throws {
            let place = try Workplace()
            try place.write("0123456789abcdef\n", to: "shared-secret.txt")
            let lines = try Self.lines(below: "## Your own store").filter {
                !$0.hasPrefix("makegood import ") && !$0.contains("policy.alarm_command")
            }
            #expect(lines.first?.hasPrefix("makegood init ") == true && lines.count >= 5)
            for line in lines {
                let result = try await Self.run(line, "", in: place)
                #expect(result.status == 0, "\(line): \(result.errors)")
            }
            let again = try await Self.run(
                "makegood catalog show --yaml > kept.yaml && makegood catalog import kept.yaml > /dev/null && "
                    + "makegood catalog show --yaml | cmp - kept.yaml", "", in: place)
            #expect(again.status == 0, "\(again.errors)")
        }

        @Test func aListIsTakenOutWhole() async throws {
            let place = try Workplace()
            let made = try await Self.run("makegood demo --no-console", "--now \(DemoStore.now)", in: place)
            try #require(made.status == 0, "\(made.errors)")
            func count(_ line: String) async throws -> Int? {
                let result = try await Self.run("\(line) | wc -l", "--now \(DemoStore.now)", in: place)
                return Int(result.output.trimmingCharacters(in: .whitespacesAndNewlines))
            }
            let tickets = try await place.sqlite("SELECT count(*) FROM tickets")
            #expect(try await count("makegood tickets --csv") == Int(tickets).map { $0 + 1 })
            #expect(try await count("makegood tickets --csv --limit 7") == 8)
            let customers = try await place.sqlite("SELECT count(*) FROM customers")
            #expect(try await count("makegood customers --csv") == Int(customers).map { $0 + 1 })
        }
    }
}
