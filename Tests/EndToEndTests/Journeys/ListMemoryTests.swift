import Foundation
import Testing

extension Journeys {
    /// What the next start finds again of how lists were looked at.
    @Suite(.serialized, .inTerminal) struct ListMemoryTests {
        @Test func theNextStartFindsFilterAndOrderAgain() async throws {
            try await Session.open { session in
                let terminal = session.terminal
                try await terminal.press("F6")
                try await terminal.wait(for: "[Loss of funds")
                try await terminal.type("fgroup:3 agent:none")
                try await terminal.press("Enter")
                try await terminal.wait(for: "Filter group:3 agent:none")
                try await terminal.type(">>")
                try await terminal.wait(for: "Money↓")
                try await terminal.type("Q")
                try await session.expectTerminalBack()
                try expectPrivateFile(in: session.place)
                try await session.start("--now \(DemoStore.now)")
                try await terminal.wait(for: "F5 Customers")
                try await terminal.press("F6")
                try await terminal.wait(for: "Filter group:3 agent:none")
                try await terminal.wait(for: "Money↓")
                try await terminal.type("Q")
                try await session.expectTerminalBack()
            }
        }

        @Test func aReadOnlyConsoleWritesNone() async throws {
            try await Session.open(options: "--now \(DemoStore.now) --read-only") { session in
                try await session.terminal.press("C-c")
                try await session.expectTerminalBack()
                #expect(try files(in: session.place).isEmpty)
            }
        }

        private func files(in place: Workplace) throws -> [String] {
            let folder = place.path(".local/state/makegood")
            guard FileManager.default.fileExists(atPath: folder) else { return [] }
            return try FileManager.default.contentsOfDirectory(atPath: folder).map { "\(folder)/\($0)" }
        }

        private func expectPrivateFile(in place: Workplace) throws {
            let found = try files(in: place)
            #expect(found.count == 1)
            for path in found {
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                #expect(attributes[.posixPermissions] as? Int == 0o600)
            }
        }
    }
}
