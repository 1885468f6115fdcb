internal import Foundation
internal import GRDB
public import Purchases

/// Whether a server works for the store, and what of its work fails.
public struct ServerStanding: Hashable, Sendable {
    /// Whether it is there.
    public enum Presence: Hashable, Sendable {
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
    public static let lateAfter = TimeLength.seconds(30)
    /// After so long without a word it is gone†.
    public static let goneAfter = TimeLength.seconds(120)
    /// How often a server says that it is there†.
    public static let beat = TimeLength.seconds(10)

    /// Whether it is there.
    public let presence: Presence
    /// Since when the one that is or was there last ran; nil when none ever did.
    public let startedAt: Instant?
    /// What it does, by name.
    public let workers: [WorkerStanding]
    /// What is wrong with its own work, the oldest first.
    public let alarms: [ServerAlarm]

    /// No server was ever there.
    public static let never = ServerStanding(
        presence: .never, startedAt: nil, workers: [], alarms: [])

    /// How a server stands.
    public init(
        presence: Presence, startedAt: Instant?, workers: [WorkerStanding], alarms: [ServerAlarm]
    ) {
        (self.presence, self.startedAt) = (presence, startedAt)
        (self.workers, self.alarms) = (workers, alarms)
    }

    /// Whether it is there.
    public var isThere: Bool { presence == .there }
    /// What it does and fails at.
    public var failing: [WorkerStanding] { workers.filter { $0.failures > 0 } }
}

/// How something that the server does by itself stands.
public struct WorkerStanding: Hashable, Sendable {
    /// Its name, as the server calls it: `requests`, `polling`, `gaps`, `alarms`, `events`.
    public let name: String
    /// When it last did something; nil when it never did.
    public let didAt: Instant?
    /// When it wants to go on.
    public let nextAt: Instant?
    /// What came of the last step: nil or the code of what kept it from working.
    public let outcome: String?
    /// How many steps failed in a row.
    public let failures: Int

    /// How a worker stands.
    public init(name: String, didAt: Instant?, nextAt: Instant?, outcome: String?, failures: Int) {
        (self.name, self.didAt, self.nextAt) = (name, didAt, nextAt)
        (self.outcome, self.failures) = (outcome, failures)
    }
}

/// Something that is wrong with the server's own work, for which somebody is called once, until it passes.
public struct ServerAlarm: Hashable, Sendable {
    /// What: `app_store_unauthorized`, `wrong_secret`.
    public let code: String
    /// More of it, in words; nothing secret.
    public let detail: String?
    /// Since when.
    public let at: Instant
    /// Through what it was heard.
    public let heardBy: Set<AlarmChannel>
    /// Why the last try to tell of it failed.
    public let failure: String?
    /// How often that was tried.
    public let attempts: Int
    /// When somebody is to be called next; nil when it was heard, or nobody is to be.
    public let nextAt: Instant?
}

/// What the server says of one of the things that it does.
public struct WorkerNote: Hashable, Sendable {
    /// Its name.
    public let name: String
    /// When it did something; nil when it did nothing since the last note.
    public let didAt: Instant?
    /// When it wants to go on.
    public let nextAt: Instant?
    /// The code of what kept it from working; nil when nothing did.
    public let failure: String?

    /// A note.
    public init(_ name: String, didAt: Instant?, nextAt: Instant?, failure: String? = nil) {
        (self.name, self.didAt, self.nextAt, self.failure) = (name, didAt, nextAt, failure)
    }
}

extension Store {
    /// Whether a server is there, and how its work goes: one read of a few rows.
    public func serverStanding(at now: Instant) throws -> ServerStanding {
        try read { try WorkerTable.standing(at: now, in: $0) }
    }

