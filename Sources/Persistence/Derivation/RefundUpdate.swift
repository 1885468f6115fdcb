import Purchases

/// Which refunds customers asked Apple for, and what Apple decided: follows from the notifications and the record of the
/// charge, in whatever order they came.
///
/// An *asking* is one question of Apple's, a `CONSUMPTION_REQUEST`; those about one charge until Apple decides are one
/// request (`RefundRound`). Rows and lists are ``RefundTable``'s.
struct RefundUpdate {
    private let db: Connection

    /// An update within a write.
    init(in db: Connection) { self.db = db }

    /// Notes that Apple asked what was consumed; what was noted before is merged. Which request that belongs to is decided
    /// when the chain is settled.
    ///
    /// Version 1 has no date of its own: there it counts from when it was received. Nor does it name the transaction, and
    /// the receipt beside it need not tell of a consumable; whose chain is the transaction itself.
    ///
    /// Source: Apple, `latest_receipt_info`: consumables that were finished are not in it.
    func note(
        _ notice: DocumentContents.Notice, in environment: AppStoreEnvironment, of contents: DocumentContents
    ) throws {
        let notification = notice.notification
        guard notification.type == "CONSUMPTION_REQUEST", let chain = notice.chain else { return }
        let isOld = notification.uuid == nil
        guard let transaction = notification.charge ?? (isOld ? TransactionID(chain.rawValue) : nil) else {
            return
        }
        let charge = contents.transactions.first { $0.transactionID == transaction }
        let received = notification.receivedAt ?? contents.knownAt
        let asked = isOld ? notification.receivedAt ?? notification.signedAt : notification.signedAt
        // What Apple signed within its question may have been signed before it.
        let known = isOld ? received : min(received, charge.map { contents.knownAt(of: $0) } ?? received)
        let asking = RefundAsking(
            notification: notification.uuid ?? "v1 \(contents.precedence.digest)", transaction: transaction,
            product: charge?.values.productID, reason: notice.refundReason, at: asked, knownAt: known)
        let row = RefundAskingRow(environment: environment, chain: chain, asking: asking)
        try db.run(RefundUpdate.merging) { $0.bind(row) }
    }

    /// The same question again: of each value the least is kept, so that the order of its documents does not matter.
    private static let merging = """
        \(RefundAskingRow.table.insertion) ON CONFLICT (environment, transaction_id, notification) DO UPDATE SET
          asked_ms = CASE WHEN excluded.asked_ms < refund_askings.asked_ms THEN excluded.asked_ms
            ELSE refund_askings.asked_ms END,
          known_ms = CASE WHEN excluded.known_ms < refund_askings.known_ms THEN excluded.known_ms
            ELSE refund_askings.known_ms END,
          product_id = CASE WHEN excluded.product_id < refund_askings.product_id THEN excluded.product_id
            ELSE coalesce(refund_askings.product_id, excluded.product_id) END,
          reason = CASE WHEN excluded.reason < refund_askings.reason THEN excluded.reason
            ELSE coalesce(refund_askings.reason, excluded.reason) END
        """

    /// Decides anew which questions about a chain are one request, and what became of each.
    func settle(_ stored: StoredChain, at instant: Instant) throws {
        let chain = stored.chain.id
        let asked = try RefundAskingRow.table.rows(
            "WHERE original_transaction_id = ? AND environment = ? ORDER BY \(RefundAskingRow.order)",
            [chain.original, chain.environment], in: db)
        guard !asked.isEmpty else { return }
        let rulings = try self.rulings(stored.rowID)
        let byCharge = Dictionary(grouping: asked) { asked in
            charge(of: asked.asking, in: stored)?.ids[0] ?? asked.asking.transaction
        }
        // The oldest question first, so that the same documents give the same numbers.
        let ordered = byCharge.sorted { ($0.value[0].asking.at, $0.key) < ($1.value[0].asking.at, $1.key) }
        for (id, questions) in ordered {
            let charge = charge(of: questions[0].asking, in: stored)
            let ids = charge.map { Set($0.ids) } ?? [id]
            let told = rulings.filter { ids.contains($0.charge) }.map(\.ruling) + recorded(charge)
            try settle(questions, ruled: told, in: chain, at: instant)
        }
    }

    private func charge(of asking: RefundAsking, in stored: StoredChain) -> Transaction? {
        stored.chain.transactions.first { $0.ids.contains(asking.transaction) }
    }

