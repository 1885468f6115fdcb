import Foundation
import Testing

extension Endurance {
    /// What `makegood` says of the server, and how people ask the App Store through it.
    @Suite(.serialized) struct ServerTests {
        @Test func aStoreThatNeverHadAServer() async throws {
            let place = try await DemoStore.copy()
            let status = try await place.makegood("server", "status")
            #expect(status.status == 3 && status.output.contains("no server has run on this store yet"))
            let json = try JSON(try await place.makegood("--json", "server").output)
            #expect(json["server"]["state"].text == "never")
            #expect(try await place.succeed("doctor").contains("none has run yet"))
        }

        @Test func aServerThatIsThereAndThenGone() async throws {
            let place = try await DemoStore.copy()
            let date = Date()
            let now = Int(date.timeIntervalSince1970) * 1000
            try await place.sqlite(
                """
                insert into workers (server, name, process, started_ms, seen_ms)
                values ('1-1', 'server', 99999999, \(now), \(now));
                insert into workers (server, name, process, started_ms, seen_ms, outcome, failures)
                values ('1-1', 'gaps', 99999999, \(now), \(now), 'http_503', 2)
                """)
            let there = try await place.makegood("server", "status", "--now", date.ISO8601Format())
            #expect(there.status == 0 && there.output.contains("the server is running"))
            #expect(there.output.contains("fails: http 503"), "\(there.output)")
            try await place.sqlite("update workers set seen_ms = seen_ms - 600000")
            let gone = try await place.makegood("--json", "server", "status", "--now", date.ISO8601Format())
            #expect(gone.status == 1)
            let standing = try JSON(gone.output)
            #expect(standing["server"]["state"].text == "gone")
            #expect(standing["servers"].list.map { $0["workers"].list.count } == [1])
        }

        @Test func askingListingAndCancelling() async throws {
            let place = try await DemoStore.copy()
            let asked = try await place.makegood("--json", "ask", "order", "MQ9ZZ12345")
            #expect(
                asked.status == 0 && asked.errors.contains("it waits: no server has run on this store yet"))
            let id = try #require(try JSON(asked.output)["asked"]["id"].text)
            try await place.succeed("ask", "order", "mq9zz12345")
            let chain = "230000000006001"
            try await place.succeed("ask", "refresh", chain)
            let list = try JSON(try await place.succeed("--json", "ask", "list", "--waiting"))["asked"].list
            #expect(Set(list.compactMap { $0["subject"].text }).isSuperset(of: ["MQ9ZZ12345", chain]))
            let about = try JSON(
                try await place.succeed("--json", "ask", "list", "--about", "chain:\(chain)"))
            #expect(about["asked"].list.count == 1)
            let ended = try JSON(try await place.succeed("--json", "ask", "cancel", id))
            #expect(ended["asked"]["state"].text == "cancelled")
            try await place.succeed("ask", "cancel", id)
            #expect(try await place.succeed("ask", "show", id).contains("cancelled by"))
            #expect(try await place.makegood("ask", "refresh", "nowhere").status == 3)
            #expect(try await place.makegood("ask", "order", "12345").status == 64)
            #expect(try await place.makegood("ask", "list", "--about", "x").status == 64)
            #expect(try await place.makegood("ask", "cancel", "999").status == 3)
        }

        @Test func aPurchaseThatBlocksTheNextOneIsFinished() async throws {
            let place = try await DemoStore.copy()
            let list = try JSON(try await place.succeed("--json", "tickets", "--query", "group:2 blocks:yes"))
            let ticket = try #require(list["tickets"].list.first { $0["transaction_id"].text != nil })
            let id = try #require(ticket["id"].text)
            let early = try await place.makegood("ask", "finish", id)
            #expect(early.status == 5 && early.errors.contains("it would be a loss"), "\(early.errors)")
            try await place.succeed(
                "ticket", "resolve", id, "--as", "credited", "--quantity", "1", "--note", "in the app",
                "--ref", "HD-1")
            let ended = try JSON(try await place.succeed("--json", "ticket", "show", id))
            let advice = "still blocks buying again: ask for its finish"
            #expect(ended["next_step"].text?.contains(advice) == true)
            try await place.succeed("ask", "finish", id)
            let asked = try JSON(
                try await place.succeed("--json", "ask", "list", "--about", "ticket:\(id)"))["asked"].list
            #expect(asked.first?["kind"].text == "finish" && asked.first?["state"].text == "waiting")
            let waiting = try JSON(try await place.succeed("--json", "ticket", "show", id))
            #expect(waiting["next_step"].text?.contains("is asked to finish it") == true)
            let number = try #require(asked.first?["id"].text)
            try await place.sqlite(
                """
                update requests set state = 'done', next_try_ms = null, ended_at_ms = asked_at_ms + 1000,
                  outcome = 'finished' where id = \(number)
                """)
            let done = try JSON(try await place.succeed("--json", "ticket", "show", id))
            #expect(
                done["facts"]["finished"]["evidence"].text?.hasPrefix("the App Store finished it, asked by")
                    == true)
            #expect(done["next_step"].text?.hasPrefix("Look for the record that proves it") == true)
        }

        @Test func anAddressForAlarmsIsCheckedAndNotTried() async throws {
            let place = try Workplace()
            try await place.succeed("init", "--practice")
            let set = ["settings", "set", "policy.alarm_url"]
            for wrong in ["ftp://example.org", "example.org", "https://ana:secret@example.org/x"] {
                let result = try await place.run(set + [wrong])
                #expect(
                    result.status == 64 && !result.errors.contains("secret@"), "\(wrong): \(result.errors)")
            }
            let inside = try await place.run(set + ["http://127.0.0.1:9/alarm"])
            #expect(inside.status == 64 && inside.errors.contains("--allow-private"), "\(inside.errors)")
            #expect(try await place.run(set + ["http://127.0.0.1:9/alarm", "--allow-private"]).status == 0)
            #expect(try await place.run(set + ["https://alarms.example.org/x"]).status == 0)
        }

        /// The symbols of what only the server may link, as the compiler writes module names in them.
        @Test func theConsolesBinaryHoldsNothingOfTheNetwork() throws {
            let binary = try Data(contentsOf: URL(filePath: BuiltProgram.path), options: .mappedIfSafe)
            #expect(binary.range(of: Data("$s11Persistence".utf8)) != nil, "symbols are there to be seen")
            let modules = [
                "14AppStoreClient", "17AppStoreSimulator", "11Hummingbird", "15AsyncHTTPClient", "6JWTKit",
                "7NIOCore",
            ]
            for module in modules {
                #expect(binary.range(of: Data("$s\(module)".utf8)) == nil, "the console links \(module)")
            }
        }
    }
}
