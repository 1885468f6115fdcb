package import Purchases

/// A server that works for the store: one process, from its start to its end.
package struct ServerID: Hashable, Sendable {
    /// What it is called in the store.
    package let rawValue: String

    /// A server of a name.
    package init(_ rawValue: String) { self.rawValue = rawValue }

    /// The server that a process is since a moment: another process of the same number began at another.
    package init(process: Int32, startedAt: Instant) {
        self.init("\(process)-\(startedAt.milliseconds)")
    }

    /// The one server of a store that has no other.
    package static let only = ServerID("only")
}

/// Something that one server does at a time.
package struct LeaseSubject: Hashable, Sendable {
    /// What it is called in the store.
    package let rawValue: String

    fileprivate init(_ rawValue: String) { self.rawValue = rawValue }

    /// To try something that is asked of the App Store.
    package static func request(_ id: AppStoreRequestID) -> LeaseSubject {
        LeaseSubject("\(requestPrefix)\(id.rawValue)")
    }

    /// To ask about a chain.
    package static func chain(_ id: ChainID) -> LeaseSubject {
        LeaseSubject("\(chainPrefix)\(id.environment.rawValue)/\(id.original.rawValue)")
    }

    /// To read the history of notifications.
    package static func history(_ environment: AppStoreEnvironment) -> LeaseSubject {
        LeaseSubject("history:\(environment.rawValue)")
    }

    /// To call somebody for what is wrong with the server's own work.
    package static func serverAlarm(_ code: String) -> LeaseSubject { LeaseSubject("alarm:\(code)") }

    /// To send to a receiver of webhooks.
    package static func webhook(_ name: String) -> LeaseSubject { LeaseSubject("webhook:\(name)") }

    fileprivate static let requestPrefix = "request:"
    fileprivate static let chainPrefix = "chain:"
}

/// Who of several servers does what, as its table keeps it.
///
/// Whoever has a lease renews it with each beat; what a server leaves behind that was killed lapses. One that lapsed stays
/// its holder's until another takes it: only then what the holder still says of it counts no more.
enum LeaseTable {
    /// How long a lease lasts without a word†: six beats.
    static let length = TimeLength.seconds(60)
    /// How long what lapsed is kept†: a server that stood still for so long has nothing more to say.
    private static let keeping = TimeLength.hours(24)

    /// A lease that lasts so much longer was taken under a clock that was set back since†, and is nobody's: steps that take
    /// long look with the moment at which they began.
    private static let farthest = TimeLength.seconds(300)

    /// Of a lease `l`, that another than a server has it now.
    ///
    /// - Parameters:
    ///   - holder: where the server's name is bound.
    ///   - now: where the present is bound.
    static func isAnothers(holder: String, now: String) -> String {
        "l.holder <> \(holder) AND l.until_ms > \(now) AND l.until_ms - \(farthest.count) <= \(now)"
    }

    /// Whether another has it now.
    static func isAnothers(
        _ subject: LeaseSubject, than server: ServerID, at now: Instant, in db: Connection
    ) throws -> Bool {
        try db.exists(
            "SELECT 1 FROM leases l WHERE l.subject = ?1 AND \(isAnothers(holder: "?2", now: "?3"))",
            [subject, server, now])
    }

    /// Whether a server has it, and nobody took it since.
    static func isHeld(_ subject: LeaseSubject, by server: ServerID, in db: Connection) throws -> Bool {
        try db.exists(
            "SELECT 1 FROM leases WHERE subject = ? AND holder = ?", [subject, server])
    }

    /// Whether any server has it now.
    static func isTaken(_ subject: LeaseSubject, at now: Instant, in db: Connection) throws -> Bool {
        try isAnothers(subject, than: ServerID(""), at: now, in: db)
    }

    /// Whether some server had it last and did not let go of it.
    static func isLeft(_ subject: LeaseSubject, in db: Connection) throws -> Bool {
        try db.exists("SELECT 1 FROM leases WHERE subject = ?", [subject])
    }

    /// Takes it, or keeps it; answers whether it is the server's.
    static func take(
        _ subject: LeaseSubject, for server: ServerID, at now: Instant, in db: Connection
    ) throws -> Bool {
        guard try !isAnothers(subject, than: server, at: now, in: db) else { return false }
        try Lease.table.save(Lease(subject: subject, holder: server, until: now + length), in: db)
        return true
    }

    /// Keeps all that a server has, and forgets what nobody has had for long.
    static func renew(_ server: ServerID, at now: Instant, in db: Connection) throws {
        try db.run(
            "UPDATE leases SET until_ms = ? WHERE holder = ?", [now + length, server])
        try db.run("DELETE FROM leases WHERE until_ms < ?", [now - keeping])
    }

    /// Lets one go, where it is the server's.
    static func letGo(_ subject: LeaseSubject, of server: ServerID, in db: Connection) throws {
        try db.run(
            "DELETE FROM leases WHERE subject = ? AND holder = ?", [subject, server])
    }

    /// Lets go of all that a server has.
    static func letGo(_ server: ServerID, in db: Connection) throws {
        try db.run("DELETE FROM leases WHERE holder = ?", [server])
    }

    /// Of a request `r`, that no other server has it now.
    static func freeRequest(holder: String, now: String) -> String {
        free("'\(LeaseSubject.requestPrefix)' || CAST(r.id AS TEXT)", holder: holder, now: now)
    }

    /// Of a chain `c`, that no other server has it now.
    static func freeChain(holder: String, now: String) -> String {
        free(
            "'\(LeaseSubject.chainPrefix)' || c.environment || '/' || c.original_transaction_id",
            holder: holder, now: now)
    }

    private static func free(_ subject: String, holder: String, now: String) -> String {
        let other = isAnothers(holder: holder, now: now)
        return "NOT EXISTS (SELECT 1 FROM leases l WHERE l.subject = \(subject) AND \(other))"
    }
}

/// Who does something, and until when without another word.
struct Lease: TableRow {
    static let table = Table<Lease>("leases", key: "subject")
    static let unread = Lease(subject: LeaseSubject(""), holder: .only, until: .earliest)

    var subject: LeaseSubject
    var holder: ServerID
    var until: Instant

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("subject", &subject)
        columns.visit("holder", &holder)
        columns.visit("until_ms", &until)
    }
}

extension ServerID: ColumnValue {
    package init(_ row: any StatementCursor, at place: Int) { self.init(row.text(at: place)) }

    package func bind(to statement: any StatementCursor, at place: Int) throws {
        try statement.bind(rawValue, at: place)
    }

    package var logged: String? { rawValue.logged }
}

extension LeaseSubject: ColumnValue {
    package init(_ row: any StatementCursor, at place: Int) { self.init(row.text(at: place)) }

    package func bind(to statement: any StatementCursor, at place: Int) throws {
        try statement.bind(rawValue, at: place)
    }

    package var logged: String? { rawValue.logged }
}
