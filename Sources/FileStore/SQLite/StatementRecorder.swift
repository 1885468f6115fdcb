internal import GRDB
internal import GRDBSQLite
internal import Persistence
internal import Synchronization

/// Keeps the statements that a store's connections run. `makegood-bench` plays them again on bare SQLite
/// (`StatementTrace`), or counts SQLite's steps in them.
///
/// Only stores opened in the scope of a recorder are recorded; any other asks once, when it is opened, and pays no more.
package final class StatementRecorder: Sendable {
    /// What is kept of each statement beside its text.
    package enum Kept: Sendable {
        /// What it was bound to, when it begins.
        case values
        /// How many steps of SQLite's it took, when it ends.
        case steps
    }

    /// One statement as it ran.
    package struct Statement: Hashable, Sendable {
        /// The text with its parameters.
        package let sql: String
        /// The text with the parameters' values; empty where steps are kept.
        package let expanded: String
        /// How many steps of SQLite's virtual machine it took; 0 where values are kept.
        package let steps: Int
    }

    /// Who records the stores that are opened in this scope.
    @TaskLocal package static var current: StatementRecorder?

    private let kept: Kept
    private let statements = Mutex<[Statement]>([])

    /// A recorder that heard nothing yet.
    package init(_ kept: Kept = .values) { self.kept = kept }

    /// What was recorded since the last call, in the order in which it was kept.
    package func take() -> [Statement] {
        statements.withLock { statements in
            defer { statements = [] }
            return statements
        }
    }

    /// Listens to every connection made from a configuration, which holds the recorder for as long as they live.
    func follow(_ configuration: inout Configuration) {
        configuration.prepareDatabase { [self] db in
            switch kept {
            case .values: keepValues(db)
            case .steps: keepSteps(db)
            }
        }
    }

    private func keep(_ statement: Statement) { statements.withLock { $0.append(statement) } }

    private func keepValues(_ db: Database) {
        db.trace(options: .statement) { [self] event in
            guard case .statement(let statement) = event else { return }
            keep(Statement(sql: statement.sql, expanded: statement.expandedSQL, steps: 0))
        }
    }

    /// By SQLite's own trace: GRDB's does not give the statement that counted.
    private func keepSteps(_ db: Database) {
        sqlite3_trace_v2(
            db.sqliteConnection, UInt32(SQLITE_TRACE_PROFILE),
            { _, recorder, statement, _ in
                guard let recorder, let statement, let text = sqlite3_sql(OpaquePointer(statement)) else {
                    return 0
                }
                let steps = sqlite3_stmt_status(OpaquePointer(statement), SQLITE_STMTSTATUS_VM_STEP, 1)
                Unmanaged<StatementRecorder>.fromOpaque(recorder).takeUnretainedValue().keep(
                    Statement(sql: String(cString: text), expanded: "", steps: Int(steps)))
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
