import ArgumentParser
import JSONAnswers
package import JSONValues
import Persistence
import Purchases
import Wording

/// Refunds that customers asked Apple for, and what Apple is told of them.
struct RefundsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refunds",
        abstract: "See refunds that customers asked Apple for, and answer what Apple asks about them.",
        discussion: """
            Apple asks what was consumed and takes an answer for twelve hours; what it asks again before it decides is the \
            same request. The answer is made from the facts, sent by the server, and only for customers who agreed: \
            'customer set ID --consumption-consent yes'.
            """,
        subcommands: [List.self, Show.self, Answer.self, Skip.self], defaultSubcommand: List.self)

    @OptionGroup var global: GlobalOptions

    /// Lists them.
    struct List: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List what can still be answered, the soonest deadline first.")

        @Flag(help: "The others behind them, too.") var all = false
        @Option(
            help: "How many at most (default: 100, and with --csv everything).", transform: RowCount.parse)
        var limit: Int?
        @OptionGroup var form: CSVOption
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            try global.check(csv: form.csv)
        }

        func run(in invocation: Invocation) throws -> ExitCode {
            let tasks = try invocation.page(
                of: RefundListQuery(all ? .all : .open, limit: form.csv ? limit : limit ?? 100))
            let listing = Answers.refunds(tasks, at: invocation.now)
            guard !form.csv else {
                try invocation.noteExport(of: "refunds", people: Set(tasks.compactMap(\.customer)).count)
                Output.raw(CSV.text(listing.table.values))
                return .success
            }
            invocation.output.answer(
                .object(["refunds": tasks.map { $0.json(at: invocation.now) }]), listing)
            return .success
        }
    }

    /// Shows one.
    struct Show: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show a request with its evidence and the prepared answer.")

        @Argument(help: "Its number, as 'refunds list' has it.") var number: String
        @OptionGroup var global: GlobalOptions

        func run(in invocation: Invocation) throws -> ExitCode {
            let id = RefundRequestID(number)
            guard let page = try invocation.page(of: RefundQuery(id)) else {
                throw StoreError.unknown(.refund(id))
            }
            return RefundsCommand.show(page, invocation)
        }
    }

    /// Answers one.
    struct Answer: RefundActCommand {
        static let configuration = CommandConfiguration(
            commandName: "answer", abstract: "Answer Apple with what the facts say (leads).",
            discussion: """
                What is said is kept before it is sent, and the server sends it. --delivery and --prefer say something \
                other than the facts, which needs --reason.
                """)

        @Argument(help: "Its number, as 'refunds list' has it.") var number: String
        @Option(help: "Whether it was delivered.") var delivery: Delivery?
        @Option(help: "Which outcome we prefer.") var prefer: Preference?
        @Option(help: "Why something other than the facts is said.") var reason: String?
        @OptionGroup var global: GlobalOptions

        /// What is said of the delivery.
        enum Delivery: String, ExpressibleByArgument, CaseIterable {
            case delivered, quality, outage, other
            case wrongItem = "wrong-item"

            var status: ConsumptionAnswer.DeliveryStatus {
                switch self {
                case .delivered: .delivered
                case .quality: .qualityIssue
                case .wrongItem: .wrongItem
                case .outage: .serverOutage
                case .other: .other
                }
            }
        }

        /// What is said of the preference.
        enum Preference: String, ExpressibleByArgument, CaseIterable {
            case none, decline, full, prorated

            var choice: ConsumptionChoice.Preference {
                switch self {
                case .none: .unsaid
                case .decline: .said(.decline)
                case .full: .said(.grantFull)
                case .prorated: .said(.grantProrated)
                }
            }
        }

        var act: RefundAct {
            let choice = ConsumptionChoice(
                deliveryStatus: delivery?.status, preference: prefer?.choice ?? .byFacts)
            return .answer(choice, reason: reason)
        }
    }

    /// Leaves one unanswered.
    struct Skip: RefundActCommand {
        static let configuration = CommandConfiguration(
            commandName: "skip", abstract: "Leave one unanswered, and say why (leads).")

        @Argument(help: "Its number, as 'refunds list' has it.") var number: String
        @Option(help: "Why.") var reason: String
        @OptionGroup var global: GlobalOptions

        var act: RefundAct { .skip(because: reason) }
    }

    /// Answers with a refund as it is now.
    static func show(_ page: RefundPage, _ invocation: Invocation) -> ExitCode {
        invocation.output.answer(page.json, Answers.refund(page))
        return .success
    }
}

/// A command that does one act about a refund: what differs is the act, and what it is made of.
protocol RefundActCommand: StoreCommand {
    /// The refund request's number.
    var number: String { get }
    var act: RefundAct { get }
}

extension RefundActCommand {
    static var permission: Permission { .answerRefunds }
    var deed: String? { act.deed }

