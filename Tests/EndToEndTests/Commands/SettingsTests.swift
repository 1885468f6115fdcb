import Foundation
import Testing

extension Commands {
    /// Lists of settings and quarantine, as an operator with a second app uses them.
    @Suite(.serialized) struct SettingsTests {
        @Test func aSecondAppIsAddedAndItsDocumentsComeIn() async throws {
            let place = try await PurchaseReports.store()
            try await place.succeed("settings", "set", "bundle_ids", "com.example.other")
            let reports = (1...3).map {
                PurchaseReports.finished.replacing("0d7f4a1f6a10", with: "0d7f4a1f6b\(10 + $0)")
                    .replacing("230001020690335", with: "2300010206904\(10 + $0)")
            }
            let refused = try await place.makegood(
                "import", "-", input: reports.joined(separator: "\n").replacing("\n ", with: " "))
            #expect(refused.status == 65)
            #expect(refused.output.contains("settings add bundle_ids"), "\(refused.output)")
            let some = try await place.makegood("quarantine", "retry", "--reason", "other_bundle")
            #expect(
                some.status == 65 && some.output.contains("3 tried, 0 released, 3 stay"), "\(some.output)")
            try await place.succeed("settings", "add", "bundle_ids", "com.example.app")
            let settings = try JSON(try await place.succeed("--json", "settings"))
            #expect(settings["settings"]["bundle_ids"].text == "com.example.other,com.example.app")
            let all = try JSON(try await place.succeed("--json", "quarantine", "retry", "--all"))
            #expect(all["accepted"].number == 3 && all["quarantine"]["released"].number == 3)
            #expect(all["tickets"]["opened"].number == 3)
            #expect(try await place.succeed("quarantine", "retry", "--all").contains("nothing"))
            try await place.succeed("settings", "remove", "bundle_ids", "com.example.other")
            #expect(try await place.makegood("settings", "remove", "bundle_ids", "none").status == 3)
        }

        @Test(
            arguments: [
                ("settings add policy.retry_limit 6", 64), ("settings add none 6", 64),
                ("settings remove serve Production", 64), ("quarantine retry", 64),
                ("quarantine retry --all 1", 64), ("quarantine retry --reason mood", 64),
                ("quarantine retry --reason not_json", 0), ("quarantine retry 77", 3),
                ("settings add bundle_ids x --agent ana", 4),
            ] as [(String, Int32)])
        func whatIsNotPossible(_ line: String, _ status: Int32) async throws {
            let place = try await DemoStore.copy()
            let result = try await place.run(line.split(separator: " ").map(String.init))
            #expect(result.status == status, "\(line): \(result.errors)")
        }
    }
}
