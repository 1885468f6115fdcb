import Purchases

/// A charge as the ledger keeps it, a row of `charges`: what was paid on which day, and what became of it.
/// `ChargeLedger` in `Derivation` decides what it holds; the sums of days (``ChargeSum``) are kept with it.
struct ChargeTable: Hashable {
    /// The transaction's row; of a charge that only an app told of, its first attempt's, negated.
    var id: Int64
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
    var standing: ChargeStatus
    /// Whether it is open and somebody works on its ticket.
    var isOwned = false
    /// The first of its attempts; nil when no app told of it.
    var attempt: Int64?
    var ticket: Int64?
    /// What its standing is without the ticket; nil when no app told of it.
    var facts: ChargeStatus?
    /// In which app and when it was made, if it may be a silent loss.
    var unheard: Unheard?

    /// An untold charge that cost something, or may have.
    struct Unheard: Hashable {
        /// The app's row in ``ChargeApps``.
        let app: Int64
        /// When it was made.
        let at: Instant
    }

    /// A charge of which no ticket is known yet.
    init(
        _ id: Int64, in environment: AppStoreEnvironment, at instant: Instant, _ money: ChargedMoney,
        _ standing: ChargeStatus
    ) {
        (self.id, self.environment, day) = (id, environment, instant.dayCount)
        currency = money.money?.currency
        (milliunits, refunded) = (money.money?.milliunits ?? 0, money.refunded)
        self.standing = standing
    }

    /// Gives it the standing that its ticket says.
    mutating func take(_ ticket: ChargeTicket) {
        guard let facts else { return }
        standing = ChargeStatus(
            ticketed: facts, resolution: ticket.resolution, isProven: id > 0,
            isWithoutProof: ticket.isWithoutProof)
        isOwned = standing == .open && ticket.isOwned
    }
}

/// What a charge's standing needs of its ticket.
struct ChargeTicket {
    /// How it ended; nil while it did not.
    let resolution: TicketResolution?
    /// Whether somebody works on it, or it was handed to somebody.
    let isOwned: Bool
    /// Whether a person says how it ended, and no fact shows it.
    let isWithoutProof: Bool
}

extension ChargeTable {
    private static let change = ColumnNames(of: ChargeTable.self).update(of: "charges")

    /// The charge kept in a row; nil when there is none.
    static func at(_ id: Int64, in db: Connection) throws -> ChargeTable? {
        try table.find(id, in: db)
    }

    /// The charges of a chain's transactions, by their rows.
    static func all(ofChain chain: Int64, in db: Connection) throws -> [Int64: ChargeTable] {
        let rows = try table.rows(
            "WHERE id IN (SELECT id FROM transactions WHERE chain_id = ?)", [chain], in: db)
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
    }

    /// The charges that an attempt is noted as the first of.
    static func all(ofAttempt attempt: Int64, in db: Connection) throws -> [Int64] {
        try db.values("SELECT id FROM charges WHERE attempt = ?", [attempt])
    }

    /// A charge that is kept from now on, and what its row held before; nil for a new one.
    typealias Change = (before: ChargeTable?, after: ChargeTable)

    /// Keeps charges, and the sums of their days.
    static func keep(_ changes: [Change], in db: Connection) throws {
        var sums = ChargeSums()
        try table.insert(changes.lazy.filter { $0.before == nil }.map(\.after), in: db)
        try db.run(self.change, forEach: changes.filter { $0.before != nil }) { binder, change in
            binder.bind(change.after)
            binder.bind(change.after.id)
        }
        for change in changes {
            if let before = change.before { sums.subtract(before) }
            sums.add(change.after)
        }
        try sums.save(db)
    }

    /// Removes what is no charge any more, and takes it out of the sums of its day.
    static func delete(_ id: Int64, in db: Connection) throws {
        guard let gone = try at(id, in: db) else { return }
        try table.delete(id, in: db)
        var sums = ChargeSums()
        sums.subtract(gone)
        try sums.save(db)
    }

    /// Brings the charges of a ticket up to date with what was done to the ticket.
    static func follow(_ ticket: Ticket, in db: Connection) throws {
        guard let row = ticket.id.row else { return }
        let known = try table.rows("WHERE ticket_id = ?", [row], in: db)
        let changed = known.compactMap { charge -> Change? in
            var followed = charge
            followed.take(ChargeTicket(of: ticket))
            return followed == charge ? nil : (charge, followed)
        }
        try keep(changed, in: db)
    }
}

extension ChargeTicket {
    /// What a ticket says.
    init(of ticket: Ticket) {
        self.init(
            resolution: ticket.resolution, isOwned: ticket.claimedBy != nil || ticket.assignedTo != nil,
            isWithoutProof: ticket.isWithoutProof)
    }
}

