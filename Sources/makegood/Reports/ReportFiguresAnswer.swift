import JSONAnswers
import JSONValues
import Persistence
import Purchases
import Wording

/// What a report can tell apart by day and product, as commands answer it.
struct ReportFiguresAnswer {
    /// The figures.
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

    /// The lines.
    var lines: [String] {
        guard look == nil else { return partedLines }
        return [
            ReportFigures.What.subscriptions, .trials, .grace, .retry, .refunds, .commission, .renewals,
            .churn,
        ]
        .flatMap { what in
            let rows = figures.total.filter { $0.what == what }.map { line in
                [String(line.count), Self.title(line), money(line)]
            }
            return Answers.headed(Self.head(what), Columns.lines(Answers.atEnd(rows)) + remark(what))
        }
    }

    private var partedLines: [String] {
        let columns: [Table.Column] = [
            .decisive(look == .day ? "day" : "product", nil), .decisive("what", nil), .decisive("which", nil),
            .number("count", nil), .sentences("money", ""),
        ]
        let cells = rows.map { line -> [Table.Cell] in
            [
                .init(look == .day ? line.day?.dayText : line.product?.rawValue ?? "no product"),
                .init(Self.title(line.what)), .init(Self.title(line)), .init(line.count), .init(money(line)),
            ]
        }
        return cells.isEmpty ? ["nothing was counted"] : Table(columns: columns, rows: cells).partOfPage
    }

    private func money(_ line: ReportFigures.Line) -> String {
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
    var table: [[String]] {
        let head =
            [look?.rawValue ?? "all"]
            + ["what", "name", "count", "currency", "amount", "unknown_price"]
        return [head]
            + rows.flatMap { line -> [[String]] in
                let place = look == .day ? line.day?.dayText ?? "" : line.product?.rawValue ?? ""
                let amounts = line.money.map { [$0.currency, $0.amount] }
                let first = [place, line.what.rawValue, line.name, String(line.count)]
                // The count stands once, beside the first currency, so that a column can be added up.
                return (amounts.isEmpty ? [["", ""]] : amounts).enumerated().map { index, amount in
                    index == 0
                        ? first + amount + [String(line.unpriced)]
                        : [place, line.what.rawValue, line.name, "0"] + amount + ["0"]
                }
            }
    }

    /// The same of all days and products together, without a place, as rows of the report's own table.
    var totals: [[String]] {
        figures.total.filter { ![.grants, .unresolved].contains($0.what) }.flatMap { line -> [[String]] in
            let amounts = line.money.map { [$0.currency, $0.amount] }
            return (amounts.isEmpty ? [["", ""]] : amounts).enumerated().map { index, amount in
                [line.what.rawValue, line.name, "", index == 0 ? String(line.count) : "0"] + amount
                    + [index == 0 ? String(line.unpriced) : "0"]
            }
        }
    }

    /// What the report says, and these figures beside it.
    func json(beside report: JSONValue) -> JSONValue {
        guard case .object(var members) = report else { return report }
        members["by"] = .text(look?.rawValue)
        members["figures"] = .list(rows) { line in
            .object([
                "what": .string(line.what.rawValue), "name": .string(line.name),
                "day": .text(line.day?.dayText), "product_id": .id(line.product),
                "count": .number(line.count),
                "money": .list(line.money) { .money($0) }, "unknown_price": .number(line.unpriced),
            ])
        }
        members["trial_conversion_percent"] = .number(conversion)
        members["grace_recovery_percent"] = .number(recovery(.grace))
        members["retry_recovery_percent"] = .number(recovery(.retry))
        members["sources"] = .object([
            "figures": .string("documents that came in, and what people did in this store"),
            "not_counted": .string("proceeds and payouts: no document tells them"),
        ])
        return .object(members)
    }
}
