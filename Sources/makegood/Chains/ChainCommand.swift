import ArgumentParser
import Console
import Foundation
import Intake
import JSONAnswers
package import JSONValues
import Persistence
import Purchases
import Wording

/// Shows a chain, attaches it to a customer, records an order id for it.
struct ChainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chain", abstract: "Show a transaction chain, or say whose it is.",
        subcommands: [Show.self, List.self, Attach.self, Order.self], defaultSubcommand: Show.self)

    @OptionGroup var global: GlobalOptions

    /// Shows a chain.
    struct Show: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show a transaction chain.")

        @Argument(help: "The original_transaction_id.", completion: .chains) var chain: String
        @Option(
            help: "Of several chains of that name the one of this environment, for example Sandbox.",
            completion: .environments)
        var environment: String?
        @Option(
            help: "The moment to ask for, such as yesterday, 1 May or RFC 3339.",
            transform: TimeArgument.words)
        var at: TimeArgument?
        @OptionGroup var global: GlobalOptions

        func run(in invocation: Invocation) throws -> ExitCode {
            let id = OriginalTransactionID(chain)
            let place = environment.map(AppStoreEnvironment.init(rawValue:))
            let instant = at?.instant(in: invocation) ?? invocation.now
            guard let page = try invocation.page(of: ChainQuery(id, in: place), at: instant) else {
                throw StoreError.unknown(.chain(id))
            }
            invocation.output.answer(page.json, Answers.chain(page))
            return .success
        }
    }

    /// Lists the chains that are nobody's.
    struct List: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the chains without a customer, the newest in the store first."
        )

        @Flag(help: "Chains that no customer has; no other list of chains is kept.") var nobody = false
        @Option(help: "How many at most.", transform: RowCount.parse) var limit = 50
        @Option(help: "Only chains after this cursor, the “next” of the page before.") var after: String?
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            guard nobody else {
                throw ValidationError(
                    "Only chains without a customer are listed: add --nobody, or list customers.")
            }
        }

        func run(in invocation: Invocation) throws -> ExitCode {
            let page = try invocation.wholePage(
                of: UnassignedChainListQuery(after: after, limit: max(1, min(limit, 10_000))))
            invocation.output.answer(page.json, Answers.chainsOfNobody(page, at: invocation.now))
            return .success
        }
    }

    /// Attaches a chain to a customer.
    struct Attach: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "attach", abstract: "Attach a chain to a customer; undone by attaching it back.",
            discussion: """
                Reasons: \(TakingRule.attachReasons.joined(separator: " ")); any other code is kept as it is given. \
                An unknown customer is refused with the nearest ids, unless --create makes one.

                Where an agent would take access from somebody nothing is moved: it is filed as a request to a lead, with \
                exit code 2. --dry-run says so before.
                """)

        @Argument(help: "The original_transaction_id.", completion: .chains) var chain: String
        @Argument(help: "The customer's app_user_id.", completion: .customers) var customer: String
        @Option(help: "Why: a code, for the audit log.", completion: .list(TakingRule.attachReasons))
        var reason: String
        @Flag(help: "Make the customer if there is none with that id.") var create = false
        @Flag(name: .customLong("dry-run"), help: "Show what would change, and change nothing.")
        var isPreview = false
        @OptionGroup var global: GlobalOptions

        var deed: String? { isPreview ? nil : "the chain was attached or its move filed as a request" }

        func run(in invocation: Invocation) throws -> ExitCode {
            let request = AttachRequest(
                OriginalTransactionID(chain), to: AppUserID(customer), reason: reason,
                createsCustomer: create)
            let (store, now) = (invocation.store, invocation.now)
            guard !isPreview else {
                return say(try invocation.wholePage(of: AttachPreviewQuery(request)), to: invocation)
            }
            switch try store.attach(request, by: invocation.agent, at: now) {
            case .attached(let attachment): return say(attachment, to: invocation)
            case .filed(let filed, let attachment):
                invocation.output.answer(
                    .object([
                        "request": filed.filedJSON, "attachment": attachment.json(isPreview: true),
                    ]),
                    Answers.filed(filed) + Answers.attachment(attachment, isPreview: true))
                return .filed
            }
        }

        private func say(_ attachment: Attachment, to invocation: Invocation) -> ExitCode {
            invocation.output.answer(
                attachment.json(isPreview: isPreview),
                Answers.attachment(attachment, isPreview: isPreview))
            return .success
        }
    }

    /// Records an order id for a chain.
    struct Order: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "order", abstract: "Record an order id (M…) from the customer's invoice for a chain."
        )

        @Argument(help: "The order id.") var order: String
        @Argument(help: "The original_transaction_id.", completion: .chains) var chain: String
        @OptionGroup var global: GlobalOptions

        var deed: String? { "the order id was recorded" }

        func run(in invocation: Invocation) throws -> ExitCode {
            let id = OriginalTransactionID(chain)
            try invocation.store.recordOrder(
                OrderID(order), of: id, by: invocation.agent, at: invocation.now)
            invocation.output.answer(
                .object(["order_id": order, "original_transaction_id": id]),
                ["order \(order) belongs to chain \(chain)"])
            return .success
        }
    }
}

extension Answers {
    /// A page of the chains that are nobody's.
    static func chainsOfNobody(_ page: ChainListPage, at now: Instant) -> Listing<ChainListPage.Line> {
        Listing(
            page.lines,
            [
                .decisive("chain", "original_transaction_id") { .text($0.chain.original.rawValue) },
                .extra("environment", "environment") { .text($0.chain.environment.rawValue) },
                .useful("product", "product_id") { .product($0.product) },
                .decisive("status", "status") { .text($0.status?.rawValue) },
                .useful("last bought", "last_purchase") { .moment($0.lastPurchase) },
            ], at: now, empty: "every chain has a customer",
            footnotes: page.lines.isEmpty ? [] : ["\(page.lines.count) of \(page.count)"],
            remarks: next(page.next))
    }
}

/// The answer of `chain list --nobody`.
extension ChainListPage: JSONEncodable {
    package var json: JSONValue {
        .object([
            "chains": lines.map {
                .object([
                    "original_transaction_id": $0.chain.original, "environment": $0.chain.environment,
                    "product_id": $0.product, "last_purchased_at": $0.lastPurchase, "status": $0.status,
                ])
            },
            "count": count.description, "next": next,
        ])
    }
}
