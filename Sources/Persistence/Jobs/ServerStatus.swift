internal import Foundation
package import Purchases

/// Whether servers work for the store, and what of their work fails. The console's top line and server screen show it,
/// and `makegood server status`.
package struct ServerStatus: Hashable, Sendable {
    /// Whether one is there.
    package enum Presence: Hashable, Sendable {
        /// None ever was.
        case never
        /// It is, and said so just now.
        case there
        /// It has not said so for a while, since when.
        case late(since: Instant)
        /// It is gone, since when.
        case gone(since: Instant)
    }

    /// After so long without a word it is late†: three beats.
    package static let lateAfter = TimeLength.seconds(30)
    /// After so long without a word it is gone†.
    package static let goneAfter = TimeLength.seconds(120)
    /// How often a server says that it is there†.
    package static let beat = TimeLength.seconds(10)
    /// How long one that is gone is shown beside one that is there†.
    package static let shownAfter = TimeLength.seconds(600)

    /// Whether a server is there, by the first of ``servers``.
    package let presence: Presence
    /// Since when that one ran; nil when none ever did.
    package let startedAt: Instant?
    /// What that one does, by name.
    package let workers: [WorkerStatus]
    /// What is wrong with the servers' own work, the oldest first.
    package let alarms: [ServerAlarm]
    /// All of them: those that are there first, then late ones, then those that are gone; of each the newest first.
    package let servers: [KnownServer]
    /// How far the receivers of webhooks have come, by name.
    package let webhooks: [WebhookStatus]

    /// No server was ever there.
    package static let never = ServerStatus([], alarms: [])

    /// How servers stand, in the order of ``servers``.
    package init(_ servers: [KnownServer], alarms: [ServerAlarm], webhooks: [WebhookStatus] = []) {
        (presence, startedAt) = (servers.first?.presence ?? .never, servers.first?.startedAt)
        (workers, self.alarms, self.servers) = (servers.first?.workers ?? [], alarms, servers)
        self.webhooks = webhooks
    }

    package var isThere: Bool { presence == .there }
    package var there: [KnownServer] { servers.filter { $0.presence == .there } }
    /// What is done and fails, by the first or by any that is there.
    package var failing: [WorkerStatus] {
        (servers.prefix(1) + servers.dropFirst().filter { $0.presence == .there })
            .flatMap { $0.workers.filter { $0.failures > 0 } }
    }
    /// How a server stands; nil of one that is not known.
    package func server(_ id: ServerID) -> KnownServer? { servers.first { $0.id == id } }
}

/// A server that is or was there.
package struct KnownServer: Hashable, Sendable {
    package let id: ServerID
    /// The release of the program; nil where it did not say.
    package let release: String?
    /// Its process on the store's host.
    package let process: Int32
    /// Since when it runs, or ran.
    package let startedAt: Instant
    package let presence: ServerStatus.Presence
    /// What it does, by name.
    package let workers: [WorkerStatus]

    package init(
        id: ServerID, release: String? = nil, process: Int32 = 1, startedAt: Instant,
        presence: ServerStatus.Presence, workers: [WorkerStatus] = []
    ) {
        (self.id, self.release, self.process, self.startedAt) = (id, release, process, startedAt)
        (self.presence, self.workers) = (presence, workers)
    }
}

/// How something that the server does by itself stands.
package struct WorkerStatus: Hashable, Sendable {
    /// Its name, as the server calls it: `requests`, `polling`, `gaps`, `alarms`, `events`.
    package internal(set) var name: String
    /// When it last did something; nil when it never did.
    package internal(set) var didAt: Instant?
    /// When it wants to go on.
    package internal(set) var nextAt: Instant?
    /// What came of the last step: nil or the code of what kept it from working.
    package internal(set) var outcome: String?
    /// How many steps failed in a row.
    package internal(set) var failures: Int

    package init(name: String, didAt: Instant?, nextAt: Instant?, outcome: String?, failures: Int) {
        (self.name, self.didAt, self.nextAt) = (name, didAt, nextAt)
        (self.outcome, self.failures) = (outcome, failures)
    }
}

