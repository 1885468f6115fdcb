import ArgumentParser
import JSONAnswers
package import JSONValues
import Persistence
import Purchases
import Wording

/// Lists silent losses, or opens tickets for them: `tickets silent` and `review silent`.
struct SilentLossesCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "silent",
        abstract: "List charges that the App Store knows of and no app reported as delivered.",
        discussion: """
            They have no ticket, so nobody works on them. Counted are charges of served environments that cost \
            something, after the first purchase report of their app, and older than the setting \
            policy.silent_loss_hours. --open and --open-all make tickets of them, each as an act of its own: what \
            somebody else was first with is passed over and said.
            """)

    @Option(
        parsing: .upToNextOption,
        help: "Open a ticket for each of these, named by their transactions' ids.")
    var open: [String] = []
    @Flag(help: "Open a ticket for every one of this page.") var openAll = false
    @OptionGroup var paging: PagingOptions
    @OptionGroup var form: CSVOption
    @OptionGroup var global: GlobalOptions

    var deed: String? { open.isEmpty && !openAll ? nil : "the tickets were opened" }

    func validate() throws {
        try global.check(csv: form.csv)
        guard !openAll || open.isEmpty, !form.csv || (open.isEmpty && !openAll) else {
            throw ValidationError("Choose one of --open, --open-all and --csv.")
        }
    }

    func run(in invocation: Invocation) throws -> ExitCode {
        let (store, now) = (invocation.store, invocation.now)
        // One alone answers with its ticket, and fails as it fails.
        if open.count == 1 {
            return try TicketCommand.answer(
                store.openTicket(
                    forSilentLoss: TransactionID(open[0]), by: invocation.agent, at: now), invocation)
        }
        if !open.isEmpty { return try openTickets(open.map { TransactionID($0) }, invocation) }
        if form.csv { return try writeAll(in: invocation) }
        let page = try invocation.page(of: SilentLossListQuery(after: paging.after, limit: paging.most))
        if openAll { return try openTickets(page.losses.map(\.transactionID), invocation) }
        let count = try invocation.wholePage(of: SilentLossCountQuery())
        invocation.output.answer(
            page.json(count), Answers.silentLosses(page, count, at: now))
        return .success
    }

    private func writeAll(in invocation: Invocation) throws -> ExitCode {
        let now = invocation.now
        let list = WholeList<SilentLoss, String>(limit: paging.limit, after: paging.after) { after, count in
            let page = try invocation.page(of: SilentLossListQuery(after: after, limit: count))
            return (rows: page.losses, next: page.next)
        }
        let people = try invocation.masksPersons() ? 0 : list.people(\.customer)
        try invocation.noteExport(of: "silent losses", people: people)
        let next = try list.write { Answers.silentLossTable($0, at: now).values }
        Answers.next(next).forEach(Output.note)
        return .success
    }

    /// Opens tickets; what somebody else was first with is a conflict only where nothing else was done.
    private func openTickets(_ losses: [TransactionID], _ invocation: Invocation) throws -> ExitCode {
        let outcome = try invocation.store.openTickets(
            forSilentLosses: losses, by: invocation.agent, at: invocation.now)
        invocation.output.answer(
            outcome.json(at: invocation.now), Answers.silentLossOutcome(outcome))
        return outcome.opened.isEmpty && !outcome.passedOver.isEmpty ? .conflict : .success
    }
}

extension Answers {
    /// A page of silent losses.
    static func silentLosses(
        _ page: SilentLossPage, _ count: SilentLossCount, at now: Instant
    ) -> Listing<SilentLoss> {
        let table = silentLossTable(page.losses, at: now)
        return Listing(
            table: table,
            empty: count.isAnythingReported
                ? "no charge is silent: each was delivered, refunded, or has a ticket"
                : "no app has sent a purchase report yet: whether charges were delivered is not known",
            remarks: next(page.next)
                + (table.rows.isEmpty
                    ? []
                    : ["open tickets: makegood review silent --open TRANSACTION, or --open-all for this page"])
        )
    }

    /// Silent losses as rows.
    static func silentLossTable(_ losses: [SilentLoss], at now: Instant) -> Table<SilentLoss> {
        Table(
            losses,
            [
                .transaction, .customer, .extra("name", "name") { .personal($0.customerName) }, .product,
                .money, .charged, .waits, .value("amount") { .text($0.money?.amount) },
                .value("currency") { .text($0.money?.currency) },
                .value("original_transaction_id") { .text($0.chain.original.rawValue) },
                .value("environment") { .text($0.chain.environment.rawValue) },
            ], at: now)
    }

    /// What opening tickets for silent losses did.
    static func silentLossOutcome(_ outcome: SilentLossOutcome) -> [String] {
        let done = "\(Counting.of(outcome.opened.count, "ticket is", "tickets are")) open"
        return [
            outcome.opened.isEmpty
                ? "no ticket was opened"
                : "\(done): \(outcome.opened.map(\.id.rawValue).joined(separator: ", "))"
        ] + outcome.passedOver.map { "passed over: \(ErrorText.commandLine($0.error).line)" }
    }
}

extension SilentLossPage {
    /// The answer of `tickets silent` and `review silent`.
    func json(_ count: SilentLossCount) -> JSONValue {
        .object([
            "silent": losses, "count": count.count.counted, "reports": count.isAnythingReported,
            "next": next,
        ])
    }
}

extension SilentLoss: JSONEncodable {
    package var json: JSONValue {
        .object([
            "app_user_id": customer, "product_id": product, "environment": chain.environment,
            "original_transaction_id": chain.original, "transaction_id": transactionID, "money": money,
            "charged_at": chargedAt,
        ])
    }
}

extension SilentLossOutcome {
    /// The answer of `tickets silent --open` for several.
    func json(at now: Instant) -> JSONValue {
        .object([
            "opened": opened.map { $0.json(at: now) },
            "passed_over": passedOver.map {
                .object([
                    "transaction_id": $0.transaction, "code": $0.error.code.rawValue,
                    "message": ErrorText.commandLine($0.error).line,
                ])
            },
        ])
    }
}
