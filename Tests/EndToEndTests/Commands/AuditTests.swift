import Testing

extension Commands {
    /// Changes by hand are found, and the first broken entry is named.
    @Suite(.serialized) struct AuditTests {
        @Test(
            arguments: [
                (
                    "audit_no_update",
                    "UPDATE audit SET details = replace(details, 'outage', 'outagf') WHERE sequence = GRANT",
                    nil
                ),
                ("audit_no_update", "UPDATE audit SET agent = 'eve' WHERE sequence = 3", 3),
                ("audit_no_update", "UPDATE audit SET at_ms = at_ms + 1 WHERE sequence = 7", 7),
                (
                    "audit_no_delete",
                    "DELETE FROM audit_subjects WHERE sequence = 4; DELETE FROM audit WHERE sequence = 4", 5
                ),
                (
                    "audit_no_delete",
                    "DELETE FROM audit_subjects WHERE sequence >= GRANT; DELETE FROM audit WHERE sequence >= GRANT",
                    nil
                ),
                (
                    "grants_revoke_once",
                    "UPDATE grants SET entitlement = 'pro' WHERE app_user_id = 'u_1006'", nil
                ),
                (
                    "grants_revoke_once",
                    "UPDATE grants SET ends_at_ms = ends_at_ms + 1 WHERE app_user_id = 'u_1006'", nil
                ),
                ("grants_no_delete", "DELETE FROM grants WHERE app_user_id = 'u_1006'", nil),
            ] as [(String, String, Int?)])
        func aChangeByHand(_ guardName: String, _ line: String, _ named: Int?) async throws {
            let place = try await filled()
            let grant = try await entries(place) - 1
            let sequence = named ?? grant
            let change = line.replacing("GRANT", with: String(grant))
            let trigger = try await place.sqlite("select sql from sqlite_schema where name = '\(guardName)'")
            try await place.sqlite(
                "pragma foreign_keys = off; drop trigger \(guardName); \(change); \(trigger);")
            let result = try await place.makegood("audit", "verify")
            #expect(result.status == 1, "\(result.output)")
            #expect(result.output.contains("broken"))
            #expect(result.output.contains("entry \(sequence)"), "\(result.output)")
            let answer = try JSON(try await place.makegood("--json", "audit", "verify").output)
            #expect(answer["ok"].flag == false)
            #expect(answer["first_broken"]["sequence"].number == sequence)
            #expect(answer["first_broken"]["why"].text?.isEmpty == false)
        }

        @Test func aHeadNotedBefore() async throws {
            let place = try await filled()
            let head = try #require(
                try JSON(try await place.succeed("--json", "audit", "verify"))["head"].text)
            try await place.succeed("customer", "note", "u_1006", "more", "--now", DemoStore.now)
            try await place.succeed("audit", "verify", "--head", head)
            let other = try await place.makegood("audit", "verify", "--head", String(head.reversed()))
            #expect(other.status == 1)
        }

        @Test func aTailCutWithItsHead() async throws {
            let place = try await filled()
            let head = try #require(
                try JSON(try await place.succeed("--json", "audit", "verify"))["head"].text)
            let trigger = try await place.sqlite(
                "select sql from sqlite_schema where name = 'audit_no_delete'")
            let last = try await entries(place)
            try await place.sqlite(
                """
                pragma foreign_keys = off; drop trigger audit_no_delete;
                delete from audit_subjects where sequence = \(last);
                delete from audit where sequence = \(last); \(trigger);
                """)
            let tables = try await place.sqlite(
                "select name from sqlite_schema where name like 'audit%head%'")
            if !tables.isEmpty {
                try await place.sqlite(
                    "update \(tables) set sequence = \(last - 1), hash = (select hash from audit where sequence = \(last - 1))"
                )
            }
            #expect(try await place.makegood("audit", "verify", "--head", head).status == 1)
        }

        @Test func theGuardsThemselves() async throws {
            let place = try await filled()
            try await place.sqlite("drop trigger grants_no_delete")
            let result = try await place.makegood("audit", "verify")
            #expect(result.status == 1)
            #expect(result.output.contains("grants_no_delete"))
            #expect(try await place.makegood("doctor").status == 1)
        }

        /// A practice store whose last two entries are a grant and a note.
        private func filled() async throws -> Workplace {
            let place = try await DemoStore.copy()
            try await place.succeed(
                "grant", "u_1006", "--entitlement", "premium", "--for", "7d", "--reason", "outage", "--now",
                DemoStore.now)
            try await place.succeed("customer", "note", "u_1006", "it was an outage", "--now", DemoStore.now)
            return place
        }

        private func entries(_ place: Workplace) async throws -> Int {
            try #require(Int(try await place.sqlite("select count(*) from audit")))
        }
    }
}
