import ArgumentParser
import JSONAnswers
import JSONValues
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

    /// The lines.
    var lines: [String] {
        let served = review.environments.map(\.rawValue).joined(separator: ", ")
        let head = ["loss of funds · \(reader.words(ofPeriod: review)) · \(served)"]
        guard review.total.tickets(Set(LossStanding.allCases)) > 0 else {
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
        let all = Set(LossStanding.allCases)
        let currencies = review.total.currencies(of: all)
        let hasUnpriced = review.total.unpriced(all) > 0
        let columns: [Table.Column] =
            [.decisive("", nil), .number("tickets", nil)] + currencies.map { .number($0, nil) }
            + (hasUnpriced ? [.number("no price", nil)] : [])
        let rows = LossStanding.allCases.filter { $0 == .open || review.total.tickets([$0]) > 0 }.map {
            (title: $0.title, standings: [$0] as Set)
        }
        let sums = [(title: "lost in all", standings: LossStanding.lost)]
        return Table(
            columns: columns,
            rows: (sums + rows).map { title, standings in
                [.init(title), .init(review.total.tickets(standings))]
                    + currencies.map { currency in
                        let tickets = review.total.tickets(standings, in: currency)
                        return .init(tickets == 0 ? "" : review.total.money(standings, in: currency).amount)
                    } + (hasUnpriced ? [.init(review.total.unpriced(standings))] : [])
            }
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
        let most = rows.map { $0.figures.tickets() }.max() ?? 0
        let columns: [Table.Column] = [
            .decisive(dimension.rawValue, nil), .number("lost", nil), .number("open", nil), .extra("", nil),
            .sentences("lost, in money", ""),
        ]
        let cells = rows.prefix(limit).map { row -> [Table.Cell] in
            [
                .init(row.value ?? dimension.unknown), .init(row.figures.tickets()),
                .init(row.figures.tickets([.open])),
                .init(ReviewAnswer.bar(row.figures.tickets(), of: most)),
                .init(reader.amounts(of: row.figures, LossStanding.lost).joined(separator: ", ")),
            ]
        }
        let more = rows.count - cells.count
        return Table(columns: columns, rows: cells).partOfPage
            + (more > 0 ? ["and \(more) more: makegood review --by \(dimension.rawValue)"] : [])
    }

    private func days(_ days: [LossReview.Day]) -> [String] {
        let lost = days.filter { $0.figures.tickets() > 0 }
        let most = lost.map { $0.figures.tickets() }.max() ?? 0
        let columns: [Table.Column] = [
            .decisive("day", nil), .number("lost", nil), .number("open", nil), .extra("", nil),
            .sentences("lost, in money", ""),
        ]
        let rows = lost.map { day -> [Table.Cell] in
            [
                .init(day.start.dayText), .init(day.figures.tickets()), .init(day.figures.tickets([.open])),
                .init(ReviewAnswer.bar(day.figures.tickets(), of: most)),
                .init(reader.amounts(of: day.figures, LossStanding.lost).joined(separator: ", ")),
            ]
        }
        return rows.isEmpty
            ? ["nothing was lost on these days"] : Table(columns: columns, rows: rows).partOfPage
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
        let head = ["by", "value", "state", "currency", "tickets", "amount", "free", "negative"]
        return [head] + (look == nil ? rows("total", "", review.total) : [])
            + dimensions.flatMap { dimension in
                review.rows(by: dimension).flatMap { rows(dimension.rawValue, $0.value ?? "", $0.figures) }
            } + days.flatMap { rows("day", $0.start.dayText, $0.figures) }
    }

    private var dimensions: [LossDimension] {
        look.map { [LossDimension(rawValue: $0.rawValue)].compactMap { $0 } } ?? LossDimension.allCases
    }

    private var days: [LossReview.Day] { look == nil || look == .day ? review.days : [] }

    private func rows(_ name: String, _ value: String, _ figures: LossFigures) -> [[String]] {
        figures.parts.map { part in
            let amount = part.currency.map { Money(milliunits: part.milliunits, currency: $0).amount }
            return [
                name, value, part.standing.rawValue, part.currency ?? "", String(part.tickets), amount ?? "",
                String(part.free), String(part.negative),
            ]
        }
    }

    /// The answer of `review`.
    var json: JSONValue {
        var members: [String: JSONValue] = [
            "at": .time(review.at), "since": .time(review.since), "until": .time(review.until),
            "environments": .list(review.environments) { .string($0.rawValue) },
            "total": figures(review.total), "ever": figures(review.ever),
        ]
        for dimension in dimensions {
            members["by_\(dimension.rawValue)"] = .list(review.rows(by: dimension)) { row in
                .object(["value": .text(row.value), "figures": figures(row.figures)])
            }
        }
        if look == nil || look == .day {
            members["series_since"] = .time(review.seriesStart)
            members["by_day"] = .list(review.days, day)
        }
        if look == nil { members.merge(rest) { $1 } }
        return .object(members)
    }

    private var rest: [String: JSONValue] {
        [
            "open_ages": .object(
                Dictionary(uniqueKeysWithValues: review.ages.map { ($0.key.rawValue, .number($0.value)) })),
            "oldest": review.oldest.map { oldest in
                .object([
                    "ticket": .id(oldest.ticket), "waiting_since": .time(oldest.waitingSince),
                    "money": .money(oldest.money),
                ])
            } ?? .null,
            "made_good_after": .object([
                "count": .number(review.makingGood.count),
                "median_seconds": .number(review.makingGood.median?.wholeSeconds),
                "p90_seconds": .number(review.makingGood.ninetieth?.wholeSeconds),
            ]),
            "written_off_by": .list(review.writtenOff) { row in
                .object([
                    "agent": .id(row.agent), "resolution": .string(row.resolution.rawValue),
                    "tickets": .number(row.tickets),
                ])
            },
        ]
    }

    private func day(_ day: LossReview.Day) -> JSONValue {
        .object([
            "day": .string(day.start.dayText), "figures": figures(day.figures),
            "hours": day.hours.map { .list($0) { .number($0) } } ?? .null,
        ])
    }

    private func figures(_ figures: LossFigures) -> JSONValue {
        var members = Dictionary(
            uniqueKeysWithValues: LossStanding.allCases.map { ($0.rawValue, sum(figures, [$0])) })
        members["lost"] = sum(figures, LossStanding.lost)
        members["closed"] = sum(figures, LossStanding.closed)
        return .object(members)
    }

    private func sum(_ figures: LossFigures, _ standings: Set<LossStanding>) -> JSONValue {
        .object([
            "tickets": .number(figures.tickets(standings)),
            "money": .list(figures.money(standings)) { .money($0) },
            "unknown_price": .number(figures.unpriced(standings)), "free": .number(figures.free(standings)),
            "negative_price": .number(figures.negative(standings)),
        ])
    }
}
