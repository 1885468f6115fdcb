import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// What the review lists in its panes, in the order in which Tab goes through them.
enum ReviewSection: Int, CaseIterable, Hashable, Sendable {
    case incidents, causes, products, versions
    /// Day by day, with the hours.
    case days
    /// By how long customers wait.
    case ages
    /// By currency and what became of it.
    case money
    case storefronts

    /// The name in the bar of panes.
    func title(_ page: ReviewPage) -> String {
        switch self {
        case .incidents: "Incidents \(page.incidents.count)\(page.hasMoreIncidents ? "+" : "")"
        case .causes: "Causes"
        case .products: "Products"
        case .versions: "Versions"
        case .days: "Days"
        case .ages: "Ages"
        case .money: "Money"
        case .storefronts: "Stores"
        }
    }

    /// What the losses are looked at by; nil where it is no value of theirs.
    var dimension: LossDimension? {
        switch self {
        case .causes: .cause
        case .products: .product
        case .versions: .version
        case .storefronts: .storefront
        case .incidents, .days, .ages, .money: nil
        }
    }

    /// The head of the first column.
    var head: String {
        switch self {
        case .incidents: "Incident"
        case .causes: "Cause"
        case .products: "Product"
        case .versions: "Version"
        case .days: "Day"
        case .ages: "Waits"
        case .money: "Currency"
        case .storefronts: "Storefront"
        }
    }
}

/// One row of a pane: what it is about, its figures, and what is behind it.
struct ReviewRow: Hashable, Identifiable, Sendable {
    /// What it is about, in the words of its pane.
    let id: String
    /// The same as it is shown.
    let label: StyledLine
    /// Its losses, where they are known by standing and currency.
    var figures: LossFigures?
    /// How many tickets, where no figures tell.
    var tickets = 0
    /// What was paid for them, where it is one amount.
    var amount: Money?
    /// Its own bar, where rows are not compared with each other.
    var bar: Bar?
    /// The tickets of each hour, of a day.
    var hours: [Int]?
    var incident: Incident?
    /// What Enter opens; nil where nothing is behind it.
    var route: TicketsFilter?
}

/// The rows of every pane.
struct ReviewRows {
    let page: ReviewPage
    /// The currency by whose amounts rows are compared; nil: by their numbers of tickets.
    let currency: String?
    let time: TimeText

    private var losses: LossReview { page.losses }

    /// The rows of a pane.
    func rows(of section: ReviewSection) -> [ReviewRow] {
        switch section {
        case .incidents: page.incidents.map(row)
        case .causes, .products, .versions, .storefronts:
            section.dimension.map { dimension in
                sorted(losses.rows(by: dimension).map { row($0, by: dimension) })
            } ?? []
        case .days: days
        case .ages: ages
        case .money: money
        }
    }

    private func row(_ incident: Incident) -> ReviewRow {
        ReviewRow(
            id: incident.id.rawValue, label: IncidentText(incident: incident, time: time).label,
            incident: incident)
    }

    private func row(_ row: LossReview.Row, by dimension: LossDimension) -> ReviewRow {
        ReviewRow(
            id: row.value ?? "", label: label(row.value, by: dimension), figures: row.figures,
            route: TicketsFilter(losses, row: (dimension, row), at: time.now))
    }

    private func label(_ value: String?, by dimension: LossDimension) -> StyledLine {
        guard let value else { return StyledLine(dimension.unknown, .dim) }
        guard dimension == .cause else { return StyledLine(value) }
        let name = Codes.meaning(ofCause: value).name
        return name == value ? StyledLine(value) : [TextSpan(value), TextSpan(" \(name)", .dim)]
    }

    /// By the amounts of the chosen currency, the most first; else as the store has them.
    private func sorted(_ rows: [ReviewRow]) -> [ReviewRow] {
        guard let currency else { return rows }
        return rows.enumerated().sorted { left, right in
            let amounts = [left, right].map {
                $0.element.figures?.money(LossStatus.lost, in: currency).milliunits ?? 0
            }
            return amounts[0] == amounts[1] ? left.offset < right.offset : amounts[0] > amounts[1]
        }.map(\.element)
    }

    /// Every day of the series, the newest first, those on which nothing was lost among them.
    private var days: [ReviewRow] {
        let known = Dictionary(losses.days.map { ($0.start, $0) }, uniquingKeysWith: { $1 })
        return ReviewRows.starts(of: losses).reversed().map { start in
            let day = known[start]
            let isQuiet = (day?.figures.tickets() ?? 0) == 0
            return ReviewRow(
                id: TimeText.date(start), label: StyledLine(time.day(start), isQuiet ? .dim : nil),
                figures: day?.figures ?? LossFigures.none,
                hours: day?.hours ?? (day == nil ? Array(repeating: 0, count: HeatMap.hours) : nil),
                route: isQuiet ? nil : TicketsFilter(losses, day: start, at: time.now))
        }
    }

    /// The midnights of the series, the oldest first.
    static func starts(of losses: LossReview) -> [Instant] {
        let end = losses.until ?? losses.at + TimeLength(1)
        let length = TimeLength.days(1).count
        let count = max(1, Int(((end - losses.seriesStart).count + length - 1) / length))
        return (0..<min(count, 400)).map { losses.seriesStart + .days(Int64($0)) }
    }

