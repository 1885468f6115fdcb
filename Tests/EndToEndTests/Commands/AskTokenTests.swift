import Foundation
import Testing

extension Commands {
    /// Having Apple sign a customer's token into a chain: what it does is shown, and it is asked for once.
    @Suite(.serialized) struct AskTokenTests {
        private static let words = ["ask", "token", "1000000831360853", "u_2", "--reason", "wrong_account"]

        @Test func aTokenIsAskedForWithBothCustomersAccess() async throws {
            let place = try await PurchaseReports.store(with: PurchaseReports.notification)
            #expect(try await place.run(Self.words).status == 3, "nobody has that name")
            try await place.succeed("customer", "add", "u_2")
            let without = try await place.run(Self.words)
            #expect(without.status == 5 && without.errors.contains("no token of that customer is known"))
            try await place.succeed(
                "customer", "set", "u_2", "--app-account-token", "7e3fb20b-4cdb-47cc-936d-99d65f608138")
            let preview = try JSON(try await place.run(["--json"] + Self.words + ["--dry-run"]).output)
            #expect(preview["attachment"]["from"].text == "u_1042" && preview["dry_run"].flag == true)
            #expect(preview["asked"]["id"].text == nil)
            let asked = try JSON(try await place.run(["--json"] + Self.words).output)
            #expect(asked["asked"]["kind"].text == "token" && asked["dry_run"].flag == false)
            #expect(asked["attachment"]["access_before"].list.count == 2)
            let again = try JSON(try await place.run(["--json"] + Self.words).output)
            #expect(again["asked"]["id"].text == asked["asked"]["id"].text)
            let refused = try await place.run(["--agent", "ana"] + Self.words)
            #expect(refused.status == 4 && refused.errors.contains("ask a lead"), "\(refused.errors)")
            _ = try await place.succeed("audit", "verify")
        }
    }
}
