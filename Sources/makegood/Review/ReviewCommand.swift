import ArgumentParser
import JSONAnswers
package import JSONValues
import Persistence
import Purchases
import Wording

/// Tells where the money went.
struct ReviewCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "review",
        abstract: "Loss of funds: how much, since when, of what cause, and what became of it.",
        discussion: """
            A loss belongs to the UTC day of its charge. Amounts are never added across currencies, and what nothing \
            tells the price of is a number of tickets. Without --since everything counts. The tickets behind a number: \
            makegood tickets --query 'loss:open cause:21005 charged:2021-08-11'.
            """,
        subcommands: [
            IncidentsCommand.self, IncidentCommand.self, SilentLossesCommand.self, ReviewListsCommand.self,
            ReviewListCommand.self,
        ])

    /// By what losses are told apart.
    enum Look: String, CaseIterable, ExpressibleByArgument {
        case cause, day, product, version, storefront
    }

    @Option(help: "Losses by cause, day, product, version or storefront.") var by: Look?
    @Option(
        help: "Only charges from this day (UTC) on, such as 2021-08-01 or 7d ago.",
        transform: TimeArgument.words)
    var since: TimeArgument?
    @Option(help: "Only charges before this time, to the end of its day.", transform: TimeArgument.words)
    var until: TimeArgument?
    @OptionGroup var form: CSVOption
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        try global.check(csv: form.csv)
    }

    func run(in invocation: Invocation) throws -> ExitCode {
        var since = since?.instant(in: invocation)
        // All days, and not those of the series that stand beside everything else.
        if by == .day, since == nil { since = .earliest }
        let review = try invocation.wholePage(
            of: LossReviewQuery(since: since, until: until?.instant(in: invocation)))
        let answer = ReviewAnswer(review: review, look: by)
        if form.csv {
            Output.raw(CSV.text(answer.table))
        } else {
            invocation.output.answer(answer.json, answer.lines, table: answer.table)
        }
        return .success
    }
}

/// The review as commands answer it: lines for people, JSON and a table for programs.
struct ReviewAnswer {
    /// How many values of a dimension an overview tells.
    private static let mostValues = 5
    /// The columns of the longest bar.
    private static let barColumns = 20

    /// The figures.
    let review: LossReview
    /// By what they are told apart; nil: an overview.
    let look: ReviewCommand.Look?

    private var reader: Reader { Answers.reader }

    // MARK: For people

    var lines: [String] {
        let served = review.environments.map(\.rawValue).joined(separator: ", ")
        let head = ["loss of funds · \(reader.words(ofPeriod: review)) · \(served)"]
        guard review.total.tickets(Set(LossStatus.allCases)) > 0 else {
            return head + ["no ticket tells of a loss of funds"] + elsewhere
        }
        switch look {
        case .day: return head + Answers.headed("by day", days(review.days))
        case let look?:
            guard let dimension = LossDimension(rawValue: look.rawValue) else { return head }
            return head + Answers.headed("by \(look.rawValue)", values(dimension, atMost: .max))
        case nil: return head + overview
        }
    }

    private var overview: [String] {
        Answers.headed("what became of it", standings) + elsewhere + Answers.headed("open, by age", ages)
            + LossDimension.allCases.flatMap {
                Answers.headed("by \($0.rawValue)", values($0, atMost: ReviewAnswer.mostValues))
            }
            + Answers.headed("since \(reader.day(review.seriesStart)), by day", days(review.days))
            + Answers.headed("ended", ends)
    }

    private var elsewhere: [String] {
        let open = review.ever.tickets([.open]) - review.total.tickets([.open])
        return open > 0 ? ["\(open) more \(open == 1 ? "is" : "are") open of charges outside these days"] : []
    }

    private var standings: [String] {
        let all = Set(LossStatus.allCases)
        let currencies = review.total.currencies(of: all)
        let hasUnpriced = review.total.unpriced(all) > 0
        let total = review.total
        typealias Sum = (title: String, standings: Set<LossStatus>)
        let amounts = currencies.map { currency in
            ListColumn<Sum>.number(currency) { sum in
                let tickets = total.tickets(sum.standings, in: currency)
                return .text(tickets == 0 ? "" : total.money(sum.standings, in: currency).amount)
            }
        }
        let unpriced = ListColumn<Sum>.number("no price") { .number(total.unpriced($0.standings)) }
        let sums: [Sum] = LossStatus.allCases.filter { $0 == .open || total.tickets([$0]) > 0 }.map {
            ($0.title, [$0])
        }
        return Table<Sum>(
            [("lost in all", LossStatus.lost)] + sums,
            [
                .decisive("") { .text($0.title) },
                .number("tickets") { .number(total.tickets($0.standings)) },
            ] + amounts + (hasUnpriced ? [unpriced] : [])
        ).partOfPage + odd
    }

    private var odd: [String] {
        let (free, negative) = (review.total.free(), review.total.negative())
        return (free > 0 ? ["\(free) of them cost nothing, as trials do"] : [])
            + (negative > 0
                ? ["\(negative) of them \(negative == 1 ? "has" : "have") a price below nothing"] : [])
    }

    private var ages: [String] {
        let rows = StoreReport.Age.allCases.filter { (review.ages[$0] ?? 0) > 0 }.map {
            [String(review.ages[$0] ?? 0), Answers.words($0.rawValue)]
        }
        let oldest = review.oldest.map {
            ["the oldest is ticket \($0.ticket), since \(reader.moment($0.waitingSince))"]
        }
        return Columns.lines(Answers.atEnd(rows)) + (oldest ?? [])
    }

