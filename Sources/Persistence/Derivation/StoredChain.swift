import Purchases

/// A chain with the rows that keep it: read whole, merged with what a document tells, saved where it differs. Its owner
/// is decided in ``ChainOwnershipUpdate``, its periods in ``PeriodTable``.
struct StoredChain {
    private(set) var rowID: Int64
    /// Whether nothing of it was kept before.
    let isNew: Bool
    /// Whose it is; nil when it is nobody's.
    var customerRow: Int64?
    /// Since when it is known whose it is; nil when it is nobody's.
    var ownerKnownAt: Instant?
    var chain: Chain
    /// Who paid for a part of it and is not its owner; read with all chains of a customer.
    var payers: [PayerTable] = []
    /// The customer for whom it was read, where it is another's of whom the customer paid for a part.
    private(set) var payer: Int64?
    /// What was asked and heard of it beside its facts.
    var askLog = AskSchedule.Log()
    /// The rows of its transactions.
    var rows: [StoredTransaction]

    /// The chain of that name; nil when there is none.
    static func find(_ id: ChainID, in db: Connection) throws -> StoredChain? {
        try db.first(
            "\(selection) WHERE environment = ? AND original_transaction_id = ?",
            [id.environment, id.original]
        ) { try StoredChain($0, in: db) }
    }

    /// The chain kept in a row; nil when there is none.
    static func at(_ rowID: Int64, in db: Connection) throws -> StoredChain? {
        try db.first("\(selection) WHERE id = ?", [rowID]) { try StoredChain($0, in: db) }
    }

    /// All chains of a customer, by name, and those of others that the customer paid for a part of, each as far as it is
    /// the customer's; those at hand are not read again.
    static func all(
        ofCustomer rowID: Int64, atHand: [Int64: StoredChain] = [:], in db: Connection
    ) throws -> [StoredChain] {
        var chains = try db.map(
            "\(selection) WHERE customer_id = ? ORDER BY original_transaction_id, environment", [rowID]
        ) { row in
            guard var known = try atHand[row[0]] else { return try StoredChain(row, in: db) }
            (known.customerRow, known.ownerKnownAt) = (rowID, row[2])
            return known
        }
        let payers = Dictionary(grouping: try PayerTable.all(ofOwner: rowID, in: db), by: \.chain)
        if !payers.isEmpty {
            for place in chains.indices {
                guard let others = payers[chains[place].rowID] else { continue }
                chains[place].share(among: others)
            }
        }
        let others = try PayerTable.chains(paidBy: rowID, in: db)
        guard !others.isEmpty else { return chains }
        for other in others {
            guard var chain = try StoredChain.at(other, in: db) else { continue }
            if let known = atHand[other] { (chain.chain, chain.rows) = (known.chain, known.rows) }
            chain.payer = rowID
            chain.share(among: try PayerTable.all(ofChain: other, in: db))
            chains.append(chain)
        }
        return chains.sorted { $0.chain.id < $1.chain.id }
    }

    /// The chain as far as it is a customer's, by ownership or by what the customer paid for; nil where nothing of it is.
    func share(of customer: Int64, in db: Connection) throws -> StoredChain? {
        let payers = try PayerTable.all(ofChain: rowID, in: db)
        guard customerRow == customer || payers.contains(where: { $0.customer.row == customer }) else {
            return nil
        }
        var shared = self
        if customerRow != customer { shared.payer = customer }
        shared.share(among: payers)
        return shared
    }

    /// Reduces it to what is the customer's for whom it was read.
    private mutating func share(among payers: [PayerTable]) {
        self.payers = payers
        let customer = payers.first { $0.customer.row == payer }?.customer.id
        // The owner's name does not matter here.
        let owner = AppUserID("")
        let holding = ChainHolding(owner: owner, payers: payers)
        chain = holding.share(of: customer ?? owner, in: chain) ?? chain
    }

    /// Whether a charge is anybody's, and since when that is known. Whose it is does not matter where this is asked.
    func holder(of transaction: Transaction) -> (owner: AppUserID?, knownAt: Instant?) {
        let token = transaction.values.appAccountToken
        let payer = token == nil ? nil : payers.first { $0.token == token?.whole }
        let isAnybodys = payer != nil || customerRow != nil
        return (isAnybodys ? AppUserID("") : nil, payer?.knownAt ?? ownerKnownAt)
    }

    private static let selection = """
        SELECT id, customer_id, owner_known_ms, environment, original_transaction_id, newest_document_ms,
          newest_known_ms, history_reach_ms, asks, asked_ms, notified_ms FROM chains
        """

    /// A chain that is not kept yet: it has a row once it is saved.
    init(new id: ChainID) {
        (rowID, isNew, customerRow, ownerKnownAt, rows) = (0, true, nil, nil, [])
        chain = Chain(id: id)
    }

    private init(_ row: StoredRow, in db: Connection) throws {
        rowID = try row[0]
        (customerRow, ownerKnownAt, isNew) = (row[1], row[2], false)
        askLog = AskSchedule.Log(asks: try row[8], askedAt: row[9], notifiedAt: row[10])
        rows = try TransactionTable.all(ofChain: rowID, in: db)
        chain = Chain(
            id: ChainID(try row[4], in: try row[3]), transactions: rows.map(\.transaction),
            renewals: try RenewalTable.all(ofChain: rowID, in: db), newestDocumentAt: row[5],
            newestKnownAt: row[6], historyReach: row[7])
    }
}

