import TerminalCore
import TerminalTesting
import Testing
import Widgets

/// One table of commands feeds keys, footer, palette and docs.
@Suite struct CommandTests {
    @Test func aKeyMeansItsCommand() {
        #expect(Fixtures.keys.command(for: "m")?.id == "customer.makeGood")
        #expect(Fixtures.keys.command(for: .control("p"))?.id == "palette")
        #expect(Fixtures.keys.command(for: "x") == nil)
        #expect(Fixtures.keys.conflicts == [])
        #expect(Fixtures.keys.command("ticket.claim")?.disabledReason == "Zoë holds it since 14:02")
    }

    @Test func earlierCommandsTakeKeysFromLaterOnes() {
        let keys = KeyMap(inOrder: [
            Command("own", "Own", keys: ["/"]), Command("back", "Leave", keys: [.escape]),
            Command("search", "Search", keys: ["/", .function(3)]), Command("lost", "Lost", keys: ["/"]),
            Command("back", "Back", keys: ["b"]),
        ])
        #expect(keys.commands.map(\.title) == ["Own", "Leave", "Search"])
        #expect(keys.command(for: "/")?.id == "own" && keys.command("search")?.keys == [.function(3)])
    }

    @Test func theFooterShowsWhatFits() {
        let footer = Footer(Fixtures.keys)
        #expect(
            footer.line(fitting: 80).text == "m make good  Enter open  t as of…  / search  ? help  q back")
        #expect(footer.line(fitting: 25).text == "m make good  Enter open")
        #expect(footer.line(fitting: 0).text == "")
    }

    @Test func thePaletteFindsByLettersInOrder() {
        var palette = Palette(Fixtures.keys)
        for key in KeyScript("mg").keys { _ = palette.handle(key) }
        #expect(palette.handle(.enter) == .chosen("customer.makeGood"))
        palette = Palette(Fixtures.keys)
        for key in KeyScript("claim").keys { _ = palette.handle(key) }
        #expect(palette.handle(.enter) == .refused(reason: "Zoë holds it since 14:02"))
        #expect(palette.handle(.escape) == .cancelled)
    }

    @Test func docsComeFromTheTable() {
        let keys = KeyMap([Command("a.pipe", "One | two", keys: ["|", .enter], section: "All")])
        #expect(
            KeyReference.markdown(
                title: "Keys", introduction: "Made by a test.", places: [("Everywhere", keys)]) == """
                    # Keys

                    Made by a test.

                    ## Everywhere

                    ### All

                    | keys | what | command |
                    | --- | --- | --- |
                    | `\\|` `Enter` | One \\| two | `a.pipe` |

                    """)
    }
}
