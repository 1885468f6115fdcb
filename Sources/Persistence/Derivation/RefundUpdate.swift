import GRDB
import Purchases

/// Which refunds customers asked Apple for, and what Apple decided: follows from the notifications and the record of the
/// charge, in whatever order they came.
struct RefundUpdate {
    private let db: Database

    /// An update within a write.
    init(in db: Database) { self.db = db }

    /// Notes that Apple asked what was consumed; what was noted before is merged.
    ///
    /// Version 1 has no date of its own: there it counts from when it was received. Nor does it name the transaction, and
    /// the receipt beside it need not tell of a consumable; whose chain is the transaction itself.
    ///
    /// Source: Apple, `latest_receipt_info`: consumables that were finished are not in it.
    func note(
        _ notice: DocumentContents.Notice, in environment: AppStoreEnvironment, of contents: DocumentContents
    ) throws {
        let notification = notice.notification
        guard notification.type == "CONSUMPTION_REQUEST", let transaction = RefundUpdate.subject(of: notice)
        else { return }
        let product = contents.transactions.first { $0.transactionID == transaction }?.values.productID
        let asked =
            notification.uuid == nil
            ? notification.receivedAt ?? notification.signedAt : notification.signedAt
        try db.run(
            """
            INSERT INTO refund_requests (environment, transaction_id, original_transaction_id, product_id,
              notification, reason, asked_ms, due_ms, known_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (environment, transaction_id, notification) DO UPDATE SET
              asked_ms = min(asked_ms, excluded.asked_ms), due_ms = min(due_ms, excluded.due_ms),
              known_ms = min(known_ms, excluded.known_ms), product_id = coalesce(product_id, excluded.product_id),
              reason = coalesce(reason, excluded.reason)
            """,
            [
                environment, transaction, notice.chain, product,
                notification.uuid ?? "v1 \(contents.precedence.digest)", notice.refundReason, asked,
                asked + RefundRequest.patience, notification.receivedAt ?? contents.knownAt,
            ])
    }

    private static func subject(of notice: DocumentContents.Notice) -> TransactionID? {
        if let charge = notice.notification.charge { return charge }
        return notice.notification.uuid == nil ? notice.chain.map { TransactionID($0.rawValue) } : nil
    }

    /// Decides anew what became of the refunds of a chain.
    func settle(_ stored: StoredChain) throws {
        let id = stored.chain.id
        let asked = try db.map(
            """
            SELECT id, transaction_id, asked_ms FROM refund_requests
            WHERE original_transaction_id = ? AND environment = ? ORDER BY asked_ms, id
            """, [id.original, id.environment]
        ) { Asked(row: try $0[0], transaction: try $0[1], at: try $0[2]) }
        guard !asked.isEmpty else { return }
        let decisions = try self.decisions(stored.rowID)
        let bySubject = Dictionary(grouping: asked) { asked in
            stored.chain.transactions.first { $0.ids.contains { $0.id == asked.transaction } }
        }
        for (transaction, requests) in bySubject {
            let ids = transaction.map { Set($0.ids.map(\.id)) } ?? Set(requests.map(\.transaction))
            try settle(requests, decisions.filter { ids.contains($0.charge) }, transaction)
        }
    }

    /// Apple's word on a request is its last one before the customer asks again; what stays without one shares the next.
    private func settle(
        _ requests: [Asked], _ decisions: [Decided], _ transaction: Transaction?
    ) throws {
        var (next, known): (Instant?, Decided?) = (nil, nil)
        for request in requests.reversed() {
            let own = decisions.last { $0.at >= request.at && $0.at < next ?? .latest }
            known = own ?? known ?? told(transaction, since: request.at)
            try db.run(
                """
                UPDATE refund_requests SET outcome = ?1, outcome_ms = ?2
                WHERE id = ?3 AND (outcome IS NOT ?1 OR outcome_ms IS NOT ?2)
                """, [known?.decision, known?.at, request.row])
            next = request.at
        }
    }

    /// What the record of the charge says, where no notification came.
    private func told(_ transaction: Transaction?, since asked: Instant) -> Decided? {
        guard let transaction, transaction.revocationKind == .refund,
            let revocation = transaction.revocation, revocation.at >= asked
        else { return nil }
        return Decided(.refunded, at: revocation.at, charge: transaction.ids[0].id)
    }

    private func decisions(_ chain: Int64) throws -> [Decided] {
        let told = try db.map(
            """
            SELECT type, CASE WHEN uuid IS NULL THEN coalesce(received_ms, signed_ms) ELSE signed_ms END AS at, charge
            FROM notifications WHERE chain_id = ?
              AND type IN ('REFUND', 'REFUND_DECLINED', 'REFUND_REVERSED') AND charge IS NOT NULL ORDER BY at, type
            """, [chain]
        ) { row -> Decided? in
            let decision: RefundRequest.Decision? =
                switch try row[0] as String {
                case "REFUND": .refunded
                case "REFUND_DECLINED": .declined
                case "REFUND_REVERSED": .reversed
                default: nil
                }
            return try decision.map { Decided($0, at: try row[1], charge: try row[2]) }
        }
        return told.compactMap { $0 }
    }

    /// A request of a customer's.
    private struct Asked {
        let row: Int64
        let transaction: TransactionID
        let at: Instant
    }

    /// What Apple decided about a charge.
    private struct Decided {
        let decision: RefundRequest.Decision
        let at: Instant
        let charge: TransactionID

        init(_ decision: RefundRequest.Decision, at: Instant, charge: TransactionID) {
            (self.decision, self.at, self.charge) = (decision, at, charge)
        }
    }
}
