package import Purchases

/// The wordings that leads set in place of the answers to customers that the program brings.
extension Store {
    /// What leads decided about answers to customers.
    package func replyPolicy() throws(StoreError) -> ReplyPolicy {
        try read { try ReplyTemplateTable.policy($0) }
    }

    /// Keeps a wording in place of the answer that the program brings.
    ///
    /// - Throws: `StoreError`: usage for a text that is no template; refused by role.
    package func setReplyTemplate(
        _ key: ReplyPolicy.Key, to text: String, by lead: AgentName, at now: Instant
    ) throws(StoreError) {
        do {
            _ = try ReplyTemplate(text)
        } catch {
            throw StoreError.invalid(.template(error))
        }
        try keep(text, key, by: lead, at: now)
    }

    /// Takes the answer that the program brings again.
    ///
    /// - Throws: `StoreError`: refused by role.
    package func resetReplyTemplate(_ key: ReplyPolicy.Key, by lead: AgentName, at now: Instant)
        throws(StoreError)
    {
        try keep(nil, key, by: lead, at: now)
    }

    private func keep(
        _ text: String?, _ key: ReplyPolicy.Key, by lead: AgentName, at now: Instant
    ) throws(StoreError) {
        let name = "reply.\(key.language.rawValue).\(key.situation.rawValue)"
        try write(.templateSet, by: lead, at: now) { writing in
            let before = try ReplyTemplateTable.body(key, in: writing.db)
            guard before != text else { return .nothing(()) }
            try ReplyTemplateTable.set(key, to: text, in: writing.db)
            try writing.changed(.setting, name)
            return .done(
                (),
                try AuditDraft(name, about: [.setting(name)], ["before": before, "after": text]))
        }
    }
}
