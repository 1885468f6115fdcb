import ArgumentParser
import Console
import Foundation
import Intake
import JSONAnswers
package import JSONValues
import Persistence
package import Purchases
import Wording

/// Finds customers and chains by anything that names them.
struct LookupCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "lookup",
        abstract:
            "Find customers, chains and tickets by any id, order, token, address, name or number, or a part.",
        discussion: """
            What has a number is found by its name: #34, grant 31, request 7, incident 2, batch 3, refund 5, \
            document 12, entry 530. An amount and a day, such as '9.99 EUR 13 Nov', find the charges and tickets of \
            both. Where nothing fits, customers are named who are one letter away; the command exits with 3 all the \
            same. A longer text, such as an e-mail or a receipt, is read for every id, address and name in it; a - \
            reads it from standard input.
            """)

    @Argument(help: "What the customer sent; - reads standard input.") var query: String
    @Option(help: "How many at most.", transform: RowCount.parse) var limit = 50
    @OptionGroup var global: GlobalOptions

    func run(in invocation: Invocation) throws -> ExitCode {
        let limit = max(1, min(limit, 1000))
        let text = query == "-" ? LookupCommand.standardInput() : query
        let results = try invocation.page(of: SearchQuery(text, limit: limit))
        let masks = try invocation.masksPersons()
        invocation.output.answer(results.json, Answers.lookup(results, isMasked: masks))
        return results.matches.isEmpty ? .notFound : .success
    }

    /// What is piped in, as far as a search reads it.
    private static func standardInput() -> String {
        let bytes = (try? FileHandle.standardInput.read(upToCount: SearchResults.mostBytes)) ?? nil
        return String(decoding: bytes ?? Data(), as: UTF8.self)
    }
}

extension Answers {
    /// What a search found.
    static func lookup(_ results: SearchResults, isMasked: Bool) -> Listing<SearchResults.Match> {
        let table = Table<SearchResults.Match>(
            results.matches + results.nearest,
            [
                .decisive("customer", "app_user_id") {
                    .words(found($0), value: $0.customer?.id.rawValue)
                },
                .useful("name", "name") { .personal($0.customer?.values.name) },
                .extra("e-mail", "email") { .personal($0.customer?.values.email) },
                .decisive("access", "access") { .access($0.hasAccess) },
                .useful("matched") { .text("\($0.matchedOn): \($0.matchedText)") },
                .value("original_transaction_id") { .text($0.chain?.rawValue) },
                .value("matched_on") { .text($0.matchedOn) },
                .value("matched_text") { .text($0.matchedText.text) },
                .value("ticket") { .text($0.ticket?.rawValue) },
                .value("page_kind") { .text($0.page?.kind) },
                .value("page_id") { .text($0.page?.number) },
            ])
        if !results.nearest.isEmpty {
            return Listing(table: table, empty: "", remarks: [SearchText.didYouMean])
        }
        let isMissing = table.rows.isEmpty
        var nothing = isMissing ? nothing(results) : []
        if isMissing, isMasked { nothing.append(SearchText.wholesAlone) }
        return Listing(
            table: table, empty: nothing.first ?? "",
            remarks: nothing.dropFirst() + (results.isTruncated ? [more(results)] : []),
            isMissing: isMissing)
    }

    private static func more(_ results: SearchResults) -> String {
        results.isRead
            ? "not all of the text was looked up, there may be more: give the part that matters"
            : "there are more: type more of it"
    }

    private static func found(_ match: SearchResults.Match) -> String {
        if let page = match.page { return "\(SearchText.field(page.kind)) \(page.number)" }
        if let ticket = match.ticket { return "ticket \(ticket)" }
        return match.customer?.id.rawValue ?? "chain \(match.chain?.rawValue ?? "")"
    }

    /// That nothing was found, and what to do about it.
    private static func nothing(_ results: SearchResults) -> [String] {
        if let advice = SearchText(results).nothing(in: .commandLine) { return advice }
        let shown = results.query.prefix(100)
        return ["nothing fits “\(shown)\(shown.endIndex < results.query.endIndex ? "…" : "")”"]
    }
}

/// The answer of `lookup`.
extension SearchResults: JSONEncodable {
    package var json: JSONValue {
        .object([
            "query": query, "kind": kind.rawValue, "matches": matches, "nearest": nearest,
            "read_as_text": isRead, "truncated": isTruncated,
        ])
    }
}

