import Foundation
import Testing

extension Commands {
    /// Answers arrive, or the command fails; on a terminal they fit it, behind a pipe they are whole.
    @Suite(.serialized) struct OutputTests {
        @Test(
            arguments: [
                "access u_1000", "access u_1006", "lookup u_1000", "customers --json", "audit --csv",
                "report",
                "tickets", "--help", "--version", "--generate-completion-script bash", "explain 21005",
            ], ["> /dev/full", ">&-"])
        func anAnswerThatDoesNotArriveFailsTheCommand(_ line: String, _ redirection: String) async throws {
            let place = try await DemoStore.copy()
            let result = try await place.shell(
                "\"$MAKEGOOD\" --store store.sqlite \(line) \(redirection)")
            #expect(result.status == 69, "\(result.errors)")
            let sentences = result.errors.split(separator: "\n").filter { !$0.hasPrefix("next page: ") }
            #expect(sentences.count == 1)
            #expect(
                sentences.first?.hasPrefix("makegood: the answer could not be written to standard output (")
                    == true,
                "\(result.errors)")
        }

        @Test(
            arguments: [
                "key list", "--json key list", "check --no-test", "--help", "--version", "key --help",
            ],
            ["> /dev/full", ">&-"])
        func anAnswerOfTheServersProgramArrivesOrFails(_ line: String, _ redirection: String) async throws {
            let place = try await DemoStore.copy()
            let result = try await place.shell(
                "\"\(BuiltProgram.folder.path)/makegood-server\" \(line) --store store.sqlite --agent lena \(redirection)"
                    .replacing("--help --store store.sqlite --agent lena", with: "--help")
                    .replacing("--version --store store.sqlite --agent lena", with: "--version"))
            #expect(result.status == 69, "\(result.errors)")
            #expect(
                result.errors.contains(
                    "makegood-server: the answer could not be written to standard output ("),
                "\(result.errors)")
        }

        /// A key is shown once: one that nobody could read must open nothing.
        @Test(arguments: ["> /dev/full", ">&-"])
        func aKeyThatNobodySawIsNone(_ redirection: String) async throws {
            let place = try await DemoStore.copy()
            let server = "\"\(BuiltProgram.folder.path)/makegood-server\""
            let add = "\(server) key add seen --scope app --store store.sqlite --agent lena"
            let before = try await place.sqlite("select count(*) from api_keys where removed_at_ms is null")
            let result = try await place.shell("\(add) \(redirection)")
            let after = try await place.sqlite("select count(*) from api_keys where removed_at_ms is null")
            #expect(
                result.status == 69 && result.errors.contains("could not be shown (")
                    && result.errors.contains("removed again"))
            #expect(before == after)
        }

        @Test(arguments: ["> /dev/full", ">&-"])
        func whatWasDoneIsSaidWhenItsAnswerDoesNotArrive(_ redirection: String) async throws {
            let place = try await DemoStore.copy()
            let grant = "grant u_1006 --entitlement premium --for 7d --reason outage --now \(DemoStore.now)"
            let preview = try await place.shell(
                "\"$MAKEGOOD\" --store store.sqlite \(grant) --dry-run \(redirection)")
            #expect(preview.status == 69 && !preview.errors.contains("was given"), "\(preview.errors)")
            let before = try await place.sqlite("select count(*) from grants")
            let given = try await place.shell("\"$MAKEGOOD\" --store store.sqlite \(grant) \(redirection)")
            #expect(given.status == 69)
            #expect(
                given.errors.hasPrefix(
                    "makegood: the grant was given or filed as a request, but the answer could not be written"
                ),
                "\(given.errors)")
            let after = try await place.sqlite("select count(*) from grants")
            #expect(Int(after) == Int(before).map { $0 + 1 })
            #expect(
                try await place.makegood("doctor", "--now", DemoStore.now).output.contains("ok\tintegrity"))
        }

        @Test func aNewStoreIsThereWhoeverHearsOfIt() async throws {
            let place = try Workplace()
            let made = try await place.shell("\"$MAKEGOOD\" --store store.sqlite init > /dev/full")
            #expect(made.status == 69)
            #expect(made.errors.hasPrefix("makegood: the store was made, but"), "\(made.errors)")
            try await place.succeed("agents")
        }

        /// The shell waits for the program, and says how it ended; some callers ignore the signal of a closed pipe.
        @Test(arguments: ["-", "''"])
        func whoeverReadsOnlyTheBeginningIsNoFailure(_ trap: String) async throws {
            let place = try await DemoStore.copy()
            let result = try await place.shell(
                """
                trap \(trap) PIPE
                { "$MAKEGOOD" --store store.sqlite documents list --limit 10000 --json; echo $? > status; } | head -c 5
                """)
            #expect(result.output == "{\"doc" && result.errors.isEmpty, "\(result.errors)")
            let status = try place.read("status").filter { $0 != "\n" }
            #expect(["0", "141"].contains(status), "\(status)")
        }

        @Test(arguments: [
            ("tickets", "id"), ("customers", "app_user_id"), ("lookup u_10", "app_user_id"),
            ("audit", "sequence"), ("documents", "id"), ("agents", "login"), ("catalog show", "product_id"),
            ("quarantine", "id"), ("settings", "key"), ("doctor", "level"), ("report", "what"),
        ])
        func aPipeGetsARowOfNamesAndOneLineARow(_ line: String, _ name: String) async throws {
            let place = try await DemoStore.copy()
            let result = try await place.shell(
                "\"$MAKEGOOD\" --store store.sqlite --now \(DemoStore.now) \(line) | cat")
            let rows = result.output.split(separator: "\n").map {
                $0.split(separator: "\t", omittingEmptySubsequences: false)
            }
            #expect(rows.first?.first.map(String.init) == name, "\(result.output)")
            #expect(Set(rows.map(\.count)).count == 1, "\(result.output)")
            #expect(rows.count > 1 || line == "quarantine")
            #expect(!result.output.contains("…") && !result.output.contains("next page"))
        }

        /// What names customers is noted as an export; one form of a list excludes the other.
        @Test(arguments: [
            ("tickets", "id", true), ("customers", "app_user_id", true), ("audit", "sequence", true),
            ("requests --all", "id", true), ("refunds --all", "id", true), ("documents list", "id", false),
            ("quarantine list", "id", false), ("ask list", "id", false),
        ])
        func listsGoToSpreadsheets(_ line: String, _ name: String, _ isNoted: Bool) async throws {
            let place = try await DemoStore.copy()
            let words = line.split(separator: " ").map(String.init) + ["--csv", "--now", DemoStore.now]
            let exports = "select count(*) from audit where action = 'export'"
            let before = try await place.sqlite(exports)
            let result = try await place.run(words)
            #expect(result.status == 0 && result.output.hasPrefix("\(name),"), "\(result.errors)")
            #expect(result.output.hasSuffix("\r\n"))
            #expect(try await place.sqlite(exports) == (isNoted ? String((Int(before) ?? 0) + 1) : before))
            let pair = try await place.run(words + ["--json"])
            #expect(pair.status == 64 && pair.output.isEmpty, "\(pair.output)")
            #expect(pair.errors.contains("Choose --csv or --json."), "\(pair.errors)")
        }

        @Test(
            .inTerminal,
            arguments: [
                ("tickets --limit 20", "TICKET"), ("customers --limit 20", "CUSTOMER"),
                ("documents --limit 20", "NUMBER"), ("audit --limit 20", "ENTRY"),
                ("lookup u_10 --limit 20", "CUSTOMER"), ("settings", "SETTING"), ("doctor", "FINDING"),
                ("report", "WAITING"), ("customer u_1006", "timeline"),
                ("chain 230000000006001", "TRANSACTION"),
            ], [70, 132])
        func aTerminalGetsHeadsAndLinesThatFit(_ list: (line: String, head: String), _ width: Int)
            async throws
        {
            let place = try await DemoStore.copy()
            try await Tmux.open(place, columns: width, rows: 70) { terminal in
                try await terminal.enter(
                    "clear; \"$MAKEGOOD\" --store store.sqlite --now \(DemoStore.now) \(list.line); echo en''ded"
                )
                let screen = try await terminal.wait(matching: "^ended")
                #expect(screen.contains(list.head), "\(screen)")
                #expect(screen.firstMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T/) == nil, "\(screen)")
                // A line that was too long stands in two rows, which tmux can join again.
                let joined = try await place.shell("tmux -S tmux capture-pane -p -J")
                #expect(joined.status == 0 && Self.rows(joined.output) == Self.rows(screen), "\(screen)")
            }
        }

        private static func rows(_ screen: String) -> [String] {
            screen.split(separator: "\n").map { row in
                row.lastIndex { $0 != " " }.map { String(row[...$0]) } ?? ""
            }
        }

        @Test func whoAsksForOneEntitlementIsToldOfThatOne() async throws {
            let place = try await DemoStore.copy()
            let words = try await place.makegood(
                "access", "u_1000", "--entitlement", "reader", "--now", DemoStore.now)
            #expect(words.status == 1 && words.output.hasPrefix("NO ACCESS to reader"), "\(words.output)")
            #expect(!words.output.contains("premium"), "\(words.output)")
            let json = try await place.makegood(
                "access", "u_1000", "--entitlement", "reader", "--json", "--now", DemoStore.now)
            let named = try JSON(json.output)["entitlements"].list.compactMap { $0["entitlement"].text }
            #expect(named.contains("reader") && named.contains("premium"), "\(json.output)")
            #expect(words.errors.isEmpty && json.errors.isEmpty)
        }

        /// A charge for what unlocks nothing stands in no verdict.
        @Test(arguments: ["access", "customer"])
        func whatIsOwedAndUnlocksNothingStandsAboveTheVerdicts(_ command: String) async throws {
            let place = try await PurchaseReports.store(
                with: PurchaseReports.finished.replacing("premium_month", with: "coins_100"))
            let words = try await place.makegood(command, "u_1042").output
            let loss =
                "coins_100, loss of funds: paid 9.99 EUR on 2021-08-04T19:41:58Z, never delivered: ticket 1"
            #expect(words.contains("\(loss)\n  next: "), "\(words)")
            let answer = try JSON(try await place.makegood("--json", command, "u_1042").output)
            #expect(answer["owed"].list.compactMap { $0["ticket"].text } == ["1"])
            #expect(answer["owed"][0]["product_id"].text == "coins_100")
        }

        @Test func anEntitlementThatNothingUnlocksMayBeASlip() async throws {
            let place = try await DemoStore.copy()
            let slip = try await place.makegood(
                "access", "u_1000", "--entitlement", "premum", "--now", DemoStore.now)
            #expect(slip.status == 1)
            #expect(slip.errors == "makegood: no product unlocks premum: did you mean `premium`?\n")
        }
    }
}
