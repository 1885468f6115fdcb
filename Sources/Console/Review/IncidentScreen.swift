import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// One incident: its curve, its people and money, how much was made good, and what its purchases share.
struct IncidentScreen: SubjectScreen {
    typealias Question = IncidentQuery

    /// What an incident's purchases are looked at by, in the order in which Tab goes through it.
    enum Pane: Int, CaseIterable, Hashable, Sendable {
        case people, money, versions, products, storefronts, causes
    }

    let id: IncidentID
    var reading = Reading<IncidentPage>()
    /// The pane that is shown.
    private(set) var pane = Pane.people
    /// Which row of each pane is selected.
    private(set) var cursors: [Pane: ListCursor<String>] = [:]

    init(_ id: IncidentID) { self.id = id }

    func title(_ context: ConsoleContext) -> String { "Incident \(id)" }

    var question: Question { Question(id) }

    var absence: String { "There is no incident \(id)" }

    mutating func handle(_ key: Key, in context: ConsoleContext) -> [Effect]? {
        guard let page, Navigation(key) != nil else { return nil }
        let view = IncidentView(screen: self, page: page, context: context)
        let rows = view.visibleRows(in: context.body)
        return cursors[pane, default: ListCursor()].handle(key, page: rows) ? [] : nil
    }

    mutating func show(_ page: IncidentPage, after before: IncidentPage?, in context: ConsoleContext) {
        let rows = IncidentRows(page: page, time: context.time)
        for pane in Pane.allCases {
            cursors[pane, default: ListCursor()].update(rows.rows(of: pane).map(\.id))
        }
    }

    func draw(_ page: IncidentPage, in canvas: inout Canvas, theme: Theme, context: ConsoleContext) {
        IncidentView(screen: self, page: page, context: context).draw(in: &canvas, theme: theme)
    }

    fileprivate func selected(_ context: ConsoleContext) -> IncidentRow? {
        guard let page, let id = cursors[pane]?.selectedID else { return nil }
        return IncidentRows(page: page, time: context.time).rows(of: pane).first { $0.id == id }
    }
}

extension IncidentScreen {
    /// What can be done with an incident.
    static let commands: Commands = Binding.section(
        "Incident",
        [
            Binding(
                "open", "Open the tickets behind the selected row", keys: [.enter], label: "tickets",
                footer: 1,
                unless: { screen, context in
                    screen.selected(context)?.route == nil ? "nothing is behind it" : nil
                }
            ) { screen, context in screen.selected(context)?.route.map { [.open($0)] } ?? [] },
            onPage(
                "incident.makeGood", "Make good for all its customers", keys: ["m"], label: "make good",
                footer: 2,
                unless: { page, context in
                    context.bulkRefusal
                        ?? (page.incident.figures.open == 0 ? "nothing of it is open" : nil)
                }
            ) { page, _ in [.open(.batchPreview(.incident(page.incident.id)))] },
            Binding("pane.next", "Next pane", keys: [.tab, "l"], label: "pane", footer: 3) { screen, _ in
                screen.turn(1)
            },
            Binding("pane.previous", "Previous pane", keys: [.backtab, "h"]) { screen, _ in
                screen.turn(-1)
            },
            shaping("incident.name", "Name it", keys: ["N"], label: "name", footer: 5) { _ in .name },
            shaping(
                "incident.merge", "Say that it is the same as another incident", keys: ["M"], label: "merge",
                footer: 6, unless: isOwn
            ) { _ in .merge(into: nil) },
            shaping(
                "incident.split", "Cut it in two: at a moment, by version or by cause", keys: ["X"],
                label: "split", footer: 7,
                unless: { isOwn($0) ?? ($0.incident.figures.tickets < 2 ? "it is one purchase" : nil) }
            ) { _ in .split },
            Binding(
                "incident.extend", "Have Apple renew later: each chain of it, or everybody with a product",
                keys: ["x"], label: "renew later", footer: 4,
                unless: { $1.extendRefusal ?? unread($0, in: $1) }
            ) { screen, context in
                guard let page = screen.page else { return [] }
                let name = IncidentText(incident: page.incident, time: context.time).name
                return [.open(.extendIncident(IncidentExtensionSubject(page, called: name)))]
            },
            cancellingAsked(unless: unread) { $0.page?.extensions.everybody ?? [] },
            shaping(
                "incident.close", "End it, or reopen it", keys: ["C"], label: "close", footer: 8,
                unless: isOwn
            ) { $0.incident.state == .goingOn ? .close : .reopen },
            shaping(
                "incident.separate", "Take it out of the incident that it was merged into", keys: ["P"],
                unless: { $0.incident.mergedInto == nil ? "it was not merged" : nil }
            ) { _ in .separate },
        ])

    /// Why an incident cannot be shaped as one of its own; nil when it can.
    @Sendable private static func isOwn(_ page: IncidentPage) -> String? {
        switch page.incident.state {
        case .goingOn, .closed: nil
        case .merged: "it was merged into incident \(page.incident.mergedInto?.rawValue ?? "")"
        case .dissolved: "it turned out to be no incident"
        }
    }

