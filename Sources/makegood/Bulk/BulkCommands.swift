import ArgumentParser
import JSONAnswers
import JSONValues
import Persistence
import Purchases
import Wording

/// Makes many customers good in one reviewed act.
struct BulkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bulk", abstract: "Make good for many customers at once (leads).",
        discussion: """
            A batch is planned with everybody in it, then carried out one grant after the other. It can be stopped at any \
            point, and `bulk run` goes on behind it: everybody gets exactly one grant. Above policy.bulk_approval_count \
            customers a second lead is asked, with exit code 2. For policy.cancel_seconds after its end `bulk cancel` takes \
            all of it back.
            """,
        subcommands: [
            Preview.self, Start.self, Run.self, Show.self, List.self, Cancel.self, Replies.self,
        ])

    @OptionGroup var global: GlobalOptions

    /// Whom to make good, and how.
    struct BatchOptions: ParsableArguments {
        @Argument(help: "Tickets by number.", completion: .tickets) var tickets: [String] = []
        @Option(help: "Everybody of this incident.") var incident: String?
        @Option(help: "The customers of tickets that a filter finds: 'cause:21005 since:2026-11-21'.")
        var query: String?
        @Option(
            name: .customLong("for"),
            help: "How long: lost, each one's own lost period, or a length for all.",
            completion: .list(BatchLength.presets), transform: BatchOptions.length)
        var length: BatchLength = .lost
        @Option(help: "The reason code.", completion: .reasons) var reason: String
        @Option(help: "What colleagues should know.") var note: String?
        @Option(help: "The helpdesk's case.") var ref: String?

        func validate() throws {
            let ways = [!tickets.isEmpty, incident != nil, query != nil].filter { $0 }.count
            guard ways == 1, query.map({ !$0.allSatisfy(\.isWhitespace) }) ?? true else {
                throw ValidationError("Say for whom to make good: --incident, --query, or tickets by number.")
            }
        }

        /// The wish, its tickets found.
        func wish(in invocation: Invocation) throws -> BatchRequest {
            BatchRequest(
                try target(in: invocation), length: length, reason: reason,
                note: note.map { FreeText($0, for: .whole) },
                reference: ref,
                words: query)
        }

        private func target(in invocation: Invocation) throws -> BatchRequest.Target {
            if let incident { return .incident(IncidentID(incident)) }
            guard let query else { return .tickets(tickets.map(TicketID.init)) }
            let filter: TicketFilter
            do {
                filter = try TicketFilter(parsing: query, at: invocation.now)
            } catch {
                throw CommandError(
                    .usage, "\(error.part) filters nothing", remedy: "use \(TicketFilter.syntax)")
            }
            var (found, cursor): ([TicketID], String?) = ([], nil)
            repeat {
                let page = try invocation.wholePage(of: TicketListQuery(filter, after: cursor, limit: 1000))
                found += page.tickets.map(\.id)
                cursor = page.next
            } while cursor != nil && found.count <= BatchRule.most
            return .tickets(found)
        }

        private static func length(_ text: String) throws -> BatchLength {
            guard let length = BatchLength(text) else {
                let presets = BatchLength.presets.joined(separator: " ")
                throw ValidationError(
                    "'\(text)' is no length for many: write \(presets), or an ISO 8601 duration such as P10D."
                )
            }
            return length
        }
    }

    /// Shows what it would do.
    struct Preview: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "preview",
            abstract: "Show everybody's access before and after, who is left out and why, and the totals.")
        static let permission = Permission.bulk

        @OptionGroup var wish: BatchOptions
        @Option(
            help: "How many rows at most (default: 10000, and with --csv all of them).",
            transform: RowCount.parse)
        var limit: Int?
        @Flag(help: "Comma-separated values.") var csv = false
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            try global.check(csv: csv)
        }

        func run(in invocation: Invocation) throws -> ExitCode {
            let preview = try invocation.wholePage(of: BatchPreviewQuery(wish.wish(in: invocation)))
            if csv {
                try invocation.noteExport(
                    of: "who would be made good", people: Set(preview.members.compactMap(\.customer)).count)
                let rows = limit ?? preview.members.count
                Output.raw(CSV.text(Answers.members(preview, limit: rows, at: invocation.now).values))
                return .success
            }
            let most = limit ?? 10_000
            invocation.output.answer(
                preview.json(limit: most),
                Answers.batchPreview(preview, limit: most, at: invocation.now))
            return .success
        }
    }

    /// Plans it and carries it out.
    struct Start: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "start", abstract: "Plan a batch, and carry it out.",
            discussion: """
                Ctrl-C stops it between two writes; `makegood bulk run` goes on. The same --key never plans twice. Where a \
                second lead is needed nothing is given: a request is filed, with exit code 2.
                """)
        static let permission = Permission.bulk

        @OptionGroup var wish: BatchOptions
        @Option(help: "The same key never plans twice.") var key: String?
        @Flag(help: "Only plan it; `bulk run` carries it out.") var later = false
        @Flag(name: .customLong("dry-run"), help: "Show what it would do; plan and give nothing.")
        var isPreview = false
        @OptionGroup var global: GlobalOptions

        var deed: String? { isPreview ? nil : "the batch was planned" }

        func run(in invocation: Invocation) throws -> ExitCode {
            let wish = try wish.wish(in: invocation)
            guard !isPreview else {
                let preview = try invocation.wholePage(of: BatchPreviewQuery(wish))
                invocation.output.answer(
                    preview.json(limit: 10_000),
                    Answers.batchPreview(preview, limit: 10_000, at: invocation.now))
                return .success
            }
            let batch = try invocation.store.startBatch(
                wish, key: key, by: invocation.agent, at: invocation.now)
            switch batch.state {
            case .running where !later: return try BatchWork(invocation).run(batch.id)
            case .waiting: return try BatchWork(invocation).tellWaiting(batch)
            default: return try BatchWork(invocation).tell(batch.id, .success)
            }
        }
    }

    /// Goes on with it.
    struct Run: BatchActCommand {
        static let configuration = CommandConfiguration(
            commandName: "run", abstract: "Go on with a batch that was planned, approved or stopped.")

        @Argument(help: "The batch's number.") var batch: String
        @OptionGroup var global: GlobalOptions

        var act: BatchAct { .carryOn() }
    }

    /// Shows one.
    struct Show: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show how far a batch is, and what became of everybody in it.")

        @Argument(help: "The batch's number.") var batch: String
        @Option(
            help: "Only members with this outcome: granted, cancelled, or the code of a reason.",
            transform: { BatchOutcome(code: $0) })
        var only: BatchOutcome?
        @Option(
            help: "How many members at most (default: 50, and with --csv all of them).",
            transform: RowCount.parse)
        var limit: Int?
        @Option(help: "Only members after this ticket, the “next” of the page before.") var after: String?
        @Flag(help: "Comma-separated values.") var csv = false
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            try global.check(csv: csv)
        }

        func run(in invocation: Invocation) throws -> ExitCode {
            let page = try invocation.page(
                of: BatchQuery(
                    BatchID(batch), only: only, after: after.map(TicketID.init),
                    limit: max(1, min(limit ?? (csv ? BatchRule.most : 50), BatchRule.most))))
            guard let page else { throw StoreError.unknown(.batch(BatchID(batch))) }
            if csv {
                let people = Set(page.rows.compactMap(\.ticket.customer)).count
                try invocation.noteExport(of: "batch \(batch)", people: people)
                Output.raw(CSV.text(Answers.members(page, at: invocation.now).values))
                return .success
            }
            invocation.output.answer(page.json, Answers.batch(page, at: invocation.now))
            return .success
        }
    }

    /// Lists them.
    struct List: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List batches, newest first, and how far they are.")

        @Option(help: "How many at most.", transform: RowCount.parse) var limit = 50
        @Option(help: "Only batches below this number, the “next” of the page before.") var after: String?
        @OptionGroup var global: GlobalOptions

        func run(in invocation: Invocation) throws -> ExitCode {
            let count = max(1, min(limit, 1_000))
            let found = try invocation.page(
                of: BatchListQuery(below: after.map(BatchID.init), limit: count + 1))
            let next = found.count > count ? found[count - 1].id.rawValue : nil
            let batches = Array(found.prefix(count))
            let unfinished = try invocation.wholePage(of: CarriableBatchCountQuery())
            invocation.output.answer(
                .object([
                    "batches": batches, "next": next, "unfinished": unfinished.counted,
                ]),
                Answers.batches(batches, unfinished: unfinished, next: next, at: invocation.now))
            return .success
        }
    }

    /// Takes it back.
    struct Cancel: BatchActCommand {
        static let configuration = CommandConfiguration(
            commandName: "cancel",
            abstract: "Take back everything that a batch gave, within policy.cancel_seconds after its end.",
            discussion: """
                A batch that is under way can be taken back until it ends, and one that waits for a second lead at any \
                time. Its tickets are open again.
                """)

        @Argument(help: "The batch's number.") var batch: String
        @OptionGroup var global: GlobalOptions

        var act: BatchAct { .cancel }
    }

    /// Writes the answers to everybody who was made good.
    struct Replies: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "replies",
            abstract: "Write the answer to each customer of a batch, as comma-separated values.",
            discussion: """
                For the helpdesk to send: one row a customer and ticket that was made good, with address, name, language \
                and text, as `reply` writes it. The audit log notes who took it out.
                """)
        static let permission = Permission.reveal

        @Argument(help: "The batch's number.") var batch: String
        @Option(name: .customLong("lang"), help: "The language.") var language: ReplyLanguage?
        @Flag(help: "Comma-separated values; without --json they are written anyway.") var csv = false
        @OptionGroup var global: GlobalOptions

        var deed: String? { "the audit log has noted that the answers were taken out" }

        func run(in invocation: Invocation) throws -> ExitCode {
            let replies = try BatchReplies(BatchID(batch), language: language, in: invocation).all()
            try invocation.noteExport(
                of: "answers of batch \(batch)", people: Set(replies.compactMap(\.reply.customer)).count)
            if invocation.output.isJSON {
                invocation.output.answer(.object(["replies": replies]), [String]())
            } else {
                Output.raw(CSV.text(Answers.replies(replies)))
            }
            return .success
        }
    }
}

/// A command that does one act with a batch, and goes on with it until it ends.
protocol BatchActCommand: StoreCommand {
    /// The batch's number.
    var batch: String { get }
    var act: BatchAct { get }
}

extension BatchActCommand {
    static var permission: Permission { .bulk }
    var deed: String? { act.deed }

    func run(in invocation: Invocation) throws -> ExitCode {
        let id = BatchID(batch)
        if act == .cancel {
            _ = try invocation.store.act(act, on: id, by: invocation.agent, at: invocation.now)
        }
        return try BatchWork(invocation).run(id)
    }
}
