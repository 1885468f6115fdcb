import TerminalCore
import Widgets

extension ConsoleCommands {
    /// The commands that work everywhere letters are no text.
    static let everywhere: [Command] =
        [
            Command(.customersTab, "Customers", keys: ["1"], section: "Tabs"),
            Command(.ticketsTab, "Tickets", keys: ["2"], section: "Tabs"),
            Command(.auditTab, "Audit", keys: ["5"], section: "Tabs"),
            Command(
                .search, "Search customers", keys: ["/"], section: "General", label: "search", footer: 20),
            Command(.help, "All keys of this place", keys: ["?", .function(1)], label: "help", footer: 21),
            Command(
                .palette, "Find a command by name", keys: [":", .control("p")], label: "commands", footer: 23),
            Command(.refresh, "Read everything again", keys: ["R"]),
            Command(.back, "Back to the view before", keys: [.escape], label: "back", footer: 22),
            Command(.close, "Close this view; the last one leaves Makegood", keys: ["q"]),
            quit(["Q", .control("c")]), suspend,
        ] + Navigation.commands

    /// The commands that work everywhere while letters are text.
    static let everywhereWhileTyping: [Command] = [
        Command(.help, "All keys of this place", keys: [.function(1)], label: "help", footer: 21),
        Command(.palette, "Find a command by name", keys: [.control("p")], label: "commands", footer: 22),
        quit([.control("c")]), suspend,
    ]

    private static func quit(_ keys: [Key]) -> Command {
        Command(.quit, "Leave Makegood", keys: keys, label: "quit", footer: 24)
    }

    private static let suspend = Command(
        .suspend, "Stop for a while; fg goes on", keys: [.control("z")])
}
