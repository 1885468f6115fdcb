import Foundation
import Testing

extension Commands {
    /// Practice stores are made again as they were, and only over practice stores.
    @Suite(.serialized) struct DemoTests {
        @Test func theSameTwice() async throws {
            let first = try await DemoStore.copy()
            let second = try Workplace()
            try await second.succeed(
                "demo", "--customers", "40", "--seed", "1", "--now", DemoStore.now, "--no-console")
            #expect(try await dump(first) == dump(second))
            try await second.succeed(
                "demo", "--customers", "40", "--seed", "2", "--now", DemoStore.now, "--no-console", "--fresh")
            #expect(try await dump(first) != dump(second))
        }

        @Test func whatWasPractisedStays() async throws {
            let place = try await DemoStore.copy()
            try await place.succeed("customer", "note", "u_1006", "practised", "--now", DemoStore.now)
            let again = try await place.succeed("demo", "--no-console")
            #expect(again.contains("40 customers, seed 1") && again.contains("--fresh"), "\(again)")
            let other = try await place.makegood("demo", "--no-console", "--customers", "60")
            #expect(other.status == 5 && other.errors.contains("--fresh"), "\(other.errors)")
            let kept = try await place.sqlite("select count(*) from notes where body = 'practised'")
            #expect(kept == "1")
            for agent in ["ana", "vic", "importer", "nobody"] {
                let refused = try await place.makegood("demo", "--no-console", "--fresh", "--agent", agent)
                #expect(refused.status == 4, "\(agent): \(refused.errors)")
            }
            #expect(try await place.sqlite("select count(*) from notes where body = 'practised'") == "1")
            let made = try JSON(
                try await place.succeed(
                    "--json", "demo", "--no-console", "--fresh", "--agent", "lena", "--customers", "41",
                    "--now", DemoStore.now))
            #expect(made["made"].flag == true && made["customers"].number == 41)
            #expect(try await place.sqlite("select count(*) from notes where body = 'practised'") == "0")
            let files = try FileManager.default.contentsOfDirectory(atPath: place.folder.path)
            #expect(!files.contains { $0.contains(".new-") }, "\(files)")
        }

        @Test func aRealStoreIsLeftAlone() async throws {
            let place = try Workplace()
            try await place.succeed("init")
            for more in [[], ["--fresh"]] {
                #expect(try await place.run(["demo", "--no-console"] + more).status == 4)
            }
        }

        @Test func everyChainStatus() async throws {
            let place = try await DemoStore.copy()
            for status in ["active", "grace_period", "billing_retry", "expired", "revoked", "upcoming"] {
                let page = try JSON(
                    try await place.succeed("--json", "customers", "--status", status, "--now", DemoStore.now)
                )
                #expect(!page["customers"].list.isEmpty, "nobody is \(status)")
            }
            let doctor = try JSON(try await place.succeed("--json", "doctor"))
            #expect(doctor["findings"].list.allSatisfy { $0["level"].text == "ok" }, "\(doctor)")
        }

        /// The store as statements, without what differs by process: the salt of secrets, who ran it.
        private func dump(_ place: Workplace) async throws -> String {
            let result = try await place.shell(
                """
                sqlite3 store.sqlite .dump |
                    grep -vE "^INSERT INTO secrets|^INSERT INTO store_state VALUES\\('(file_id|home)'" |
                    sed -E "s/^(INSERT INTO imports VALUES\\([0-9]+,'[^']*',)[0-9]+,/\\1PID,/"
                """)
            return result.output
        }
    }
}
