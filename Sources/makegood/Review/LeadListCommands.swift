public import ArgumentParser
import JSONAnswers
import JSONValues
public import Persistence
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
        invocation.output.answer(.leadLists(counts), listing)
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
            .leadList(page, at: invocation.now), Answers.leadList(page, at: invocation.now))
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

extension JSONValue {
    /// The answer of `review lists`.
    static func leadLists(_ counts: LeadListCounts) -> JSONValue {
        .object([
            "lists": .list(LeadListSize.all(counts)) { list in
                .object([
                    "name": .string(list.name), "count": .number(min(list.count.counted, CappedCount.cap)),
                    "capped": .bool(list.count.isCapped), "title": .string(list.title),
                    "text": .string(list.text),
                ])
            }
        ])
    }

    /// The answer of `review list`.
    static func leadList(_ page: LeadListPage, at now: Instant) -> JSONValue {
        .object([
            "list": .string(page.list.rawValue), "rows": .list(page.rows) { row($0, at: now) },
            "next": .text(page.next),
        ])
    }

    private static func row(_ row: LeadListRow, at now: Instant) -> JSONValue {
        var members: [String: JSONValue] = [
            "app_user_id": .id(row.customer), "at": .time(row.at),
            "text": .string(Reader.program.words(of: row)),
        ]
        switch row {
        case .ticket(let ticket, let grants, let refundedAt):
            members["kind"] = .string("ticket")
            members["ticket"] = self.ticket(ticket, at: now)
            members["grants"] = .list(grants) { grant($0, at: now) }
            members["refunded_at"] = .time(refundedAt)
        case .chain(let chain):
            members["kind"] = .string("chain")
            members["original_transaction_id"] = .id(chain.id.original)
            members["environment"] = .string(chain.id.environment.rawValue)
            members["product_id"] = .id(chain.product)
            members["claimed_by"] = .list(chain.others) { .id($0) }
        case .grant(let given, _):
            members["kind"] = .string("grant")
            members["grant"] = grant(given, at: now)
        case .delivery(let delivery):
            members["kind"] = .string("delivery")
            members["attempt_id"] = .id(delivery.attempt)
            members["product_id"] = .id(delivery.product)
            members["transaction_id"] = .id(delivery.transactionID)
            members["environment"] = .string(delivery.environment.rawValue)
        case .token(let unreported):
            members["kind"] = .string("external_purchase_token")
            members["external_purchase_id"] = .string(unreported.token.id)
            members["token_type"] = .text(unreported.token.type)
            members["token_created_at"] = .time(unreported.token.createdAt)
            members["token_expires_at"] = .time(unreported.token.expiresAt)
            members["bundle_id"] = .id(unreported.bundleID)
            members["environment"] = .string(unreported.environment.rawValue)
            members["document"] = .string(String(unreported.document))
        case .closed(let closed):
            members["kind"] = .string("closed_without_proof")
            members["ticket"] = self.ticket(closed.ticket, at: now)
            members["note"] = closed.note.map { note($0) } ?? .null
            members["ref"] = .text(closed.ticket.reference)
            members["record"] = .text(closed.record.map { closed.words(of: $0, for: .program) })
        }
        return .object(members)
    }
}
