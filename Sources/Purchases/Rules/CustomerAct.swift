/// What people do about a customer, with its values. `CustomerKeeping` in `Persistence/Customers` carries it out, and says
/// which permission it needs.
package enum CustomerAct: Hashable, Sendable {
    /// Keeps a note, with the helpdesk's case.
    case note(String, reference: String? = nil)
    /// Says whether the customer's Sandbox purchases give access.
    case tester(Bool)
    /// Notes whether the customer agrees that Apple is told what was consumed; without that nothing is answered, and an
    /// answer that waits is not sent.
    case consent(Bool)
    /// Copies personal data out of the program, such as an e-mail address or a reply; nothing is removed. The audit log notes
    /// the field, by its name there, before it is copied.
    case takeOut(field: String)
    /// Looks at personal data that is hidden from the agent otherwise, and says why; the audit log is told before it is
    /// shown.
    case look(because: String)
}
