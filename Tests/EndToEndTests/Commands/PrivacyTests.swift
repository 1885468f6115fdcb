import Foundation
import Testing

extension Commands {
    /// Who sees what, who is refused, what leaves the store and what goes from it.
    @Suite(.serialized) struct PrivacyTests {
        private static let id = "u_fixture"
        private static let email = "zoe.fixture@example.org"
        private static let name = "Zoe Fixture-Quill"
        private static let token = "7b1e3c52-5a4f-4a09-9a3e-0d51b7c2aa11"
        private static let secrets = [email, name, "Fixture-Quill", token, "lives in Unter den Linden"]

        /// A practice store with a person in every corner; answers the number of the person's ticket.
        private func place() async throws -> (Workplace, ticket: String) {
            let place = try await DemoStore.copy()
            try await place.succeed(
                "customer", "add", Self.id, "--email", Self.email, "--name", Self.name,
                "--app-account-token", Self.token)
            try await place.succeed("customer", "note", Self.id, "lives in Unter den Linden")
            let opened = try JSON(
                try await place.succeed(
                    "--json", "ticket", "open", Self.id, "--product", "premium_month", "--charged",
                    "2026-02-01", "--finished", "--note", "\(Self.name) lives in Unter den Linden"))
            let ticket = try #require(opened["ticket"]["id"].text)
            try await place.succeed("ticket", "note", ticket, "lives in Unter den Linden")
            let granted = try JSON(
                try await place.succeed(
                    "--json", "grant", Self.id, "--entitlement", "premium", "--for", "3d", "--reason",
                    "goodwill", "--note", "for \(Self.name)"))
            try await place.succeed(
                "revoke", try #require(granted["grant"]["id"].text), "--reason", "other", "--note",
                "lives in Unter den Linden")
            return (place, ticket)
        }

        @Test func nothingThatAViewerReadsNamesThePerson() async throws {
            let (place, ticket) = try await place()
            let reads = [
                ["lookup", Self.email], ["lookup", Self.token], ["lookup", Self.name], ["lookup", Self.id],
                ["lookup", "fixture"], ["customer", Self.id], ["access", Self.id],
                ["customers", "--limit", "500"],
                ["customers", "--limit", "500", "--csv"], ["tickets", "--limit", "500"],
                ["tickets", "--limit", "500", "--csv"], ["tickets", "silent"], ["tickets", "by-word"],
                ["tickets", "skips"], ["ticket", "show", ticket], ["audit", "--limit", "500"],
                ["audit", "--limit", "500", "--csv"], ["audit", "--about", Self.id], ["report"],
                ["documents", "list"], ["quarantine", "list"], ["chain", "list", "--nobody"],
                ["agents", "list"], ["evidence", ticket], ["review", "lists"],
                ["review", "list", "no-source"], ["review", "list", "refunded", "--csv"],
                ["review", "silent"], ["tickets", "silent", "--csv"], ["documents", "--csv"],
                ["quarantine", "--csv"], ["requests", "--csv"], ["refunds", "--csv"],
                ["ask", "list", "--csv"],
            ]
            for read in reads {
                for form in [[], ["--json"]] where !(read.contains("--csv") && form == ["--json"]) {
                    let result = try await place.run(["--agent", "vic"] + form + read)
                    #expect(![4, 64].contains(result.status), "\(read): \(result.errors)")
                    let said = result.output.replacing(read.last ?? "", with: "")
                    for secret in Self.secrets where !read.contains(secret) {
                        #expect(!said.contains(secret), "\(form + read) says \(secret)")
                    }
                }
            }
            let found = try JSON(
                try await place.run(["--agent", "vic", "--json", "lookup", Self.email]).output)
            #expect(found["matches"][0]["customer"]["app_user_id"].text == Self.id)
            #expect(found["matches"][0]["matched_text"].text == "z•••")
            #expect(try await place.makegood("--agent", "vic", "documents", "show", "1").status == 4)
        }

