import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// One request: what was asked and what was seen then, beside what is known now and what changed since.
struct ApprovalScreen: SubjectScreen {
    typealias Question = RequestQuery

    let id: RequestID
    var reading = Reading<ApprovalPage>()
    /// How far the text is scrolled.
    private(set) var text = ScrollView([], wraps: false)

    init(_ id: RequestID) { self.id = id }

    func title(_ context: ConsoleContext) -> String { "Request \(id)" }

    var question: Question { Question(id) }

    var absence: String { "There is no request \(id) that you may see" }

    mutating func handle(_ key: Key, in context: ConsoleContext) -> [Effect]? {
        guard Navigation(key) != nil else { return nil }
        guard let page else { return [] }
        text.lines = lines(page, in: context.body, glyphs: context.options.glyphs, context)
        return text.handle(key, in: context.body) ? [] : nil
    }

    mutating func receive(
        other answer: Answer, to request: StoreRequest, in context: ConsoleContext
    ) -> [Effect] {
        if case .failed = answer { load(context) } else { [] }
    }

    func draw(_ page: ApprovalPage, in canvas: inout Canvas, theme: Theme, context: ConsoleContext) {
        canvas.draw(lines(page, in: canvas.size, glyphs: canvas.glyphs, context), in: text, theme: theme)
    }

    /// From how many columns on what is known now stands beside what was asked: each half has room for its labels.
    private static let wide = 128

    private func lines(
        _ page: ApprovalPage, in size: Size, glyphs: Glyphs, _ context: ConsoleContext
    ) -> [StyledLine] {
        guard size.columns >= ApprovalScreen.wide, !context.isPlain else {
            let text = ApprovalText(page: page, context: context, columns: size.columns - 3, glyphs: glyphs)
            // What is news is read first, and stays in sight where there are few rows.
            let news = text.changes.isEmpty ? [] : text.changes + [""]
            return text.asked + [""] + news + text.now + [""] + text.seen
        }
        let half = (size.columns - 6) / 2
        let text = ApprovalText(page: page, context: context, columns: half, glyphs: glyphs)
        let (left, right) = (text.asked + [""] + text.seen, text.now + [""] + text.changes)
        return (0..<max(left.count, right.count)).map { row in
            let first = row < left.count ? left[row] : ""
            let second = row < right.count ? right[row] : ""
            return CellText.fitted(first, to: half) + StyledLine("   ") + second
        }
    }
}

extension ApprovalScreen {
    /// What can be done about a request, once it is read.
    static let commands: Commands = Binding.section(
        "Request",
        [
            onPage(
                "request.approve", "Approve: give what is asked for", keys: ["a"], label: "approve",
                footer: 1,
                unless: { refusal($0, in: $1) ?? problem($0, in: $1) }
            ) { [.open(.decide(subject(.approve, $0, in: $1)))] },
            onPage(
                "request.decline", "Decline, and say why", keys: ["d"], label: "decline", footer: 2,
                unless: refusal
            ) { [.open(.decide(subject(.decline, $0, in: $1)))] },
            onPage(
                "request.withdraw", "Take back what you asked for", keys: ["x"], label: "take back",
                footer: 3,
                unless: { page, context in
                    context.refusal ?? decided(page)
                        ?? (page.request.askedBy == context.agent
                            ? nil : "\(page.request.askedBy) asked for it, not you")
                }
            ) { [.open(.decide(subject(.withdraw, $0, in: $1)))] },
            onPage(
                "open", "Open the ticket or the batch that it makes good", keys: [.enter], label: "ticket",
                footer: 4,
                unless: { page, _ in
                    page.request.wish.ticket == nil && page.batch == nil ? "it names no ticket" : nil
                }
            ) { page, _ in
                page.request.wish.ticket.map { [.open(.ticket($0))] }
                    ?? page.batch.map { [.open(.batch($0.id))] } ?? []
            },
            onPage(
                "request.customer", "Go to the customer", keys: ["p"], label: "customer", footer: 5,
                unless: { page, _ in
                    page.request.wish.customer == nil ? "it names no single customer that is known" : nil
                }
            ) { page, _ in
                page.request.wish.customer.map { [.open(.customer($0, asOf: nil))] } ?? []
            },
        ])

    /// Why one cannot decide a request; nil when one can.
    @Sendable private static func refusal(_ page: ApprovalPage, in context: ConsoleContext) -> String? {
        if let refusal = context.refusal ?? decided(page) { return refusal }
        if page.request.askedBy == context.agent { return "you cannot decide your own request" }
        return context.role.may(.approve) ? nil : "only leads decide"
    }

    private static func decided(_ page: ApprovalPage) -> String? {
        page.request.decision.map { "it was \(page.request.state.rawValue) by \($0.by)" }
    }

    private static func problem(_ page: ApprovalPage, in context: ConsoleContext) -> String? {
        page.problem.map {
            "it cannot be carried out any more, \(ErrorText.console($0, at: context.now).what)"
        }
    }

    private static func subject(
        _ decision: DecisionSubject.Decision, _ page: ApprovalPage, in context: ConsoleContext
    ) -> DecisionSubject {
        let name = page.customer?.values.name?.text ?? ""
        return DecisionSubject(
            decision: decision, page: page,
            name: name.isEmpty ? context.reader.whom(of: page.request.wish) : name)
    }
}
