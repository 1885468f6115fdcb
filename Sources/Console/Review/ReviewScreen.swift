import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// Where the money went: the sums in one look, and panes of rows of which each opens what is behind it.
struct ReviewScreen: PageScreen {
    /// How far it was read.
    private(set) var reading = Reading<ReviewPage>()
    /// Of which charges it tells.
    private(set) var period = ReviewPeriod.ever
    /// The pane that is shown.
    private(set) var section = ReviewSection.incidents
    /// The currency by whose amounts rows are compared; nil: by their numbers of tickets.
    private(set) var currency: String?
    /// Which incident is marked, to be merged with another.
    private(set) var marked: IncidentID?
    /// Which row of each pane is selected.
    private(set) var cursors: [ReviewSection: ListCursor<String>] = [:]

    var awaited: Awaited? { reading.isOpen ? .page : nil }

    func title(_ context: ConsoleContext) -> String { "Review" }

    mutating func load(_ context: ConsoleContext) -> [Effect] {
        [.ask(.read(ReviewQuery(of: period), at: context.now))]
    }

    mutating func handle(_ key: Key, in context: ConsoleContext) -> [Effect]? {
        guard let page = reading.page, Navigation(key) != nil else { return nil }
        let view = ReviewView(screen: self, page: page, context: context)
        let rows = view.visibleRows(in: context.body)
        return cursors[section, default: ListCursor()].handle(key, page: rows) ? [] : nil
    }

    mutating func back(_ context: ConsoleContext) -> [Effect] {
        guard marked != nil else { return [.say(MessageLine(.note, "Q leaves Makegood"))] }
        marked = nil
        return []
    }

    mutating func receive(
        _ page: ReviewPage, to question: ReviewQuery, in context: ConsoleContext
    ) -> [Effect] {
        guard question.period == period else { return [] }
        // Where nothing happened at once, the causes say more.
        if reading.isOpen, section == .incidents, page.incidents.isEmpty { section = .causes }
        reading.take(page)
        if let known = currency, !ReviewRows.currencies(of: page.losses.total).contains(known) {
            currency = nil
        }
        if let id = marked, !page.incidents.contains(where: { $0.id == id }) { marked = nil }
        update(context)
        return []
    }

    mutating func tick(_ context: ConsoleContext) -> [Effect] {
        loadMinutely(since: reading.page?.losses.at, in: context)
    }

    func draw(in canvas: inout Canvas, theme: Theme, context: ConsoleContext) {
        guard let page = reading.page else {
            canvas.draw("Reading", at: Position(column: 1, row: 0), theme: theme, .dim)
            return
        }
        ReviewView(screen: self, page: page, context: context).draw(in: &canvas, theme: theme)
    }

    /// The selected row; nil where the pane has none.
    func selected(_ context: ConsoleContext) -> ReviewRow? {
        guard let page = reading.page, let id = cursors[section]?.selectedID else { return nil }
        return ReviewRows(page: page, currency: currency, time: context.time).rows(of: section)
            .first { $0.id == id }
    }

    /// Gives every pane's cursor its rows; the selection stays on its row.
    private mutating func update(_ context: ConsoleContext) {
        guard let page = reading.page else { return }
        let rows = ReviewRows(page: page, currency: currency, time: context.time)
        for section in ReviewSection.allCases {
            cursors[section, default: ListCursor()].update(rows.rows(of: section).map(\.id))
        }
    }
}

extension ReviewScreen {
    /// What can be done with the review.
    static let commands: Commands =
        Binding.section(
            "Review",
            [
                Binding(
                    "open", "Open what is behind the selected row", keys: [.enter], label: "open", footer: 1,
                    unless: { screen, context in
                        guard let row = screen.selected(context) else { return "there is no row" }
                        return row.incident == nil && row.route == nil ? "nothing is behind it" : nil
                    }
                ) { screen, context in screen.open(context) },
                Binding("pane.next", "Next pane", keys: [.tab, "l"], label: "pane", footer: 2) { screen, _ in
                    screen.turn(1)
                },
                Binding("pane.previous", "Previous pane", keys: [.backtab, "h"]) { screen, _ in
                    screen.turn(-1)
                },
                Binding(
                    "review.currency", "Compare by tickets, or by the amounts of the next currency",
                    keys: ["$"],
                    label: "currency", footer: 8,
                    unless: { screen, _ in
                        screen.currencies.isEmpty ? "no price is known" : nil
                    }
                ) { screen, context in screen.turnCurrency(context) },
                Binding(
                    "review.currencies", "All currencies, each with what became of it", keys: ["+"],
                    unless: { screen, _ in screen.currencies.isEmpty ? "no price is known" : nil }
                ) { screen, _ in
                    screen.section = .money
                    return []
                },
                Binding(
                    "review.period", "Of all charges, or of the last 7, 30, 90 or 365 days", keys: ["t"],
                    label: "period", footer: 7
                ) { screen, context in
                    screen.period = screen.period.next
                    return screen.load(context) + [.say(MessageLine(.note, "Of \(screen.period.words)"))]
                },
            ]) + opening + Binding.section("Incidents", shaping)

