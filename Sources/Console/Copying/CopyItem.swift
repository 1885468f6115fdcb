import Persistence
import Purchases
import TerminalCore

/// Something that can be copied from a screen.
struct CopyItem: Hashable, Sendable {
    /// The key that copies it.
    let key: Key
    /// What it is.
    let label: String
    /// What is copied.
    let text: String
    /// What the audit log notes first; nil for what is not personal.
    let reveal: RevealDraft?
    /// Why it cannot be copied; nil when it can.
    let refusal: String?

    /// Something that anybody may copy.
    init(_ key: Key, _ label: String, _ text: String) {
        self.init(key, label, text, reveal: nil, refusal: nil)
    }

    /// A customer's address, for those who may see it.
    static func email(_ customer: Customer, _ context: ConsoleContext) -> CopyItem? {
        customer.values.email.map { email in
            let draft = RevealDraft(
                customer: customer.id, field: "email", label: "e-mail address", text: email)
            return CopyItem(
                "e", draft.label, context.people.email(customer.values), reveal: draft,
                refusal: context.concealment)
        }
    }

    /// What can be copied of a ticket.
    static func items(of ticket: Ticket) -> [CopyItem] {
        [
            CopyItem("d", "ticket id", ticket.id.rawValue),
            ticket.transactionID.map { CopyItem("t", "transaction id", $0.rawValue) },
            ticket.originalTransactionID.map { CopyItem("h", "chain id", $0.rawValue) },
            ticket.customer.map { CopyItem("i", "customer id", $0.rawValue) },
        ].compactMap { $0 }
    }

    private init(_ key: Key, _ label: String, _ text: String, reveal: RevealDraft?, refusal: String?) {
        (self.key, self.label, self.text, self.reveal) = (key, label, text, reveal)
        self.refusal = refusal ?? (Clipboard.takes(text) ? nil : "it is too long")
    }
}