extension SearchResults.Match: JSONEncodable {
    package var json: JSONValue {
        .object([
            "customer": customer, "original_transaction_id": chain, "ticket": ticket,
            "page": page.map { .object(["kind": $0.kind, "id": $0.number]) }, "matched_on": matchedOn,
            "matched_text": matchedText, "access": hasAccess ? "active" : "none",
        ])
    }
}

/// Lists customers.
struct CustomersCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "customers", abstract: "List customers.")

    @Option(help: "Only those with a chain of this status.") var status: ChainStatus?
    @Option(help: "Only those who last bought this product.", completion: .products) var product: String?
    @Option(
        help:
            "off: only those with a chain that will not renew; downgrade: only those whose subscription changes to another plan at its next renewal."
    )
    var renewal: RenewalFilter?
    @Flag(help: "Only those who have not answered a price increase.") var priceIncrease = false
    @Option(
        help: "How many at most (default: 50, and with --csv everybody whom the filter passes).",
        transform: RowCount.parse)
    var limit: Int?
    @Option(help: "Only customers after this cursor, the “next” of the page before.") var after: String?
    @Flag(help: "Comma-separated values; the audit log notes that they were taken out.") var csv = false
    @OptionGroup var global: GlobalOptions

    /// What renewal may be asked for.
    enum RenewalFilter: String, ExpressibleByArgument {
        /// Turned off.
        case off
        /// Of another plan.
        case downgrade
    }

    func validate() throws {
        try global.check(csv: csv)
        guard renewal == nil || !priceIncrease else {
            throw ValidationError("Say either --renewal or --price-increase, not both.")
        }
    }

    /// What the next renewal has to give cause for.
    private var concern: RenewalConcern? {
        switch renewal {
        case .off: .off
        case .downgrade: .downgrade
        case nil: priceIncrease ? .priceIncrease : nil
        }
    }

    func run(in invocation: Invocation) throws -> ExitCode {
        let filter = CustomerFilter(status: status, product: product.map(ProductID.init), renewal: concern)
        if csv { return try writeAll(of: filter, in: invocation) }
        let page = try invocation.page(
            of: CustomerListQuery(filter, after: after, limit: min(limit ?? 50, 10_000)))
        invocation.output.answer(page.json, Answers.customers(page))
        return .success
    }

    private func writeAll(
        of filter: CustomerFilter, in invocation: Invocation
    ) throws -> ExitCode {
        let list = WholeList<CustomerListPage.Line, String>(limit: limit, after: after) { after, count in
            let page = try invocation.page(of: CustomerListQuery(filter, after: after, limit: count))
            return (rows: page.lines, next: page.next)
        }
        let people = try invocation.masksPersons() ? 0 : list.people { $0.customer.id }
        try invocation.noteExport(of: "customers", people: people)
        let next = try list.write { Answers.customerTable($0).values }
        Answers.next(next).forEach(Output.note)
        return .success
    }
}

extension ChainStatus: ExpressibleByArgument {}

extension Answers {
    static func customers(_ page: CustomerListPage) -> Listing<CustomerListPage.Line> {
        Listing(
            table: customerTable(page.lines), empty: "no customer fits",
            footnotes: ["\(page.lines.count) of \(page.count)"], remarks: next(page.next))
    }

    static func customerTable(_ lines: [CustomerListPage.Line]) -> Table<CustomerListPage.Line> {
        Table(
            lines,
            [
                .decisive("customer", "app_user_id") { .text($0.customer.id.rawValue) },
                .useful("name", "name") { .personal($0.customer.values.name) },
                .useful("e-mail", "email") { .personal($0.customer.values.email) },
                .decisive("access", "access") { .access($0.hasAccess) },
                .extra("product", "product_id") { .product($0.product) },
                .useful("status", "status") {
                    .words(words($0.status?.rawValue), value: $0.status?.rawValue)
                },
            ])
    }
}

/// The answer of `customers`.
extension CustomerListPage: JSONEncodable {
    package var json: JSONValue {
        .object([
            "customers": lines.map {
                .object([
                    "customer": $0.customer, "access": $0.hasAccess ? "active" : "none",
                    "original_transaction_id": $0.chain, "product_id": $0.product, "status": $0.status,
                ])
            },
            "count": count.description, "next": next,
        ])
    }
}