    /// Says that the server is there, since when, and how what it does goes.
    ///
    /// The log of changes hears only of what others show: that it came, that something began to fail or fails no more.
    /// - Throws: `StoreError`: refused by role; busy; full.
    public func noteServer(
        startedAt: Instant, process: Int32, _ notes: [WorkerNote] = [], by agent: AgentName, at now: Instant
    ) throws {
        try write(.serverNote, by: agent, at: now) { writing in
            let before = try WorkerTable.standing(at: now, in: writing.db)
            let own = [WorkerNote(WorkerTable.server, didAt: now, nextAt: nil)]
            for note in own + notes {
                try WorkerTable.keep(note, startedAt: startedAt, process: process, at: now, in: writing.db)
            }
            let after = try WorkerTable.standing(at: now, in: writing.db)
            if !before.isThere || before.failing.map(\.name) != after.failing.map(\.name) {
                try writing.changed(.server, "")
            }
            return .noted(())
        }
    }

    /// Says that the server ends, as it was asked to.
    ///
    /// - Throws: `StoreError`: refused by role; busy.
    public func noteServerEnd(by agent: AgentName, at now: Instant) throws {
        try write(.serverNote, by: agent, at: now) { writing in
            try writing.db.run(
                """
                UPDATE workers SET outcome = 'ended', seen_ms = ?1 WHERE name = ?2
                  AND server = (SELECT server FROM workers WHERE name = ?2 ORDER BY seen_ms DESC LIMIT 1)
                """, [now, WorkerTable.server])
            try writing.changed(.server, "")
            return .noted(())
        }
    }
}

/// What the server does, as its table keeps it.
enum WorkerTable {
    /// The name of the server itself.
    static let server = "server"

    /// How the server stands at a moment.
    static func standing(at now: Instant, in db: Database) throws -> ServerStanding {
        let rows = try db.map(
            """
            SELECT name, started_ms, seen_ms, did_ms, next_ms, outcome, failures, process FROM workers
            WHERE server = (SELECT server FROM workers WHERE name = ? ORDER BY seen_ms DESC LIMIT 1) ORDER BY name
            """, [server]
        ) { row in
            (
                process: try row[7] as Int32,
                startedAt: try row[1] as Instant, seenAt: try row[2] as Instant,
                worker: WorkerStanding(
                    name: try row[0], didAt: row[3], nextAt: row[4], outcome: row[5], failures: try row[6])
            )
        }
        guard let own = rows.first(where: { $0.worker.name == server }) else {
            return ServerStanding(
                presence: .never, startedAt: nil, workers: [], alarms: try ServerAlarmTable.all(db))
        }
        // The server of a practice store may live in another time, which it runs through faster.
        let isOtherTime = try StoreState.practice.read(db) == "1" && isAlive(own.process)
        let silence = isOtherTime ? .zero : now - own.seenAt
        let presence: ServerStanding.Presence =
            if own.worker.outcome != nil || silence > ServerStanding.goneAfter {
                .gone(since: own.seenAt)
            } else if silence > ServerStanding.lateAfter {
                .late(since: own.seenAt)
            } else {
                .there
            }
        return ServerStanding(
            presence: presence, startedAt: own.startedAt,
            workers: rows.map(\.worker).filter { $0.name != server }, alarms: try ServerAlarmTable.all(db))
    }

    private static func isAlive(_ process: Int32) -> Bool { kill(process, 0) == 0 || errno == EPERM }

    /// Keeps what the server says of something that it does.
    static func keep(
        _ note: WorkerNote, startedAt: Instant, process: Int32, at now: Instant, in db: Database
    ) throws {
        try db.run(
            """
            INSERT INTO workers (server, name, process, started_ms, seen_ms, did_ms, next_ms, outcome, failures)
            VALUES (?2 || '-' || ?3, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7 IS NOT NULL)
            ON CONFLICT DO UPDATE SET process = ?2, started_ms = ?3, seen_ms = ?4, did_ms = coalesce(?5, did_ms),
              next_ms = ?6, outcome = ?7, failures = CASE WHEN ?7 IS NULL THEN 0 ELSE failures + 1 END
            """, [note.name, Int64(process), startedAt, now, note.didAt, note.nextAt, note.failure])
    }
}
