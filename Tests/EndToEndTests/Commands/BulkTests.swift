import Foundation
import Testing

extension Commands {
    /// Making many good from the command line, killed in between and gone on with.
    @Suite(.serialized) struct BulkTests {
        private static let query = "group:3 state:unresolved"

        @Test func previewedGivenAndAnswered() async throws {
            let place = try await PurchaseReports.store()
            _ = try await place.makegood("import", "-", input: PurchaseReports.finished)
            let preview = try JSON(
                try await place.succeed(
                    "--json", "bulk", "preview", "--query", Self.query, "--reason", "outage"))
            #expect(preview["preview"]["tickets"].number == 1 && preview["members"].list.count == 1)
            #expect(preview["members"][0]["app_user_id"].text == "u_1042")
            let csv = try await place.succeed(
                "bulk", "preview", "--csv", "--query", Self.query, "--reason", "outage")
            #expect(csv.hasPrefix("ticket,app_user_id,") && csv.hasSuffix("\r\n"))
            let start = try JSON(
                try await place.succeed(
                    "--json", "bulk", "start", "--key", "k", "--query", Self.query, "--reason", "outage"))
            #expect(start["batch"]["state"].text == "done" && start["batch"]["counts"]["granted"].number == 1)
            #expect(start["given"]["customers"].number == 1 && start["cancel_until"].text != nil)
            let replies = try await place.succeed("bulk", "replies", "1", "--csv")
            #expect(replies.hasPrefix("app_user_id,email,name,ticket,language,situation,text\r\nu_1042,"))
            let shown = try JSON(try await place.succeed("--json", "bulk", "show", "1"))
            #expect(shown["members"][0]["outcome"].text == "granted")
            #expect(try await place.succeed("bulk", "list").contains("done"))
            _ = try await place.succeed("audit", "verify")
        }

        @Test func whatIsNotThereIsSaid() async throws {
            let place = try await PurchaseReports.store()
            #expect(try await place.makegood("bulk", "run", "7").status == 3)
            #expect(try await place.makegood("bulk", "start", "--reason", "outage").status == 64)
            #expect(
                try await place.makegood("bulk", "start", "--query", Self.query, "--reason", "outage").status
                    == 64)
        }
    }
}
