import TerminalCore
import Widgets

extension ConsoleCommands {
    /// The commands that work everywhere letters are no text.
    static let everywhere: [Command] =
        tabs { [.character(Character(String($0.digit))), $0.key] } + [
            search(["/", .function(3)], footer: 20),
            Command(.help, "All keys of this place", keys: ["?", .function(1)], label: "help", footer: 21),
            Command(
                .palette, "Find a command by name", keys: [":", .control("p")], label: "commands", footer: 23),
            Command(.refresh, "Read everything again", keys: ["R"]),
            Command(.back, "Back to the view before", keys: [.escape], label: "back", footer: 22),
            Command(.close, "Close this view; the last one leaves Makegood", keys: ["q"]),
            quit(["Q", .control("c")]), suspend,
        ] + Navigation.commands

    /// The commands that work everywhere while letters are text.
    static let everywhereWhileTyping: [Command] =
        tabs { [$0.key] } + [
            search([.function(3)], footer: 25),
            Command(.help, "All keys of this place", keys: [.function(1)], label: "help", footer: 21),
            Command(.palette, "Find a command by name", keys: [.control("p")], label: "commands", footer: 22),
            quit([.control("c")]), suspend,
        ]

    /// The search that lies over whatever is open; its last key works everywhere, also where the other one is text.
    private static func search(_ keys: [Key], footer: Int) -> Command {
        Command(.search, "Search customers, over this view", keys: keys, label: "search", footer: footer)
    }

    private static func tabs(_ keys: (ConsoleTab) -> [Key]) -> [Command] {
        ConsoleTab.allCases.map { Command($0.command, $0.rawValue, keys: keys($0), section: "Tabs") }
    }

    private static func quit(_ keys: [Key]) -> Command {
        Command(.quit, "Leave Makegood", keys: keys, label: "quit", footer: 24)
    }

    private static let suspend = Command(
        .suspend, "Stop for a while; fg goes on", keys: [.control("z")])
}