        /// Everything that writes, as a person types it.
        private static func writes(ticket: String) -> [[String]] {
            [
                ["import", "/dev/null"], ["catalog", "import", "/dev/null"], ["customer", "add", "u_x"],
                ["customer", "set", id, "--name", "x"], ["customer", "note", id, "x"],
                ["customer", "tester", id, "on"], ["customer", "export", id],
                ["customer", "erase", id, "--reason", "x", "--confirm", id],
                ["chain", "attach", "230000000006001", id, "--reason", "goodwill"],
                ["chain", "order", "MKX1234567", "230000000006001"],
                ["grant", id, "--entitlement", "premium", "--for", "3d", "--reason", "goodwill"],
                ["revoke", "1", "--reason", "goodwill"], ["ticket", "claim", ticket],
                ["ticket", "release", ticket], ["ticket", "note", ticket, "x"],
                ["ticket", "assign", ticket, "ana"], ["ticket", "contacted", ticket, "--by", "email"],
                ["ticket", "wait", ticket, "--for", "customer", "--until", "2027-01-01"],
                ["ticket", "skip", ticket, "--reason", "x"], ["ticket", "link", ticket, "1"],
                ["ticket", "retry", ticket],
                ["ticket", "resolve", ticket, "--as", "duplicate", "--note", "x"],
                ["ticket", "resolve", ticket, "--as", "written_off", "--note", "x"],
                ["ticket", "reopen", ticket, "--note", "x"],
                ["ticket", "open", id, "--product", "premium_month"], ["next"],
                ["agents", "add", "mallory", "--role", "lead"], ["agents", "remove", "ana"],
                ["settings", "set", "app_name", "x"], ["settings", "add", "bundle_ids", "x"],
                ["quarantine", "retry", "--all"], ["quarantine", "drop", "1"], ["backup", "copy.sqlite"],
            ]
        }

        @Test(arguments: ["vic", "mallory"]) func whoMayNotIsRefusedAndTold(_ login: String) async throws {
            let (place, ticket) = try await place()
            for write in Self.writes(ticket: ticket) {
                let before = try await place.sqlite("SELECT max(sequence) FROM audit")
                let result = try await place.run(["--agent", login] + write)
                #expect(result.status == 4, "\(write): \(result.status) \(result.errors)")
                #expect(result.errors.hasPrefix("makegood: "))
                let told = try await place.sqlite(
                    "SELECT agent || ' ' || action FROM audit WHERE sequence > \(before)")
                #expect(told == "\(login) refused", "\(write): \(told)")
            }
            #expect(try JSON(try await place.succeed("--json", "audit", "verify"))["ok"].flag == true)
        }

        @Test func aViewerLooksOnceAndSaysWhy() async throws {
            let (place, _) = try await place()
            let shown = try JSON(
                try await place.succeed(
                    "--agent", "vic", "--json", "customer", Self.id, "--reveal", "the customer called"))
            #expect(shown["customer"]["email"].text == Self.email)
            let again = try JSON(try await place.succeed("--agent", "vic", "--json", "customer", Self.id))
            #expect(again["customer"]["email"].text == "z•••")
            let entry = try JSON(try await place.succeed("--json", "audit", "--limit", "1"))["entries"][0]
            #expect(entry["action"].text == "reveal.once" && entry["reason"].text == "the customer called")
        }

        @Test func whatLeavesTheStoreIsTold() async throws {
            let (place, ticket) = try await place()
            let everything = try JSON(
                try await place.succeed("--agent", "ana", "customer", "export", Self.id))
            #expect(everything["customer"]["email"].text == Self.email)
            #expect(everything["ticket_pages"][0]["ticket"]["id"].text == ticket)
            #expect(everything["notes"].list.count == 3 && !everything["audit"].list.isEmpty)
            try await place.succeed("--agent", "ana", "customers", "--csv", "--limit", "3")
            let entries = try JSON(try await place.succeed("--json", "audit", "--action", "export"))[
                "entries"]
            #expect(entries.list.map { $0["subject"].text } == ["list of customers", Self.id])
            for write in [
                ["customer", "export", Self.id], ["customer", Self.id, "--reveal", "x"],
                ["customers", "--csv"],
            ] {
                let result = try await place.run(["--read-only", "--agent", "ana"] + write)
                #expect(
                    result.status == 4 && !result.output.contains(Self.email), "\(write): \(result.errors)")
            }
        }