extension StoredChain {
    /// What saving a chain changed.
    struct Changes {
        /// Rows of transactions that were not known before.
        var new: Set<Int64> = []
        /// Rows of known transactions in which a value that Apple tells changed.
        var updated: Set<Int64> = []
        /// Rows of what turned out to be the same charge as another's.
        var removed: Set<Int64> = []

        /// Whether no transaction changed.
        var isEmpty: Bool { new.isEmpty && updated.isEmpty && removed.isEmpty }
    }

    /// Keeps the chain as it stands after a merge, and writes only the rows that differ.
    mutating func save(_ db: Connection) throws -> Changes {
        try saveSummary(db)
        guard !rows.isEmpty else { return try insertAll(db) }
        let known = rowsOfCharges()
        var changes = Changes()
        let kept = Set(known.compactMap { $0?.rowID })
        for row in rows where !kept.contains(row.rowID) {
            let ids = Set(row.transaction.ids)
            let charge = chain.transactions.firstIndex { !ids.isDisjoint(with: $0.ids) }
            try TransactionTable.delete(row.rowID, sameAs: charge.flatMap { known[$0]?.rowID }, in: db)
            changes.removed.insert(row.rowID)
        }
        rows = try zip(chain.transactions, known).map { transaction, row in
            try save(transaction, over: row, changes: &changes, in: db)
        }
        return changes
    }

    private mutating func insertAll(_ db: Connection) throws -> Changes {
        rows = try TransactionTable.insert(chain.transactions, of: chain.id, at: rowID, in: db)
        return Changes(new: Set(rows.map(\.rowID)))
    }

    /// For each charge the first row that has one of its ids and that no charge before it took; nil for a new charge.
    private func rowsOfCharges() -> [StoredTransaction?] {
        var byID: [TransactionID: [StoredTransaction]] = [:]
        for row in rows {
            for id in row.transaction.ids { byID[id, default: []].append(row) }
        }
        var taken: Set<Int64> = []
        return chain.transactions.map { charge in
            var first: StoredTransaction?
            for id in charge.ids {
                for row in byID[id] ?? [] where !taken.contains(row.rowID) {
                    if row.rowID < first?.rowID ?? .max { first = row }
                }
            }
            if let first { taken.insert(first.rowID) }
            return first
        }
    }

    private func save(
        _ transaction: Transaction, over known: StoredTransaction?, changes: inout Changes, in db: Connection
    ) throws -> StoredTransaction {
        guard let known else {
            let row = try TransactionTable.insert([transaction], of: chain.id, at: rowID, in: db)[0]
            changes.new.insert(row.rowID)
            return row
        }
        guard known.transaction != transaction else { return known }
        if known.transaction.values.inForce != transaction.values.inForce
            || known.transaction.ids != transaction.ids
        {
            changes.updated.insert(known.rowID)
        }
        try TransactionTable.update(transaction, of: chain.id, at: known.rowID, in: db)
        return StoredTransaction(rowID: known.rowID, transaction: transaction)
    }

    /// Keeps what is read of the chain without its transactions; a new chain gets its row.
    private mutating func saveSummary(_ db: Connection) throws {
        let summary = ChainSummary(of: chain)
        guard isNew else {
            try db.run(ChainSummary.change) { binder in
                binder.bind(summary)
                binder.bind(rowID)
            }
            return
        }
        let row = ChainRow(environment: chain.id.environment, original: chain.id.original, summary: summary)
        rowID = try ChainRow.table.add(row, in: db)
    }
}

/// A chain by its name, and what its facts come to; whose it is, what it gives cause for and when it was asked about are
/// kept beside, each by its own rule.
struct ChainRow: TableRow {
    static let table = Table<ChainRow>("chains", key: "id")
    static let unread = ChainRow(
        environment: .production, original: OriginalTransactionID(""), summary: .unread)

    var environment: AppStoreEnvironment
    var original: OriginalTransactionID
    var summary: ChainSummary

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("environment", &environment)
        columns.visit("original_transaction_id", &original)
        summary.visit(&columns)
    }
}

/// What lists and look-ups read of a chain without reading its transactions.
struct ChainSummary: TableValue {
    static let unread = ChainSummary()

    var bundleID: BundleID?
    var product: ProductID?
    var group: SubscriptionGroupID?
    var newestDocumentAt: Instant?
    var newestKnownAt: Instant?
    var historyReach: Instant?
    var firstPurchaseAt: Instant?
    var lastPurchaseAt: Instant?
    var autoRenew: Bool?

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("bundle_id", &bundleID)
        columns.visit("product_id", &product)
        columns.visit("subscription_group", &group)
        columns.visit("newest_document_ms", &newestDocumentAt)
        columns.visit("newest_known_ms", &newestKnownAt)
        columns.visit("history_reach_ms", &historyReach)
        columns.visit("first_purchase_ms", &firstPurchaseAt)
        columns.visit("last_purchase_ms", &lastPurchaseAt)
        columns.visit("auto_renew", &autoRenew)
    }
}

extension ChainSummary {
    /// The statement that changes the summary of a chain, whose row is bound last.
    fileprivate static let change = ColumnNames(of: ChainSummary.self).update(of: ChainRow.table.name)

    /// The summary of a chain.
    fileprivate init(of chain: Chain) {
        self.init(
            bundleID: chain.bundleID, product: chain.productID,
            group: chain.transactions.lazy.reversed().compactMap(\.values.group).first,
            newestDocumentAt: chain.newestDocumentAt, newestKnownAt: chain.newestKnownAt,
            historyReach: chain.historyReach, firstPurchaseAt: chain.transactions.first?.purchasedAt,
            lastPurchaseAt: chain.transactions.last?.purchasedAt,
            autoRenew: RenewalState(of: chain)?.autoRenew)
    }
}
