import TerminalCore
public import Widgets

/// The one table of commands: keys, footer, help, palette and docs/keys.md are made from it.
public enum ConsoleCommands {
    /// The commands of a place, before those that work everywhere.
    public static func keyMap(of place: KeyContext) -> KeyMap {
        let own = own(place)
        let taken = Set(own.flatMap(\.keys))
        // A general command would be shown with a key that means something else here.
        let general = (isTyping(place) ? everywhereWhileTyping : everywhere).compactMap { $0.without(taken) }
        return KeyMap(own).before(KeyMap(general))
    }

    /// The whole table as the Markdown of docs/keys.md.
    public static var markdown: String {
        let introduction = """
            Made from the table of commands in `Sources/Console/Commands`; a test holds this file equal to it. No \
            single key and no key that moves changes access: whatever does is a form, sent with `^S` and \
            confirmed. There is no mouse: it stays the terminal's own.
            """
        let places =
            KeyContext.allCases.map { ($0.rawValue, KeyMap(own($0))) }
            + [
                ("Timelines, tickets, chains and documents", KeyMap(finding)),
                ("While words are typed to search them", KeyMap(searchingHere)),
                ("While their matches are shown", KeyMap(found)),
                ("Everywhere", KeyMap(everywhere)),
                ("Everywhere while typing", KeyMap(everywhereWhileTyping)),
            ]
        return KeyReference.markdown(title: "Keys", introduction: introduction, places: places)
    }

    /// Whether letters are text there.
    static func isTyping(_ place: KeyContext) -> Bool { place == .searching || place == .form }

    private static func own(_ place: KeyContext) -> [Command] {
        switch place {
        case .customers: customers
        case .searching: searching
        case .customer: customer
        case .chain: chain
        case .tickets: tickets
        case .silentLosses: silentLosses
        case .wordDeliveries: wordDeliveries
        case .ticket: ticket
        case .event: event
        case .documents: documents
        case .document: document
        case .form: form
        case .audit: audit
        case .auditEntry: auditEntry
        case .ticketEntry: []
        }
    }

    /// The command that searches in what is shown.
    static let finding = [
        command(.find, "Search in what is shown", "find", ["/"], "Searching here", 9)
    ]

    /// The commands of a search in what is shown while its words are typed, before those that work while letters are text.
    static let searchingHere = [
        command(
            .findKeep, "Keep the words and walk through their matches", "keep", [.enter], "Searching here", 1),
        command(.findEnd, "End the search", "end", [.escape, .control("c")], "Searching here", 2),
    ]

    /// The commands of a search in what is shown, once its words stand.
    static let found = [
        command(.findNext, "Next match", "next", ["n"], "Searching here", 0),
        command(.findPrevious, "Match before", "before", ["N"], "Searching here", 0),
        command(.findEnd, "End the search", "end", [.escape], "Searching here", 0),
        command(.find, "Search for something else", nil, ["/"], "Searching here", nil),
    ]

    private static let customers = [
        command(.open, "Open the selected customer", "open", [.enter], "Customers", 1),
        command(
            .filter, "Filter by status, product and renewal", "filter", ["f", .function(2)], "Customers", 3),
        command(.ofNobody, "Chains of nobody, and back to the customers", nil, ["n"], "Customers", nil),
        command(.recordOrder, "Record an order id on a chain", nil, [.function(4)], "Customers", nil),
        copying("Customers", nil),
    ]

    private static let searching = [
        command(.open, "Open the row; of several, go to them", "open", [.enter], "Search box", 1),
        command(.searchRows, "Go to the rows", "rows", [.down, .tab], "Search box", 2),
        command(.searchRecall, "Last searches, in the empty box", "last", [.up], "Search box", 5),
        command(.filter, "Filter by status, product and renewal", "filter", [.function(2)], "Search box", 4),
        command(.recordOrder, "Record an order id on a chain", nil, [.function(4)], "Search box", nil),
        command(
            .searchLeave, "Leave the box: back to the view below it, or to the rows", "leave", [.escape],
            "Search box", 3),
    ]

    /// The search box's commands while there are several rows: Enter opens none, it goes to them.
    static func leadingToRows(_ keys: KeyMap) -> KeyMap {
        let rows = command(.searchRows, "Go to the rows", "rows", [.enter, .down, .tab], "Search box", 1)
        return KeyMap([rows]).before(KeyMap(keys.commands.filter { $0.id != .open }))
    }

