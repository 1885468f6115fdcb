import AppStoreTesting
import Foundation
import Testing

extension Commands {
    /// `makegood restore`, and what people do instead of it: each either answers from the backup, or is refused with a way
    /// out that works. Nothing is ever mixed.
    struct RestoreTests {
        /// A store whose backup has the note "before", while the store has "after" as well.
        private static func settled() async throws -> (Workplace, backup: String) {
            let place = try Workplace()
            try await place.succeed("init", "--practice", "--agent", "lena")
            try await place.succeed("--agent", "lena", "customer", "add", "u_1")
            try await place.succeed("--agent", "lena", "customer", "note", "u_1", "before")
            let backup = place.path("monday.sqlite")
            try await place.succeed("--agent", "lena", "backup", backup)
            try await place.succeed("--agent", "lena", "customer", "note", "u_1", "after")
            return (place, backup)
        }

        private static func restore(_ place: Workplace, _ file: String) async throws -> CommandResult {
            try await place.makegood(
                "--agent", "lena", "restore", file, "--confirm", "store.sqlite", "--json")
        }

        /// What every look at the store must show: the backup's note alone, a whole log, a sound file.
        private static func expectBackup(_ place: Workplace, _ note: String = "") async throws {
            let page = try await place.makegood("--agent", "lena", "--json", "customer", "u_1")
            #expect(page.status == 0, "\(note) \(page.errors)")
            #expect(page.output.contains("before") && !page.output.contains("after"), "\(note)")
            #expect(try await place.makegood("--agent", "lena", "audit", "verify").status == 0, "\(note)")
            let doctor = try await place.makegood("--agent", "lena", "doctor")
            #expect(doctor.status == 0, "\(note) \(doctor.output)")
        }

        @Test func theBackupIsBackAndTheAnswerSaysWhatWent() async throws {
            let (place, backup) = try await Self.settled()
            let result = try await Self.restore(place, backup)
            #expect(result.status == 0, "\(result.errors)")
            let answer = try JSON(result.output)
            #expect(answer["restored"].text == place.store && answer["from"].text == backup)
            #expect(answer["replaced"]["missing_entries"].number == 2)
            #expect(answer["replaced"]["missing_actions"]["customer.note"].number == 1)
            let verdict = try await place.makegood("--agent", "lena", "--json", "audit", "verify")
            #expect(try JSON(verdict.output)["head"].text == answer["head"].text)
            try await Self.expectBackup(place)
            let kept = try #require(answer["replaced"]["path"].text)
            let old = try await place.makegood(
                "--store", kept, "--agent", "lena", "--read-only", "--json", "customer", "u_1")
            #expect(old.output.contains("after"))
        }

        @Test func itAsksScriptsForTheStoresName() async throws {
            let (place, backup) = try await Self.settled()
            let silent = try await place.makegood("--agent", "lena", "restore", backup)
            #expect(silent.status == 64 && silent.errors.contains("--confirm store.sqlite"))
            let wrong = try await place.makegood(
                "--agent", "lena", "restore", backup, "--confirm", "other.sqlite")
            #expect(wrong.status == 64)
            let dry = try await place.makegood("--agent", "lena", "restore", backup, "--dry-run", "--json")
            #expect(dry.status == 0 && dry.output.contains(#""dry_run":true"#))
            let quiet = try await place.makegood(
                "--agent", "lena", "--read-only", "restore", backup, "--confirm", "store.sqlite")
            #expect(quiet.status == 4)
            let page = try await place.makegood("--agent", "lena", "--json", "customer", "u_1")
            #expect(page.output.contains("after"))
        }

        @Test func whatHappensByHandAtRestIsTheBackupOrAWayToIt() async throws {
            for command in ["cp", "mv"] {
                let (place, backup) = try await Self.settled()
                let copy = place.path("copy.sqlite")
                try FileManager.default.copyItem(atPath: backup, toPath: copy)
                try await Self.byHand("\(command) '\(copy)' '\(place.store)'", in: place)
                try await Self.expectBackupOrWay(place, backup, command)
            }
        }

