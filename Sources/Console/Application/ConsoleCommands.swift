import TerminalCore
import Widgets

/// The commands that work on every screen; below them all commands of the console, place by place, of which
/// docs/keys.md is made.
extension ConsoleState {
    /// Commands of the console itself.
    typealias Commands = [Binding<ConsoleState, AppEffect>]

    /// The commands that work everywhere letters are no text.
    static let everywhere: Commands =
        tabs { [.character(Character(String($0.digit))), $0.key] }
        + [
            search(keys: ["/", .function(3)], footer: 20), help(keys: ["?", .function(1)]),
            palette(keys: [":", .control("p")], footer: 23),
            Binding("refresh", "Read everything again", keys: ["R"]) { console, _ in
                console.message = MessageLine(.note, "Read again")
                return console.load()
            },
            Binding(.back, "Back to the view before", keys: [.escape], label: "back", footer: 22) {
                console, _ in console.back()
            },
            Binding(.close, "Close this view; the last one leaves Makegood", keys: ["q"]) { console, _ in
                console.stack.count > 1 ? console.back() : [.quit]
            },
            cancelling(keys: ["u", .function(4)]), messages(keys: ["!", .function(12)]),
            quit(keys: ["Q", .control("c")]), suspend, server,
        ]
        // Moves are keys of the screen: one that is chosen by its name presses the key.
        + Navigation.commands.map { move in
            Binding(move) { console, _ in move.keys.first.map { console.press($0) } ?? [] }
        }

    /// The commands that work everywhere while letters are text.
    static let everywhereWhileTyping: Commands =
        tabs { [$0.key] }
        + [
            search(keys: [.function(3)], footer: 25), help(keys: [.function(1)]),
            palette(keys: [.control("p")], footer: 22), cancelling(keys: [.function(4)]),
            messages(keys: [.function(12)]), quit(keys: [.control("c")]), suspend, server,
        ]

    private static func tabs(_ keys: (ConsoleTab) -> [Key]) -> Commands {
        Binding.section(
            "Tabs",
            ConsoleTab.allCases.map { tab in
                Binding(tab.command, tab.rawValue, keys: keys(tab)) { console, _ in console.show(tab) }
            })
    }

    /// The search that lies over whatever is open; its last key works everywhere, also where the other one is text.
    private static func search(keys: [Key], footer: Int) -> Binding<ConsoleState, AppEffect> {
        Binding(
            "search", "Search customers, over this view", keys: keys, label: "search", footer: footer
        ) { console, _ in console.search() }
    }

    private static func help(keys: [Key]) -> Binding<ConsoleState, AppEffect> {
        Binding(.help, "All keys of this place", keys: keys, label: "help", footer: 21) { console, _ in
            console.overlay = .text(.help(console.keyMap), closedBy: ["?", .function(1)])
            return []
        }
    }

    private static func palette(keys: [Key], footer: Int) -> Binding<ConsoleState, AppEffect> {
        Binding("palette", "Find a command by name", keys: keys, label: "commands", footer: footer) {
            console, _ in
            console.overlay = .palette(Palette(console.keyMap))
            return []
        }
    }

    /// Takes back what was given or opened a moment ago; the last key works everywhere.
    private static func cancelling(keys: [Key]) -> Binding<ConsoleState, AppEffect> {
        Binding(
            .takeBack, "Take back what was just given or opened", keys: keys,
            unless: { console, context in
                context.refusal
                    ?? (context.cancellable.isEmpty ? "nothing is left" : nil)
            }
        ) { console, _ in console.takeBack() }
    }

    /// Shows the messages again; the last key works everywhere.
    private static func messages(keys: [Key]) -> Binding<ConsoleState, AppEffect> {
        Binding("messages", "Messages since the start, the newest first, in full", keys: keys) {
            console, context in
            console.overlay = .text(console.messages.panel(in: context), closedBy: ["!", .function(12)])
            return []
        }
    }

    static func quit(keys: [Key]) -> Binding<ConsoleState, AppEffect> {
        Binding(.quit, "Leave Makegood", keys: keys, label: "quit", footer: 24) { _, _ in [.quit] }
    }

    private static let server = Binding<ConsoleState, AppEffect>(
        "server", "The server: whether it is there, and what it does", keys: [.function(10)]
    ) { console, _ in console.openServer() }