/// Something that is wrong with the server's own work, for which somebody is called once, until it passes.
package struct ServerAlarm: Hashable, Sendable {
    /// What: `app_store_unauthorized`, `wrong_secret`, `untrusted_certificate`.
    package internal(set) var code: String
    /// More of it, in words; nothing secret.
    package internal(set) var detail: String?
    /// Since when.
    package internal(set) var at: Instant
    /// Through what it was heard.
    package internal(set) var heardBy: Set<AlarmChannel>
    /// Why the last try to tell of it failed.
    package internal(set) var failure: String?
    /// How often that was tried.
    package internal(set) var attempts: Int
    /// When somebody is to be called next; nil when it was heard, or nobody is to be.
    package internal(set) var nextAt: Instant?
}

/// What the server says of one of the things that it does.
package struct WorkerNote: Hashable, Sendable {
    package let name: String
    /// When it did something; nil when it did nothing since the last note.
    package let didAt: Instant?
    /// When it wants to go on.
    package let nextAt: Instant?
    /// The code of what kept it from working; nil when nothing did.
    package let failure: String?

    package init(_ name: String, didAt: Instant?, nextAt: Instant?, failure: String? = nil) {
        (self.name, self.didAt, self.nextAt, self.failure) = (name, didAt, nextAt, failure)
    }
}

/// Whether servers are there, and how their work goes: a few rows.
package struct ServerStatusQuery: StoreQuery {
    package init() {}

    package func page(in reading: StoreReading) throws -> ServerStatus {
        try WorkerTable.standing(at: reading.now, in: reading.db)
    }
}

extension Store {
    /// Says that a server is there, and how what it does goes; keeps its leases. Answers how many are there.
    ///
    /// The log of changes hears only of what others show: that one came, that something began to fail or fails no more.
    /// - Parameter leasing: the moment by which its leases are renewed, where its workers live by another clock than
    /// its beats, as on a practice store.
    /// - Throws: `StoreError`: refused by role; busy; full.
    @discardableResult
    package func noteServer(
        _ server: KnownServer, _ notes: [WorkerNote] = [], leasing present: Instant? = nil,
        by agent: AgentName, at now: Instant
    ) throws(StoreError) -> Int {
        try write(.serverNote, by: agent, at: now) { writing in
            let db = writing.db
            let before = ServerStatus(try WorkerTable.servers(at: now, in: db), alarms: [])
            for note in [WorkerNote(WorkerTable.server, didAt: now, nextAt: nil)] + notes {
                try WorkerTable.keep(note, of: server, at: now, in: db)
            }
            try WorkerTable.forget(at: now, in: db)
            try LeaseTable.renew(server.id, at: present ?? now, in: db)
            let after = ServerStatus(try WorkerTable.servers(at: now, in: db), alarms: [])
            if before.there.map(\.id) != after.there.map(\.id)
                || before.failing.map(\.name) != after.failing.map(\.name)
            {
                try writing.changed(.server, "")
            }
            return .noted(after.there.count)
        }
    }

    /// Says that a server ends, as it was asked to, and lets go of what it has.
    ///
    /// - Throws: `StoreError`: refused by role; busy.
    package func noteServerEnd(_ server: ServerID, by agent: AgentName, at now: Instant) throws(StoreError) {
        try write(.serverNote, by: agent, at: now) { writing in
            try writing.db.run(
                "UPDATE workers SET outcome = 'ended', seen_ms = ? WHERE server = ? AND name = ?",
                [now, server.rawValue, WorkerTable.server])
            try LeaseTable.letGo(server, in: writing.db)
            try writing.changed(.server, "")
            return .noted(())
        }
    }
}

/// What servers do, as their table keeps it.
enum WorkerTable {
    /// The name of a server itself.
    static let server = "server"

    /// How servers stand at a moment.
    static func standing(at now: Instant, in db: Connection) throws -> ServerStatus {
        ServerStatus(
            try servers(at: now, in: db), alarms: try ServerAlarmTable.all(db),
            webhooks: try WebhookStatus.read(db))
    }

