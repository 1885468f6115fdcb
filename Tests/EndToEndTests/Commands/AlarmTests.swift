import Testing

extension Commands {
    /// A loss of funds is told once, and what tells it never stands in the way of work.
    @Suite(.serialized) struct AlarmTests {
        @Test func theCommandRunsOnceATicket() async throws {
            let place = try await PurchaseReports.store()
            try place.write("#!/bin/sh\ncat >> \"$HOME/heard\"\necho run >> \"$HOME/runs\"\n", to: "alarm.sh")
            try await place.succeed(
                "settings", "set", "policy.alarm_command", "sh '\(place.path("alarm.sh"))'")
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

        @Test func aFailingCommand() async throws {
            let place = try await rung("exit 3")
            #expect(try await failure(place) == "exit 3")
            let doctor = try await place.makegood("doctor")
            #expect(doctor.status == 0 && doctor.output.contains("exit 3"), "\(doctor.output)")
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
