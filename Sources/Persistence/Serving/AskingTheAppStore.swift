internal import GRDB
public import Purchases

extension Store {
    /// Asks the App Store for what an order bought, or for news of a chain; what waits already is tried at once. Another
    /// verification of a ticket's purchase is asked for with ``askForRetry(of:reference:version:by:at:)``.
    ///
    /// - Throws: `StoreError`: usage for what is no order id; not found for an unknown chain; refused by role; busy.
    @discardableResult
    public func askAppStore(
        _ kind: AppStoreRequest.Kind, about subject: String, by agent: AgentName, at now: Instant
    ) throws -> AskedRow {
        if kind == .retry {
            let page = try askForRetry(of: TicketID(subject), by: agent, at: now)
            return try read { db in
                guard let row = try AskedTable.rows(.ticket(page.ticket.id), limit: 1, in: db).first else {
                    throw StoreError.unknownTicket(TicketID(subject))
                }
                return row
            }
        }
        // What is sent of these is decided by who asks for them: they have ways of their own.
        guard ![.extend, .massExtend].contains(kind) else { throw StoreError.unaudited }
        return try write(.appStoreAsk, by: agent, at: now) { writing in
            let subject = try AskedTable.checked(subject, for: kind, in: writing.db)
            let known = try AppStoreRequestTable.waiting(kind, about: subject, in: writing.db)
            if let known, let waiting = try AskedTable.row(known, in: writing.db),
                waiting.request.nextTryAt.map({ $0 <= now }) ?? false
            {
                return .nothing(waiting)
            }
            let row = try AppStoreRequestTable.ask(kind, about: subject, by: agent, at: now, in: writing.db)
            guard let asked = try AskedTable.row(row, in: writing.db) else { throw StoreError.unaudited }
            try writing.changed(.asked, asked.id.rawValue)
            return .done(asked, try AskedTable.draft(asked.request))
        }
    }

    /// Lets something that waits be tried no more; what was cancelled before is answered as it is.
    ///
    /// - Throws: `StoreError`: not found; conflict when it came to another end; refused by role; busy.
    @discardableResult
    public func cancelAsked(
        _ id: AppStoreRequestID, by agent: AgentName, at now: Instant
    ) throws -> AskedRow {
        try write(.appStoreCancel, by: agent, at: now) { writing in
            guard let row = Int64(id.rawValue), let asked = try AskedTable.row(row, in: writing.db) else {
                throw StoreError.unknownAsked(id)
            }
            switch asked.request.state {
            case .cancelled: return .nothing(asked)
            case .done, .failed: throw StoreError.askedEnded(id, asked.request.state)
            // Apple has begun with everybody's renewals, and does not stop.
            case .waiting where asked.request.outcome == "in_progress":
                throw StoreError.askedEnded(id, .done)
            case .waiting: break
            }
            try writing.db.run(
                """
                UPDATE requests SET state = 'cancelled', next_try_ms = NULL, ended_at_ms = ?, ended_by = ? WHERE id = ?
                """, [now, agent, row])
            guard let ended = try AskedTable.row(row, in: writing.db) else { throw StoreError.unaudited }
            try writing.changed(.asked, id.rawValue)
            if ended.request.kind == .retry { try writing.changed(.ticket, ended.request.subject) }
            return .done(ended, try AskedTable.draft(ended.request))
        }
    }

    /// What is asked of the App Store, with its tries.
    public func asked(_ filter: AskedFilter = .all, limit: Int = 50) throws -> [AskedRow] {
        try read { try AskedTable.rows(filter, limit: max(1, min(limit, 10_000)), in: $0) }
    }

    /// One thing that is asked; nil when there is none of that number.
    public func asked(_ id: AppStoreRequestID) throws -> AskedRow? {
        try read { db in try Int64(id.rawValue).flatMap { try AskedTable.row($0, in: db) } }
    }
}

extension AskedTable {
    /// The one of a number; nil when there is none.
    fileprivate static func row(_ id: Int64, in db: Database) throws -> AskedRow? {
        guard let request = try AppStoreRequestTable.at(id, in: db) else { return nil }
        return AskedRow(request: request, tries: try tries(of: request.id, in: db))
    }

    /// What is asked about, as it is kept; refuses what makes no sense.
    fileprivate static func checked(
        _ subject: String, for kind: AppStoreRequest.Kind, in db: Database
    ) throws -> String {
        switch kind {
        case .order:
            guard OrderTable.isOrderID(subject) else { throw StoreError.badOrder(OrderID(subject)) }
            return subject.uppercased()
        case .refresh:
            guard try db.exists("SELECT 1 FROM chains WHERE original_transaction_id = ?", [subject]) else {
                throw StoreError.unknownChain(OriginalTransactionID(subject))
            }
            return subject
        case .retry, .finish, .extend, .massExtend, .consumption: return subject
        }
    }

    /// What the audit log says of it.
    fileprivate static func draft(_ request: AppStoreRequest) throws -> AuditDraft {
        let subject: AuditSubject? =
            switch request.kind {
            case .retry, .finish: .ticket(TicketID(request.subject))
            case .refresh, .extend: .chain(OriginalTransactionID(request.subject))
            case .order, .massExtend, .consumption: nil
            }
        return try AuditDraft(
            request.id.rawValue, about: [.asked(request.id)] + (subject.map { [$0] } ?? []),
            ["kind": request.kind.rawValue, "subject": request.subject])
    }
}