    private func values(_ dimension: LossDimension, atMost limit: Int) -> [String] {
        let rows = review.rows(by: dimension).filter { $0.figures.tickets() > 0 }
        let more = rows.count - limit
        return table(
            of: rows.map { ($0.value ?? dimension.unknown, $0.figures) }, by: dimension.rawValue,
            atMost: limit)
            + (more > 0 ? ["and \(more) more: makegood review --by \(dimension.rawValue)"] : [])
    }

    private func days(_ days: [LossReview.Day]) -> [String] {
        let lost = days.filter { $0.figures.tickets() > 0 }
        return lost.isEmpty
            ? ["nothing was lost on these days"]
            : table(of: lost.map { ($0.start.dayText, $0.figures) }, by: "day", atMost: .max)
    }

    /// Figures by what they are told apart by, the bars measured by the longest of all.
    private func table(
        of rows: [(name: String, figures: LossFigures)], by head: String, atMost limit: Int
    ) -> [String] {
        let most = rows.map { $0.figures.tickets() }.max() ?? 0
        return Table<(name: String, figures: LossFigures)>(
            Array(rows.prefix(limit)),
            [
                .decisive(head) { .text($0.name) }, .number("lost") { .number($0.figures.tickets()) },
                .number("open") { .number($0.figures.tickets([.open])) },
                .extra("") { .text(ReviewAnswer.bar($0.figures.tickets(), of: most)) },
                .sentences("lost, in money") { row in
                    .said { $0.amounts(of: row.figures, LossStatus.lost).joined(separator: ", ") }
                },
            ]
        ).partOfPage
    }

    private var ends: [String] {
        let writeOffs = review.writtenOff.map { row in
            let how = row.resolution == .duplicate ? "called duplicates of charges on record" : "written off"
            return "\(row.tickets) \(how) by \(row.agent)"
        }
        return (reader.words(of: review.makingGood).map { [$0] } ?? []) + writeOffs
    }

    private static func bar(_ count: Int, of most: Int) -> String {
        guard most > 0, count > 0 else { return "" }
        return String(repeating: "#", count: max(1, count * barColumns / most))
    }
}

extension ReviewAnswer {
    // MARK: For programs

    /// One row for each value, state and currency: what adds up without counting anything twice.
    var table: [[String]] {
        let rows =
            (look == nil ? parts("total", "", review.total) : [])
            + dimensions.flatMap { dimension in
                review.rows(by: dimension).flatMap { parts(dimension.rawValue, $0.value ?? "", $0.figures) }
            } + days.flatMap { parts("day", $0.start.dayText, $0.figures) }
        return Table<Part>(
            rows,
            [
                .value("by") { .text($0.by) }, .value("value") { .text($0.value) },
                .value("state") { .text($0.part.standing.rawValue) },
                .value("currency") { .text($0.part.currency) },
                .value("tickets") { .number($0.part.tickets) },
                .value("amount") { row in
                    .text(
                        row.part.currency.map { Money(milliunits: row.part.milliunits, currency: $0).amount })
                },
                .value("free") { .number($0.part.free) }, .value("negative") { .number($0.part.negative) },
            ]
        ).values
    }

    /// What stands in one state and currency, by what it is told apart.
    private typealias Part = (by: String, value: String, part: LossFigures.Part)

    private var dimensions: [LossDimension] {
        look.map { [LossDimension(rawValue: $0.rawValue)].compactMap { $0 } } ?? LossDimension.allCases
    }

    private var days: [LossReview.Day] { look == nil || look == .day ? review.days : [] }

    private func parts(_ name: String, _ value: String, _ figures: LossFigures) -> [Part] {
        figures.parts.map { (name, value, $0) }
    }

    var json: JSONValue {
        var members: [String: any JSONEncodable] = [
            "at": review.at, "since": review.since, "until": review.until,
            "environments": review.environments, "total": review.total, "ever": review.ever,
        ]
        for dimension in dimensions {
            members["by_\(dimension.rawValue)"] = review.rows(by: dimension).map {
                JSONValue.object(["value": $0.value, "figures": $0.figures])
            }
        }
        if look == nil || look == .day {
            members["series_since"] = review.seriesStart
            members["by_day"] = review.days
        }
        if look == nil { members.merge(rest) { $1 } }
        return .object(members)
    }

    private var rest: [String: any JSONEncodable] {
        [
            "open_ages": review.ages.byCode,
            "oldest": review.oldest.map {
                .object(["ticket": $0.ticket, "waiting_since": $0.waitingSince, "money": $0.money])
            },
            "made_good_after": .object([
                "count": review.makingGood.count, "median_seconds": review.makingGood.median?.wholeSeconds,
                "p90_seconds": review.makingGood.ninetieth?.wholeSeconds,
            ]),
            "written_off_by": review.writtenOff.map {
                .object(["agent": $0.agent, "resolution": $0.resolution, "tickets": $0.tickets])
            },
        ]
    }
}

extension LossReview.Day: JSONEncodable {
    package var json: JSONValue {
        .object(["day": start.dayText, "figures": figures, "hours": hours])
    }
}

extension LossFigures: JSONEncodable {
    package var json: JSONValue {
        let standings = LossStatus.allCases.map { ($0.rawValue, sum(of: [$0])) }
        return Dictionary(uniqueKeysWithValues: standings).json.adding([
            "lost": sum(of: LossStatus.lost), "closed": sum(of: LossStatus.closed),
        ])
    }

    private func sum(of standings: Set<LossStatus>) -> JSONValue {
        .object([
            "tickets": tickets(standings), "money": money(standings), "unknown_price": unpriced(standings),
            "free": free(standings), "negative_price": negative(standings),
        ])
    }
}
