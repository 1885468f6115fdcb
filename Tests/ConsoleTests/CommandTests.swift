import Foundation
import TerminalCore
import Testing
import Widgets

@testable import Console

/// The commands of all places.
struct CommandTests {
    @Test(arguments: ConsoleKeys.places) func noKeyMeansTwoThings(_ place: ConsoleKeys.Place) {
        let twice = KeyMap(place.commands).conflicts + KeyMap(general(place)).conflicts
        #expect(twice.isEmpty, "\(twice)")
    }

    @Test(arguments: ConsoleKeys.places) func everyPlaceCanBeLeftAndExplained(_ place: ConsoleKeys.Place) {
        let keys = KeyMap(inOrder: place.commands + general(place))
        #expect(keys.command("help") != nil)
        #expect(keys.command(.quit)?.keys.contains(.control("c")) == true)
        #expect(keys.command(for: .escape) != nil)
    }

    @Test(arguments: ConsoleKeys.places) func noKeyThatMovesDoesAnythingElse(_ place: ConsoleKeys.Place) {
        let moving = Set(Navigation.commands.flatMap(\.keys))
        let acting = place.commands.filter {
            [
                "grant.make", "grant.revoke", "chain.attach", "form.submit", "ticket.claim", "ticket.next",
                "ticket.resolve", "ticket.reopen", "ticket.open",
            ].contains($0.id)
        }
        #expect(acting.allSatisfy { moving.isDisjoint(with: $0.keys) && !$0.keys.contains(.enter) })
    }

    @Test func theDocumentEqualsTheCommands() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "docs/keys.md")
        let markdown = ConsoleKeys.markdown
        if ProcessInfo.processInfo.environment["RECORD_SCREENS"] == "1" {
            try Data(markdown.utf8).write(to: path)
        }
        #expect(try String(contentsOf: path, encoding: .utf8) == markdown)
    }

    private func general(_ place: ConsoleKeys.Place) -> [Command] {
        (place.isTyping ? ConsoleState.everywhereWhileTyping : ConsoleState.everywhere).map(\.command)
    }
}
