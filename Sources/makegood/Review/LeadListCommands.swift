import ArgumentParser
import JSONAnswers
package import JSONValues
package import Persistence
import Purchases
import Wording

/// Says what there is for leads to look at, list by list.
struct ReviewListsCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "lists", abstract: "Say how much the leads' lists hold.",
        discussion: "`makegood review list NAME` shows one of them, `makegood review silent` silent losses.")

    @OptionGroup var form: CSVOption
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        try global.check(csv: form.csv)
    }

    func run(in invocation: Invocation) throws -> ExitCode {
        let counts = try invocation.wholePage(of: LeadListCountsQuery())
        let listing = Answers.leadLists(counts)
        guard !form.csv else {
            Output.raw(CSV.text(listing.table.values))
            return .success
        }
        invocation.output.answer(counts.json, listing)
        return .success
    }
}

/// Shows one list of leads.
struct ReviewListCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show a list of what leads decide.",
        discussion: LeadList.allCases.map { "\($0.rawValue): \($0.explanation)" }.joined(separator: "\n"))

    @Argument(
        help: "Which: \(LeadList.allCases.map(\.rawValue).joined(separator: ", ")).",
        completion: .list(LeadList.allCases.map(\.rawValue)))
    var list: LeadList
    @Option(
        help: "How many at most (default: 50, and with --csv everything).", transform: RowCount.parse)
    var limit: Int?
    @Option(help: "Only rows after this cursor, the “next” of the page before.") var after: String?
    @OptionGroup var form: CSVOption
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        try global.check(csv: form.csv)
    }

    func run(in invocation: Invocation) throws -> ExitCode {
        if form.csv { return try writeAll(in: invocation) }
        let page = try invocation.page(of: LeadListQuery(list, after: after, limit: min(limit ?? 50, 10_000)))
        invocation.output.answer(
            page.json(at: invocation.now), Answers.leadList(page, at: invocation.now))
        return .success
    }

    private func writeAll(in invocation: Invocation) throws -> ExitCode {
        let (chosen, now) = (list, invocation.now)
        let whole = WholeList<LeadListRow, String>(limit: limit, after: after) { after, count in
            let page = try invocation.page(of: LeadListQuery(chosen, after: after, limit: count))
            return (rows: page.rows, next: page.next)
        }
        let people = try invocation.masksPersons() ? 0 : whole.people(\.customer)
        try invocation.noteExport(of: "leads: \(chosen.rawValue)", people: people)
        let next = try whole.write {
            Answers.leadList(LeadListPage(chosen, rows: $0, next: nil), at: now).table.values
        }
        Answers.next(next).forEach(Output.note)
        return .success
    }
}

extension LeadList: ExpressibleByArgument {}

extension Answers {
    /// How much the lists of leads hold.
    static func leadLists(_ counts: LeadListCounts) -> Listing<LeadListSize> {
        Listing(
            LeadListSize.all(counts),
            [
                .decisive("list", "name") { .text($0.name) },
                // Programs get the figure, and one above the cap means more.
                .number("rows", "count") {
                    .words($0.count.description, value: String($0.count.counted))
                },
                .extra("title", "title") { .text($0.title) },
                .sentences("what it holds", "text") { .text($0.text) },
            ], empty: "",
            remarks: [
                "look at one: makegood review list NAME, makegood review silent, or makegood refunds list"
            ])
    }

    /// A page of a list of leads.
    static func leadList(_ page: LeadListPage, at now: Instant) -> Listing<LeadListRow> {
        Listing(
            page.rows,
            [
                .about, .decisive("customer", "app_user_id") { .customer($0.customer) },
                .extra("name", "name") { .personal($0.customerName) }, .thing, .money, .when, .words,
                .value("amount") { .text($0.money?.amount) },
                .value("currency") { .text($0.money?.currency) },
            ], at: now, empty: page.list.nothing,
            footnotes: page.rows.isEmpty ? [] : [page.list.explanation], remarks: next(page.next))
    }
}

/// A list of leads, and how much it holds.
struct LeadListSize: Sendable {
    let name: String
    let count: CappedCount
    let title: String
    let text: String

    /// All of them: silent losses first, refunds last.
    static func all(_ counts: LeadListCounts) -> [LeadListSize] {
        let silent = LeadListSize(
            name: "silent", count: counts.silentLosses.count, title: LeadListWords.silentTitle,
            text: LeadListWords.silent)
        let refunds = LeadListSize(
            name: "refunds", count: counts.refunds, title: LeadListWords.refundsTitle,
            text: LeadListWords.refunds)
        let lists = LeadList.allCases.map {
            LeadListSize(
                name: $0.rawValue, count: counts.count(of: $0), title: $0.title, text: $0.explanation)
        }
        return [silent] + lists + [refunds]
    }
}

/// The answer of `review lists`.
extension LeadListCounts: JSONEncodable {
    package var json: JSONValue {
        .object([
            "lists": LeadListSize.all(self).map { list in
                JSONValue.object([
                    "name": list.name, "count": min(list.count.counted, CappedCount.cap),
                    "capped": list.count.isCapped, "title": list.title, "text": list.text,
                ])
            }
        ])
    }
}

extension LeadListPage {
    /// The answer of `review list`.
    func json(at now: Instant) -> JSONValue {
        .object(["list": list.rawValue, "rows": rows.map { $0.json(at: now) }, "next": next])
    }
}

extension LeadListRow {
    fileprivate func json(at now: Instant) -> JSONValue {
        JSONValue.object([
            "app_user_id": customer, "at": at, "text": Reader.program.words(of: self),
        ])
        .adding(details(at: now))
    }

    private func details(at now: Instant) -> [String: any JSONEncodable] {
        switch self {
        case .ticket(let ticket, let grants, let refundedAt):
            [
                "kind": "ticket", "ticket": ticket.json(at: now), "grants": grants.map { $0.json(at: now) },
                "refunded_at": refundedAt,
            ]
        case .chain(let chain):
            [
                "kind": "chain", "original_transaction_id": chain.id.original,
                "environment": chain.id.environment, "product_id": chain.product,
                "claimed_by": chain.others,
            ]
        case .grant(let grant, _): ["kind": "grant", "grant": grant.json(at: now)]
        case .delivery(let delivery):
            [
                "kind": "delivery", "attempt_id": delivery.attempt, "product_id": delivery.product,
                "transaction_id": delivery.transactionID, "environment": delivery.environment,
            ]
        case .token(let unreported):
            [
                "kind": "external_purchase_token", "external_purchase_id": unreported.token.id,
                "token_type": unreported.token.type, "token_created_at": unreported.token.createdAt,
                "token_expires_at": unreported.token.expiresAt, "bundle_id": unreported.bundleID,
                "environment": unreported.environment, "document": String(unreported.document),
            ]
        case .closed(let closed):
            [
                "kind": "closed_without_proof", "ticket": closed.ticket.json(at: now), "note": closed.note,
                "ref": closed.ticket.reference,
                "record": closed.record.map { closed.words(of: $0, for: .program) },
            ]
        }
    }
}
