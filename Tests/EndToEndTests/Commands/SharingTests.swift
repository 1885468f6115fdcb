import Testing

extension Commands {
    /// Several commands on one store at once.
    @Suite(.serialized) struct SharingTests {
        @Test func ofEightWhoClaimOneTicketOneGetsIt() async throws {
            let place = try await PurchaseReports.store(with: PurchaseReports.finished)
            let agents = (1...8).map { "agent\($0)" }
            for agent in agents { try await place.succeed("agents", "add", agent, "--role", "agent") }
            let statuses = try await withThrowingTaskGroup(of: (String, CommandResult).self) { group in
                for agent in agents {
                    group.addTask {
                        (agent, try await place.makegood("--agent", agent, "ticket", "claim", "1"))
                    }
                }
                return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            let winners = statuses.filter { $0.value.status == 0 }.keys
            let winner = try #require(winners.first)
            #expect(winners.count == 1)
            for (agent, result) in statuses where agent != winner {
                #expect(result.status == 5 && result.errors.contains(winner), "\(agent): \(result.errors)")
            }
            #expect(try await place.sqlite("select claimed_by from tickets") == winner)
        }

        @Test func aStoppedHolderIsNamedAndHarmsNothing() async throws {
            let place = try await DemoStore.copy()
            async let held = place.shell(
                "exec flock -F store.sqlite.lock sh -c 'echo $$ > holder; kill -STOP $$; echo released'")
            _ = try await place.shell(
                "until grep -q 'State:.T' /proc/$(cat holder)/status; do sleep 0.02; done 2> noise")
            let holder = try place.read("holder").filter { $0 != "\n" }
            let refused = try await Self.grant(in: place)
            #expect(refused.status == 69)
            #expect(refused.errors.contains("process \(holder) "), "\(refused.errors)")
            _ = try await place.shell("kill -CONT \(holder)")
            #expect(try await held.output == "released\n")
            #expect(try await Self.grant(in: place).status == 0)
            #expect(try await place.sqlite("select count(*) from grants where note = 'waited'") == "1")
        }

        @Test func aLinkToAStoreLeadsToItsLock() async throws {
            let place = try await DemoStore.copy()
            let linked = try await place.shell(
                """
                mkdir other && ln -s ../store.sqlite other/link.sqlite
                "$MAKEGOOD" --store other/link.sqlite agents list && ls other
                """)
            #expect(linked.status == 0, "\(linked.errors)")
            #expect(linked.output.hasSuffix("\nlink.sqlite\n"), "\(linked.output)")
        }

        private static func grant(in place: Workplace) async throws -> CommandResult {
            try await place.makegood(
                "grant", DemoStore.inRetry, "--entitlement", "premium", "--for", "7d", "--reason", "outage",
                "--note", "waited", "--now", DemoStore.now)
        }
    }
}
