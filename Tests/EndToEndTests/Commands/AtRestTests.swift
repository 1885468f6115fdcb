import Testing

extension Commands {
    /// The files of a store, as people and other programs treat them.
    @Suite(.serialized) struct AtRestTests {
        private static let grant = [
            "grant", DemoStore.inRetry, "--entitlement", "premium", "--for", "7d", "--reason", "outage",
            "--now",
            DemoStore.now,
        ]

        @Test func aLinkInTheLocksPlaceIsNotFollowed() async throws {
            let place = try await DemoStore.copy()
            try place.write("precious\n", to: "victim")
            _ = try await place.shell(
                "chmod 600 victim; chmod 666 store.sqlite; ln -s victim store.sqlite.lock")
            for arguments in [["access", "u_1000"], ["doctor"], Self.grant] {
                let refused = try await place.run(arguments)
                #expect(refused.status == 78)
                #expect(refused.errors.contains("store.sqlite.lock is a symbolic link"), "\(refused.errors)")
            }
            #expect(try place.read("victim") == "precious\n")
            #expect(try await place.shell("stat -c %a victim").output == "600\n")
        }

        @Test func aStoreAtRestIsOneFile() async throws {
            let place = try await DemoStore.copy()
            #expect(try await place.run(Self.grant).status == 0)
            let copied = try await place.shell(
                """
                mkdir other && cp store.sqlite other/copy.sqlite
                "$MAKEGOOD" --store other/copy.sqlite access \(DemoStore.inRetry) --now \(DemoStore.now)
                stat -c %s store.sqlite-wal
                """)
            #expect(copied.output.hasSuffix("\n0\n") && copied.output.contains("premium"), "\(copied)")
            #expect(copied.errors.isEmpty, "\(copied)")
        }

        /// Grants while another program has the store open, which is killed then: the -wal stays.
        private static func grantWithoutClosing(in place: Workplace, then script: String) async throws {
            let done = try await place.shell(
                """
                mkfifo questions
                sqlite3 store.sqlite < questions > answers & reader=$!
                exec 3> questions
                echo "select 'there' from audit limit 1;" >&3
                for turn in $(seq 10000); do test -s answers && break; sleep 0.02; done
                "$MAKEGOOD" --store store.sqlite \(grant.joined(separator: " ")) > granted || exit 1
                kill -9 $reader
                test -s store.sqlite-wal || exit 2
                \(script)
                """)
            try #require(done.status == 0, "\(done.status) \(done.errors)")
        }

        @Test func aMissingWALStopsWritingAndIsSaid() async throws {
            let place = try await DemoStore.copy()
            try await Self.grantWithoutClosing(in: place, then: "rm store.sqlite-wal")
            for arguments in [["access", "u_1000"], Self.grant] {
                let refused = try await place.run(arguments)
                #expect(refused.status == 78)
                #expect(refused.errors.contains("missing"), "\(refused.errors)")
            }
            let read = try await place.makegood("--read-only", "access", "u_1000", "--now", DemoStore.now)
            #expect(read.status == 0 && read.errors.contains("missing"), "\(read)")
        }

        @Test func aBackupThatIsCopiedBesideAWALIsNotOpened() async throws {
            let place = try await DemoStore.copy()
            try await place.succeed("backup", place.path("backup.sqlite"))
            try await Self.grantWithoutClosing(in: place, then: "cp backup.sqlite store.sqlite")
            let refused = try await place.makegood("access", "u_1000")
            #expect(refused.status == 78)
            #expect(refused.errors.contains("holds the changes of another file"), "\(refused.errors)")
            #expect(refused.errors.contains("makegood restore"), "\(refused.errors)")
            let cleared = try await place.shell("rm store.sqlite-wal store.sqlite-shm")
            #expect(cleared.status == 0)
            let opened = try await place.makegood("access", "u_1000", "--now", DemoStore.now)
            #expect(opened.status == 0 && opened.errors.contains("another file"), "\(opened)")
        }
    }
}
