import JSONAnswers
import JSONValues
import Persistence
import Purchases
import Wording

/// What a report can tell apart by day and product, as commands answer it.
struct ReportFiguresAnswer {
    let figures: ReportFigures
    /// By what they are told apart; nil: all together.
    let look: ReportCommand.Look?

    private var rows: [ReportFigures.Line] {
        switch look {
        case .day: figures.byDay
        case .product: figures.byProduct
        case nil: figures.total
        }
    }

    // MARK: For people

    var lines: [String] {
        guard look == nil else { return partedLines }
        return [
            ReportFigures.What.subscriptions, .trials, .grace, .retry, .refunds, .commission, .renewals,
            .churn,
        ]
        .flatMap { what in
            let rows = figures.total.filter { $0.what == what }.map { line in
                [String(line.count), Self.title(line), Self.money(line)]
            }
            return Answers.headed(Self.head(what), Columns.lines(Answers.atEnd(rows)) + remark(what))
        }
    }

    private var partedLines: [String] {
        let (rows, look) = (rows, look)
        guard !rows.isEmpty else { return ["nothing was counted"] }
        return Table<ReportFigures.Line>(
            rows,
            [
                .decisive(look == .day ? "day" : "product") { line in
                    .text(look == .day ? line.day?.dayText : line.product?.rawValue ?? "no product")
                },
                .decisive("what") { .text(Self.title($0.what)) },
                .decisive("which") { .text(Self.title($0)) }, .number("count") { .number($0.count) },
                .sentences("money") { .text(Self.money($0)) },
            ]
        ).partOfPage
    }

    private static func money(_ line: ReportFigures.Line) -> String {
        let amounts = line.money.map(Answers.reader.money)
        return (amounts + (line.unpriced > 0 ? ["\(line.unpriced) without a price"] : [])).joined(
            separator: ", ")
    }

    private func remark(_ what: ReportFigures.What) -> [String] {
        switch what {
        case .trials: conversion.map { ["\($0) % of those that are over were converted"] } ?? []
        case .grace, .retry: recovery(what).map { ["\($0) % of those that are over were recovered"] } ?? []
        default: []
        }
    }

    /// How many of a hundred trials that are over were paid for, rounded down; nil where none is.
    private var conversion: Int? {
        let converted = figures.count(.trials, "converted")
        return share(converted, of: converted + figures.count(.trials, "ended"))
    }

    /// How many of a hundred periods that are over ended with a charge, rounded down; nil where none is.
    private func recovery(_ what: ReportFigures.What) -> Int? {
        share(figures.count(what, "recovered"), of: figures.count(what) - figures.count(what, "running"))
    }

    private func share(_ part: Int, of whole: Int) -> Int? { whole == 0 ? nil : part * 100 / whole }

    /// What stands over its lines, where the report has other counts of the same beside it.
    private static func head(_ what: ReportFigures.What) -> String {
        switch what {
        case .refunds: "refunds in money"
        case .commission: "the App Store's share of subscriptions with access"
        case .churn: "subscriptions that ended, by why"
        default: title(what)
        }
    }

    private static func title(_ what: ReportFigures.What) -> String {
        switch what {
        case .subscriptions: "subscriptions"
        case .trials: "trials begun"
        case .grace: "grace periods"
        case .retry: "billing retries"
        case .refunds: "refunds"
        case .grants: "make-goods"
        case .commission: "the App Store's share"
        case .renewals: "renewals of the next 7 days"
        case .churn: "ended, by why"
        case .tickets: "tickets opened"
        case .unresolved: "tickets unresolved"
        }
    }

    private static func title(_ line: ReportFigures.Line) -> String {
        switch line.what {
        case .subscriptions: ChainStatus(rawValue: line.name).map(Reader.words) ?? line.name
        case .commission: line.name == "none" ? "shared by family" : "\(line.name) %"
        case .churn: churnTitle(line.name)
        case .tickets, .unresolved: Int(line.name).flatMap(ErrorGroup.init)?.title ?? line.name
        case .trials: line.name == "ended" ? "ended, not paid for" : line.name
        case .grace: line.name == "retried" ? "over, the App Store tried on" : line.name
        case .refunds: "refunded"
        case .renewals: "to be charged"
        case .retry, .grants: line.name
        }
    }

    /// Why a subscription ended, in Apple's order.
    ///
    /// Source: Apple, `expiration_intent`.
    private static func churnTitle(_ name: String) -> String {
        switch name {
        case "1": "1 the customer turned it off"
        case "2": "2 the payment failed"
        case "3": "3 no consent to a higher price"
        case "4": "4 the product was not for sale"
        case "5": "5 for another reason"
        case "untold": "nothing tells why"
        default: name
        }
    }

    // MARK: For programs

    /// One row for each thing and currency.
    var table: [[String]] { Self.table(rows.flatMap(Self.counts), by: look).without("age").values }

    /// The same of all days and products together, as rows of the report's own table.
    var totals: [Count] {
        figures.total.filter { ![.grants, .unresolved].contains($0.what) }.flatMap(Self.counts)
    }

    static func table(_ counts: [Count], by look: ReportCommand.Look?) -> Table<Count> {
        Table(
            counts,
            [
                .value(look?.rawValue ?? "all") { count in
                    .text(look == .day ? count.line?.day?.dayText : count.line?.product?.rawValue)
                },
                .value("what") { .text($0.what) }, .value("name") { .text($0.name) },
                .value("age") { .text($0.age?.rawValue) }, .value("count") { .number($0.count) },
                .value("currency") { .text($0.money?.currency) },
                .value("amount") { .text($0.money?.amount) },
                .value("unknown_price") { .text($0.unpriced.map { String($0) }) },
            ])
    }

    /// A row for each currency; the count stands once, beside the first, so that a column can be added up.
    private static func counts(_ line: ReportFigures.Line) -> [Count] {
        let money = line.money.isEmpty ? [nil] : line.money.map { Optional($0) }
        return money.enumerated().map { index, money in
            Count(
                what: line.what.rawValue, name: line.name, count: index == 0 ? line.count : 0, money: money,
                unpriced: index == 0 ? line.unpriced : 0, line: line)
        }
    }

    /// Something that a report counts, as programs read it.
    struct Count: Sendable {
        let what: String
        var name = ""
        var age: StoreReport.Age?
        let count: Int
        var money: Money?
        var unpriced: Int?
        var line: ReportFigures.Line?
    }

    /// What the report says, and these figures beside it.
    func json(beside report: StoreReport) -> JSONValue {
        report.json.adding([
            "by": look?.rawValue,
            "figures": rows.map {
                .object([
                    "what": $0.what.rawValue, "name": $0.name, "day": $0.day?.dayText,
                    "product_id": $0.product, "count": $0.count, "money": $0.money,
                    "unknown_price": $0.unpriced,
                ])
            },
            "trial_conversion_percent": conversion, "grace_recovery_percent": recovery(.grace),
            "retry_recovery_percent": recovery(.retry),
            "sources": [
                "figures": "documents that came in, and what people did in this store",
                "not_counted": "proceeds and payouts: no document tells them",
            ],
        ])
    }
}