    private static func shaping(
        _ id: CommandID, _ title: String, keys: [Key], label: String? = nil, footer: Int? = nil,
        unless refusal: @escaping @Sendable (IncidentPage) -> String? = { _ in nil },
        _ work: @escaping @Sendable (IncidentPage) -> IncidentWork
    ) -> Binding<IncidentScreen, Effect> {
        onPage(
            id, title, keys: keys, label: label, footer: footer,
            unless: { $1.shapeRefusal ?? refusal($0) }
        ) { page, _ in
            let subject = IncidentSubject(
                incident: page.incident, work: work(page), versions: page.versions.map(\.value),
                causes: page.causes.map(\.value))
            return [.open(.shapeIncident(subject))]
        }
    }

    private mutating func turn(_ step: Int) -> [Effect] {
        pane = Pane.allCases.turned(by: step, from: pane)
        return []
    }
}

/// One row of a pane of an incident.
struct IncidentRow: Identifiable {
    /// What it is about, in the words of its pane.
    let id: String
    /// The same as it is shown.
    let label: StyledLine
    /// How many tickets; nil where it is one alone.
    var tickets: Int?
    /// What was paid, where it is one amount; unknown prices have none.
    var amount: String?
    /// How the bar is drawn.
    var fill = Bar.Fill.solid
    /// What Enter opens.
    let route: Route?
}

/// The rows of an incident's panes.
struct IncidentRows {
    let page: IncidentPage
    let time: TimeText

    private var incident: Incident { page.incident }

    /// The rows of a pane.
    func rows(of pane: IncidentScreen.Pane) -> [IncidentRow] {
        switch pane {
        case .people: people
        case .money: money
        case .versions: shares(page.versions, by: .version)
        case .products: shares(page.products, by: .product)
        case .storefronts: shares(page.storefronts, by: .storefront)
        case .causes: shares(page.causes, by: .cause)
        }
    }

    /// All, those that are open, what became of the others, the first victim and the last one.
    private var people: [IncidentRow] {
        let figures = incident.figures
        let victims = [("first", page.first, incident.from), ("last", page.last, incident.until)]
        return [
            IncidentRow(
                id: "all", label: "all its tickets", tickets: figures.tickets, fill: .rest, route: tickets("")
            ),
            IncidentRow(
                id: "open", label: "still open", tickets: figures.open,
                route: figures.open == 0 ? nil : tickets("state:unresolved")),
        ]
            + ended
            + victims.compactMap { name, ticket, at in
                ticket.map {
                    IncidentRow(
                        id: name, label: "\(name): ticket \($0), \(time.moment(at))",
                        route: .ticket($0))
                }
            }
            + page.merged.map {
                IncidentRow(id: "merged \($0)", label: "has taken over incident \($0)", route: .incident($0))
            }
    }

    /// What became of those that are not open; that none was made good is worth a row, too.
    private var ended: [IncidentRow] {
        [IncidentLossStatus.madeGood, .credited, .refunded, .delivered, .writtenOff].compactMap { standing in
            let count = incident.figures.tickets(standing)
            guard count > 0 || standing == .madeGood else { return nil }
            return IncidentRow(
                id: standing.rawValue, label: [TextSpan(standing.title)], tickets: count, fill: standing.fill,
                route: count == 0 ? nil : tickets(standing.filter))
        }
    }

    private var money: [IncidentRow] {
        incident.figures.sums.sorted { ($1.tickets, $0.currency ?? "~") < ($0.tickets, $1.currency ?? "~") }
            .map { sum in
                let name = sum.currency ?? "no price"
                let amount = sum.currency.map { Money(milliunits: sum.milliunits, currency: $0).shownAmount }
                let price = sum.currency.map { "currency:\($0)" } ?? "price:unknown"
                return IncidentRow(
                    id: "\(name) \(sum.standing.rawValue)",
                    label: [TextSpan(name, .strong), TextSpan(" \(sum.standing.title)")],
                    tickets: sum.tickets,
                    amount: amount ?? "unknown", fill: sum.standing.fill,
                    route: tickets("\(price) \(sum.standing.filter)"))
            }
    }

    private func shares(_ shares: [IncidentPage.Share], by dimension: LossDimension) -> [IncidentRow] {
        shares.map { share in
            let name = dimension == .cause ? Codes.meaning(ofCause: share.value).name : share.value
            let label: StyledLine =
                share.value.isEmpty
                ? StyledLine(dimension.unknown, .dim)
                : [TextSpan(share.value), TextSpan(name == share.value ? "" : " \(name)", .dim)]
            return IncidentRow(
                id: share.value, label: label, tickets: share.tickets,
                route: tickets("", share.value, of: dimension))
        }
    }

    /// The tickets of the incident that pass a filter beside it.
    private func tickets(
        _ filter: String, _ value: String? = nil, of dimension: LossDimension = .cause
    ) -> Route? {
        guard var query = try? TicketsFilter("incident:\(incident.id) \(filter)", at: time.now) else {
            return nil
        }
        if let value { query.narrow(to: value.isEmpty ? TicketFilter.nothing : value, of: dimension) }
        return .tickets(query, .lossOfFunds)
    }
}

extension IncidentLossStatus {
    /// How a bar shows it.
    fileprivate var fill: Bar.Fill {
        switch self {
        case .open: .solid
        case .madeGood, .credited, .refunded: .done
        case .writtenOff, .delivered: .rest
        }
    }

    /// The filter that shows its tickets, as it is typed.
    fileprivate var filter: String {
        self == .open ? "state:unresolved" : "resolution:\(rawValue)"
    }
}