    static let suspend = Binding<ConsoleState, AppEffect>(
        .suspend, "Stop for a while; fg goes on", keys: [.control("z")]
    ) { _, _ in [.suspend] }
}

extension CommandID {
    /// Goes back to the view before; a form has its own, which sends nothing.
    static let back: CommandID = "back"
    /// Closes this view.
    static let close: CommandID = "close"
    /// Takes back the grant that was given, or the tickets that were opened, a moment ago.
    static let takeBack: CommandID = "grant.cancel"
    /// Leaves the console.
    static let quit: CommandID = "quit"
}

/// Every place of the console that has keys, with its commands: what docs/keys.md says, and what holds for all of them.
enum ConsoleKeys {
    /// A place, and what can be done there.
    struct Place: Sendable {
        /// What docs/keys.md calls it.
        let name: String
        /// Its commands, before those that work everywhere.
        let commands: [Command]
        /// Whether letters are text there.
        let isTyping: Bool

        init<Subject, Consequence>(
            _ name: String, _ bindings: [Binding<Subject, Consequence>], isTyping: Bool = false
        ) {
            (self.name, self.isTyping) = (name, isTyping)
            commands = bindings.map(\.command)
        }
    }

    /// The screens, and what they show in turn.
    static let places = [
        Place("Customers", CustomersScreen.inRows),
        Place("Customers, typing in the search box", CustomersScreen.inBox, isTyping: true),
        Place("Customer", CustomerScreen.commands), Place("Chain", ChainScreen.commands),
        Place("Timeline entry", EventScreen.commands),
        Place("Tickets", TicketsScreen.everything),
        Place("Silent losses", SilentLossesScreen.commands + SilentLossesScreen.sorting),
        Place("Unconfirmed deliveries", UnconfirmedDeliveriesScreen.commands),
        Place("Ticket", TicketScreen.commands),
        Place("Review", ReviewScreen.commands), Place("Incident", IncidentScreen.commands),
        Place("Leads' lists", LeadListsScreen.commands), Place("A list of leads", LeadListScreen.commands),
        Place("Balance", BalanceScreen.commands), Place("Refund requests", RefundsScreen.commands),
        Place("Refund request", RefundScreen.commands),
        Place("Make good for many", BatchPreviewScreen.commands), Place("Batch", BatchScreen.commands),
        Place("Batches", BatchesScreen.commands),
        Place("Documents", DocumentsScreen.commands), Place("Document", DocumentScreen.commands),
        Place("Forms", FormScreen<NoteForm>.commands, isTyping: true),
        Place("Approvals", ApprovalsScreen.commands), Place("Request", ApprovalScreen.commands),
        Place("Audit", AuditScreen.commands + AuditScreen.viewing),
        Place("Audit entry", AuditEntryScreen.commands), Place("Server", ServerScreen.commands),
    ]

    private static let searches = [
        Place("Timelines, tickets, chains and documents", TicketScreen.finding),
        Place("Lists of tickets, silent losses and the audit log", TicketsScreen.finding),
        Place("While words are typed to search them", TicketScreen.searchingHere, isTyping: true),
        Place("While their matches are shown", TicketScreen.found),
    ]

    private static let general = [
        Place("Everywhere", ConsoleState.everywhere),
        Place("Everywhere while typing", ConsoleState.everywhereWhileTyping, isTyping: true),
    ]

    /// All of them as the Markdown of docs/keys.md.
    static var markdown: String {
        let introduction = """
            Made from the commands of each screen in `Sources/Console`; a test holds this file equal to \
            them. No single key and no key that moves gives access: a form does, and `^S` sends every form. Where \
            sending gives or takes money or access, or cannot be undone, the footer says `send, then y`, and `y` \
            answers the question; after a form that asked nothing a `y` does nothing, and says so. Keys that are typed \
            before a page is read wait for it, and are dropped with a message if it does not come. `u` alone takes \
            back what oneself gave a moment ago. There is no mouse: it stays the terminal's own.
            """
        return KeyReference.markdown(
            title: "Keys", introduction: introduction,
            places: (places + searches + general).map { ($0.name, KeyMap($0.commands)) })
    }
}
