import ArgumentParser
import JSONAnswers
package import JSONValues
import Persistence
import Purchases
import Wording

/// Shows where the money of charges went, or checks that nothing of it was forgotten.
struct BalanceCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "balance",
        abstract: "Show where the money went: delivered, refunded, made good, written off, open, silent.",
        discussion: """
            For each currency and day: charged = delivered + refunded + made good + credited + written off + open + \
            silent. Days are those of the charges, in UTC. Money is never added across currencies; charges of which \
            nothing tells what was paid are counted apart. With --check every charge is recounted from the documents, and \
            the command exits with 1 where anything differs.
            """)

    /// What is listed.
    enum Part: String, ExpressibleByArgument, CaseIterable {
        case day, currency
    }

    @Flag(help: "Recount every charge, and compare.") var check = false
    @Option(
        help: "Only charges from this day on, such as 30d ago or a date.", transform: TimeArgument.words)
    var since: TimeArgument?
    @Option(help: "Only charges before this time, by whole days.", transform: TimeArgument.words)
    var until: TimeArgument?
    @Option(help: "Only the sums by day, or only those by currency.") var by: Part?
    @Flag(help: "Comma-separated values: days, or currencies with --by currency.") var csv = false
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        try global.check(csv: csv)
        if csv, check { throw ValidationError("--csv has no place for what --check finds.") }
    }

    func run(in invocation: Invocation) throws -> ExitCode {
        let balance = try invocation.wholePage(
            of: BalanceQuery(from: since?.instant(in: invocation), until: until?.instant(in: invocation)))
        let checked = try check ? recount(invocation) : nil
        if csv {
            Output.raw(CSV.text(Answers.balanceTable(balance, by: by ?? .day)))
        } else {
            invocation.output.answer(
                balance.json(checked), Answers.balance(balance, by: by, checked),
                table: checked.map { BalanceText.check($0).map { [$0] } }
                    ?? Answers.balanceTable(balance, by: by ?? .day))
        }
        return checked?.isRight ?? balance.rows.allSatisfy(\.terms.holds) ? .success : .no
    }

    private func recount(_ invocation: Invocation) throws -> BalanceCheck {
        let meter = ProgressMeter()
        defer { meter.finish() }
        return try invocation.store.checkBalance(at: invocation.now) { meter.show(share: $0) }
    }
}

extension Answers {
    /// The most days that people are shown.
    private static let mostDays = 62

    /// Where the money went.
    static func balance(_ balance: Balance, by part: BalanceCommand.Part?, _ check: BalanceCheck?) -> [String]
    {
        if let check { return BalanceText.check(check) }
        guard !balance.rows.isEmpty else { return ["nothing was charged"] }
        let totals = part == .day ? [] : balance.totals.flatMap(total)
        let days = part == .currency ? [] : days(balance)
        return totals + days
    }

    private static func total(_ total: Balance.Total) -> [String] {
        let terms = BalanceTerm.allCases.filter { term in
            total.terms[term].charges != 0 || total.terms[term].milliunits != 0 || term == .charged
        }
        let table = Table<BalanceTerm>(
            terms,
            [
                .decisive(BalanceText.currency(total.currency)) { term in
                    switch term {
                    case .charged: .text(term.title)
                    case _ where term.isPart: .text("    \(term.title)")
                    default: .text("  \(term.title)")
                    }
                },
                .number("charges") { .number(total.terms[$0].charges) },
                .number(total.currency.map { _ in "amount" }) {
                    .money(total.terms[$0].money(in: total.currency))
                },
            ])
        return table.partOfPage
            + (total.currency == nil ? [BalanceText.unpriced] : [])
            + (total.terms.holds
                ? [] : ["the terms do not come to what was charged: run `makegood balance --check`"])
            + [""]
    }

    private static let dayTerms: [(BalanceTerm, ColumnRank)] = [
        (.charged, .decisive), (.delivered, .extra), (.refunded, .extra), (.madeGood, .extra),
        (.credited, .extra), (.writtenOff, .extra), (.closedWithoutProof, .extra), (.open, .decisive),
        (.silent, .decisive),
    ]

    private static func days(_ balance: Balance) -> [String] {
        let terms = dayTerms.map { term, rank in
            ListColumn<Balance.Row>.number(term.title, nil, rank) { row in
                .text(BalanceText.amount(row.terms[term], in: row.currency))
            }
        }
        let table = Table<Balance.Row>(
            Array(balance.rows.prefix(mostDays)),
            [
                .decisive("day") { .text(TimeText.date($0.day)) },
                .decisive("") { .text(BalanceText.currency($0.currency)) },
            ] + terms)
        let more = balance.rows.count - mostDays
        return table.partOfPage + (more > 0 ? ["and \(more) rows more: see --since, --csv or --json"] : [])
    }

    /// The balance as a table: for each term the amount, and how many charges.
    static func balanceTable(_ balance: Balance, by part: BalanceCommand.Part) -> [[String]] {
        switch part {
        case .day:
            Table<Balance.Row>(
                balance.rows,
                [.value("day") { .text(TimeText.date($0.day)) }]
                    + values { ($0.terms, $0.currency) }
            ).values
        case .currency:
            Table<Balance.Total>(balance.totals, values { ($0.terms, $0.currency) }).values
        }
    }

    private static func values<Row>(
        _ sums: @escaping @Sendable (Row) -> (terms: BalanceTerms, currency: String?)
    ) -> [ListColumn<Row>] {
        [.value("currency") { .text(sums($0).currency) }]
            + BalanceTerm.allCases.flatMap { term -> [ListColumn<Row>] in
                [
                    .value(term.rawValue) { row in
                        .text(sums(row).terms[term].money(in: sums(row).currency)?.amount)
                    },
                    .value("\(term.rawValue)_charges") { .number(sums($0).terms[term].charges) },
                ]
            }
    }
}

extension Balance {
    /// The answer of `balance`.
    func json(_ check: BalanceCheck?) -> JSONValue {
        .object([
            "holds": rows.allSatisfy(\.terms.holds),
            "totals": totals.map { $0.terms.json(in: $0.currency) },
            "days": rows.map { $0.terms.json(in: $0.currency).adding(["day": TimeText.date($0.day)]) },
            "check": check,
        ])
    }
}

extension BalanceTerms {
    fileprivate func json(in currency: String?) -> JSONValue {
        let sums = BalanceTerm.allCases.map { term in
            let amount = self[term].money(in: currency)?.amount
            return (
                term.rawValue,
                JSONValue.object([
                    "charges": self[term].charges, "amount": amount, "currency": currency,
                ])
            )
        }
        return Dictionary(uniqueKeysWithValues: sums).json.adding(["currency": currency])
    }
}

extension BalanceCheck: JSONEncodable {
    package var json: JSONValue {
        .object([
            "ok": isRight, "charges": charges, "differences": count,
            "findings": findings.map {
                .object([
                    "code": $0.code.rawValue, "subject": $0.subject, "kept": $0.kept,
                    "recounted": $0.recounted,
                ])
            },
        ])
    }
}
