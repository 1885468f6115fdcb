import Foundation
import Testing

extension Commands {
    /// Which store a command works on, and what it may do there.
    @Suite(.serialized) struct StoreChoiceTests {
        @Test func aMissingStoreNamesWhatMakesOne() async throws {
            let place = try Workplace()
            for arguments in [["customers"], ["doctor"], ["audit", "verify"], []] {
                let result = try await Command.run(
                    BuiltProgram.path, ["--store", place.store] + arguments, environment: place.environment)
                #expect(result.status == 78)
                #expect(result.errors.contains("makegood init") && result.errors.contains("makegood demo"))
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: place.folder.path).isEmpty)
        }

        @Test func globalOptionsStandBeforeOrAfter() async throws {
            let place = try await DemoStore.copy()
            let lines = [
                ["--store", place.store, "--json", "--now", DemoStore.now, "access", "u_1000"],
                ["access", "u_1000", "--store", place.store, "--json", "--now", DemoStore.now],
                [
                    "--store", "elsewhere", "access", "--store", place.store, "u_1000", "--now",
                    DemoStore.now, "--json",
                ],
                ["--json", "access", "u_1000", "--store", place.store, "--now", DemoStore.now],
            ]
            var answers: Set<String> = []
            for line in lines {
                let result = try await Command.run(BuiltProgram.path, line, environment: place.environment)
                #expect(result.status == 0, "\(result.errors)")
                answers.insert(result.output)
            }
            #expect(answers.count == 1)
            let nested = try await Command.run(
                BuiltProgram.path, ["--store", place.store, "audit", "--json", "verify"],
                environment: place.environment)
            #expect(try JSON(nested.output)["ok"].flag == true, "\(nested.errors)")
        }

        @Test func theEnvironmentNamesTheStore() async throws {
            let place = try await DemoStore.copy()
            let named = try await Command.run(
                BuiltProgram.path, ["customers"],
                environment: place.environment.merging(["MAKEGOOD_STORE": place.store]) { $1 })
            #expect(named.status == 0)
            let home = try await Command.run(BuiltProgram.path, ["init"], environment: place.environment)
            #expect(home.output.contains(place.path(".local/share/makegood/store.sqlite")))
            let xdg = try await Command.run(
                BuiltProgram.path, ["init"],
                environment: place.environment.merging(["XDG_DATA_HOME": place.path("data")]) { $1 })
            #expect(xdg.output.contains(place.path("data/makegood/store.sqlite")))
        }

        @Test func aRealStoreKnowsWhoAndWhen() async throws {
            let place = try Workplace()
            try await place.succeed("init")
            let made = try await place.sqlite("select login || role from agents")
            #expect(made.hasSuffix("lead"))
            for pretence in [["--agent", "ana"], ["--now", "2026-01-01"]] {
                let result = try await Command.run(
                    BuiltProgram.path, ["--store", place.store, "customers"] + pretence,
                    environment: place.environment)
                #expect(result.status == 4)
                #expect(result.errors.contains("practice"))
            }
            let pretended = try await Command.run(
                BuiltProgram.path, ["--store", place.store, "customers"],
                environment: place.environment.merging(["USER": "x", "LOGNAME": "x"]) { $1 })
            #expect(pretended.status == 0)
            #expect(try await place.makegood("init").status == 5)
            for line in [["demo", "--path", place.store], ["--store", place.store, "demo"]] {
                let result = try await Command.run(
                    BuiltProgram.path, line + ["--no-console"], environment: place.environment)
                #expect(result.status == 4)
            }
            #expect(try await place.sqlite("select count(*) from customers") == "0")
        }

        @Test(arguments: ["text", "folder", "foreign", "newer"])
        func filesThatAreNoStores(_ kind: String) async throws {
            let place = try Workplace()
            switch kind {
            case "text":
                try place.write("hello, this is a text and long enough to be looked at", to: "store.sqlite")
            case "folder":
                try FileManager.default.createDirectory(
                    atPath: place.store, withIntermediateDirectories: false)
            case "foreign": try await place.sqlite("create table t (a)")
            default:
                try await place.succeed("init")
                try await place.sqlite("pragma user_version = 99")
            }
            let result = try await place.makegood("customers")
            #expect(result.status == 78, "\(result.errors)")
            if kind == "newer" { #expect(result.errors.contains("99")) }
            let demo = try await place.makegood("demo", "--no-console")
            #expect([4, 78].contains(demo.status), "\(demo.errors)")
        }
    }
}
