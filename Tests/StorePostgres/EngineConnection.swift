package import Foundation

/// A statement that an engine keeps prepared: its parameters are bound, it is stepped row by row, and the row that it stands
/// on is read by place. Places count from 0, of parameters as of columns.
///
/// There are five kinds of values: NULL, 64-bit integers, booleans, text and bytes. A column of the schema is never a
/// boolean (0 and 1 are integers); what an expression answers may be one on an engine that has them.
package protocol StatementCursor: AnyObject {
    /// How many parameters it has.
    var parameterCount: Int { get }
    /// How many columns its rows have.
    var columnCount: Int { get }
    /// A column's name.
    func columnName(at place: Int) -> String

    /// Binds NULL. What an engine cannot bind fails with the first step.
    func bindNull(at place: Int)
    /// Binds an integer.
    func bind(_ value: Int64, at place: Int)
    /// Binds a text.
    func bind(_ value: String, at place: Int)
    /// Binds bytes.
    func bind(_ value: Data, at place: Int)

    /// Goes to the next row; false behind the last one.
    func step() throws -> Bool
    /// Lets go of rows and of what was bound, so that it can run again.
    func reset()

    /// Whether a column of the row is NULL.
    func isNull(at place: Int) -> Bool
    /// An integer of the row; a boolean is 0 or 1.
    func integer(at place: Int) -> Int64
    /// A text of the row.
    func text(at place: Int) -> String
    /// Bytes of the row.
    func bytes(at place: Int) -> Data
}

/// A connection to a store, as an engine gives it: one statement at a time, and only by one thread at a time.
package protocol EngineConnection: AnyObject {
    /// A statement, prepared at its first use and kept since.
    func statement(_ sql: String) throws -> any StatementCursor
    /// Runs statements that answer nothing and are not kept, separated by semicolons.
    func execute(_ sql: String) throws
    /// How many rows the last statement that could change any inserted, updated or deleted.
    var changes: Int { get }
    /// How many rows were changed since it was opened, triggers' included.
    var totalChanges: Int { get }
    /// Whether a transaction is open.
    var isInTransaction: Bool { get }
}
