public import Purchases

extension Store {
    /// Notes in the audit log that an agent takes personal data of a customer out, before that is done.
    ///
    /// Errors: not found, with the nearest names; refused by role, and for a store opened for reading only.
    public func noteReveal(
        of field: String, of customer: AppUserID, by agent: AgentName, at now: Instant
    ) throws {
        try write(.reveal, by: agent, at: now) { writing in
            _ = try CustomerKeeping.row(customer, writing.db)
            let details = ["field": field]
            return .done((), try AuditDraft(customer.rawValue, about: [.customer(customer)], details))
        }
    }
}
