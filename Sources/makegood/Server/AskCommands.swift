import ArgumentParser
import JSONAnswers
package import JSONValues
import Persistence
import Purchases
import Wording

/// Asks the App Store for something, through the server.
struct AskCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask",
        abstract: "Ask the App Store for something; the server does it, now or when it is there again.",
        discussion: """
            What is asked stands in the store until the server has tried it. Asking twice is asking once: what waits is \
            tried at once instead.
            """,
        subcommands: [
            Retry.self, Finish.self, Order.self, Refresh.self, Token.self, List.self, Show.self, Cancel.self,
        ])

    @OptionGroup var global: GlobalOptions

    /// Asks for another verification.
    struct Retry: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "retry", abstract: "Verify a ticket's purchase once more.")

        @Argument(help: "The ticket's number.", completion: .tickets) var ticket: String
        @OptionGroup var global: GlobalOptions

        var deed: String? { "it was asked for" }

        func run(in invocation: Invocation) throws -> ExitCode {
            try AskCommand.ask(.retry, ticket, in: invocation)
        }
    }

    /// Asks for the end of a ticket's transaction.
    struct Finish: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "finish",
            abstract: "Finish the transaction of a ticket that ended well, so that it can be bought again.",
            discussion: """
                Until its transaction is finished, the App Store does not sell the product to the customer again. Only what \
                was delivered, made good or credited is finished: before that it would be a loss.
                """)

        @Argument(help: "The ticket's number.", completion: .tickets) var ticket: String
        @OptionGroup var global: GlobalOptions

        var deed: String? { "it was asked for" }

        func run(in invocation: Invocation) throws -> ExitCode {
            try AskCommand.ask(.finish, ticket, in: invocation)
        }
    }

    /// Asks what an order bought.
    struct Order: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "order", abstract: "Look up what an order id of an invoice bought.")

        @Argument(help: "The order id of the invoice; it begins with M.") var order: String
        @OptionGroup var global: GlobalOptions

        var deed: String? { "it was asked for" }

        func run(in invocation: Invocation) throws -> ExitCode {
            try AskCommand.ask(.order, order, in: invocation)
        }
    }

    /// Asks for news of a chain.
    struct Refresh: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "refresh", abstract: "Get a chain's history, status and refunds again.")

        @Argument(help: "The chain's original_transaction_id.", completion: .chains) var chain: String
        @OptionGroup var global: GlobalOptions

        var deed: String? { "it was asked for" }

        func run(in invocation: Invocation) throws -> ExitCode {
            try AskCommand.ask(.refresh, chain, in: invocation)
        }
    }

    /// Asks Apple to sign a customer's token into a chain.
    struct Token: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "token",
            abstract: "Have Apple sign a customer's app account token into a chain (leads).",
            discussion: """
                For a chain of which nothing tells whose it is, such as one that was bought outside the app. Of a \
                subscription Apple signs the token into the newest transaction and all that follow. It changes Apple's \
                record: another token can be set later, none cannot. --dry-run shows both customers' access before and \
                after. Until the server has asked, `makegood ask cancel` takes it back.
                """)

        @Argument(help: "The chain's original_transaction_id.", completion: .chains) var chain: String
        @Argument(help: "The customer's app_user_id.", completion: .customers) var customer: String
        @Option(help: "Why.", completion: .reasons) var reason: String
        @Flag(name: .customLong("dry-run"), help: "Show what would change, and ask for nothing.")
        var isPreview = false
        @OptionGroup var global: GlobalOptions

        var deed: String? { isPreview ? nil : "it was asked for" }

        func run(in invocation: Invocation) throws -> ExitCode {
            let request = AttachRequest(
                OriginalTransactionID(chain), to: AppUserID(customer), reason: reason)
            let (store, now) = (invocation.store, invocation.now)
            let answer =
                isPreview ? nil : try store.askAccountToken(request, by: invocation.agent, at: now)
            // Nothing has moved before Apple's documents say so.
            let attachment = try answer?.attachment ?? store.previewAccountToken(request, at: now)
            invocation.output.answer(
                .object([
                    "attachment": attachment.json(isPreview: true), "asked": answer?.asked,
                    "dry_run": isPreview,
                ]),
                Answers.attachment(attachment, isPreview: true)
                    + (answer.map { Answers.asked($0.asked) } ?? []))
            return isPreview ? .success : try AskCommand.sayWhetherItWaits(in: invocation)
        }
    }

    /// Lists what is asked.
    struct List: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List what is asked of the App Store, the newest first.")

        @Flag(help: "What is still to be tried, what comes first before the others.") var waiting = false
        @Option(help: "About this: customer:ID, ticket:NUMBER, chain:ID or order:ID.") var about: String?
        @Option(help: "How many at most (default: 50, and with --csv everything).", transform: RowCount.parse)
        var limit: Int?
        @OptionGroup var form: CSVOption
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            try global.check(csv: form.csv)
            if waiting, about != nil { throw ValidationError("--waiting and --about exclude each other") }
            if about != nil, filter == nil {
                throw ValidationError("--about is customer:ID, ticket:NUMBER, chain:ID or order:ID")
            }
        }

        func run(in invocation: Invocation) throws -> ExitCode {
            let rows = try invocation.store.asked(
                filter ?? (waiting ? .waiting : .all), limit: form.csv ? limit : limit ?? 50,
                at: invocation.now)
            let listing = Answers.asked(rows, at: invocation.now)
            guard !form.csv else {
                Output.raw(CSV.text(listing.table.values))
                return .success
            }
            invocation.output.answer(.object(["asked": rows]), listing)
            return .success
        }

        private var filter: AskedFilter? {
            guard let about, let colon = about.firstIndex(of: ":") else { return nil }
            let id = String(about[about.index(after: colon)...])
            return switch about[..<colon] {
            case "customer": .customer(AppUserID(id))
            case "ticket": .ticket(TicketID(id))
            case "chain": .chain(OriginalTransactionID(id))
            case "order": .order(OrderID(id))
            default: nil
            }
        }
    }

    /// Shows one of them.
    struct Show: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show one of them with every try and its answer.")

        @Argument(help: "Its number, as 'ask list' has it.") var number: String
        @OptionGroup var global: GlobalOptions

        func run(in invocation: Invocation) throws -> ExitCode {
            let id = AppStoreRequestID(number)
            guard let row = try invocation.store.asked(id, at: invocation.now) else {
                throw StoreError.unknown(.asked(id))
            }
            invocation.output.answer(.object(["asked": row]), Answers.asked(row))
            return .success
        }
    }

    /// Lets one be tried no more.
    struct Cancel: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "cancel", abstract: "Cancel something that still waits.")

        @Argument(help: "Its number, as 'ask list' has it.") var number: String
        @OptionGroup var global: GlobalOptions

        var deed: String? { "it was cancelled" }

        func run(in invocation: Invocation) throws -> ExitCode {
            let row = try invocation.store.cancelAsked(
                AppStoreRequestID(number), by: invocation.agent, at: invocation.now)
            invocation.output.answer(.object(["asked": row]), Answers.asked(row))
            return .success
        }
    }

    private static func ask(
        _ kind: AppStoreRequest.Kind, _ subject: String, in invocation: Invocation
    ) throws -> ExitCode {
        let row = try invocation.store.askAppStore(
            kind, about: subject, by: invocation.agent, at: invocation.now)
        invocation.output.answer(.object(["asked": row]), Answers.asked(row))
        return try sayWhetherItWaits(in: invocation)
    }

    /// Says that nothing is asked while no server is there: nobody should wait for an answer that nobody gets.
    static func sayWhetherItWaits(in invocation: Invocation) throws -> ExitCode {
        let standing = try invocation.wholePage(of: ServerStatusQuery())
        if !standing.isThere {
            let sentence = ServerText.sentence(standing) { $0.description }
            Output.note("makegood: it waits: \(sentence)")
        }
        return .success
    }
}

