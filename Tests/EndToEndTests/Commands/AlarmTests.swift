import Foundation
import Testing

extension Commands {
    /// A loss of funds is told once, and what tells it never stands in the way of work.
    @Suite(.serialized) struct AlarmTests {
        @Test func theCommandRunsOnceATicket() async throws {
            let place = try await PurchaseReports.store()
            try place.write("#!/bin/sh\ncat >> \"$HOME/heard\"\necho run >> \"$HOME/runs\"\n", to: "alarm.sh")
            try await place.succeed(
                "settings", "set", "policy.alarm_command", "sh '\(place.path("alarm.sh"))'")
            // The trial is not what is counted here.
            _ = try await place.shell("rm runs heard")
            let result = try await place.makegood("--json", "import", "-", input: PurchaseReports.finished)
            #expect(result.status == 0)
            #expect(try JSON(result.output)["accepted"].number == 1, "stdout is one document")
            for line in ["tickets", "lookup", "doctor"] {
                _ = try await Command.run(
                    BuiltProgram.path, ["--store", place.store, line] + (line == "lookup" ? ["x"] : []),
                    environment: place.environment)
            }
            _ = try await place.makegood("import", "-", input: PurchaseReports.finished)
            #expect(try place.read("runs") == "run\n")
            let heard = try JSON(try place.read("heard"))
            #expect(heard["ticket"]["id"].text == "1" && heard["ticket"]["cause"].text == "http_503")
            #expect(heard.names.isSuperset(of: ["ticket", "facts", "events", "next_step"]))
            let page = try JSON(try await place.succeed("--json", "ticket", "1"))
            #expect(page["alarm"]["delivered_at"].text != nil && page["alarm"]["failure"].text == nil)
            #expect(try await place.sqlite("select count(*) from alarms where delivered_at_ms > 0") == "1")
        }

        /// Whoever opens the store while somebody rings leaves that alarm to whom it is.
        @Test func fourAtOnceRingOnce() async throws {
            let place = try await PurchaseReports.store(with: PurchaseReports.finished)
            let command =
                "echo run >> '\(place.path("runs"))'; while ! test -e '\(place.path("all"))'; do :; done"
            try await place.succeed("settings", "set", "policy.alarm_command", "--untried", command)
            try await place.sqlite("update alarms set taken_at_ms = null")
            let result = try await place.shell(
                """
                "$MAKEGOOD" --store store.sqlite tickets & first=$!
                until test -e runs || ! kill -0 $first; do :; done
                for other in 1 2 3; do "$MAKEGOOD" --store store.sqlite tickets || exit 1; done
                touch all
                wait $first
                """)
            #expect(result.status == 0, "\(result.errors)")
            #expect(try place.read("runs") == "run\n")
        }

        @Test func aFailingCommand() async throws {
            let place = try await rung("exit 3")
            #expect(try await failure(place) == "exit 3")
            let doctor = try await place.makegood("doctor")
            #expect(doctor.status == 0 && doctor.output.contains("exit 3"), "\(doctor.output)")
            #expect(doctor.output.contains("1 waits to be delivered"))
        }