        @Test func whoLooksAtDocumentsAndWhoCopiesIsTold() async throws {
            let place = try await DemoStore.copy()
            let rejected = try place.write("{\"a\":1}\n", to: "rejected.json")
            #expect(try await place.run(["--agent", "ana", "import", rejected]).status == 65)
            let listed = try JSON(try await place.succeed("--json", "quarantine", "list"))
            let kept = try #require(listed["documents"][0]["id"].text)
            let before = try await place.sqlite("SELECT max(sequence) FROM audit")
            let told =
                "SELECT group_concat(agent || ' ' || action || ' ' || details, '; ') FROM audit"
                + " WHERE sequence > \(before)"
            let looks = [
                ["documents", "show", "1"], ["quarantine", "show", kept], ["backup", "copy.sqlite"],
            ]
            for look in looks.map({ $0 == looks[2] ? ["backup", place.path("copy.sqlite")] : $0 }) {
                for agent in ["ana", "lea"] {
                    let result = try await place.run(["--read-only", "--agent", agent, "--json"] + look)
                    #expect(result.status == 4, "\(look): \(result.errors)")
                    #expect(try JSON(result.output)["error"]["code"].text == "refused")
                }
            }
            #expect(try await place.sqlite(told).isEmpty)
            #expect(!FileManager.default.fileExists(atPath: place.path("copy.sqlite")))
            try await place.succeed("--agent", "ana", "documents", "show", "1")
            try await place.succeed("--agent", "lea", "--json", "quarantine", "show", kept)
            #expect(
                try await place.sqlite(told)
                    == #"ana reveal {"document":"1"}; lea reveal {"quarantined":"\#(kept)"}"#)
            let copied = try JSON(
                try await place.succeed("--agent", "ana", "--json", "backup", place.path("copy.sqlite")))
            let entry = try JSON(
                try await place.succeed("--json", "audit", "--action", "store.backup"))["entries"][0]
            let head = try #require(copied["head"].text)
            #expect(entry["agent"].text == "ana" && entry["subject"].text == "copy.sqlite")
            #expect(entry["details"]["head"].text == head)
            #expect(
                try await place.sqlite("SELECT count(*) FROM audit WHERE hash = '\(head)'") == "1")
        }

        @Test func figuresWithoutPeopleAreNoExport() async throws {
            let place = try await DemoStore.copy()
            let counted = "SELECT count(*) FROM audit WHERE action IN ('export', 'reveal', 'store.backup')"
            let before = try await place.sqlite(counted)
            for figures in [
                ["report", "--csv"], ["review", "--csv"], ["balance", "--csv"], ["review", "lists", "--csv"],
                ["review", "incidents", "--csv"],
            ] {
                let result = try await place.run(["--read-only", "--agent", "ana"] + figures)
                #expect(result.status == 0 && !result.output.contains("u_"), "\(figures): \(result.errors)")
            }
            for people in [
                ["customers"], ["tickets"], ["tickets", "silent"], ["audit"], ["review", "list", "refunded"],
            ] {
                let result = try await place.run(["--read-only", "--agent", "ana"] + people + ["--csv"])
                #expect(result.status == 4 && result.output.isEmpty, "\(people): \(result.errors)")
            }
            #expect(try await place.sqlite(counted) == before)
        }

        @Test func aViewerLearnsNoAddressLetterByLetter() async throws {
            let (place, _) = try await place()
            for guess in [
                "zoe.fixture@example.or", "zoe.f", "fixture@", "Fixture-Quill", "Zoe Fixture", "7b1e3c52",
                "quill zoe", "ore zoe.f",
            ] {
                let seen = try await place.run(["--agent", "vic", "--json", "lookup", guess])
                #expect(seen.status == 3, "\(guess): \(seen.output)")
                #expect(try JSON(seen.output)["matches"].list.isEmpty)
            }
            for whole in [Self.email, Self.name, Self.token, Self.id, "u_fix", "fixtur"] {
                let seen = try await place.run(["--agent", "vic", "--json", "lookup", whole])
                #expect(
                    try JSON(seen.output)["matches"][0]["customer"]["app_user_id"].text == Self.id,
                    "\(whole): \(seen.output)")
            }
            let found = try JSON(
                try await place.run(["--agent", "ana", "--json", "lookup", "Fixture-Quill"]).output)
            #expect(found["matches"][0]["customer"]["app_user_id"].text == Self.id)
        }

        @Test func aLeadErasesAPersonForGood() async throws {
            let (place, _) = try await place()
            let (id, lea) = (
                Self.id, ["--agent", "lea", "customer", "erase", Self.id, "--reason", "asked for"]
            )
            #expect(try await place.run(lea + ["--confirm", "u_other"]).status == 64)
            #expect(try await place.run(lea).status == 64)
            let erased = try JSON(try await place.run(["--json"] + lea + ["--confirm", id]).output)["erased"]
            #expect(erased["swept"].flag == true && erased["replayed"].flag == false)
            let page = try JSON(try await place.succeed("--json", "customer", id))
            #expect(page["customer"]["email"].text == nil && page["customer"]["erased_at"].text != nil)
            #expect(page["notes"].list.isEmpty && page["tickets"].list.count == 1)
            for name in try FileManager.default.contentsOfDirectory(atPath: place.folder.path) {
                guard let bytes = try? Data(contentsOf: URL(filePath: place.path(name))) else { continue }
                for secret in Self.secrets {
                    #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(name) has \(secret)")
                }
            }
            #expect(try JSON(try await place.succeed("--json", "audit", "verify"))["ok"].flag == true)
            try await place.succeed("doctor")
        }
    }
}