    /// A customer's commands while the verdict has the focus: Enter makes good what is owed, or goes to its ticket.
    static func openingOwed(_ keys: KeyMap, isGrant: Bool) -> KeyMap {
        let owed =
            isGrant
            ? command(.open, "Make good what is owed", "make good", [.enter], "Customer", 1)
            : command(.open, "Go to the ticket of what is owed", "ticket", [.enter], "Customer", 1)
        // Where Enter does the same, the footer says it once.
        let makeGood = command(.makeGood, "Make good", nil, ["m"], "Customer", nil)
        let others = keys.commands.filter { $0.id != .open && $0.id != .makeGood }
        return KeyMap([owed, makeGood]).before(KeyMap(others))
    }

    private static let customer = [
        command(.makeGood, "Make good", "make good", ["m"], "Customer", 1),
        command(.open, "Open the selected chain, ticket or timeline entry", "open", [.enter], "Customer", 2),
        command(.nextPane, "Next pane", "pane", [.tab], "Customer", 3),
        command(.previousPane, "Pane before", nil, [.backtab], "Customer", nil),
        command(.asOf, "Look at the page as of another day", "as of…", ["t"], "Customer", 5),
        command(.note, "Write a note", "note", ["N"], "Customer", 7),
        command(
            .ticket, "Go to the customer's ticket, the selected or the worst one", "ticket", ["T"],
            "Customer", 4),
        command(.openTicket, "Open a ticket by hand", "open ticket", ["O"], "Customer", 26),
        command(.revoke, "Take the selected grant back", "take back", ["x"], "Customer", 4),
        command(.raw, "Documents of the selected chain or entry", "raw", ["o"], "Customer", 25),
        copying("Customer", 6),
    ]

    private static let chain = [
        command(.owner, "Open the chain's customer", "customer", ["u"], "Chain", 2),
        command(.attach, "Attach the chain to a customer", "attach", ["a"], "Chain", 3),
        command(.nextPane, "Next pane", "pane", [.tab], "Chain", 1),
        command(.previousPane, "Pane before", nil, [.backtab], "Chain", nil),
        command(.asOf, "Look at the page as of another day", "as of…", ["t"], "Chain", 4),
        command(.raw, "Documents that speak of the chain", "raw", ["o"], "Chain", 5),
        copying("Chain", 6),
        command(.recordOrder, "Record an order id on the chain", "order id", ["O"], "Chain", 27),
    ]

    private static let documents = [
        command(.open, "Show the selected document", "open", [.enter], "Documents", 1)
    ]

    private static let event = [
        command(.raw, "Show the document that told it", "raw", ["o"], "Timeline entry", 1)
    ]

    private static let document = [
        command(
            .raw, "Signed parts decoded, or the body as it is kept", "decoded/as kept", ["o"], "Document", 1)
    ]

    private static let form = [
        command(.submit, "Send the form; a question follows", "send", [.control("s")], "Form", 1),
        Command(
            "form.next", "Next field, field before", keys: [.tab, .backtab, .down, .up], section: "Form",
            label: "field", footer: 2),
        Command(
            "form.choose", "Choose in a field of choices", keys: [.right, .left], section: "Form",
            label: "choose", footer: 3),
        command(.back, "Leave the form; nothing is sent", "leave", [.escape], "Form", 4),
    ]

    private static let audit = [
        command(.open, "Show the selected entry", "open", [.enter], "Audit", 1),
        command(.filter, "Filter: \(auditFilterExample)", "filter", ["f"], "Audit", 2),
        command(.subject, "Go to the customer, chain or ticket that it is about", "go to", ["u"], "Audit", 3),
        command(.raw, "Show the selected entry as it is kept", "raw", ["o"], "Audit", 4),
    ]

    private static let auditEntry = [
        command(
            .subject, "Go to the customer, chain or ticket that it is about", "go to", ["u"], "Audit entry", 1
        ),
        command(
            .raw, "The entry in words, or its details as they are kept", "words/raw", ["o"], "Audit entry", 2),
    ]

    /// A filter of the audit log as it is typed, for help and for the empty question.
    static let auditFilterExample = "agent:ana action:grant about:u_1042 since:yesterday"

    /// The command that copies, with its place in the footer.
    static func copying(
        _ section: String, _ footer: Int?, _ title: String = "Copy an id, the address or the verdict"
    ) -> Command {
        command(.copy, title, "copy", ["y"], section, footer)
    }

    /// A command of a place; label and place in the footer may be missing.
    static func command(
        _ id: CommandID, _ title: String, _ label: String?, _ keys: [Key], _ section: String, _ footer: Int?
    ) -> Command {
        Command(id, title, keys: keys, section: section, label: label, footer: footer)
    }
}
