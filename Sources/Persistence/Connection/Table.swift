/// A value that is a whole row of a table.
protocol TableRow: TableValue {
    /// The table that keeps it.
    static var table: Table<Self> { get }
}

/// A table whose rows are values: what is done with one row of it, in statements that are made once of the columns that its
/// values tell.
///
///     struct Lease: TableRow {
///         static let table = Table<Lease>("leases", key: "subject")
///         ...
///     }
///     try Lease.table.save(lease, in: db)
///     let lease = try Lease.table.find(LeaseSubject.webhook("shop"), in: db)
///
/// The key is what `ON CONFLICT` names and what a row is found and deleted by. Where the engine numbers the rows, the number
/// stands beside the value, in the column `number`.
struct Table<Row: TableRow>: Sendable {
    /// Its name in the schema.
    let name: String
    /// The columns by which a row is known; none for a table whose rows are only added.
    let key: [String]

    /// What a query selects to read values.
    let selection: String
    /// What a query selects to read values after the numbers that the engine gave their rows.
    let numberedSelection: String
    /// What adds a row, for what an insertion of its own kind goes on with.
    let insertion: String
    private let insertionIfAbsent: String
    private let upsert: String
    private let search: String
    private let look: String
    private let removal: String

    /// A table, the columns by which a row of it is known, and the column of its number.
    init(_ name: String, key: String..., number: String = "id") {
        let columns = ColumnNames(of: Row.self).names
        let others = columns.filter { !key.contains($0) }
        let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
        let conflict = "ON CONFLICT (\(key.joined(separator: ", "))) DO"
        let place = "WHERE " + key.map { "\($0) = ?" }.joined(separator: " AND ")
        (self.name, self.key) = (name, key)
        selection = "SELECT \(columns.joined(separator: ", ")) FROM \(name)"
        numberedSelection = "SELECT \(number), \(columns.joined(separator: ", ")) FROM \(name)"
        insertion = "INSERT INTO \(name) (\(columns.joined(separator: ", "))) VALUES (\(places))"
        insertionIfAbsent = "\(insertion) \(conflict) NOTHING"
        upsert =
            "\(insertion) \(conflict) UPDATE SET "
            + others.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        search = "\(selection) \(place)"
        look = "SELECT 1 FROM \(name) \(place)"
        removal = "DELETE FROM \(name) \(place)"
    }

    // MARK: Writing

    /// Adds a row that is not there.
    func insert(_ row: Row, in db: Connection) throws { try db.run(insertion) { $0.bind(row) } }

    /// Adds rows one after the other, with one statement that is looked up once.
    func insert(_ rows: some Sequence<Row>, _ conflict: String = "", in db: Connection) throws {
        let sql = conflict.isEmpty ? insertion : "\(insertion) \(conflict)"
        try db.run(sql, forEach: rows) { $0.bind($1) }
    }

    /// Adds a row that the engine numbers; answers its number.
    @discardableResult func add(_ row: Row, in db: Connection) throws -> Int64 {
        try db.insert(insertion) { $0.bind(row) }
    }

    /// Adds a row unless one of its key is there; answers whether none was.
    @discardableResult func insertIfAbsent(_ row: Row, in db: Connection) throws -> Bool {
        try db.run(insertionIfAbsent) { $0.bind(row) } > 0
    }

    /// Adds a row that the engine numbers unless one of its key is there; answers its number where none was.
    func addIfAbsent(_ row: Row, in db: Connection) throws -> Int64? {
        try db.insertIfAbsent(insertionIfAbsent) { $0.bind(row) }
    }

    /// Adds a row, or puts it in the place of the one of its key.
    func save(_ row: Row, in db: Connection) throws { try db.run(upsert) { $0.bind(row) } }

    /// Adds a row, or does what a clause of conflict says; answers whether anything was changed.
    @discardableResult func insert(_ row: Row, _ conflict: String, in db: Connection) throws -> Bool {
        try db.run("\(insertion) \(conflict)") { $0.bind(row) } > 0
    }

    /// Deletes the row of a key; answers whether there was one.
    @discardableResult func delete(_ key: (any ColumnValue)?..., in db: Connection) throws -> Bool {
        try db.run(removal, key) > 0
    }

    // MARK: Reading

    /// The row of a key; nil when there is none.
    func find(_ key: (any ColumnValue)?..., in db: Connection) throws -> Row? {
        try db.first(search, key) { try Row($0) }
    }

    /// Whether there is a row of a key.
    func has(_ key: (any ColumnValue)?..., in db: Connection) throws -> Bool {
        try db.exists(look, key)
    }

    /// The rows that the end of a query leaves: a condition, an order, a limit.
    func rows(_ end: String = "", _ values: BoundValues = [], in db: Connection) throws -> [Row] {
        try db.map("\(selection) \(end)", values) { try Row($0) }
    }

    /// The first of the rows that the end of a query leaves; nil when there is none.
    func first(_ end: String, _ values: BoundValues = [], in db: Connection) throws -> Row? {
        try db.first("\(selection) \(end)", values) { try Row($0) }
    }

    /// The rows that the end of a query leaves, each with the number that the engine gave it.
    func numbered(
        _ end: String = "", _ values: BoundValues = [], in db: Connection
    ) throws -> [(number: Int64, row: Row)] {
        try db.map("\(numberedSelection) \(end)", values) { (try $0[0], try Row($0, after: 1)) }
    }
}