        @Test(arguments: ["cp", "mv"]) func whatHappensByHandAfterAKillIsTheBackupOrAWayToIt(
            _ command: String
        ) async throws {
            let (place, backup) = try await Self.settled()
            var environment = place.environment
            environment["MAKEGOOD_FAULT"] = "after_commit:1"
            let killed = try await Command.run(
                BuiltProgram.path,
                ["--store", place.store, "--agent", "lena", "customer", "note", "u_1", "after the kill"],
                environment: environment)
            #expect(killed.status == -SIGKILL)
            let copy = place.path("copy.sqlite")
            try FileManager.default.copyItem(atPath: backup, toPath: copy)
            try await Self.byHand("\(command) '\(copy)' '\(place.store)'", in: place)
            try await Self.expectBackupOrWay(place, backup, "\(command) after a kill")
        }

        /// The store was itself copied, so that the pages of what came after have the same numbers.
        @Test func aSecondRestoreWithTheSamePageNumbers() async throws {
            let (place, backup) = try await Self.settled()
            #expect(try await Self.restore(place, backup).status == 0)
            let second = place.path("tuesday.sqlite")
            try await place.succeed("--agent", "lena", "backup", second)
            try await place.succeed("--agent", "lena", "customer", "note", "u_1", "after")
            try await Self.byHand("cp '\(second)' '\(place.store)'", in: place)
            try await Self.expectBackupOrWay(place, second, "cp of a copy")
        }

        @Test func aStoreThatWasRemovedIsNotAdoptedByTheNext() async throws {
            let (place, _) = try await Self.settled()
            try await Self.byHand("rm '\(place.store)'", in: place)
            let made = try await place.makegood("init", "--practice", "--agent", "lena")
            if made.status == 5 {
                #expect(made.errors.contains("store.sqlite-wal"))
                try await Self.byHand("mv '\(place.store)-wal' '\(place.store)-wal.old'", in: place)
                try await place.succeed("init", "--practice", "--agent", "lena")
            } else {
                #expect(made.status == 0)
            }
            #expect(try await place.makegood("--agent", "lena", "customer", "u_1").status == 3)
            let verdict = try await place.makegood("--agent", "lena", "--json", "audit", "verify")
            #expect(try JSON(verdict.output)["entries"].number == 1)
        }

        @Test func aServerEndsSoThatItIsStartedAnew() async throws {
            let (place, _) = try await Self.settled()
            try await place.succeed("--agent", "lena", "agents", "add", "server", "--role", "service")
            let store = place.path("tuesday.sqlite")
            try await place.succeed("--agent", "lena", "backup", store)
            let root = try place.write(try MintedChain.good.rootPEM, to: "root.pem")
            let server = try #require(try await ServerProcess(in: place, root: root))
            #expect(try await Self.restore(place, store).status == 0)
            #expect(await server.wait() == 69)
            #expect(try server.errors().contains("was restored from a backup by lena"))
            let again = try #require(try await ServerProcess(in: place, root: root))
            #expect(await again.end() == 0)
        }

        /// Every command answers from the backup; or it is refused, and `restore` is the way out.
        private static func expectBackupOrWay(
            _ place: Workplace, _ backup: String, _ note: String
        ) async throws {
            let page = try await place.makegood("--agent", "lena", "--json", "customer", "u_1")
            guard page.status == 78 else { return try await expectBackup(place, note) }
            #expect(page.errors.contains("makegood restore"), "\(note) \(page.errors)")
            let restored = try await restore(place, backup)
            #expect(restored.status == 0, "\(note) \(restored.errors)")
            try await expectBackup(place, note)
        }

        private static func byHand(_ command: String, in place: Workplace) async throws {
            let result = try await place.shell(command)
            #expect(result.status == 0, "\(command): \(result.errors)")
        }
    }
}
