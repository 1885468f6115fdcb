internal import GRDB
internal import Synchronization

/// Keeps the statements that a store's connections run, for whoever measures them without this program around them.
///
/// Only stores opened in the scope of a recorder are recorded; any other asks once, when it is opened, and pays no more.
package final class StatementRecorder: Sendable {
    /// One statement as it ran.
    package struct Statement: Hashable, Sendable {
        /// The text with its parameters.
        package let sql: String
        /// The text with the parameters' values.
        package let expanded: String
    }

    /// Who records the stores that are opened in this scope.
    @TaskLocal package static var current: StatementRecorder?

    private let statements = Mutex<[Statement]>([])

    /// A recorder that heard nothing yet.
    package init() {}

    /// What was recorded since the last call, in the order in which it began.
    package func take() -> [Statement] {
        statements.withLock { statements in
            defer { statements = [] }
            return statements
        }
    }

    /// Listens to every connection made from a configuration.
    func follow(_ configuration: inout Configuration) {
        configuration.prepareDatabase { [self] db in
            db.trace(options: .statement) { [self] event in
                guard case .statement(let statement) = event else { return }
                let heard = Statement(sql: statement.sql, expanded: statement.expandedSQL)
                statements.withLock { $0.append(heard) }
            }
        }
    }
}
