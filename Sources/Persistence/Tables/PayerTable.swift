import Purchases

/// Customers who paid for a part of another's chain, as the `appAccountToken` of its charges tells and their table
/// keeps.
struct PayerTable: Equatable {
    private let row: ChainPayer
    private let name: AppUserID

    var chain: Int64 { row.chain }
    /// The token that charges of the chain carry.
    var token: String { row.token }
    /// Whose the token is, by row and by name.
    var customer: (row: Int64, id: AppUserID) { (row.customer, name) }
    /// Since when it is known whose the token is.
    var knownAt: Instant { row.knownAt }
    /// When the chain was attached to its owner.
    var attachedAt: Instant? { row.attachedAt }

    static func == (left: PayerTable, right: PayerTable) -> Bool { left.row == right.row }

    private static let selection = """
        SELECT u.app_user_id, \(ColumnNames(of: ChainPayer.self).selection(of: "p"))
        FROM chain_payers p JOIN customers u ON u.id = p.customer_id
        """

    private init(_ row: StoredRow) throws { (name, self.row) = (try row[0], try ChainPayer(row, after: 1)) }

    private init(_ row: ChainPayer, name: AppUserID) { (self.row, self.name) = (row, name) }

    /// Those of a chain, by token.
    static func all(ofChain chain: Int64, in db: Connection) throws -> [PayerTable] {
        try db.map("\(selection) WHERE p.chain_id = ? ORDER BY p.token", [chain], PayerTable.init)
    }

    /// Those of all chains of an owner.
    static func all(ofOwner customer: Int64, in db: Connection) throws -> [PayerTable] {
        try db.map("\(selection) WHERE p.owner_id = ? ORDER BY p.token", [customer], PayerTable.init)
    }

    /// The chains of others that a customer paid for a part of.
    static func chains(paidBy customer: Int64, in db: Connection) throws -> [Int64] {
        try db.values("SELECT DISTINCT chain_id FROM chain_payers WHERE customer_id = ?", [customer])
    }

    /// The expression for the row of who paid for charge `t` of chain `c`: whose token it carries, else the chain's owner.
    static let whoPaid = """
        coalesce((SELECT cp.customer_id FROM chain_payers cp
          WHERE cp.chain_id = c.id AND cp.token = t.app_account_token), c.customer_id)
        """

    /// The query for the chains of a customer, by an expression for the row: one's own, and those of others that the
    /// customer paid for a part of.
    static func chains(ofCustomer customer: String) -> String {
        """
        SELECT co.id FROM chains co WHERE co.customer_id = \(customer)
        UNION SELECT cp.chain_id FROM chain_payers cp WHERE cp.customer_id = \(customer)
        """
    }

    /// Works out from the claims on a chain who paid for a part of it, keeps that where it differs, and answers the
    /// customers whom it concerns or concerned.
    static func settle(
        _ chain: Int64, owner: Int64?, claims: [OwnerClaim], isNew: Bool, in db: Connection
    ) throws -> Set<Int64> {
        let before = isNew ? [] : try all(ofChain: chain, in: db)
        let holder = OwnerRule.holding(claims)
        let others = claims.filter {
            $0.kind == .appAccountToken && $0.token != nil && $0.customer != nil
                && $0.customer != holder?.customer
        }
        guard !(before.isEmpty && others.isEmpty) else { return [] }
        let carried = Set(
            try db.values(
                "SELECT DISTINCT app_account_token FROM transactions WHERE chain_id = ? AND app_account_token IS NOT NULL",
                [chain]) as [String])
        let attachedAt = holder?.kind == .attach ? holder?.at : nil
        let after = try others.compactMap { claim -> PayerTable? in
            guard let token = claim.token?.whole, carried.contains(token), let customer = claim.customer
            else {
                return nil
            }
            return PayerTable(
                ChainPayer(
                    chain: chain, token: token, customer: try CustomerTable.ensure(customer, in: db),
                    owner: owner, knownAt: claim.knownAt, attachedAt: attachedAt), name: customer)
        }.sorted { $0.token < $1.token }
        if before != after {
            try db.run("DELETE FROM chain_payers WHERE chain_id = ?", [chain])
            try ChainPayer.table.insert(after.lazy.map(\.row), in: db)
        }
        for gone in Set(before.map(\.customer.row)).subtracting(after.map(\.customer.row)) {
            try db.run(
                "DELETE FROM payer_periods WHERE chain_id = ? AND customer_id = ?", [chain, gone])
        }
        return Set((before + after).map(\.customer.row))
    }
}

extension ChainHolding {
    /// Whose the time of a chain is, by its owner and those who paid beside.
    init(owner: AppUserID?, payers: [PayerTable]) {
        self.init(
            owner: owner,
            payers: Dictionary(
                payers.map { ($0.token, $0.customer.id) }, uniquingKeysWith: { first, _ in first }),
            attachedAt: payers.first?.attachedAt)
    }
}

/// Whose a token is that charges of another's chain carry.
struct ChainPayer: TableRow, Equatable {
    static let table = Table<ChainPayer>("chain_payers", key: "chain_id", "token")
    static let unread = ChainPayer(chain: 0, token: "", customer: 0, knownAt: .earliest)

    var chain: Int64
    var token: String
    var customer: Int64
    /// The customer who owns the chain; nil when none does.
    var owner: Int64?
    var knownAt: Instant
    var attachedAt: Instant?

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("chain_id", &chain)
        columns.visit("token", &token)
        columns.visit("customer_id", &customer)
        columns.visit("owner_id", &owner)
        columns.visit("known_ms", &knownAt)
        columns.visit("until_ms", &attachedAt)
    }
}
