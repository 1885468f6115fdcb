import Foundation
import Testing

extension Commands {
    /// Shells offer what the store knows, quickly and without a trace.
    @Suite(.serialized) struct CompletionTests {
        /// What bash offers for a command line whose last word is being typed, by the script that the program makes.
        private static func offers(_ line: [String], in place: Workplace) async throws -> [String] {
            let script = """
                PATH="${MAKEGOOD%/*}:$PATH"; export MAKEGOOD_STORE=store.sqlite
                "$MAKEGOOD" --generate-completion-script bash > script
                exec bash -c '
                    . ./script
                    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
                    _makegood makegood "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
                    printf "%s\\n" "${COMPREPLY[@]}"
                ' bash makegood \(line.map { "'\($0)'" }.joined(separator: " "))
                """
            let result = try await place.shell(script)
            #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
            return result.output.split(separator: "\n").map(String.init)
        }

        @Test(arguments: [
            (["grant", "u_1000", "--reason", ""], "not_delivered"),
            (["grant", "u_1000", "--entitlement", "p"], "premium"), (["grant", "u_100"], "u_1006"),
            (["grant", "u_1006", "--for", "l"], "lost"), (["access", "u_1006", "--entitlement", ""], "pro"),
            (["revoke", "1", "--reason", "go"], "goodwill"),
            (["console", "--theme", "high"], "high-contrast"),
            (["settings", "set", "policy.r"], "policy.reasons"), (["--agent", "l"], "lena"),
            (["audit", "list", "--by", ""], "ana"), (["agents", "remove", "v"], "vic"),
            (["ticket", "open", "u_1006", "--product", "premium_"], "premium_month"),
            (["chain", "show", "1", "--environment", "S"], "Sandbox"),
            (["chain", "show", "23000000000600"], "230000000006001"),
            (["tickets", "--state", "unr"], "unresolved"),
            (["documents", "list", "--type", "DID_R"], "DID_RENEW"),
        ])
        func offered(_ line: [String], _ name: String) async throws {
            let offers = try await Self.offers(line, in: try await DemoStore.openedCopy())
            #expect(offers.contains(name), "\(offers)")
            #expect(offers.allSatisfy { $0.hasPrefix(line.last ?? "") }, "\(offers)")
        }

        @Test func ticketsThatWaitAreOfferedAndNoOthers() async throws {
            let place = try await DemoStore.openedCopy()
            let offers = try await Self.offers(["ticket", "claim", ""], in: place)
            let ended = try await Self.offers(["ticket", "reopen", ""], in: place)
            let waiting = try await place.sqlite("select count(*) from tickets where resolved_at_ms is null")
            #expect(offers.count == Int(waiting) && !offers.isEmpty)
            #expect(Set(ended).isDisjoint(with: offers) && !ended.isEmpty)
        }

        @Test(arguments: ["zsh", "fish"])
        func everyShellAsksAtTheSameDoor(_ shell: String) async throws {
            let place = try await DemoStore.openedCopy()
            let script = try await place.succeed("--generate-completion-script", shell)
            #expect(script.contains("---completion grant -- --reason"))
            let result = try await place.shell(
                """
                export SAP_SHELL=\(shell) MAKEGOOD_STORE=store.sqlite
                "$MAKEGOOD" ---completion grant -- --reason 4 0 makegood grant u_1000 --reason ''
                """)
            #expect(result.status == 0 && result.output.contains("goodwill"), "\(result.errors)")
        }

        /// A store that is not there, one that is none, one that was copied and not opened yet.
        @Test(arguments: ["rm store.sqlite", "echo hello > store.sqlite", "rm store.sqlite-*"])
        func whereNothingCanBeReadNothingIsOffered(_ spoil: String) async throws {
            let place = try await DemoStore.openedCopy()
            _ = try await place.shell(spoil)
            let before = try FileManager.default.contentsOfDirectory(atPath: place.folder.path)
            #expect(try await Self.offers(["grant", "u_1000", "--reason", ""], in: place).isEmpty)
            let after = try FileManager.default.contentsOfDirectory(atPath: place.folder.path)
            #expect(Set(after).subtracting(before) == ["script"])
        }

        @Test func aHeldLockDelaysNothing() async throws {
            let place = try await DemoStore.openedCopy()
            let result = try await place.shell(
                """
                export MAKEGOOD_STORE=store.sqlite
                exec flock -F store.sqlite.lock \
                    "$MAKEGOOD" ---completion grant -- --reason 4 0 makegood grant u_1000 --reason ''
                """)
            #expect(result.status == 0 && result.output.contains("goodwill"), "\(result.errors)")
        }

        @Test func whoIsNoAgentIsOfferedNothing() async throws {
            let place = try await DemoStore.openedCopy()
            let line = ["--agent", "nobody", "grant", "u_1000", "--reason", ""]
            #expect(try await Self.offers(line, in: place).isEmpty)
        }
    }
}

extension DemoStore {
    /// A folder with a copy of the practice store, which was opened and closed since: what is read needs no new file.
    fileprivate static func openedCopy() async throws -> Workplace {
        let place = try await copy()
        try await place.succeed("agents", "--now", DemoStore.now)
        return place
    }
}