        @Test func anImportThatFailsToAlarmSaysSoAndSomebodyTriesAgain() async throws {
            let place = try await PurchaseReports.store()
            let heard = place.path("none/heard")
            try await place.succeed("settings", "set", "policy.alarm_command", "cat >> '\(heard)'")
            let begin = Date().ISO8601Format()
            let result = try await place.makegood("import", "-", input: PurchaseReports.finished)
            #expect(result.status == 0)
            #expect(
                result.errors.contains("1 alarm waits: policy.alarm_command failed for ticket 1"),
                "\(result.errors)")
            #expect(
                try await place.makegood("tickets", "--now", begin).errors.isEmpty,
                "not before the pause is over")
            _ = try await place.shell("mkdir none")
            let now = Date().addingTimeInterval(3600).ISO8601Format()
            let next = try await place.makegood("tickets", "--agent", "ana", "--now", now)
            #expect(next.errors.contains("was called for a loss of funds"), "\(next.errors)")
            #expect(try JSON(place.read("none/heard"))["ticket"]["id"].text == "1")
            #expect(try await failure(place) == nil)
            #expect(try await place.makegood("doctor").output.contains("none waits"))
        }

        /// A run that is killed while the command runs has told nobody.
        @Test func aKilledDeliveryIsMadeUpFor() async throws {
            let place = try await PurchaseReports.store()
            let script =
                "#!/bin/sh\necho run >> \"$HOME/runs\"\ntest -e \"$HOME/later\" || kill -9 $PPID\ncat > \"$HOME/heard\"\n"
            try place.write("exec sh '\(place.path("kill.sh"))'", to: "command")
            try place.write(script, to: "kill.sh")
            try await place.succeed(
                "settings", "set", "policy.alarm_command", "--untried", try place.read("command"))
            let begin = Date().ISO8601Format()
            let killed = try await place.makegood("import", "-", input: PurchaseReports.finished)
            #expect(killed.status == -9)
            #expect(
                try await place.sqlite("select delivered_at_ms is null, failure is null from alarms") == "1|1"
            )
            try place.write("", to: "later")
            #expect(try await place.makegood("tickets", "--now", begin).status == 0)
            #expect(try place.read("runs") == "run\n", "its lease lasts")
            let now = Date().addingTimeInterval(120).ISO8601Format()
            try await place.succeed("tickets", "--now", now)
            #expect(try JSON(place.read("heard"))["ticket"]["id"].text == "1")
            #expect(try place.read("runs") == "run\nrun\n")
        }

        @Test func aCommandIsTriedWhenItIsSet() async throws {
            let place = try await PurchaseReports.store()
            let set = ["settings", "set", "policy.alarm_command"]
            let missing = try await place.run(set + ["/no/such/program --now"])
            #expect(missing.status == 64 && missing.errors.contains("not found"), "\(missing.errors)")
            #expect(try await place.sqlite("select count(*) from settings where key like '%alarm%'") == "0")
            let failing = try await place.run(set + ["exit 3"])
            #expect(failing.status == 0 && failing.errors.contains("failed, exit 3"), "\(failing.errors)")
            let good = try await place.run(["--json"] + set + ["cat > \"$HOME/heard\""])
            #expect(try JSON(good.output)["alarm_test"]["ok"].flag == true)
            let heard = try JSON(place.read("heard"))
            #expect(heard["test"].flag == true && heard["ticket"]["group"].number == 3)
            #expect(try await place.run(set + ["--untried", "/no/such/program"]).status == 0)
            #expect(try await place.run(["--agent", "ana"] + set + ["touch \"$HOME/ana\""]).status == 4)
            #expect(!FileManager.default.fileExists(atPath: place.path("ana")))
        }

        @Test func manyLossesWithoutACommandAreOneLine() async throws {
            let place = try await PurchaseReports.store()
            let reports = (1...30).map {
                PurchaseReports.finished.replacing("0d7f4a1f6a10", with: "0d7f4a1f6b\(10 + $0)")
                    .replacing("230001020690335", with: "2300010206904\(10 + $0)")
            }
            try place.write("[\(reports.joined(separator: ","))]", to: "reports.json")
            let result = try await place.makegood("import", place.path("reports.json"))
            #expect(result.errors.split(separator: "\n").count == 1)
            #expect(result.errors.contains("incident 1, http 503, Service Unavailable"))
            #expect(
                result.errors.contains("30 purchases of 1 customer, 299.70 EUR; set policy.alarm_command"))
            #expect(result.output.contains("tickets: 30 opened"))
        }

        @Test func aCommandThatHangs() async throws {
            let place = try await rung("sleep 1000")
            #expect(try await failure(place) == "timed out after 5 s")
            #expect(try await place.makegood("doctor").output.contains("timed out"))
        }

        @Test func aCommandThatReadsNothing() async throws {
            let place = try await rung("exec true")
            #expect(try await failure(place) == nil)
        }

        @Test func noCommandIsNoDelivery() async throws {
            let place = try await PurchaseReports.store(with: PurchaseReports.finished)
            let row = try await place.sqlite(
                "select taken_at_ms is null, delivered_at_ms is null, failure is null from alarms")
            #expect(row == "0|1|1")
            let again = try await place.makegood("tickets")
            #expect(again.errors.isEmpty, "the line is written once")
        }

        @Test func whatAKilledRunLeft() async throws {
            let place = try await PurchaseReports.store(with: PurchaseReports.finished)
            try await place.sqlite("update alarms set taken_at_ms = null")
            let read = try await place.makegood("--read-only", "tickets")
            #expect(read.errors.isEmpty, "a run that writes nothing takes nothing")
            let next = try await place.makegood("tickets", "--agent", "ana")
            #expect(next.errors.contains("loss of funds: ticket 1"), "\(next.errors)")
            #expect(next.status == 0)
        }

        @Test func whatTheSameImportDeliversIsNoLoss() async throws {
            let place = try await PurchaseReports.store()
            let both = "[\(PurchaseReports.finished),\(PurchaseReports.notification)]"
            let result = try await place.makegood("import", "--customer", "u_1042", "-", input: both)
            #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        }

        @Test func practiceIsSilent() async throws {
            let place = try await DemoStore.copy()
            #expect(try await place.sqlite("select count(*) from alarms") != "0")
            #expect(try await place.makegood("tickets", "--now", DemoStore.now).errors.isEmpty)
        }

        /// A store in which a command heard of a loss.
        private func rung(_ command: String) async throws -> Workplace {
            let place = try await PurchaseReports.store()
            try await place.succeed("settings", "set", "policy.alarm_command", command)
            try await place.succeed("import", "-", input: PurchaseReports.finished)
            return place
        }

        private func failure(_ place: Workplace) async throws -> String? {
            try JSON(try await place.succeed("--json", "ticket", "1"))["alarm"]["failure"].text
        }
    }
}
