import Testing

extension Commands {
    /// Practice stores are made again as they were, and only over practice stores.
    @Suite(.serialized) struct DemoTests {
        @Test func theSameTwice() async throws {
            let first = try await DemoStore.copy()
            let second = try Workplace()
            for _ in 1...2 {
                try await second.succeed(
                    "demo", "--customers", "40", "--seed", "1", "--now", DemoStore.now, "--no-console")
            }
            #expect(try await dump(first) == dump(second))
            try await second.succeed(
                "demo", "--customers", "40", "--seed", "2", "--now", DemoStore.now, "--no-console")
            #expect(try await dump(first) != dump(second))
        }

        @Test func everyChainStatus() async throws {
            let place = try await DemoStore.copy()
            for status in ["active", "grace_period", "billing_retry", "expired", "revoked"] {
                let page = try JSON(
                    try await place.succeed("--json", "customers", "--status", status, "--now", DemoStore.now)
                )
                #expect(!page["customers"].list.isEmpty, "nobody is \(status)")
            }
            try await place.succeed("doctor")
        }

        /// The store as statements, without what differs by process: the salt of secrets, who ran it.
        private func dump(_ place: Workplace) async throws -> String {
            let result = try await place.shell(
                """
                sqlite3 store.sqlite .dump | grep -v "^INSERT INTO secrets" |
                    sed -E "s/^(INSERT INTO imports VALUES\\([0-9]+,'[^']*',)[0-9]+,/\\1PID,/"
                """)
            return result.output
        }
    }
}
