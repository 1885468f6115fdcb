import Foundation
import Testing

extension Endurance {
    /// Many processes on one store, small and counted: nothing acknowledged is lost, nothing is done twice.
    @Suite(.serialized) struct StressTests {
        @Test(arguments: [[], ["--kill"]]) func everythingHolds(_ options: [String]) async throws {
            let place = try Workplace()
            let result = try await Command.run(
                BuiltProgram.folder.appending(path: "makegood-bench").path,
                [
                    "stress", "--writes", "30", "--customers", "100", "--seed", "7", "--json", "--path",
                    place.path("stress.sqlite"),
                ] + options, environment: place.environment)
            #expect(result.status == 0, "\(result.output) \(result.errors)")
            let report = try JSON(result.output)
            #expect(report["held"].flag == true)
            #expect(report["writers"].list.count == 4)
            #expect(report["checks"].list.count == 10)
            for count in ["documents", "checkpoints", "reads", "wal_bytes"] {
                #expect((report[count].number ?? 0) > 0, "\(count): \(result.output)")
            }
        }

        /// Under restores, kills and removed side files: what was acknowledged is there, or its loss was said.
        @Test func nothingGoesUnsaid() async throws {
            let place = try Workplace()
            let result = try await Command.run(
                BuiltProgram.folder.appending(path: "makegood-bench").path,
                [
                    "stress", "--troubles", "18", "--kill", "--customers", "100", "--seed", "7", "--json",
                    "--path", place.path("stress.sqlite"),
                ], environment: place.environment)
            #expect(result.status == 0, "\(result.output) \(result.errors)")
            let report = try JSON(result.output)
            #expect(report["held"].flag == true)
            #expect(report["checks"].list.count == 7)
            for count in ["acknowledged", "restores", "kills", "missing_entries"] {
                #expect((report[count].number ?? 0) > 0, "\(count): \(result.output)")
            }
        }
    }
}
