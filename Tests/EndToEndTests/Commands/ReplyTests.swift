import Testing

extension Commands {
    /// Answers to customers from the command line, and what leads say in them.
    @Suite(.serialized) struct ReplyTests {
        private static func run(_ place: Workplace, _ agent: String, _ words: String...) async throws
            -> CommandResult
        {
            try await Command.run(
                BuiltProgram.path,
                ["--store", place.store, "--now", DemoStore.now, "--agent", agent] + words,
                environment: place.environment)
        }

        @Test func anAnswerIsTakenOutWithTheLogsKnowledge() async throws {
            let place = try await DemoStore.copy()
            let result = try await Self.run(place, "ana", "reply", "1", "--lang", "de")
            #expect(result.status == 0 && result.output.hasPrefix("Guten Tag "))
            let json = try JSON(try await Self.run(place, "ana", "reply", "1", "--json").output)
            let reply = json["reply"]
            #expect(["en", "de"].contains(reply["language"].text) && reply["ticket"].text == "1")
            let customer = reply["customer"].text ?? ""
            let entries = try await place.sqlite(
                "SELECT count(*) FROM audit WHERE action = 'reveal' AND subject = '\(customer)' "
                    + "AND details = '{\"field\":\"reply\"}'")
            #expect(entries == "2")
        }

        @Test func whoMayNotTakeItOutGetsNothing() async throws {
            let place = try await DemoStore.copy()
            #expect(try await Self.run(place, "vic", "reply", "1").status == 4)
            let still = try await Self.run(place, "ana", "reply", "1", "--read-only")
            #expect(still.status == 4 && still.output.isEmpty)
            #expect(try await Self.run(place, "ana", "reply", "nobody").status == 3)
            #expect(try await Self.run(place, "ana", "reply", "1", "--lang", "fr").status == 64)
        }

        @Test func leadsChangeWhatIsSaid() async throws {
            let place = try await DemoStore.copy()
            let set = ["policy", "template", "set", "en", "refund_wanted"]
            let wording = "Dear[ {name}], ask Apple."
            func lead(_ words: [String]) async throws -> CommandResult {
                try await Command.run(
                    BuiltProgram.path,
                    ["--store", place.store, "--now", DemoStore.now, "--agent", "lena"] + words,
                    environment: place.environment)
            }
            #expect(try await lead(set + [wording]).status == 0)
            let reply = try await Self.run(
                place, "ana", "reply", "u_1006", "--situation", "refund_wanted", "--lang", "en")
            #expect(reply.output.hasSuffix(", ask Apple.\n") && reply.output.hasPrefix("Dear "))
            let unknown = try await lead(set + ["{app_account_token}"])
            #expect(unknown.status == 64 && unknown.errors.contains("{charged_on}"))
            #expect(
                try await Self.run(place, "ana", "policy", "template", "reset", "en", "refund_wanted").status
                    == 4)
            let reset = try await lead(["policy", "template", "reset", "en", "refund_wanted"])
            #expect(reset.status == 0 && reset.output.hasPrefix("Hello[ {name}],"))
        }

        @Test func theListsOfCustomersAreOneOptionAway() async throws {
            let place = try await DemoStore.copy()
            for option in [
                ["--status", "grace_period"], ["--status", "billing_retry"], ["--renewal", "off"],
                ["--renewal", "downgrade"], ["--price-increase"],
            ] {
                let result = try await Command.run(
                    BuiltProgram.path,
                    ["--store", place.store, "--now", DemoStore.now, "--agent", "ana", "customers", "--json"]
                        + option, environment: place.environment)
                let json = try JSON(result.output)
                #expect(!json["customers"].list.isEmpty, "\(option)")
            }
            #expect(
                try await Self.run(place, "ana", "customers", "--renewal", "off", "--price-increase").status
                    == 64)
        }
    }
}
