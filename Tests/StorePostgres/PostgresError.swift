/// Why PostgreSQL, or the way to it, did not do what it was asked.
package enum PostgresError: Error, Equatable {
    /// The client library is not installed, or lacks what a store needs of it.
    case noLibrary(reason: String)
    /// The server cannot be reached, or refuses the login or the database.
    case noConnection(reason: String)
    /// The connection ended before the statement did, whose outcome is not known.
    case connectionLost(reason: String, sql: String)
    /// The server refused a statement.
    case refused(Refusal)
    /// PostgreSQL cannot hold U+0000 in a text.
    case zeroInText(sql: String)
    /// A row has a value of none of the five kinds, such as the numeric sum of a column that is no integer.
    case unknownKind(type: UInt32, column: String, sql: String)

    /// What the server said of a statement.
    package struct Refusal: Equatable, Sendable {
        /// The SQLSTATE, five letters and digits; its first two are its class.
        package let state: String
        package let message: String
        package let detail: String?
        /// The text as it was sent.
        package let sql: String
    }

    /// The SQLSTATE of a refusal.
    package var state: String? { if case .refused(let refusal) = self { refusal.state } else { nil } }
}