extension Answers {
    /// What is asked, a row each.
    static func asked(_ rows: [AskedRow], at now: Instant) -> Listing<AskedRow> {
        Listing(
            rows,
            [
                .decisive("#", "id") { .text($0.request.id.rawValue) },
                .decisive("asked", "kind") { .text($0.request.kind.rawValue) },
                .decisive("about", "subject") { .text($0.request.subject) },
                .decisive("state", "state") { .text($0.request.state.rawValue) },
                .decisive("tries", "attempts") { .number($0.request.attempts) },
                .decisive("next try", "next_try_at") { .moment($0.request.nextTryAt) },
                .sentences("answer", "outcome") {
                    .words(AskedText($0).answer, value: $0.request.outcome)
                },
            ], at: now, empty: "nothing is asked of the App Store")
    }

    /// One of them, line by line.
    static func asked(_ row: AskedRow) -> [String] {
        let text = AskedText(row)
        let head = "\(row.id): \(text.what), asked by \(row.request.askedBy) at \(row.request.askedAt)"
        return [head, "  \(text.state { $0.description })"]
            + row.tries.map { "  \(AskedText.line($0) { $0.description })" }
    }
}

/// Something that is asked of the App Store.
extension AskedRow: JSONEncodable {
    package var json: JSONValue {
        .object([
            "id": request.id, "kind": request.kind, "subject": request.subject,
            "asked_by": request.askedBy, "asked_at": request.askedAt, "state": request.state,
            "attempts": request.attempts, "next_try_at": request.nextTryAt, "tried_at": request.triedAt,
            "ended_at": request.endedAt, "ended_by": request.endedBy, "attempt_limit": tryLimit,
            "is_taken": isTaken, "outcome": request.outcome, "answer": AskedText(self).answer,
            "extension": request.extensionJSON, "token_of": request.accountTokenOrder?.customer,
            "tries": tries.map { .object(["at": $0.at, "outcome": $0.outcome, "is_counted": $0.isCounted]) },
        ])
    }
}
