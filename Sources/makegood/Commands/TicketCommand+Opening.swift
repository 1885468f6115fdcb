import ArgumentParser
import Persistence
import Purchases

extension TicketCommand {
    /// Opens a ticket.
    struct Open: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "open", abstract: "Open a ticket for a purchase that the app did not report.",
            discussion: "Without --charged and --not-charged the customer was charged now.")
        static let permission = Permission.workTickets

        @OptionGroup var global: GlobalOptions
        @Argument(help: "The customer's app_user_id.", completion: .customers) var customer: String
        @Option(help: "What was bought.", completion: .products) var product: String
        @Option(help: "When the customer was charged (RFC 3339).", transform: TimeArgument.parse)
        var charged: Instant?
        @Flag(help: "The customer was not charged.") var notCharged = false
        @Flag(help: "The app closed the payment transaction without delivering.") var finished = false
        @Option(help: "The transaction's id, where an invoice or the app shows it.") var transaction: String?
        @Option(help: "What it cost, such as 9.99.") var price: String?
        @Option(help: "The price's currency, such as EUR.") var currency: String?
        @Option(help: "What the customer said.") var note: String?
        @Option(help: "The helpdesk's case.") var ref: String?

        func validate() throws {
            guard charged == nil || !notCharged else {
                throw ValidationError("Say either --charged or --not-charged, not both.")
            }
            guard (price == nil) == (currency == nil) else {
                throw ValidationError("A price needs its currency: say both --price and --currency.")
            }
            guard price == nil || money != nil else {
                throw ValidationError("That is no price: write it as --price 9.99 --currency EUR.")
            }
        }

        var deed: String? { "the ticket was opened" }

        func run(in invocation: Invocation) throws -> ExitCode {
            let chargedAt = notCharged ? nil : charged ?? invocation.now
            let opening = OpenTicketRequest(
                customer: AppUserID(customer), product: ProductID(product), chargedAt: chargedAt,
                isFinished: finished, transactionID: transaction.map(TransactionID.init), price: money,
                note: note, reference: ref)
            return try TicketCommand.answer(
                invocation.store.openTicket(opening, by: invocation.agent, at: invocation.now), invocation)
        }

        private var money: Money? {
            guard let price, let currency else { return nil }
            return Money(amount: price, currency: currency.uppercased())
        }
    }
}
