package import Purchases

/// A connection to a store, in whatever engine it lies: statements that are written once for all of them, run with their
/// values in the order of their parameters.
///
/// ```swift
/// let waiting: [Int64] = try db.values("SELECT id FROM tickets WHERE state = ? ORDER BY id", [TicketState.open])
/// ```
package struct Connection {
    private let engine: any EngineConnection
    /// How much its reader sees of what is about people.
    let disclosure: Disclosure

    /// A connection of an engine, whose reader sees everything unless said otherwise.
    package init(_ engine: any EngineConnection, for disclosure: Disclosure = .whole) {
        (self.engine, self.disclosure) = (engine, disclosure)
    }

    /// The same for a reader who sees so much.
    func seen(with disclosure: Disclosure) -> Connection { Connection(engine, for: disclosure) }

    /// How many rows the last statement inserted, updated or deleted.
    var changes: Int { engine.changes }

    /// How many rows were changed since it was opened.
    var totalChanges: Int { engine.totalChanges }

    /// Refuses a store whose schema another program changed since it was opened.
    ///
    /// - Throws: `StoreError`, configuration, with the version that it has by now.
    func checkFormat() throws { try engine.checkFormat() }

    /// The guards of append-only tables, by name: those that are there, and those that the schema makes.
    func guards() throws -> (found: [String: String], expected: [String: String]) { try engine.guards() }

    /// Whether an error is that a row's values were refused, rather than that the engine failed.
    func isOfData(_ error: any Error) -> Bool { engine.isOfData(error) }

    /// Runs a kept statement that answers nothing; answers how many rows it changed.
    @discardableResult package func run(_ sql: String, _ values: BoundValues = []) throws -> Int {
        try step(sql, values) { _ in true }
        return engine.changes
    }

    /// Runs a kept statement that answers nothing, with values that are bound one after the other.
    @discardableResult func run(_ sql: String, bind: (inout Binder) throws -> Void) throws -> Int {
        try step(engine.statement(sql), bind: bind) { _ in true }
        return engine.changes
    }

    /// Runs a kept statement once for each of some values, looked up once for all of them.
    func run<Values: Sequence>(
        _ sql: String, forEach values: Values, bind: (inout Binder, Values.Element) throws -> Void
    ) throws {
        var statement: (any StatementCursor)?
        for value in values {
            let known = try statement ?? engine.statement(sql)
            statement = known
            try step(known, bind: { try bind(&$0, value) }) { _ in true }
        }
    }

    /// Inserts a row; answers its number. The table's key is `id`, a number that the engine gives.
    @discardableResult func insert(_ sql: String, _ values: BoundValues) throws -> Int64 {
        try insert(sql) { binder in for value in values { binder.bind(any: value) } }
    }

    /// Inserts a row, with values that are bound one after the other; answers its number.
    @discardableResult func insert(_ sql: String, bind: (inout Binder) throws -> Void) throws -> Int64 {
        try step(engine.insertion(sql), bind: bind) { _ in true }
        guard let id = engine.insertedID else { throw StoreError.store(.failed(code: nil)) }
        return id
    }

    /// Inserts a row unless it is there; answers its number where it was not.
    func insertIfAbsent(_ sql: String, bind: (inout Binder) throws -> Void) throws -> Int64? {
        try step(engine.insertion(sql), bind: bind) { _ in true }
        return engine.insertedID
    }

    /// Inserts a row for each of some values, with one statement that is looked up once; tells the number of each.
    func insert<Values: Sequence>(
        _ sql: String, forEach values: Values, bind: (inout Binder, Values.Element) throws -> Void,
        then: (Values.Element, Int64) throws -> Void
    ) throws {
        var statement: (any StatementCursor)?
        for value in values {
            let known = try statement ?? engine.insertion(sql)
            statement = known
            try step(known, bind: { try bind(&$0, value) }) { _ in true }
            guard let id = engine.insertedID else { throw StoreError.store(.failed(code: nil)) }
            try then(value, id)
        }
    }

    /// Runs a kept statement and shows each of its rows, until it is told that no more are wanted.
    package func step(
        _ sql: String, _ values: BoundValues = [], _ row: (StoredRow) throws -> Bool
    ) throws {
        try step(
            engine.statement(sql),
            bind: { binder in for value in values { binder.bind(any: value) } }, row)
    }

    private func step(
        _ cursor: any StatementCursor, bind: (inout Binder) throws -> Void,
        _ row: (StoredRow) throws -> Bool
    ) throws {
        defer { cursor.reset() }
        var binder = Binder(cursor)
        try bind(&binder)
        try binder.finish()
        let current = StoredRow(cursor, for: disclosure)
        while try cursor.step() {
            guard try row(current) else { return }
        }
    }

    /// Does some work whole or not at all, within a transaction that goes on either way.
    func savepoint<Value>(_ work: () throws -> Value) throws -> Value {
        try run("SAVEPOINT part")
        do {
            let value = try work()
            try run("RELEASE SAVEPOINT part")
            return value
        } catch {
            // An engine that ended the whole transaction knows no savepoint any more: what failed first is what is said.
            _ = try? run("ROLLBACK TO SAVEPOINT part")
            _ = try? run("RELEASE SAVEPOINT part")
            throw error
        }
    }
}

