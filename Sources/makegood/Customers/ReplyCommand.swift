import ArgumentParser
import JSONAnswers
package import JSONValues
import Persistence
package import Purchases
import Wording

/// Answers a customer: the text to send, in the customer's language.
struct ReplyCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "reply", abstract: "Write an answer to a customer, about a ticket or about access.",
        discussion: """
            The answer is made from the facts of the ticket or the verdict, and ends in what the customer does next. \
            Without --lang it is in the customer's language where there are answers in it, else in that of \
            policy.reply_language. It holds the customer's name, so the audit log notes who took it out. Leads change \
            the wording with `makegood policy template`.
            """)
    static let permission = Permission.reveal

    @Argument(help: "A ticket's number, or a customer's app_user_id.", completion: .tickets) var id: String
    @Option(name: .customLong("lang"), help: "The language.") var language: ReplyLanguage?
    @Option(help: "The entitlement that the customer asks about.", completion: .entitlements)
    var entitlement: String?
    @Option(help: "What it is about, where you know better than the facts, such as refund_wanted.")
    var situation: ReplySituation?
    @OptionGroup var global: GlobalOptions

    var deed: String? { "the audit log has noted that the answer was taken out" }

    func run(in invocation: Invocation) throws -> ExitCode {
        let reply = try reply(in: invocation)
        if let customer = reply.customer {
            try invocation.store.act(
                .takeOut(field: "reply"), on: customer, by: invocation.agent, at: invocation.now)
        }
        let lines = reply.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        invocation.output.answer(.object(["reply": reply]), lines)
        return .success
    }

    /// A number is a ticket's where there is such a ticket, else a customer's.
    private func reply(in invocation: Invocation) throws -> Reply {
        if entitlement == nil, let page = try invocation.wholePage(of: TicketQuery(TicketID(id))) {
            return Reply(on: page, as: situation, in: language)
        }
        guard let page = try invocation.wholePage(of: CustomerQuery(AppUserID(id))) else {
            throw StoreError.unknown(.customer(AppUserID(id)))
        }
        return Reply(on: page, about: entitlement.map(EntitlementID.init), as: situation, in: language)
    }
}

extension ReplyLanguage: ExpressibleByArgument {}
extension ReplySituation: ExpressibleByArgument {}

extension Reply: JSONEncodable {
    package var json: JSONValue {
        .object([
            "customer": customer, "ticket": ticket, "language": language.rawValue,
            "situation": situation.rawValue, "text": text,
        ])
    }
}
