import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// One view of the console: a value that takes keys and answers, asks for effects and draws itself.
protocol Screen: Equatable, Sendable {
    /// What can be done here.
    static var commands: Commands { get }

    /// What can be done here now; a key belongs to the first command that names it, and to these before those that work
    /// everywhere.
    func commands(_ context: ConsoleContext) -> Commands

    /// Whether letters are text now, so that of the commands everywhere only those work that need none.
    var isTyping: Bool { get }

    /// What keys that are typed now have to wait for; nil when they are taken at once.
    var awaited: Awaited? { get }

    /// What it is called in the breadcrumbs.
    func title(_ context: ConsoleContext) -> String

    /// Asks for everything it shows, at first and whenever the store changed.
    mutating func load(_ context: ConsoleContext) -> [Effect]

    /// Takes a key that is no command: typing, moving, answering its own questions. Nil when it has no use for it.
    mutating func handle(_ key: Key, in context: ConsoleContext) -> [Effect]?

    /// Takes Escape where nothing lies below it, at the bottom of a tab.
    mutating func back(_ context: ConsoleContext) -> [Effect]

    /// Begins a search in a box of its own; nil where another screen is opened for it.
    mutating func searchAnew(_ context: ConsoleContext) -> [Effect]?

    /// Takes a pasted text; nil when nothing here takes text.
    mutating func paste(_ text: String, in context: ConsoleContext) -> [Effect]?

    /// Takes what an effect of its own led to.
    mutating func receive(_ answer: Answer, to effect: StoreRequest, in context: ConsoleContext) -> [Effect]

    /// Notices that time went on.
    mutating func tick(_ context: ConsoleContext) -> [Effect]

    /// The ticket or customer that it has in front, which other consoles are told; nil for neither.
    func attention(_ context: ConsoleContext) -> Attention?

    /// Whether closing it now would lose words that a person typed into it; they are asked first.
    var holdsTypedText: Bool { get }

    /// What the cursor of its list stands on, to be shown beside it where there is width; nil for a screen without a list.
    var beside: Beside? { get }

    /// Draws its body.
    func draw(in canvas: inout Canvas, theme: Theme, context: ConsoleContext)
}

extension Screen {
    /// It only shows.
    static var commands: Commands { [] }

    /// The same whatever it shows.
    func commands(_ context: ConsoleContext) -> Commands { Self.commands }

    /// Nothing takes text.
    mutating func paste(_ text: String, in context: ConsoleContext) -> [Effect]? { nil }

    /// Time changes nothing.
    mutating func tick(_ context: ConsoleContext) -> [Effect] { [] }

    /// Neither a ticket nor a customer alone is in front.
    func attention(_ context: ConsoleContext) -> Attention? { nil }

    /// Nothing is typed here that would be missed.
    var holdsTypedText: Bool { false }

    /// Says what a write did, where there is something to say.
    func say(_ news: String?, _ kind: MessageLine.Kind = .success) -> [Effect] {
        news.map { [.say(MessageLine(kind, $0))] } ?? []
    }

    /// Letters are commands.
    var isTyping: Bool { false }

    /// Keys are taken at once.
    var awaited: Awaited? { nil }

    /// The console is not left by a key that is pressed once too often.
    mutating func back(_ context: ConsoleContext) -> [Effect] {
        [.say(MessageLine(.note, "Q leaves Makegood"))]
    }

    /// It has no search box.
    mutating func searchAnew(_ context: ConsoleContext) -> [Effect]? { nil }
}

/// What a screen waits for before it takes keys; those that are typed meanwhile are kept in `TypeAhead`.
enum Awaited: Hashable, Sendable {
    /// What it shows: it is being read.
    case page
    /// What comes in its place once what it sent is done, as the page below a form or the next ticket.
    case next
}

/// What a screen asks the application to do.
enum Effect: Equatable, Sendable {
    /// Read or write the store, off the main actor; the answer comes back to the screen.
    case ask(StoreRequest)
    /// Carry a batch on, whatever screen is in front.
    case carryOn(BatchID)
    /// Stop carrying a batch on.
    case hold(BatchID)
    /// Open a screen on top of this one.
    case open(Route)
    case close
    /// Close this screen, and as many as that below it with it, and say what was done.
    case closeSaying(MessageLine, levels: Int = 1)
    /// Keep a search for the arrow that brings it back.
    case remember(String)
    case say(MessageLine)
    /// Show what can be copied.
    case offerCopies([CopyItem])
    /// Show the kept views of a list that is looked at in some way.
    case offerViews(ListLook)
}

/// Something that can be copied from a screen.
struct CopyItem: Hashable, Sendable {
    /// The key that copies it.
    let key: Key
    let label: String
    let text: String
    /// What the audit log notes first; nil for what is not personal.
    let owner: Owner?
    /// Why it cannot be copied; nil when it can.
    let refusal: String?

    /// Whose personal data it is, and which field of it, as the audit log calls it.
    struct Owner: Hashable, Sendable {
        let customer: AppUserID
        let field: String
    }

    /// What is copied on one line, as a menu shows it.
    var line: String { text.split(separator: "\n").joined(separator: " ") }

    /// Something that anybody may copy.
    init(_ key: Key, _ label: String, _ text: String) {
        self.init(key, label, text, owner: nil, refusal: nil)
    }

    /// A customer's address, for those who may see it.
    static func email(_ customer: Customer, in context: ConsoleContext) -> CopyItem? {
        customer.values.email.map { _ in
            CopyItem(
                "e", "e-mail address", customer.values.email?.text ?? "",
                owner: Owner(customer: customer.id, field: "email"), refusal: context.concealment)
        }
    }

    /// What can be copied of a ticket.
    static func items(of ticket: Ticket) -> [CopyItem] {
        [
            CopyItem("d", "ticket id", ticket.id.rawValue),
            ticket.transactionID.map { CopyItem("t", "transaction id", $0.rawValue) },
            ticket.originalTransactionID.map { CopyItem("h", "chain id", $0.rawValue) },
            ticket.customer.map { CopyItem("i", "customer id", $0.rawValue) },
        ].compactMap { $0 }
    }

    /// An answer to a customer, for those who may see the name in it.
    static func reply(_ key: Key, _ label: String, _ reply: Reply, in context: ConsoleContext) -> CopyItem {
        CopyItem(
            key, label, reply.text, owner: reply.customer.map { Owner(customer: $0, field: "reply") },
            refusal: context.concealment)
    }

    private init(_ key: Key, _ label: String, _ text: String, owner: Owner?, refusal: String?) {
        (self.key, self.label, self.text, self.owner) = (key, label, text, owner)
        self.refusal = refusal ?? (Clipboard.takes(text) ? nil : "it is too long")
    }
}

/// A screen of lines that were read with the screen before it: it only scrolls.
protocol TextScreen: Screen {
    /// How far it is scrolled.
    var view: ScrollView { get set }

    func lines(_ context: ConsoleContext) -> [StyledLine]
}

extension TextScreen {
    mutating func load(_ context: ConsoleContext) -> [Effect] { [] }

    mutating func handle(_ key: Key, in context: ConsoleContext) -> [Effect]? {
        view.lines = lines(context)
        return view.handle(key, in: context.body) ? [] : nil
    }

    mutating func receive(_ answer: Answer, to request: StoreRequest, in context: ConsoleContext) -> [Effect]
    {
        []
    }

    func draw(in canvas: inout Canvas, theme: Theme, context: ConsoleContext) {
        canvas.draw(lines(context), in: view, theme: theme)
    }
}
