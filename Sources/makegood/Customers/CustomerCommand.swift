import ArgumentParser
import JSONAnswers
package import JSONValues
import Persistence
import Purchases
import Wording

/// Shows and keeps one customer.
struct CustomerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "customer", abstract: "Show a customer, or keep what is known of one.",
        subcommands: [
            Show.self, Add.self, Set.self, Note.self, Tester.self, CustomerExportCommand.self,
            CustomerEraseCommand.self,
        ], defaultSubcommand: Show.self)

    @OptionGroup var global: GlobalOptions

    /// Shows a customer.
    struct Show: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show everything about a customer.")

        @Argument(help: "The customer's app_user_id.", completion: .customers) var customer: String
        @Option(
            help: "The moment to ask for, such as yesterday, 1 May or RFC 3339.",
            transform: TimeArgument.words)
        var at: TimeArgument?
        @Option(help: "Show what is hidden from viewers, this once, and why; the audit log notes it.")
        var reveal: String?
        @OptionGroup var global: GlobalOptions

        func run(in invocation: Invocation) throws -> ExitCode {
            let id = AppUserID(customer)
            guard let reveal else {
                return try CustomerCommand.show(id, at: at?.instant(in: invocation), invocation)
            }
            let past = at?.instant(in: invocation)
            try invocation.store.act(
                .look(because: reveal), on: id, by: invocation.agent, at: invocation.now)
            guard let page = try invocation.wholePage(of: CustomerQuery(id), at: past ?? invocation.now)
            else {
                throw StoreError.unknown(.customer(id))
            }
            invocation.output.answer(page.json(asOf: past), Answers.customer(page, asOf: past))
            return .success
        }
    }

    /// The fields of a customer on the command line.
    struct Fields: ParsableArguments {
        @Option(help: "The address.") var email: String?
        @Option(help: "The name.") var name: String?
        @Option(name: .customLong("app-account-token"), help: "The UUID that the app gives with purchases.")
        var appAccountToken: String?
        @Option(help: "The language, such as de_DE.") var locale: String?
        @Option(help: "The country, such as DE.") var country: String?

        /// What is to be changed.
        var change: CustomerValues {
            CustomerValues(
                email: Personal(email), name: Personal(name),
                appAccountToken: Personal(appAccountToken), locale: Personal(locale),
                country: Personal(country))
        }
    }

    /// Adds a customer.
    struct Add: StoreCommand {
        static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a customer.")

        @Argument(help: "The customer's app_user_id.") var customer: String
        @OptionGroup var fields: Fields
        @OptionGroup var global: GlobalOptions

        var deed: String? { "the customer was added or filed as a request" }

        func run(in invocation: Invocation) throws -> ExitCode {
            let id = AppUserID(customer)
            let filed = try invocation.store.addCustomer(
                id, fields.change, by: invocation.agent, at: invocation.now)
            if let filed { return CustomerCommand.say(filed, invocation) }
            return try CustomerCommand.show(id, at: nil, invocation)
        }
    }

    /// Changes a customer.
    struct Set: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Change what is known of a customer.")

        @Argument(help: "The customer's app_user_id.", completion: .customers) var customer: String
        @OptionGroup var fields: Fields
        @Option(
            name: .customLong("consumption-consent"),
            help: "Whether the customer agrees that Apple is told what was consumed: yes or no.")
        var consumptionConsent: Consent?
        @OptionGroup var global: GlobalOptions

        /// Whether a customer agrees.
        enum Consent: String, ExpressibleByArgument {
            case yes
            /// The customer does not.
            case no
        }

        var deed: String? { "the customer was changed or that was filed as a request" }

        func run(in invocation: Invocation) throws -> ExitCode {
            let id = AppUserID(customer)
            // Consent is no field that a document could tell; where it is all that is given, nothing else is written.
            if consumptionConsent == nil || fields.change != CustomerValues() {
                let filed = try invocation.store.setCustomer(
                    id, fields.change, by: invocation.agent, at: invocation.now)
                if let filed { return CustomerCommand.say(filed, invocation) }
            }
            if let consumptionConsent {
                try invocation.store.act(
                    .consent(consumptionConsent == .yes), on: id, by: invocation.agent, at: invocation.now)
            }
            return try CustomerCommand.show(id, at: nil, invocation)
        }
    }

    /// Writes a note.
    struct Note: CustomerActCommand {
        static let configuration = CommandConfiguration(
            commandName: "note", abstract: "Write a note on a customer.")

        @Argument(help: "The customer's app_user_id.", completion: .customers) var customer: String
        @Argument(help: "The note.") var text: String
        @Option(help: "The helpdesk's case.") var ref: String?
        @OptionGroup var global: GlobalOptions

        var act: CustomerAct { .note(text, reference: ref) }
    }

    /// Marks a tester.
    struct Tester: CustomerActCommand {
        static let configuration = CommandConfiguration(
            commandName: "tester",
            abstract: "Let a customer's Sandbox purchases give access, or no more (leads).")

        @Argument(help: "The customer's app_user_id.", completion: .customers) var customer: String
        @Argument(help: "on or off.") var state: Switch = .on
        @OptionGroup var global: GlobalOptions

        /// Whether something holds.
        enum Switch: String, ExpressibleByArgument {
            case on
            /// It does not.
            case off
        }

        var act: CustomerAct { .tester(state == .on) }
    }

    /// Says that what was to be written waits for a lead.
    private static func say(_ filed: ApprovalRequest, _ invocation: Invocation) -> ExitCode {
        invocation.output.answer(.object(["request": filed.filedJSON]), Answers.filed(filed))
        return .filed
    }

    /// Answers with a customer as it is now, or was at a moment.
    static func show(_ id: AppUserID, at: Instant?, _ invocation: Invocation) throws -> ExitCode {
        guard let page = try invocation.page(of: CustomerQuery(id), at: at ?? invocation.now) else {
            throw StoreError.unknown(.customer(id))
        }
        invocation.output.answer(page.json(asOf: at), Answers.customer(page, asOf: at))
        return .success
    }
}

