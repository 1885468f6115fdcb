import ArgumentParser
import JSONAnswers
import JSONValues
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
                .balance(balance, checked), Answers.balance(balance, by: by, checked),
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
        let rows = terms.map { term in
            let sum = total.terms[term]
            let name =
                switch term {
                case .charged: term.title
                case _ where term.isPart: "    \(term.title)"
                default: "  \(term.title)"
                }
            return [Table.Cell(name), .init(sum.charges), .init(money(sum.money(in: total.currency)))]
        }
        let columns: [Table.Column] = [
            .decisive(total.currency ?? "no price", nil), .number("charges", nil),
            Table.Column(
                head: total.currency.map { _ in "amount" }, key: nil, rank: .decisive, isNumber: true),
        ]
        return Table(columns: columns, rows: rows).partOfPage
            + (total.currency == nil ? [BalanceText.unpriced] : [])
            + (total.terms.holds
                ? [] : ["the terms do not come to what was charged: run `makegood balance --check`"])
            + [""]
    }

    private static let dayTerms: [(BalanceTerm, Table.Rank)] = [
        (.charged, .decisive), (.delivered, .extra), (.refunded, .extra), (.madeGood, .extra),
        (.credited, .extra), (.writtenOff, .extra), (.closedWithoutProof, .extra), (.open, .decisive),
        (.silent, .decisive),
    ]

    private static func days(_ balance: Balance) -> [String] {
        let rows = balance.rows.prefix(mostDays).map { row in
            [Table.Cell(TimeText.date(row.day)), .init(BalanceText.currency(row.currency))]
                + dayTerms.map { term, _ in cell(row.terms[term], in: row.currency) }
        }
        let columns: [Table.Column] =
            [.decisive("day", nil), .decisive("", nil)]
            + dayTerms.map { term, rank in
                Table.Column(head: term.title, key: nil, rank: rank, isNumber: true)
            }
        let more = balance.rows.count - mostDays
        return Table(columns: columns, rows: rows).partOfPage
            + (more > 0 ? ["and \(more) rows more: see --since, --csv or --json"] : [])
    }

    /// An amount, or how many where nothing tells what was paid; nothing where there is nothing.
    private static func cell(_ sum: BalanceSum, in currency: String?) -> Table.Cell {
        guard sum.charges != 0 || sum.milliunits != 0 else { return .init("") }
        let amount = sum.money(in: currency)?.amount
        return .init(amount ?? Counting.of(sum.charges, "charge"))
    }

    /// The balance as a table: for each term the amount, and how many charges.
    static func balanceTable(_ balance: Balance, by part: BalanceCommand.Part) -> [[String]] {
        let names = BalanceTerm.allCases.flatMap { [$0.rawValue, "\($0.rawValue)_charges"] }
        func cells(_ terms: BalanceTerms, _ currency: String?) -> [String] {
            [currency ?? ""]
                + BalanceTerm.allCases.flatMap { term in
                    [terms[term].money(in: currency)?.amount ?? "", String(terms[term].charges)]
                }
        }
        switch part {
        case .day:
            return [["day", "currency"] + names]
                + balance.rows.map { [TimeText.date($0.day)] + cells($0.terms, $0.currency) }
        case .currency:
            return [["currency"] + names] + balance.totals.map { cells($0.terms, $0.currency) }
        }
    }
}

extension JSONValue {
    /// The answer of `balance`.
    static func balance(_ balance: Balance, _ check: BalanceCheck?) -> JSONValue {
        .object([
            "holds": .bool(balance.rows.allSatisfy(\.terms.holds)),
            "totals": .list(balance.totals) { total in
                .object(terms(total.terms, total.currency))
            },
            "days": .list(balance.rows) { row in
                .object(
                    terms(row.terms, row.currency).merging(["day": .string(TimeText.date(row.day))]) { $1 })
            },
            "check": check.map(self.check) ?? .null,
        ])
    }

    private static func terms(_ terms: BalanceTerms, _ currency: String?) -> [String: JSONValue] {
        let sums = BalanceTerm.allCases.map { term in
            let money = terms[term].money(in: currency)
            return (
                term.rawValue,
                JSONValue.object([
                    "charges": .number(terms[term].charges), "amount": .text(money?.amount),
                    "currency": .text(currency),
                ])
            )
        }
        return Dictionary(uniqueKeysWithValues: sums).merging(["currency": .text(currency)]) { $1 }
    }

    private static func check(_ check: BalanceCheck) -> JSONValue {
        .object([
            "ok": .bool(check.isRight), "charges": .number(check.charges),
            "differences": .number(check.count),
            "findings": .list(check.findings) { finding in
                .object([
                    "code": .string(finding.code.rawValue), "subject": .string(finding.subject),
                    "kept": .text(finding.kept), "recounted": .text(finding.recounted),
                ])
            },
        ])
    }
}