    /// What else is for leads, a key each.
    private static let opening: Commands = Binding.section(
        "Review",
        [
            Binding(
                "review.silent", "Charges that no app reported as delivered", keys: ["S"],
                label: "silent losses", footer: 5,
                unless: { _, context in
                    (context.silentLosses?.count.counted ?? 0) == 0 ? "there are none" : nil
                }
            ) { _, _ in [.open(.silentLosses)] },
            Binding(
                "review.lists", "Leads' lists: what needs a second look", keys: ["L"], label: "lists",
                footer: 6
            ) { _, _ in [.open(.leadLists)] },
            Binding(
                "review.refunds", "Refund requests: what Apple asks about, the soonest deadline first",
                keys: ["F"], label: "refunds", footer: 11
            ) { _, _ in [.open(.refunds)] },
            Binding(
                "review.balance", "The balance: where each charge of a day went", keys: ["B"],
                label: "balance", footer: 10
            ) { _, _ in [.open(.balance)] },
            Binding(
                "review.batches", "Batches: who got a grant together, and how far they are", keys: ["U"],
                label: "batches", footer: 9
            ) { _, _ in [.open(.batches)] },
        ])

    /// What leads do to the selected incident.
    private static let shaping: Commands = [
        Binding(
            "incident.makeGood", "Make good for all customers of the selected incident", keys: ["m"],
            label: "make good", footer: 4,
            unless: { screen, context in
                context.bulkRefusal
                    ?? (screen.selected(context)?.incident == nil
                        ? "select an incident first" : nil)
            }
        ) { screen, context in
            screen.selected(context)?.incident.map { [.open(.batchPreview(.incident($0.id)))] } ?? []
        },
        Binding(
            "incident.mark", "Mark the selected incident, to merge it with another", keys: [" "],
            label: "mark",
            unless: { screen, context in
                screen.selected(context)?.incident == nil ? "select an incident first" : nil
            }
        ) { screen, context in
            let id = screen.selected(context)?.incident?.id
            screen.marked = screen.marked == id ? nil : id
            return []
        },
        Binding(
            "incident.merge", "Merge the marked incident into the selected one", keys: ["M"], label: "merge",
            unless: { screen, context in
                if let refusal = context.shapeRefusal { return refusal }
                guard let marked = screen.marked else { return "mark one with Space, then select the other" }
                guard let selected = screen.selected(context)?.incident else {
                    return "select an incident first"
                }
                return selected.id == marked ? "select the one into which the marked one goes" : nil
            }
        ) { screen, context in
            guard let page = screen.reading.page, let into = screen.selected(context)?.incident,
                let marked = page.incidents.first(where: { $0.id == screen.marked })
            else { return [] }
            return [.open(.shapeIncident(IncidentSubject(incident: marked, work: .merge(into: into.id))))]
        },
    ]

    private var currencies: [String] {
        reading.page.map { ReviewRows.currencies(of: $0.losses.total) } ?? []
    }

    private func open(_ context: ConsoleContext) -> [Effect] {
        guard let row = selected(context) else { return [] }
        if let incident = row.incident { return [.open(.incident(incident.id))] }
        return row.route.map { [.open(.tickets($0, .lossOfFunds))] } ?? []
    }

    private mutating func turn(_ step: Int) -> [Effect] {
        section = ReviewSection.allCases.turned(by: step, from: section)
        return []
    }

    private mutating func turnCurrency(_ context: ConsoleContext) -> [Effect] {
        let places = [nil] + currencies.map { Optional($0) }
        currency = places.turned(by: 1, from: currency)
        update(context)
        return [.say(MessageLine(.note, "Compared by \(currency.map { "amounts in \($0)" } ?? "tickets")"))]
    }
}