/// A command that does one act about a customer: what differs is the act, and what it is made of.
protocol CustomerActCommand: StoreCommand {
    /// The customer's app_user_id.
    var customer: String { get }
    var act: CustomerAct { get }
}

extension CustomerActCommand {
    var deed: String? { act.deed }

    func run(in invocation: Invocation) throws -> ExitCode {
        let id = AppUserID(customer)
        try invocation.store.act(act, on: id, by: invocation.agent, at: invocation.now)
        return try CustomerCommand.show(id, at: nil, invocation)
    }
}

extension Answers {
    /// A customer's page; `asOf` is the moment that was asked for where it is not the present one.
    static func customer(_ page: CustomerPage, asOf past: Instant? = nil) -> [String] {
        let customer = page.customer
        let facts = [
            customer.values.name?.text, customer.values.email?.text, customer.id.rawValue,
            customer.values.createdAt.map { "since \($0.description.prefix(10))" },
            customer.values.country?.text,
            customer.isTester ? "tester" : nil,
            customer.erasedAt.map { "erased \($0.description.prefix(10))" },
        ]
        return [facts.compactMap { $0 }.joined(separator: " · ")]
            + page.warnings.map { "warning: \(reader.words(of: $0))" }
            + access(page, page.verdicts, asOf: past)
            + headed("chains", page.chains.map(summary))
            + headed("app downloads", page.access.facts.appTransactionIDs)
            + headed("tickets", tickets(page))
            + headed("grants", page.grants.map { grantLine($0, page.at) })
            + headed("refund requests", page.refunds.map { refundLine($0, at: page.at) })
            + headed(
                "notes",
                page.notes.map { note in
                    let place = note.ticket.map { " on ticket \($0)" } ?? ""
                    return "\(moment(note.at)) \(note.agent)\(place): \(note.text)"
                })
            + headed("timeline", page.events.reversed().map(line))
    }

    /// The customer's tickets; whose they are is plain.
    private static func tickets(_ page: CustomerPage) -> [String] {
        ticketTable(page.tickets, at: page.at).without("app_user_id", "name").partOfPage
    }

    private static func summary(_ page: ChainPage) -> String {
        let product = page.chain.productID?.rawValue ?? "no product"
        let until = page.accessUntil.map { " until \(moment($0))" } ?? ""
        let environment = page.chain.id.environment
        let place = environment == .production ? "" : ", \(environment.rawValue)"
        return
            "\(page.chain.id.original) \(product) \(page.status.rawValue)\(until), "
            + Counting.of(page.chain.transactions.count, "transaction") + place
    }

    private static func grantLine(_ grant: Grant, _ at: Instant) -> String {
        let end = grant.endsAt.map { "until \(moment($0))" } ?? "without end"
        let kind = grant.isBridge ? "bridge" : "grant"
        return
            "\(kind) \(grant.id) \(grant.entitlement) \(grant.state(at: at).rawValue), from \(moment(grant.startsAt)) \(end), by \(grant.grantedBy) (\(grant.reason))"
    }

    /// An entry of the timeline: when it happened, what, what tells it, and when that was learned if much later.
    private static func line(_ event: TimelineEvent) -> String {
        let isLate = event.learnedAt - event.happenedAt >= .seconds(60)
        let learned = isLate ? "learned \(moment(event.learnedAt))" : ""
        return joined(
            "\(moment(event.happenedAt)) \(reader.words(of: event.content))", learned, source(event.evidence))
    }
}

extension CustomerPage {
    /// The answer of `customer`; `asOf` is the moment that was asked for where it is not the present one.
    func json(asOf past: Instant? = nil) -> JSONValue {
        .object([
            "customer": customer, "access": verdicts.map { $0.json(in: self) },
            "next_step": Reader.program.nextStep(of: self, asOf: past), "owed": access.owed(at: at),
            "app_transaction_ids": access.facts.appTransactionIDs, "chains": chains,
            "tickets": tickets.map { $0.json(at: at) }, "grants": grants.map { $0.json(at: at) },
            "notes": notes, "timeline": events, "consumption_consent": hasConsumptionConsent,
            "refund_requests": refunds.map { $0.json(at: at) },
            "warnings": warnings.map { Reader.program.words(of: $0) },
        ])
    }
}

extension Customer: JSONEncodable {
    package var json: JSONValue {
        values.personalTexts.json.adding([
            "app_user_id": id, "created_at": values.createdAt, "tester": isTester, "erased_at": erasedAt,
        ])
    }
}

extension Grant {
    /// A grant, as it is at a moment.
    func json(at instant: Instant) -> JSONValue {
        .object([
            "id": id, "app_user_id": customer, "entitlement": entitlement, "starts_at": startsAt,
            "ends_at": endsAt, "reason": reason, "kind": isBridge ? "bridge" : "make_good", "note": note,
            "ticket": ticket, "ref": reference, "granted_by": grantedBy, "granted_at": grantedAt,
            "revoked_at": revokedAt, "state": state(at: instant),
        ])
    }
}

extension TimelineEvent: JSONEncodable {
    package var json: JSONValue {
        JSONValue.object([
            "happened_at": happenedAt, "learned_at": learnedAt, "kind": kind.rawValue,
            "text": Reader.program.words(of: content), "source": source.rawValue, "ref": reference,
        ])
        .adding(evidence.members)
    }
}
