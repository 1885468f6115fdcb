package import Purchases

/// What people ask of the App Store: rows of `requests` that wait until the server's `RequestWorker` asks.
/// `DueAsks.swift` says which are due and what they are asked with.
extension Store {
    /// Asks the App Store for what an order bought, for news of a chain, or to finish a ticket's transaction; what waits
    /// already is tried at once. Another verification of a ticket's purchase is asked for with
    /// ``act(_:on:reference:version:by:at:)``.
    ///
    /// - Throws: `StoreError`: usage for what is no order id; not found for an unknown chain or ticket; conflict for a
    /// ticket whose transaction is not to be finished; refused by role; busy.
    @discardableResult
    package func askAppStore(
        _ kind: AppStoreRequest.Kind, about subject: String, by agent: AgentName, at now: Instant
    ) throws(StoreError) -> AskedRow {
        if kind == .retry {
            let ticket = try act(.retry, on: TicketID(subject), by: agent, at: now).page?.ticket.id
            return try read { db in
                guard let ticket,
                    let row = try AskedTable.rows(.ticket(ticket), limit: 1, at: now, in: db).first
                else {
                    throw StoreError.unknown(.ticket(TicketID(subject)))
                }
                return row
            }
        }
        // These have writes of their own, which decide what is sent: `Persistence/Extensions`,
        // `Chains/AccountTokens.swift`.
        guard ![.extend, .massExtend, .token].contains(kind) else { throw StoreError.store(.unaudited) }
        return try write(.appStoreAsk, by: agent, at: now) { writing in
            let (subject, arguments) = try AskedTable.checked(subject, for: kind, in: writing.db)
            let known = try AppStoreRequestTable.waiting(kind, about: subject, in: writing.db)
            if let known, let waiting = try AskedTable.row(known, at: now, in: writing.db),
                waiting.request.nextTryAt.map({ $0 <= now }) ?? false
            {
                return .nothing(waiting)
            }
            let row = try AppStoreRequestTable.ask(
                kind, about: subject, arguments: arguments, by: agent, at: now, in: writing.db)
            if kind == .finish, let ticket = TicketID(subject).row {
                if known == nil {
                    try TicketWorkTable.keep(.finishAsked, of: ticket, by: agent, at: now, in: writing.db)
                }
                try writing.changed(.ticket, subject)
            }
            guard let asked = try AskedTable.row(row, at: now, in: writing.db) else {
                throw StoreError.store(.unaudited)
            }
            try writing.changed(.asked, asked.id.rawValue)
            return .done(asked, try AskedTable.draft(asked.request))
        }
    }

    /// Lets something that waits be tried no more; what was cancelled before is answered as it is.
    ///
    /// Cancelling needs the same permission as asking.
    ///
    /// - Throws: `StoreError`: not found; conflict when it came to another end, while a server asks it, and where Apple has
    /// begun; refused by role; busy.
    @discardableResult
    package func cancelAsked(
        _ id: AppStoreRequestID, by agent: AgentName, at now: Instant
    ) throws(StoreError) -> AskedRow {
        try write(.appStoreCancel, by: agent, at: now) { writing in
            guard let row = Int64(id.rawValue), let asked = try AskedTable.row(row, at: now, in: writing.db)
            else {
                throw StoreError.unknown(.asked(id))
            }
            try writing.require(asked.request.kind.permission)
            switch asked.request.state {
            case .cancelled: return .nothing(asked)
            case .done, .failed: throw StoreError.asking(.ended(id, asked.request.state))
            case .waiting where asked.isTaken: throw StoreError.asking(.taken(id))
            // Apple has begun with everybody's renewals, and does not stop; only the asking can, where it answers nothing.
            case .waiting where asked.request.massExtensionEffect.map { !$0.isSilent(at: now) } ?? false:
                throw StoreError.asking(.ended(id, .done))
            case .waiting: break
            }
            try writing.db.run(
                """
                UPDATE requests SET state = 'cancelled', next_try_ms = NULL, ended_at_ms = ?1, ended_by = ?2,
                  outcome = CASE WHEN ?3 = 1 THEN 'cut_off' ELSE outcome END WHERE id = ?4
                """, [now, agent, try isCutOff(asked.request, in: writing.db), row])
            try AskedTry.followUp(asked.request, in: writing)
            guard let ended = try AskedTable.row(row, at: now, in: writing.db) else {
                throw StoreError.store(.unaudited)
            }
            try writing.changed(.asked, id.rawValue)
            if [.retry, .finish].contains(ended.request.kind) {
                try writing.changed(.ticket, ended.request.subject)
            }
            return .done(ended, try AskedTable.draft(ended.request))
        }
    }