/// Statements are prepared once per connection and kept: preparing costs as much as running.
extension Connection {
    /// What is made of each row of a kept statement while it is read, without copying the row.
    ///
    /// `transform` must not run the same statement.
    package func map<Value>(
        _ sql: String, _ values: BoundValues = [], _ transform: (StoredRow) throws -> Value
    ) throws -> [Value] {
        var made: [Value] = []
        try step(sql, values) { row in
            made.append(try transform(row))
            return true
        }
        return made
    }

    /// What is made of the first row of a kept statement, without copying the row; nil when there is none.
    package func first<Value>(
        _ sql: String, _ values: BoundValues = [], _ transform: (StoredRow) throws -> Value
    ) throws -> Value? {
        var made: Value?
        try step(sql, values) { row in
            made = try transform(row)
            return false
        }
        return made
    }

    /// The first value of a kept statement's first row; nil for NULL and when there is no row.
    package func value<Value: ColumnValue>(_ sql: String, _ values: BoundValues = []) throws -> Value? {
        try first(sql, values) { $0[0] as Value? } ?? nil
    }

    /// Whether a kept statement has any row.
    package func exists(_ sql: String, _ values: BoundValues = []) throws -> Bool {
        try first(sql, values) { _ in true } ?? false
    }

    /// The first values of a kept statement's rows.
    package func values<Value: ColumnValue>(_ sql: String, _ values: BoundValues = []) throws -> [Value] {
        try map(sql, values) { try $0[0] }
    }
}

/// Binds a statement's values in the order of its parameters; a list of them would be made and thrown away each time.
struct Binder {
    private let cursor: any StatementCursor
    private var place = 0
    private var failure: (any Error)?

    /// Binds to a statement from its first parameter on.
    init(_ cursor: any StatementCursor) { self.cursor = cursor }

    /// Binds the next value, whatever it is, without making its type's code at run time; nil is NULL.
    mutating func bind(any value: (any ColumnValue)?) {
        attempt { cursor, place in
            if let value { try value.bind(to: cursor, at: place) } else { try cursor.bindNull(at: place) }
        }
    }

    /// Binds the next value; nil is NULL.
    mutating func bind(_ value: (some ColumnValue)?) {
        attempt { cursor, place in
            if let value { try value.bind(to: cursor, at: place) } else { try cursor.bindNull(at: place) }
        }
    }

    /// Notes that the next value cannot be written.
    mutating func fail(_ error: any Error) {
        place += 1
        failure = failure ?? error
    }

    private mutating func attempt(_ bind: (any StatementCursor, Int) throws -> Void) {
        do { try bind(cursor, place) } catch { failure = failure ?? error }
        place += 1
    }

    /// Checks that every parameter has its value, and fails with what the first refused one failed with.
    fileprivate func finish() throws {
        precondition(place == cursor.parameterCount, "a statement has as many values as parameters")
        if let failure { throw failure }
    }
}
