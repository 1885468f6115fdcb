import GRDB
import Purchases

/// A charge as the ledger keeps it: what was paid on which day, and what became of it.
struct ChargeTable: Hashable {
    /// The transaction's row; of a charge that only an app told of, its first attempt's, negated.
    var id: Int64
    /// Where it was made.
    var environment: AppStoreEnvironment
    /// The day of the charge in UTC, counted from 1970-01-01.
    var day: Int
    /// The currency; nil when nothing tells what was paid.
    var currency: String?
    /// What was paid.
    var milliunits: Int64
    /// What Apple gave back of it.
    var refunded: Int64
    /// What became of it.
    var standing: ChargeStanding
    /// Whether it is open and somebody works on its ticket.
    var isOwned = false
    /// The first of its attempts; nil when no app told of it.
    var attempt: Int64?
    /// Its ticket.
    var ticket: Int64?
    /// What its standing is without the ticket; nil when no app told of it.
    var facts: ChargeStanding?
    /// When it was made, if it may be a silent loss.
    var unheard: Instant?

    /// A charge of which no ticket is known yet.
    init(
        _ id: Int64, in environment: AppStoreEnvironment, at instant: Instant, _ money: ChargedMoney,
        _ standing: ChargeStanding
    ) {
        (self.id, self.environment, day) = (id, environment, instant.dayCount)
        currency = money.money?.currency
        (milliunits, refunded) = (money.money?.milliunits ?? 0, money.refunded)
        self.standing = standing
    }

    /// Gives it the standing that its ticket says.
    mutating func take(_ ticket: TicketStanding) {
        guard let facts else { return }
        standing = ChargeStanding(ticketed: facts, resolution: ticket.resolution, isProven: id > 0)
        isOwned = standing == .open && ticket.isOwned
    }
}

/// What a charge's standing needs of its ticket.
struct TicketStanding {
    /// How it ended; nil while it did not.
    let resolution: TicketResolution?
    /// Whether somebody works on it, or it was handed to somebody.
    let isOwned: Bool
}

extension ChargeTable {
    private static let columns = ColumnNames(of: ChargeTable.self)
    private static let selection = "SELECT \(columns.selection) FROM charges"
    private static let insertion =
        columns.insertion(into: "charges") + " ON CONFLICT DO UPDATE SET \(columns.excluded)"

    /// The charge kept in a row; nil when there is none.
    static func at(_ id: Int64, in db: Database) throws -> ChargeTable? {
        try db.first("\(selection) WHERE id = ?", [id]) { try ChargeTable($0) }
    }

    /// The charges of a chain's transactions, by their rows.
    static func all(ofChain chain: Int64, in db: Database) throws -> [Int64: ChargeTable] {
        let rows = try db.map(
            "\(selection) WHERE id IN (SELECT id FROM transactions WHERE chain_id = ?)", [chain]
        ) { try ChargeTable($0) }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
    }

    /// The charges that an attempt is noted as the first of.
    static func all(ofAttempt attempt: Int64, in db: Database) throws -> [Int64] {
        try db.values("SELECT id FROM charges WHERE attempt = ?", [attempt])
    }

    /// Keeps charges in place of what their rows held.
    static func keep(_ charges: [ChargeTable], in db: Database) throws {
        try db.run(insertion, forEach: charges) { binder, charge in binder.bind(charge) }
    }

    /// Removes what is no charge any more.
    static func delete(_ id: Int64, in db: Database) throws {
        try db.run("DELETE FROM charges WHERE id = ?", [id])
    }

    /// Brings the charges of a ticket up to date with what was done to the ticket.
    static func follow(_ ticket: Ticket, in db: Database) throws {
        guard let row = ticket.id.row else { return }
        let known = try db.map("\(selection) WHERE ticket_id = ?", [row]) { try ChargeTable($0) }
        let changed = known.compactMap { charge -> ChargeTable? in
            var followed = charge
            followed.take(TicketStanding(of: ticket))
            return followed == charge ? nil : followed
        }
        try keep(changed, in: db)
    }
}

extension TicketStanding {
    /// What a ticket says.
    init(of ticket: Ticket) {
        self.init(
            resolution: ticket.resolution, isOwned: ticket.claimedBy != nil || ticket.assignedTo != nil)
    }
}

extension ChargeTable: TableValue {
    static var unread: ChargeTable {
        ChargeTable(
            0, in: .production, at: .earliest,
            ChargedMoney(of: Purchase(attempts: [], charge: nil), catalog: Catalog()),
            .untold)
    }

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("id", &id)
        columns.visit("environment", &environment)
        columns.visit("day", &day)
        columns.visit("currency", &currency)
        columns.visit("milliunits", &milliunits)
        columns.visit("refunded_milliunits", &refunded)
        columns.visit("standing", &standing)
        columns.visit("is_owned", &isOwned)
        columns.visit("attempt", &attempt)
        columns.visit("ticket_id", &ticket)
        columns.visit("facts", &facts)
        columns.visit("unheard_ms", &unheard)
    }
}

extension ChargeStanding: ColumnValue {}