    func run(in invocation: Invocation) throws -> ExitCode {
        let page = try invocation.store.act(
            act, on: RefundRequestID(number), by: invocation.agent, at: invocation.now)
        if case .answer = act {
            // An answer that waits for a server that is not there may come too late.
            let standing = try invocation.wholePage(of: ServerStatusQuery())
            if !standing.isThere {
                Output.note("makegood: it waits: \(ServerText.sentence(standing) { $0.description })")
            }
        }
        return RefundsCommand.show(page, invocation)
    }
}

extension Answers {
    /// Refunds that customers asked for, a row each.
    static func refunds(_ tasks: [RefundTask], at now: Instant) -> Listing<RefundTask> {
        Listing(
            tasks,
            [
                .decisive("#", "id") { .text($0.id.rawValue) }, .state,
                .decisive("answer by", "due_at") { .moment($0.request.dueAt) }, .customer, .product, .why,
                .extra("asked", "asked_at") { .moment($0.request.askedAt) },
                .extra("transaction", "transaction_id") { .text($0.request.transaction.rawValue) },
            ], at: now, empty: "no refund waits for an answer",
            remarks: tasks.isEmpty ? [] : ["look at one: makegood refunds show NUMBER"])
    }

    /// One of them in a line of another page.
    static func refundLine(_ task: RefundTask, at now: Instant) -> String {
        let told = task.told.map { ", \($0)" } ?? ""
        return
            "\(task.id) \(task.request.product?.rawValue ?? ""): \(task.request.why), \(task.standing(at: now).title)\(told)"
    }

    /// One of them, line by line.
    static func refund(_ page: RefundPage) -> [String] {
        let (task, request) = (page.task, page.task.request)
        let what = [request.product?.rawValue, page.money.map(reader.price)].compactMap { $0 }
        let head = "refund request \(task.id) of \(task.customer?.rawValue ?? "nobody"): "
        let prepared = page.prepared.map { PreparedText($0, for: reader).rows } ?? []
        return [head + what.joined(separator: ", "), reader.words(of: page)]
            + [
                "why: \(request.why), asked \(request.asked(moment)), answer by \(moment(request.dueAt))",
                "consent: \(task.hasConsent ? "yes" : "no")",
            ]
            + (task.said == nil || page.canAnswer
                ? headed("prepared answer", prepared.map { "\($0.name): \($0.value) (\($0.because))" }) : [])
            + (task.said.flatMap { said in
                task.answer.map { headed("answer", [said.words] + asked($0)) }
            } ?? [])
            + headed(
                "facts",
                [("charged", page.facts.charged), ("delivered", page.facts.extended)].map { name, fact in
                    "\(name): \(fact.value ? "yes" : "no") (\(reader.words(of: fact.evidence)))"
                } + (page.ticket.map { ["ticket \($0.id): \($0.title.lowercased())"] } ?? []))
    }
}

/// The answer of `refunds show`, and of every act.
extension RefundPage: JSONEncodable {
    package var json: JSONValue {
        .object([
            "refund": task.json(at: at), "prepared": prepared, "money": money, "charged_at": chargedAt,
            "facts": ["charged": facts.charged, "extended": facts.extended], "ticket": ticket?.id,
            "text": Reader.program.words(of: self),
        ])
    }
}

extension RefundTask {
    /// A refund that a customer asked for, as it stands at a moment.
    func json(at now: Instant) -> JSONValue {
        .object([
            "id": id, "state": standing(at: now).name, "environment": request.environment,
            "transaction_id": request.transaction, "original_transaction_id": request.chain,
            "product_id": request.product, "app_user_id": customer, "reason": request.reason,
            "reason_text": request.why, "asked_at": request.askedAt, "due_at": request.dueAt,
            "known_at": request.knownAt,
            "askings": request.askings.map {
                .object([
                    "asked_at": $0.at, "due_at": $0.dueAt, "known_at": $0.knownAt, "reason": $0.reason,
                    "transaction_id": $0.transaction, "notification": $0.notification,
                ])
            },
            "consent": hasConsent, "decision": request.decision?.rawValue, "decided_at": request.decidedAt,
            "skipped": request.skip.map { .object(["at": $0.at, "by": $0.by, "reason": $0.reason]) },
            "answer": said, "asked": answer,
        ])
    }
}

extension ConsumptionAnswer: JSONEncodable {
    package var json: JSONValue {
        .object([
            "delivery_status": deliveryStatus.rawValue, "consumption_percentage": consumptionPercentage,
            "refund_preference": refundPreference?.rawValue,
            "sample_content_provided": sampleContentProvided,
        ])
    }
}

extension PreparedConsumption: JSONEncodable {
    package var json: JSONValue {
        let reader = Reader.program
        return .object([
            "delivery_status": deliveryStatus?.rawValue, "consumption_percentage": consumptionPercentage,
            "refund_preference": refundPreference?.rawValue,
            "sample_content_provided": sampleContentProvided,
            "because": [
                "delivery_status": reader.words(of: delivery),
                "consumption_percentage": reader.words(of: share),
                "refund_preference": reader.words(of: wish),
            ],
        ])
    }
}
