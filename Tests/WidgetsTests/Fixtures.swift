import TerminalCore
import TerminalTesting
import Widgets

/// The people and commands that every screen test shows.
enum Fixtures {
    /// Names that break careless width counting, and hostile ones.
    static let people:
        [(id: Int, name: String, mail: String, status: String, product: String, paid: String)] = [
            (1, "山田 太郎", "taro@example.jp", "active", "com.example.pro.yearly", "¥9,800"),
            (2, "Zoë Müller", "zoe@example.org", "expired", "com.example.pro.monthly", "9,99 €"),
            (3, "José", "jose@example.com", "grace", "com.example.pro.monthly", "$9.99"),
            (4, "👩‍💻 Kim 🇰🇷", "kim@example.kr", "retry", "com.example.pro.monthly", "₩12,000"),
            (5, "דוד לוי", "david@example.il", "revoked", "com.example.lifetime", "₪99.00"),
            (
                6, "Mallory\u{202E}evil\u{1B}[31m", "mallory@example.net", "upcoming",
                "com.example.pro.weekly", "1,99 €"
            ),
        ]

    /// A table of those people.
    static var table: Table<Int> {
        let columns = [
            TableColumn("Customer", minimum: 12, ideal: 18),
            TableColumn("Status", minimum: 8, ideal: 8, priority: 1),
            TableColumn("E-mail", minimum: 14, priority: 4),
            TableColumn("Product", minimum: 16, ideal: 24, priority: 3),
            TableColumn("Paid", minimum: 8, ideal: 9, priority: 2, alignment: .trailing),
        ]
        let rows = people.map { person in
            TableRow(
                person.id,
                [
                    StyledLine(person.name), StyledLine(person.status, StyleName("status.\(person.status)")),
                    StyledLine(person.mail, .dim), StyledLine(person.product),
                    StyledLine(person.paid, .money),
                ])
        }
        var table = Table(columns: columns, rows: rows)
        table.indicator = "2 of 128"
        table.select(2)
        return table
    }

    /// A place's commands.
    static let keys = KeyMap(
        [
            Command(
                "customer.open", "Open the customer", keys: [.enter], section: "Customers", label: "open",
                footer: 2),
            Command(
                "customer.makeGood", "Make good", keys: ["m"], section: "Customers", label: "make good",
                footer: 1),
            Command(
                "customer.asOf", "Look at another day", keys: ["t"], section: "Customers", label: "as of…",
                footer: 3),
            Command(
                "ticket.claim", "Claim the ticket", keys: ["c"], section: "Tickets", label: "claim",
                footer: 4,
                disabledReason: "Zoë holds it since 14:02"),
            Command("search", "Search", keys: ["/"], label: "search", footer: 5),
            Command("help", "This help", keys: ["?", .function(1)], label: "help", footer: 6),
            Command("palette", "All commands", keys: [":", .control("p")]),
            Command("back", "Close this view", keys: ["q", .escape], label: "back", footer: 7),
        ] + Navigation.commands)

    /// The make-good form.
    static var form: Form {
        let lengths = ["3 d", "7 d", "14 d", "1 m", "3 m", "6 m", "1 y", "lifetime", "the lost period"]
        var form = Form([
            FormField("customer", "Customer", .text(TextField("山田 太郎"))),
            FormField("entitlement", "Entitlement", .choice(ChoiceField([.init("premium"), .init("pro")]))),
            FormField(
                "length", "Length",
                .choice(ChoiceField(lengths.map { ChoiceField.Option($0) }, selected: "7 d")),
                hint: "Within the caps it is written at once"),
            FormField("note", "Note", .text(TextField(placeholder: "What the customer was told"))),
        ])
        form.focus(on: "length")
        form.update("note") { $0.problem = "A note is needed" }
        return form
    }

    /// A question over an act that changes access.
    static let dialog = Dialog(
        title: "Make good for 山田 太郎",
        lines: [
            "Grants premium for 7 days, until 10 Aug 19:41 UTC.", "",
            ["Access today ", TextSpan("no", "verdict.no"), " → after ", TextSpan("yes", "verdict.yes")],
            "Caps that remain after it: 3 of 5 grants this month.",
        ],
        answers: [.init("grant", "grant", key: "y"), .init("change", "change", key: "e")])
}
