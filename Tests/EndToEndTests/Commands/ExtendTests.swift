import Foundation
import Testing

extension Commands {
    /// Having Apple renew later from the command line: what stands against it is said, and nothing is asked.
    @Suite(.serialized) struct ExtendTests {
        private static let chain = "1000000831360853"

        private func place() async throws -> Workplace {
            try await PurchaseReports.store(with: PurchaseReports.notification)
        }

        @Test func whatStandsAgainstItIsSaid() async throws {
            let place = try await place()
            let preview = try JSON(
                try await place.succeed(
                    "--json", "extend", Self.chain, "--days", "14", "--reason", "outage", "--dry-run"))
            #expect(preview["extension"]["possible"].flag == false && preview["dry_run"].flag == true)
            #expect(preview["extension"]["obstacles"][0]["code"].text == "expired")
            #expect(preview["extension"]["app_user_id"].text == "u_1042")
            let refused = try await place.makegood(
                "extend", Self.chain, "--days", "14", "--reason", "outage")
            #expect(refused.status == 5 && refused.errors.contains("it is over"))
            #expect(try await !place.succeed("ask", "list").contains("extend"))
        }

        @Test(arguments: [
            ("extend 1000000831360853 --days 91 --reason outage", 64),
            ("extend 1000000831360853 --days 7 --reason luck", 64),
            ("extend --days 7 --reason outage", 64),
            ("extend --product premium_month --days 7 --reason outage", 64),
            ("extend 77 --days 7 --reason outage", 3),
            ("extend --incident 7 --days 7 --reason outage", 3),
            ("extend 1000000831360853 --days 200000000000 --reason outage --dry-run", 64),
            ("extend --product premium_month --everybody --storefront DE --days 7 --reason outage", 64),
            ("extend --product nothing --everybody --days 7 --reason outage", 3),
        ])
        func whatMakesNoSenseIsNotAsked(_ line: String, status: Int32) async throws {
            let place = try await place()
            let result = try await place.run(line.split(separator: " ").map(String.init))
            #expect(result.status == status, "\(result.errors)")
        }

        @Test func everybodyIsAskedForOnceUnderAKey() async throws {
            let place = try await place()
            let everybody = ["extend", "--product", "premium_month", "--everybody", "--days", "7"]
            func run(_ more: String...) async throws -> JSON {
                try JSON(
                    try await place.run(["--json"] + everybody + ["--reason", "outage"] + more).output)
            }
            #expect(try await run("--dry-run")["asked"]["id"].text == nil)
            let first = try await run("--key", "k", "--storefront", "deu")
            #expect(first["asked"]["kind"].text == "mass_extend" && first["storefronts"][0].text == "DEU")
            #expect(first["asked"]["extension"]["request_identifier"].text?.count == 36)
            let again = try await run("--key", "k", "--storefront", "DEU")
            #expect(again["asked"]["id"].text == first["asked"]["id"].text)
            #expect(try await run("--dry-run")["waiting"].text == first["asked"]["id"].text)
            let wider = try await place.run(everybody + ["--reason", "outage", "--key", "k"])
            #expect(wider.status == 5 && wider.errors.contains("key"), "\(wider.errors)")
            _ = try await place.succeed("audit", "verify")
        }
    }
}