extension ChargeTable: TableRow {
    static let table = Table<ChargeTable>("charges", key: "id")

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
        var (app, at) = (unheard?.app, unheard?.at)
        columns.visit("app", &app)
        columns.visit("unheard_ms", &at)
        if let app, let at { unheard = Unheard(app: app, at: at) } else { unheard = nil }
    }
}

extension ChargeStatus: ColumnValue {}

/// What some charges change in the sums of their days.
private struct ChargeSums {
    private var sums: [ChargeSum.Key: ChargeSum.Sum] = [:]

    mutating func add(_ charge: ChargeTable) { count(charge, 1) }

    mutating func subtract(_ charge: ChargeTable) { count(charge, -1) }

    private mutating func count(_ charge: ChargeTable, _ sign: Int) {
        let day = ChargeSum.Key(
            environment: charge.environment, day: charge.day, currency: charge.currency ?? "",
            standing: charge.standing, isOwned: charge.isOwned)
        var sum = sums[day] ?? ChargeSum.Sum()
        sum.charges += sign
        sum.milliunits += Int64(sign) * charge.milliunits
        sum.refunded += Int64(sign) * charge.refunded
        sums[day] = sum
    }

    func save(_ db: Connection) throws {
        for (day, sum) in sums where sum != ChargeSum.Sum() {
            try db.run(ChargeSums.addition) { $0.bind(ChargeSum(key: day, sum: sum)) }
            if sum.charges < 0 { try db.run(ChargeSums.removal) { $0.bind(day) } }
        }
    }

    private static let addition = """
        \(ChargeSum.table.insertion) ON CONFLICT (environment, day, currency, standing, is_owned) DO UPDATE SET
          charges = charge_days.charges + excluded.charges, milliunits = charge_days.milliunits + excluded.milliunits,
          refunded_milliunits = charge_days.refunded_milliunits + excluded.refunded_milliunits
        """

    private static let removal = "DELETE FROM charge_days WHERE \(place) AND charges = 0"
    private static let place = ColumnNames(of: ChargeSum.Key.self).names.map { "\($0) = ?" }
        .joined(separator: " AND ")
}

/// The sum of a day's charges that stand alike.
struct ChargeSum: TableRow {
    static let table = Table<ChargeSum>(
        "charge_days", key: "environment", "day", "currency", "standing", "is_owned")
    static let unread = ChargeSum(key: .unread, sum: .unread)

    var key: Key
    var sum: Sum

    mutating func visit(_ columns: inout some ColumnVisitor) {
        key.visit(&columns)
        sum.visit(&columns)
    }

    /// What charges have in common that are counted together; no currency is an empty one.
    struct Key: TableValue, Hashable {
        static let unread = Key(
            environment: .production, day: 0, currency: "", standing: .untold, isOwned: false)

        var environment: AppStoreEnvironment
        var day: Int
        var currency: String
        var standing: ChargeStatus
        var isOwned: Bool

        mutating func visit(_ columns: inout some ColumnVisitor) {
            columns.visit("environment", &environment)
            columns.visit("day", &day)
            columns.visit("currency", &currency)
            columns.visit("standing", &standing)
            columns.visit("is_owned", &isOwned)
        }
    }

    /// How many there are, what was paid and what was given back.
    struct Sum: TableValue, Hashable {
        static let unread = Sum()

        var charges = 0
        var milliunits: Int64 = 0
        var refunded: Int64 = 0

        mutating func visit(_ columns: inout some ColumnVisitor) {
            columns.visit("charges", &charges)
            columns.visit("milliunits", &milliunits)
            columns.visit("refunded_milliunits", &refunded)
        }
    }
}

/// The apps in which untold charges were made.
enum ChargeApps {
    /// The row of an app in an environment, made where there is none; the app is nil where nothing tells it.
    static func row(of bundle: BundleID?, in environment: AppStoreEnvironment, db: Connection) throws -> Int64
    {
        if let known = try known(bundle, in: environment, db: db) { return known }
        return try ChargeApp.table.add(
            ChargeApp(environment: environment, bundle: bundle ?? BundleID("")), in: db)
    }

    /// The row of an app in an environment; nil while no charge was kept of it.
    static func known(
        _ bundle: BundleID?, in environment: AppStoreEnvironment, db: Connection
    ) throws -> Int64? {
        try db.value(
            "SELECT id FROM charge_apps WHERE environment = ? AND bundle_id = ?",
            [environment, bundle ?? BundleID("")])
    }
}

/// An app in an environment; nothing tells one whose bundle id is empty.
struct ChargeApp: TableRow {
    static let table = Table<ChargeApp>("charge_apps", key: "id")
    static let unread = ChargeApp(environment: .production, bundle: BundleID(""))

    var environment: AppStoreEnvironment
    var bundle: BundleID

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("environment", &environment)
        columns.visit("bundle_id", &bundle)
    }
}
