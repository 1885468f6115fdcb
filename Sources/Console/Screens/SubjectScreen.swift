import Persistence
import Purchases
import TerminalCore
import Widgets

/// A screen of one thing that is asked for by its name: a ticket, a chain, an incident.
protocol SubjectScreen: PageScreen where Question.Page == Subject? {
    /// What is read of it.
    associatedtype Subject: Sendable

    /// How far it was read.
    var reading: Reading<Subject> { get set }

    var question: Question { get }

    /// What is said where there is no such thing.
    var absence: String { get }

    /// Lays out what was read, in place of what was there before.
    mutating func show(_ page: Subject, after before: Subject?, in context: ConsoleContext)

    func draw(_ page: Subject, in canvas: inout Canvas, theme: Theme, context: ConsoleContext)
}

extension SubjectScreen {
    /// What was read; nil before the first answer.
    var page: Subject? { reading.page }

    var awaited: Awaited? { reading.isOpen ? .page : nil }

    mutating func load(_ context: ConsoleContext) -> [Effect] { [.ask(.read(question, at: context.now))] }

    mutating func receive(_ page: Subject?, to question: Question, in context: ConsoleContext) -> [Effect] {
        let before = reading.page
        reading.take(page)
        if let page { show(page, after: before, in: context) }
        return []
    }

    /// Nothing of it has to be laid out.
    mutating func show(_ page: Subject, after before: Subject?, in context: ConsoleContext) {}

    func draw(in canvas: inout Canvas, theme: Theme, context: ConsoleContext) {
        drawPage(in: &canvas, theme: theme, context: context)
    }

    /// Draws what was read, else that it is being read or is not there.
    func drawPage(in canvas: inout Canvas, theme: Theme, context: ConsoleContext) {
        guard let page else {
            let text = reading.isMissing ? absence : "Reading"
            canvas.draw(text, at: Position(column: 1, row: 0), theme: theme, .dim)
            return
        }
        draw(page, in: &canvas, theme: theme, context: context)
    }

    /// Why nothing can be done about it before it is read.
    static func unread(_ screen: Self, in context: ConsoleContext) -> String? {
        screen.page == nil ? loading : nil
    }

    /// A command that works on what was read.
    static func onPage(
        _ id: CommandID, _ title: String, keys: [Key], label: String? = nil, footer: Int? = nil,
        unless refusal: @escaping @Sendable (Subject, ConsoleContext) -> String? = { _, _ in nil },
        _ action: @escaping @Sendable (Subject, ConsoleContext) -> [Effect]
    ) -> Binding<Self, Effect> {
        Binding(
            id, title, keys: keys, label: label, footer: footer, about: { $0.page }, missing: loading,
            unless: refusal, action)
    }
}

extension Screen {
    /// Why nothing can be done about what is not read yet.
    static var loading: String { "it is still loading" }

    /// Asks for everything again when what is shown is a minute old: ages and terms go on while nobody writes.
    mutating func loadMinutely(since shown: Instant?, in context: ConsoleContext) -> [Effect] {
        guard let shown, context.now - shown >= .seconds(60) else { return [] }
        return load(context)
    }
}

/// What was read of one thing; two are equal when they are of the same reading, for pages are large.
struct Reading<Page: Sendable>: Equatable, Sendable {
    /// The newest page; nil before the first answer. It stays in sight when what it is about is gone.
    private(set) var page: Page?
    /// Whether the store knew of no such thing when it was asked last.
    private(set) var isMissing = false
    private var number = 0

    /// Whether no answer has come.
    var isOpen: Bool { page == nil && !isMissing }

    /// Takes an answer; nil where there is no such thing.
    mutating func take(_ answer: Page?) {
        isMissing = answer == nil
        guard let answer else { return }
        (page, number) = (answer, number + 1)
    }

    static func == (left: Reading, right: Reading) -> Bool {
        left.number == right.number && left.isMissing == right.isMissing
    }
}