    private var ages: [ReviewRow] {
        StoreReport.Age.allCases.map { age in
            let count = losses.ages[age] ?? 0
            return ReviewRow(
                id: age.rawValue, label: StyledLine(age.words, count == 0 ? .dim : nil), tickets: count,
                route: count == 0 ? nil : try? TicketsFilter("loss:open \(age.filter)", at: time.now))
        }
    }

    /// Each currency with what became of it, the one with the most losses first; unknown prices last.
    private var money: [ReviewRow] {
        let all = Set(LossStatus.allCases)
        let currencies = ReviewRows.currencies(of: losses.total).map(Optional.some)
        let hasUnknown = losses.total.unpriced(all) > 0
        return (currencies + (hasUnknown ? [nil] : [])).flatMap { currency in
            let standings = LossStatus.allCases.filter { losses.total.tickets([$0], in: currency) > 0 }
            return [money(.lost, in: currency)] + standings.map { money(LossChoice($0), in: currency) }
        }
    }

    private func money(_ choice: LossChoice, in currency: String?) -> ReviewRow {
        let name = currency ?? "no price"
        let amount = currency.map { losses.total.money(choice.standings, in: $0) }
        let label: StyledLine =
            choice == .lost
            ? [TextSpan(name, .strong), TextSpan(" lost", .dim)]
            : StyledLine("  \(choice.standings.first?.title ?? "")")
        let whole = currency.map { losses.total.money(LossStatus.lost, in: $0).milliunits }
        return ReviewRow(
            id: "\(name) \(choice.rawValue)", label: label,
            tickets: losses.total.tickets(choice.standings, in: currency), amount: amount,
            bar: amount.flatMap { amount in
                whole.map { Bar([.init(amount.milliunits, choice.fill)], of: $0) }
            },
            route: TicketsFilter(losses, choice, currency: .some(currency), at: time.now))
    }

    /// What is said of currencies that have no room, with the key that shows them all.
    static func folded(_ count: Int) -> String {
        "+\(count) \(Counting.noun(count, "currency", "currencies")) (+)"
    }

    /// The currencies, the one with the most losses first.
    static func currencies(of figures: LossFigures) -> [String] {
        figures.currencies(of: Set(LossStatus.allCases)).map { code in
            (code: code, tickets: figures.tickets(LossStatus.lost, in: code))
        }.sorted { ($1.tickets, $0.code) < ($0.tickets, $1.code) }.map(\.code)
    }
}

extension StoreReport.Age {
    var words: String {
        switch self {
        case .hour: "less than an hour"
        case .day: "less than a day"
        case .threeDays: "1 to 3 days"
        case .week: "3 to 7 days"
        case .month: "7 to 30 days"
        case .older: "30 days and more"
        }
    }

    /// The filter that shows tickets that wait so long, as it is typed.
    fileprivate var filter: String {
        switch self {
        case .hour: "age<1h"
        case .day: "age>1h age<1d"
        case .threeDays: "age>1d age<3d"
        case .week: "age>3d age<7d"
        case .month: "age>7d age<30d"
        case .older: "age>30d"
        }
    }
}

extension LossChoice {
    /// How a bar shows it.
    var fill: Bar.Fill {
        switch self {
        case .lost, .open: .solid
        case .madeGood, .credited, .refunded, .closed: .done
        case .writtenOff, .closedWithoutProof, .delivered: .rest
        }
    }
}

extension LossFigures {
    /// The bar of losses: what is open, what was seen to, and what was written off or closed without proof; by tickets, or
    /// by the amounts of a currency.
    func bar(in currency: String?, of whole: Int64) -> Bar {
        let parts: [(Set<LossStatus>, Bar.Fill)] = [
            ([.open], .solid), ([.madeGood, .credited, .refunded], .done),
            ([.writtenOff, .closedWithoutProof], .rest),
        ]
        return Bar(parts.map { Bar.Part(measure($0.0, in: currency), $0.1) }, of: whole)
    }

    /// How much of some standings: tickets, or thousandths of a currency's unit.
    func measure(_ standings: Set<LossStatus> = LossStatus.lost, in currency: String?) -> Int64 {
        currency.map { money(standings, in: $0).milliunits } ?? Int64(tickets(standings))
    }
}

extension TicketsFilter {
    /// The tickets behind a figure of the review; a value with a blank, which nobody can type, is filtered all the same.
    init?(
        _ losses: LossReview, _ choice: LossChoice = .lost, day: Instant? = nil,
        row: (LossDimension, LossReview.Row)? = nil, currency: String?? = nil, at now: Instant
    ) {
        if let text = losses.query(choice, day: day, row: row, currency: currency) {
            guard let query = try? TicketsFilter(text, at: now) else { return nil }
            self = query
            return
        }
        guard let (dimension, row) = row, let value = row.value,
            let text = losses.query(choice, day: day, currency: currency),
            var query = try? TicketsFilter(text, at: now)
        else { return nil }
        query.narrow(to: value, of: dimension)
        self = query
    }
}
