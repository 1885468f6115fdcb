package import Purchases

/// What became of the wish to attach a chain. `ChainMove` in `Persistence/Chains` works it out and carries it out.
package enum AttachAnswer: Hashable, Sendable {
    case attached(Attachment)
    /// Somebody would lose access by it: it is filed as a request and waits for a lead, who sees what it would do.
    case filed(ApprovalRequest, Attachment)

    /// What attaching did; nil where nothing was attached.
    package var attachment: Attachment? {
        if case .attached(let attachment) = self { attachment } else { nil }
    }
}

extension Store {
    /// Attaches a chain to a customer; undone by attaching it back. Where an agent would take access from somebody by it,
    /// it is filed as a request to a lead instead.
    ///
    /// ```swift
    /// let wish = AttachRequest(chain, to: customer, reason: "wrong_account")
    /// switch try store.attach(wish, by: agent, at: now) {
    /// case .attached(let attachment): print(attachment.to)
    /// case .filed(let request, _): print(request.id, "waits for a lead")
    /// }
    /// ```
    ///
    /// - Throws: `StoreError`: not found for an unknown chain, and for a customer who is unknown and not to be created, with
    /// the nearest names; refused by role; usage without a reason or for no customer's name.
    package func attach(
        _ request: AttachRequest, by agent: AgentName, at now: Instant
    ) throws(StoreError) -> AttachAnswer {
        guard !request.reason.isEmpty else {
            throw StoreError.needs(.reason(for: .attaching))
        }
        return try write(.chainAttach, by: agent, at: now) { writing in
            let (move, attachment) = try ApprovalDecision.move(request, in: writing)
            let about = attachment.people.map { AuditSubject.customer($0) } + [.chain(request.chain)]
            if writing.role.asksBeforeTaking, let loser = attachment.losers.first {
                return try file(request, attachment, because: loser, about: about, in: writing)
            }
            try move.make(writing)
            let details = ChainMove.Details(attachment, because: request.reason)
            return .done(
                .attached(attachment), try AuditDraft(request.chain.rawValue, about: about, details))
        }
    }

    private func file(
        _ wish: AttachRequest, _ attachment: Attachment, because loser: AppUserID, about: [AuditSubject],
        in writing: StoreTransaction
    ) throws -> WriteResult<AttachAnswer> {
        struct Details: Encodable {
            let chain: String
            let from: String?
            let to: String
            let reason: String
        }
        let filed = try ApprovalTable.insert(
            wish, because: .losesAccess(customer: loser), facts: attachment.facts, in: writing)
        let details = Details(
            chain: wish.chain.rawValue, from: attachment.from?.rawValue, to: wish.customer.rawValue,
            reason: wish.reason)
        return .instead(
            .requestFile, .filed(filed, attachment),
            try AuditDraft(filed.id.rawValue, about: [.request(filed.id)] + about, details))
    }
}
