package import Purchases

/// The answer to a wish that Apple sign a customer's token (`appAccountToken`) into a chain: what follows from it, and
/// the row that waits until the server's `RequestWorker` sends it.
package struct AccountTokenAnswer: Sendable {
    /// Both customers' access without and with it.
    package let attachment: Attachment
    /// What is asked of the App Store.
    package let asked: AskedRow
}

extension Store {
    /// What becomes of both customers' access when Apple signs a customer's token into a chain; nothing is changed.
    ///
    /// - Throws: `StoreError`: not found for an unknown chain or customer; conflict where something stands against it.
    package func previewAccountToken(_ request: AttachRequest, at now: Instant) throws(StoreError)
        -> Attachment
    {
        try read { try AccountTokenMove(request, in: $0).move.attachment(at: now) }
    }

    /// Asks Apple to sign a customer's token into a chain: into its newest transaction and all that follow. Whose the
    /// chain is then follows from what Apple signs. What waits already is answered as it is.
    ///
    /// - Throws: `StoreError`: not found for an unknown chain or customer; usage without a reason; conflict where something
    ///   stands against it, or another customer's token waits to be sent; refused by role; busy.
    @discardableResult
    package func askAccountToken(
        _ request: AttachRequest, by agent: AgentName, at now: Instant
    ) throws(StoreError) -> AccountTokenAnswer {
        guard !request.reason.isEmpty else { throw StoreError.needs(.reason(for: .attaching)) }
        return try write(.accountToken, by: agent, at: now) { writing in
            let (db, chain) = (writing.db, request.chain.rawValue)
            let wish = try AccountTokenMove(request, in: db)
            let attachment = try wish.move.attachment(at: now)
            let known = try AppStoreRequestTable.waiting(.token, about: chain, in: db)
            if let known, let waiting = try AskedTable.row(known, at: now, in: db) {
                guard waiting.request.accountTokenOrder == wish.order else {
                    throw StoreError.asking(.tokenWaits(waiting.id))
                }
                return .nothing(AccountTokenAnswer(attachment: attachment, asked: waiting))
            }
            let row = try AppStoreRequestTable.ask(
                .token, about: chain, arguments: ColumnText.json(wish.order), by: agent, at: now, in: db)
            guard let asked = try AskedTable.row(row, at: now, in: db) else {
                throw StoreError.store(.unaudited)
            }
            try writing.changed(.asked, asked.id.rawValue)
            try writing.changed(.chain, chain)
            let about = attachment.people.map { AuditSubject.customer($0) }
            let details = AccountTokenDetails(
                kind: asked.request.kind.rawValue, subject: chain, reason: request.reason,
                from: attachment.from, to: attachment.to)
            return .done(
                AccountTokenAnswer(attachment: attachment, asked: asked),
                try AuditDraft(
                    asked.id.rawValue, about: [.asked(asked.id), .chain(request.chain)] + about, details))
        }
    }
}

/// A wish to sign a customer's token into a chain, against which nothing stands.
private struct AccountTokenMove {
    /// What is sent.
    let order: AccountTokenOrder
    /// What follows from it.
    let move: ChainMove

    init(_ request: AttachRequest, in db: Connection) throws {
        guard let customer = try CustomerTable.find(request.customer, in: db)?.customer else {
            throw try NameSuggestions.unknownCustomer(request.customer, in: db)
        }
        move = try ChainMove(request, in: db)
        let stored = move.chain
        let claims = try ClaimTable.all(ofChain: stored.rowID, in: db)
        if let obstacle = AccountTokenObstacle.first(against: customer, of: stored.chain, claims: claims) {
            throw StoreError.asking(.tokenRefused(stored.chain.id.original, customer.id, obstacle))
        }
        order = AccountTokenOrder(customer.id, in: stored.chain.id.environment)
    }
}

/// What the audit log tells of the wish.
private struct AccountTokenDetails: Encodable {
    let kind: String
    let subject: String
    let reason: String
    let from: AppUserID?
    let to: AppUserID
}
