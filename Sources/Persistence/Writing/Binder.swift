internal import GRDBSQLite

/// Binds a statement's values in the order of its parameters; a list of them would be made and thrown away each time.
struct Binder {
    private let statement: OpaquePointer
    private var place: Int32 = 0
    /// SQLite's result: that of the first value which it refused.
    private(set) var code = SQLITE_OK

    /// Binds to a statement from its first parameter on.
    init(_ statement: OpaquePointer) { self.statement = statement }

    /// Whether every parameter has its value.
    var isComplete: Bool { place == sqlite3_bind_parameter_count(statement) }

    /// Binds the next value; nil is NULL.
    mutating func bind(_ value: (some Bindable)?) {
        place += 1
        let result = value?.bind(to: statement, at: place) ?? sqlite3_bind_null(statement, place)
        if code == SQLITE_OK { code = result }
    }
}