    /// The questions of one charge. A request keeps its number as long as one of its questions is in it; the answers of
    /// one that has none left pass to its heir, which took one of them.
    private func settle(
        _ asked: [RefundAskingRow], ruled rulings: [RefundRound.Ruling], in chain: ChainID,
        at instant: Instant
    ) throws {
        let numbers = Dictionary(
            uniqueKeysWithValues: asked.compactMap { asked in asked.request.map { (asked.asking, $0) } })
        var left = Set(asked.compactMap(\.request))
        var heirs: [Int64: Int64] = [:]
        for round in RefundRound.rounds(of: asked.map(\.asking), ruled: rulings) {
            let own = Set(round.askings.compactMap { numbers[$0] })
            let row = try save(round, as: own.intersection(left).min(), in: chain)
            left.remove(row)
            for other in own where other != row { heirs[other] = row }
            for asking in round.askings where numbers[asking] != row {
                try db.run(
                    """
                    UPDATE refund_askings SET request_id = ?
                    WHERE environment = ? AND transaction_id = ? AND notification = ?
                    """, [row, chain.environment, asking.transaction, asking.notification])
            }
        }
        for gone in left.sorted() {
            if let heir = heirs[gone] { try pass(gone, to: heir, at: instant) }
        }
    }

    /// Writes a request, as the one of a number or as a new one; answers its number.
    private func save(_ round: RefundRound, as known: Int64?, in chain: ChainID) throws -> Int64 {
        let facts = RefundRequestFacts(round)
        guard let known else {
            return try RefundRequestRow.table.add(
                RefundRequestRow(environment: chain.environment, chain: chain.original, facts: facts), in: db)
        }
        try db.run(RefundRequestFacts.change) { binder in
            binder.bind(facts)
            binder.bind(known)
        }
        return known
    }

    /// Lets a request go whose questions turned out to be another's: two ids were one charge. Its answers are the other's.
    private func pass(_ gone: Int64, to heir: Int64, at instant: Instant) throws {
        try db.run(
            """
            UPDATE requests SET state = 'cancelled', next_try_ms = NULL, ended_at_ms = ?3, outcome = 'needless'
            WHERE kind = 'consumption' AND subject = ?1 AND state = 'waiting' AND EXISTS (SELECT 1 FROM requests w
              WHERE w.kind = 'consumption' AND w.subject = ?2 AND w.state IN ('waiting', 'done'))
            """, [String(gone), String(heir), instant])
        try db.run(
            "UPDATE requests SET subject = ?2 WHERE kind = 'consumption' AND subject = ?1",
            [String(gone), String(heir)])
        try db.run("DELETE FROM refund_requests WHERE id = ?", [gone])
    }

    /// What the record of the charge says, where no notification came.
    private func recorded(_ charge: Transaction?) -> [RefundRound.Ruling] {
        guard let charge, charge.revocationKind == .refund, let revocation = charge.revocation else {
            return []
        }
        return [RefundRound.Ruling(.refunded, at: revocation.at)]
    }

    private func rulings(_ chain: Int64) throws -> [(ruling: RefundRound.Ruling, charge: TransactionID)] {
        let told = try db.map(
            """
            SELECT type, CASE WHEN uuid IS NULL THEN coalesce(received_ms, signed_ms) ELSE signed_ms END AS at, charge
            FROM notifications WHERE chain_id = ?
              AND type IN ('REFUND', 'REFUND_DECLINED', 'REFUND_REVERSED') AND charge IS NOT NULL
            """, [chain]
        ) { row -> (ruling: RefundRound.Ruling, charge: TransactionID)? in
            let decision: RefundRequest.Decision? =
                switch try row[0] as String {
                case "REFUND": .refunded
                case "REFUND_DECLINED": .declined
                case "REFUND_REVERSED": .reversed
                default: nil
                }
            guard let decision else { return nil }
            return (ruling: RefundRound.Ruling(decision, at: try row[1]), charge: try row[2])
        }
        return told.compactMap { $0 }
    }
}

extension RefundRequestFacts {
    /// Changes those of the request of a number, bound last, where they differ.
    fileprivate static let change: String = {
        let columns = ColumnNames(of: RefundRequestFacts.self)
        let places = (1...columns.count).map { "?\($0)" }.joined(separator: ", ")
        return """
            UPDATE refund_requests SET (\(columns.selection)) = (\(places))
            WHERE id = ?\(columns.count + 1) AND (\(columns.selection)) IS DISTINCT FROM (\(places))
            """
    }()

    /// What the questions of a request and Apple's word about it come to.
    fileprivate init(_ round: RefundRound) {
        self.init(
            transaction: round.transaction, product: round.product, reason: round.reason,
            askedAt: round.askedAt, dueAt: round.dueAt, knownAt: round.knownAt,
            decision: round.ruling?.decision, decidedAt: round.ruling?.at)
    }
}
