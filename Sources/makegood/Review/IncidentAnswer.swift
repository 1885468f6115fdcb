import JSONAnswers
import JSONValues
import Persistence
import Purchases
import Wording

/// The lines of the commands in `IncidentCommands.swift`; their JSON is in `JSONAnswers/IncidentAnswer.swift`.
extension Answers {
    /// The columns of a curve's longest bar.
    private static let barColumns = 30

    static func incidents(_ page: IncidentListPage, at now: Instant) -> Listing<Incident> {
        Listing(
            table: incidentTable(page.incidents, at: now),
            empty: "no incidents: nothing failed far more often than is usual", remarks: next(page.next))
    }

    /// Incidents as rows.
    static func incidentTable(_ incidents: [Incident], at now: Instant) -> Table<Incident> {
        Table(
            incidents,
            [
                .number("id", "id") { .text($0.id.rawValue) },
                .useful("incident", "title") { .text($0.title) },
                .value("kind") { .text($0.kind.rawValue) }, .value("key") { .text($0.key) },
                .value("name") { .text($0.name) },
                .extra("state", "state") { .words($0.state.title, value: $0.state.rawValue) },
                .decisive("from", "from") { .moment($0.from) },
                .useful("until", "until") { .moment($0.until) },
                .number("tickets", "tickets") { .number($0.figures.tickets) },
                .number("open", "open") { .number($0.figures.open) },
                .number("people", "customers") { .number($0.figures.customers) },
                .extra("lost, in money", "money") { incident in
                    let figures = incident.figures
                    let money = figures.money.map { "\($0.amount) \($0.currency)" }.joined(separator: " ")
                    return .said(value: money) { $0.amounts(of: figures).joined(separator: ", ") }
                },
                .value("unpriced") { .number($0.figures.unpriced) },
                .value("made_good_percent") { .text($0.figures.madeGoodPercent.map { String($0) }) },
            ], at: now)
    }

    /// Everything about an incident.
    static func incident(_ page: IncidentPage) -> [String] {
        let incident = page.incident
        let figures = incident.figures
        let head = [
            "incident \(incident.id) · \(incident.title) · \(incident.state.title)",
            "\(reader.span(of: incident)) · \(Counting.of(figures.tickets, "purchase")) of "
                + "\(Counting.of(figures.customers, "customer")) · "
                + (reader.amounts(of: figures).joined(separator: ", ")),
            "\(figures.open) open · \(figures.madeGoodPercent ?? 0) % made good, credited or refunded",
        ]
        let kept = incident.isKept ? ["a lead shaped it, and the rule leaves it alone"] : []
        let merged =
            page.merged.isEmpty
            ? [] : ["with what was incident " + Counting.all(page.merged.map(\.rawValue)) + " before"]
        let standings = figures.sums.map { sum in
            [
                sum.standing.title, String(sum.tickets),
                sum.currency.map { reader.money(Money(milliunits: sum.milliunits, currency: $0)) }
                    ?? "no price",
            ]
        }
        let victims = [
            page.first.map { "the first is ticket \($0)" }, page.last.map { "the last is ticket \($0)" },
        ]
        .compactMap { $0 }
        return head + kept + merged + headed("what became of it", Columns.lines(standings))
            + headed(page.step == .hours(1) ? "by hour" : "by day", curve(page))
            + headed("by cause", shares(page.causes))
            + headed("by version", shares(page.versions)) + headed("by product", shares(page.products))
            + headed("by storefront", shares(page.storefronts))
            + headed("renewed later", reader.lines(of: page.extensions)) + victims
            + ["its tickets: makegood tickets --query incident:\(incident.id)"]
    }

    private static func shares(_ shares: [IncidentPage.Share]) -> [String] {
        Columns.lines(shares.map { [$0.value.isEmpty ? "not told" : $0.value, String($0.tickets)] })
    }

    private static func curve(_ page: IncidentPage) -> [String] {
        let most = page.curve.map(\.tickets).max() ?? 0
        let rows = page.curve.map { point in
            let columns = most == 0 ? 0 : point.tickets * barColumns / most
            let bar = point.tickets == 0 ? "" : String(repeating: "#", count: max(1, columns))
            return [moment(point.at), String(point.tickets), bar]
        }
        return Columns.lines(rows)
    }
}