    /// Whether nobody knows if Apple did what it was asked: a server ended while it asked, or an extension was sent and no
    /// answer came.
    private func isCutOff(_ request: AppStoreRequest, in db: Connection) throws -> Bool {
        switch request.kind {
        case .extend: request.isUnsettledExtension
        case .finish, .consumption, .token: try LeaseTable.isLeft(.request(request.id), in: db)
        case .massExtend: request.massExtensionEffect != nil
        case .retry, .order, .refresh: false
        }
    }

    /// What is asked of the App Store, with its tries.
    ///
    /// - Parameters:
    ///   - limit: how much at most; nil for all.
    ///   - now: the moment at which servers may be asking; without one nothing is said to be asked just then.
    package func asked(
        _ filter: AskedFilter = .all, limit: Int? = 50, at now: Instant? = nil
    ) throws(StoreError) -> [AskedRow] {
        try read { try AskedTable.rows(filter, limit: limit.map { max(1, $0) } ?? .max, at: now, in: $0) }
    }

    /// One thing that is asked; nil when there is none of that number.
    package func asked(_ id: AppStoreRequestID, at now: Instant? = nil) throws(StoreError) -> AskedRow? {
        try read { db in try Int64(id.rawValue).flatMap { try AskedTable.row($0, at: now, in: db) } }
    }
}

extension AppStoreRequest.Kind {
    /// What somebody must be allowed who asks for it, or cancels it.
    package var permission: Permission {
        switch self {
        case .order, .refresh, .retry, .finish: .askAppStore
        case .extend, .massExtend: .extend
        case .consumption: .answerRefunds
        case .token: .setAccountToken
        }
    }
}

extension AskedTable {
    /// The one of a number; nil when there is none.
    static func row(_ id: Int64, at now: Instant?, in db: Connection) throws -> AskedRow? {
        guard let request = try AppStoreRequestTable.at(id, in: db) else { return nil }
        return try row(
            request, verifications: SettingTable.ticketRules(db).attemptLimit, at: now, in: db)
    }

    /// What is asked about and what is sent with it, as they are kept; refuses what makes no sense.
    fileprivate static func checked(
        _ subject: String, for kind: AppStoreRequest.Kind, in db: Connection
    ) throws -> (subject: String, arguments: String) {
        switch kind {
        case .order:
            guard OrderTable.isOrderID(subject) else { throw StoreError.invalid(.order(OrderID(subject))) }
            return (subject.uppercased(), "{}")
        case .finish:
            guard let ticket = try TicketTable.find(TicketID(subject), in: db) else {
                throw StoreError.unknown(.ticket(TicketID(subject)))
            }
            return (ticket.id.rawValue, try ColumnText.json(FinishOrder(ticket)))
        case .refresh:
            guard try db.exists("SELECT 1 FROM chains WHERE original_transaction_id = ?", [subject]) else {
                throw StoreError.unknown(.chain(OriginalTransactionID(subject)))
            }
            return (subject, "{}")
        case .retry, .extend, .massExtend, .token: return (subject, "{}")
        // What is answered about a refund is decided with its facts, never here.
        case .consumption: throw StoreError.unknown(.refund(RefundRequestID(subject)))
        }
    }

    /// What the audit log says of it.
    fileprivate static func draft(_ request: AppStoreRequest) throws -> AuditDraft {
        let subject: AuditSubject? =
            switch request.kind {
            case .retry, .finish: .ticket(TicketID(request.subject))
            case .refresh, .extend, .token: .chain(OriginalTransactionID(request.subject))
            case .order, .massExtend, .consumption: nil
            }
        return try AuditDraft(
            request.id.rawValue, about: [.asked(request.id)] + (subject.map { [$0] } ?? []),
            ["kind": request.kind.rawValue, "subject": request.subject])
    }
}
