package import Foundation

/// A statement that an engine keeps prepared: its parameters are bound, it is stepped row by row, and the row that it stands
/// on is read by place. Places count from 0, of parameters as of columns.
///
/// There are five kinds of values: NULL, 64-bit integers, booleans, text and bytes. A column of the schema is never a
/// boolean, 0 and 1 are integers; what an expression answers may be one where an engine has them, and is read as 0 or 1.
package protocol StatementCursor {
    /// How many parameters it has.
    var parameterCount: Int { get }
    /// How many columns its rows have.
    var columnCount: Int { get }
    func columnName(at place: Int) -> String

    func bindNull(at place: Int) throws
    /// Binds an integer.
    func bind(_ value: Int64, at place: Int) throws
    func bind(_ value: String, at place: Int) throws
    func bind(_ value: Data, at place: Int) throws

    /// Goes to the next row; false behind the last one.
    func step() throws -> Bool
    /// Lets go of the row, so that it can be bound and run again.
    func reset()

    /// Whether a column of the row is NULL.
    func isNull(at place: Int) -> Bool
    /// An integer of the row.
    func integer(at place: Int) -> Int64
    /// A text of the row.
    func text(at place: Int) -> String
    /// Bytes of the row.
    func bytes(at place: Int) -> Data
}

/// A connection as an engine gives it: one statement at a time, by one thread at a time.
package protocol EngineConnection {
    /// A statement, prepared at its first use and kept since.
    func statement(_ sql: String) throws -> any StatementCursor

    /// A statement that inserts one row at most; once it has run, ``insertedID`` is the row's number.
    func insertion(_ sql: String) throws -> any StatementCursor
    /// The number of the row that the last insertion made; nil where it made none.
    var insertedID: Int64? { get }

    /// How many rows the last statement inserted, updated or deleted.
    var changes: Int { get }
    /// How many rows were changed since it was opened, by triggers, too.
    var totalChanges: Int { get }

    /// Whether an error is that a row's values were refused, rather than that the engine failed.
    func isOfData(_ error: any Error) -> Bool

    /// Refuses a store whose schema another program changed since it was opened.
    ///
    /// - Throws: `StoreError`, configuration, with the version that it has by now.
    func checkFormat() throws

    /// The guards of append-only tables, by name: those that are there, and those that the schema makes, as far as the engine
    /// can compare what they do.
    func guards() throws -> (found: [String: String], expected: [String: String])
}
