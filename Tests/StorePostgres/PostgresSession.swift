/// How a store's connection is set, whatever the server's own settings are.
package enum PostgresSession {
    /// What a connection is for.
    package enum Purpose: Sendable {
        /// Reads and writes, which only a primary takes.
        case writing
        /// Reads, which any server takes.
        case reading
    }

    /// What the library is told beside where the server is. A host that is dead is given up after seconds,
    /// not hours.
    static func keys(for purpose: Purpose) -> [(key: String, value: String)] {
        [
            ("target_session_attrs", purpose == .writing ? "read-write" : "any"), ("connect_timeout", "5"),
            ("client_encoding", "UTF8"), ("keepalives", "1"), ("keepalives_idle", "5"),
            ("keepalives_interval", "2"), ("keepalives_count", "3"), ("tcp_user_timeout", "5000"),
        ]
    }

    /// What the server is told, by name. A statement's plan is made once; a lock is waited for as long as a
    /// file's.
    static let settings: [(name: String, value: String)] = [
        ("search_path", "makegood"), ("plan_cache_mode", "force_generic_plan"), ("jit", "off"),
        ("lock_timeout", "5s"), ("idle_in_transaction_session_timeout", "5s"), ("timezone", "UTC"),
        ("standard_conforming_strings", "on"), ("bytea_output", "hex"),
    ]

    /// The script that a connection begins with. A commit waits at least for the own disk; a server that
    /// waits for more keeps to it.
    static var script: String {
        settings.map { "SET \($0.name) = '\($0.value)';" }.joined(separator: "\n") + """

            SELECT set_config('synchronous_commit', 'on', false)
            WHERE current_setting('synchronous_commit') IN ('off', 'local', 'remote_write');
            """
    }
}
