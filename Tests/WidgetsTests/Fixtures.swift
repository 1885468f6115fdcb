import TerminalCore
import TerminalTesting
import Widgets

/// The people and commands that every screen test shows.
enum Fixtures {
    /// A customer in a list.
    struct Person: Hashable, Identifiable, Sendable {
        let (id, name, mail): (Int, String, String)
        let (status, product, paid): (String, String, String)

        init(_ id: Int, _ name: String, _ mail: String, _ status: String, _ product: String, _ paid: String) {
            (self.id, self.name, self.mail) = (id, name, mail)
            (self.status, self.product, self.paid) = (status, product, paid)
        }
    }

    /// Names that break careless width counting, and hostile ones.
    static let people = [
        Person(1, "山田 太郎", "taro@example.jp", "active", "com.example.pro.yearly", "¥9,800"),
        Person(2, "Zoë Müller", "zoe@example.org", "expired", "com.example.pro.monthly", "9,99 €"),
        Person(3, "José", "jose@example.com", "grace", "com.example.pro.monthly", "$9.99"),
        Person(4, "👩‍💻 Kim 🇰🇷", "kim@example.kr", "retry", "com.example.pro.monthly", "₩12,000"),
        Person(5, "דוד לוי", "david@example.il", "revoked", "com.example.lifetime", "₪99.00"),
        Person(
            6, "Mallory\u{202E}evil\u{1B}[31m", "mallory@example.net", "upcoming",
            "com.example.pro.weekly", "1,99 €"
        ),
    ]

    /// A list of those people, of whom there are more than were read, with the second selected.
    static var list: PagedList<Person, Int> {
        var list = PagedList<Person, Int>()
        list.take(people, after: nil, next: 6)
        list.select(2)
        return list
    }

    /// Draws that list in columns that follow what is in them.
    static func draw(
        _ list: PagedList<Person, Int>, in canvas: inout Canvas, theme: Theme, isFocused: Bool = true
    ) {
        let width = canvas.size.columns - 3
        var least = [10, 8, 10, 12, 8]
        while ColumnFit.room(for: least) > width { least.removeLast() }
        let cells = people.map(cells)
        let needs = least.enumerated().map { column, least in
            ColumnFit.Need(least: least, texts: cells.map { $0[column] }, atMost: 30)
        }
        let columns = ColumnFit(needs, in: width)
        let heads = ["Customer", "Status", "E-mail", "Product", "Paid"].map { StyledLine($0, .columnHeader) }
        let room = Rectangle(column: 0, row: 1, columns: canvas.size.columns, rows: canvas.size.rows - 2)
        list.draw(
            in: &canvas, room, theme: theme, heads: columns.row(heads), empty: "Nothing here",
            isFocused: isFocused
        ) { [columns.row(Self.cells($0))] }
        canvas.drawTrailing(StyledLine(list.standing(), .dim), row: canvas.size.rows - 1, theme: theme)
    }

    private static func cells(_ person: Person) -> [StyledLine] {
        [
            StyledLine(person.name), StyledLine(person.status, StyleName("status.\(person.status)")),
            StyledLine(person.mail, .dim), StyledLine(person.product), StyledLine(person.paid, .money),
        ]
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