    /// The servers alone, in the order of ``ServerStatus/servers``: no alarms are read, no messages counted.
    static func servers(at now: Instant, in db: Connection) throws -> [KnownServer] {
        // The server of a practice store may live in another time, which it runs through faster.
        let isPractice = try StoreState.practice.read(db) == "1"
        let rows = try WorkerRow.table.rows("ORDER BY server, name", in: db)
        let servers = rows.filter { $0.worker.name == server }.map { own in
            (
                seenAt: own.seenAt,
                server: KnownServer(
                    id: own.id, release: own.release, process: own.process, startedAt: own.startedAt,
                    presence: presence(of: own, isPractice: isPractice, at: now),
                    workers: rows.filter { $0.id == own.id && $0.worker.name != server }.map(\.worker))
            )
        }.sorted { first, second in
            let (one, other) = (first.server, second.server)
            let ranks = (rank(one.presence), rank(other.presence))
            if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
            // Of those that are there the newest first, of the others the one that spoke last.
            let isThere = ranks.0 == 0
            let moments = isThere ? (one.startedAt, other.startedAt) : (first.seenAt, second.seenAt)
            return moments.0 != moments.1 ? moments.0 > moments.1 : one.id.rawValue < other.id.rawValue
        }
        return servers.map(\.server)
    }

    private static func presence(
        of own: WorkerRow, isPractice: Bool, at now: Instant
    ) -> ServerStatus.Presence {
        let silence = isPractice && isAlive(own.process) ? .zero : now - own.seenAt
        // A word from the future was said before the clock was set back, and none was said since.
        let isOff = silence < .zero - ServerStatus.lateAfter
        if own.worker.outcome != nil || silence > ServerStatus.goneAfter || isOff {
            return .gone(since: own.seenAt)
        }
        return silence > ServerStatus.lateAfter ? .late(since: own.seenAt) : .there
    }

    private static func rank(_ presence: ServerStatus.Presence) -> Int {
        switch presence {
        case .there: 0
        case .late: 1
        case .gone, .never: 2
        }
    }

    private static func isAlive(_ process: Int32) -> Bool { kill(process, 0) == 0 || errno == EPERM }

    /// Keeps what a server says of something that it does.
    static func keep(
        _ note: WorkerNote, of server: KnownServer, at now: Instant, in db: Connection
    ) throws {
        let worker = WorkerStatus(
            name: note.name, didAt: note.didAt, nextAt: note.nextAt, outcome: note.failure,
            failures: note.failure == nil ? 0 : 1)
        try WorkerRow.table.insert(
            WorkerRow(
                id: server.id, process: server.process, startedAt: server.startedAt, seenAt: now,
                release: server.release, worker: worker),
            """
            ON CONFLICT (server, name) DO UPDATE SET process = excluded.process, started_ms = excluded.started_ms,
              seen_ms = excluded.seen_ms, did_ms = coalesce(excluded.did_ms, workers.did_ms),
              next_ms = excluded.next_ms, outcome = excluded.outcome,
              failures = CASE WHEN excluded.outcome IS NULL THEN 0 ELSE workers.failures + 1 END,
              release = excluded.release
            """, in: db)
    }

    /// Forgets servers that are long gone. The server that notes itself has just been seen, and stays.
    static func forget(at now: Instant, in db: Connection) throws {
        try db.run(
            """
            DELETE FROM workers
            WHERE server IN (SELECT server FROM workers WHERE name = ?1 AND (seen_ms < ?2 OR seen_ms > ?3))
            """, [server, now - ServerStatus.shownAfter, now + ServerStatus.shownAfter])
    }
}

/// What a server does, and the server; its own row is what it does by the name of ``WorkerTable/server``.
struct WorkerRow: TableRow {
    static let table = Table<WorkerRow>("workers", key: "server", "name")
    static let unread = WorkerRow(
        id: .only, process: 0, startedAt: .earliest, seenAt: .earliest, release: nil, worker: .unread)

    var id: ServerID
    var process: Int32
    var startedAt: Instant
    /// When the server last said that it is there.
    var seenAt: Instant
    var release: String?
    var worker: WorkerStatus

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("server", &id)
        columns.visit("process", &process)
        columns.visit("started_ms", &startedAt)
        columns.visit("seen_ms", &seenAt)
        columns.visit("release", &release)
        worker.visit(&columns)
    }
}

extension WorkerStatus: TableValue {
    static let unread = WorkerStatus(name: "", didAt: nil, nextAt: nil, outcome: nil, failures: 0)

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("name", &name)
        columns.visit("did_ms", &didAt)
        columns.visit("next_ms", &nextAt)
        columns.visit("outcome", &outcome)
        columns.visit("failures", &failures)
    }
}
