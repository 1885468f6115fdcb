import Foundation
import TerminalCore
import Testing
import Widgets

@testable import Console

/// The one table of commands.
struct CommandTests {
    @Test(arguments: KeyContext.allCases) func noKeyMeansTwoThings(_ place: KeyContext) {
        let own = Set(ConsoleCommands.keyMap(of: place).conflicts)
        #expect(own.isEmpty, "\(own)")
    }

    @Test(arguments: KeyContext.allCases) func everyPlaceCanBeLeftAndExplained(_ place: KeyContext) {
        let keys = ConsoleCommands.keyMap(of: place)
        #expect(keys.command(.help) != nil)
        #expect(keys.command(.quit)?.keys.contains(.control("c")) == true)
        #expect(keys.command(for: .escape) != nil)
    }

    @Test(arguments: KeyContext.allCases) func noKeyThatMovesDoesAnythingElse(_ place: KeyContext) {
        let moving = Set(Navigation.commands.flatMap(\.keys))
        let acting = ConsoleCommands.keyMap(of: place).commands.filter {
            [
                .makeGood, .revoke, .attach, .submit, .claim, .workNext, .resolve, .reopen, .openTicket,
            ].contains($0.id)
        }
        #expect(acting.allSatisfy { moving.isDisjoint(with: $0.keys) && !$0.keys.contains(.enter) })
    }

    @Test func theDocumentEqualsTheTable() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "docs/keys.md")
        let markdown = ConsoleCommands.markdown
        if ProcessInfo.processInfo.environment["RECORD_SCREENS"] == "1" {
            try Data(markdown.utf8).write(to: path)
        }
        #expect(try String(contentsOf: path, encoding: .utf8) == markdown)
    }
}
