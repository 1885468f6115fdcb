internal import GRDB
public import Purchases

extension Store {
    /// Brings incidents up to date with what is known of failed purchases: finds new ones, lets those grow that go on,
    /// and ends those of which nothing more came. Answers whether anything changed.
    ///
    /// Whoever opens the store calls it, an import at its end, and an open console every minute; it costs next to nothing
    /// while nothing changed. What the rule makes of the counts is worked out before any lock is taken.
    /// - Throws: `StoreError`: busy.
    @discardableResult
    public func findIncidents(by agent: AgentName, at now: Instant) throws -> Bool {
        guard !isReadOnly, let plan = try read({ try IncidentSearch(db: $0, now: now).plan() }) else { return false }
        let kept = try write(.incidentFind, by: agent, at: now) { writing in
            let kept = try IncidentKeeping(plan: plan, writing: writing).keep()
            try writing.faults.pass(.incidentsWritten)
            guard !kept.done.isEmpty else { return .nothing(kept) }
            let about = kept.done.all.map { AuditSubject.incident(IncidentID(row: $0)) }
            return .done(kept, try AuditDraft("incidents", about: about, kept.done))
        }
        guard plan.isNews else { return !kept.done.isEmpty }
        // Members follow in short writes, so that nobody waits; a run that is killed between them is gone on with.
        var moves = try read { try IncidentMoves(db: $0).wrong(kept.members)[...] }
        let hasMoved = !moves.isEmpty
        while !moves.isEmpty {
            lock?.letOthersFirst()
            let done = try write(.incidentFind, by: agent, at: now) { writing in
                let done = try IncidentMoves(db: writing.db).carryOut(moves, writing)
                guard done.tickets > 0 else { return .nothing(done) }
                return .done(done, try AuditDraft("incidents", done))
            }
            moves = moves.dropFirst(done.moves)
        }
        try write(.incidentFind, by: agent, at: now) { writing in
            try writing.db.run("UPDATE incident_search SET seen = ?", [plan.revision])
            return .looked(())
        }
        return hasMoved || !kept.done.isEmpty
    }
}

/// What a look at the counts found, and what is to be kept of it.
struct IncidentPlan {
    /// An incident as the rule finds it.
    struct Found {
        /// The cluster.
        let cluster: IncidentCluster
        /// When its first victim was charged, and its last.
        let (from, until): (Instant, Instant)
    }

    /// Up to which revision of the counts.
    let revision: Int
    /// Whether the counts are others than at the last look.
    let isNews: Bool
    /// What the rule finds; nil where the counts are those of the last look.
    let found: [Found]?
}

/// Looks at the counts of failed purchases.
struct IncidentSearch {
    let db: Database
    let now: Instant

    /// What there is to keep; nil when nothing is.
    func plan() throws -> IncidentPlan? {
        guard let (revision, seen) = try db.first(
            "SELECT revision, seen FROM incident_search", [], { (try $0[0] as Int, try $0[1] as Int) })
        else { return nil }
        guard revision != seen else {
            let isOver = try db.exists(
                """
                SELECT 1 FROM incidents WHERE closed_ms IS NULL AND merged_into IS NULL AND dissolved_ms IS NULL
                  AND until_ms + quiet_ms <= ?
                """, [now])
            return isOver ? IncidentPlan(revision: revision, isNews: false, found: nil) : nil
        }
        let found = IncidentRule.clusters(in: try rows(), at: now)
        return IncidentPlan(revision: revision, isNews: true, found: try found.compactMap(placed))
    }

    /// What failed and belongs to no incident that a lead shaped.
    private func rows() throws -> [FailureHour] {
        let kept = Set(try db.values("SELECT id FROM incidents WHERE is_kept") as [Int64])
        return try db.map(
            """
            SELECT hour, cause, version, incident, tickets FROM failure_hours
            """
        ) { row in
            guard !kept.contains(try row[3]) else { return nil }
            return FailureHour(hour: try row[0], cause: try row[1], version: try row[2], tickets: try row[4])
        }.compactMap(\.self)
    }

    private func placed(_ cluster: IncidentCluster) throws -> IncidentPlan.Found? {
        guard let from = try edge(of: cluster, "min", cluster.hours.lowerBound),
            let until = try edge(of: cluster, "max", cluster.hours.upperBound)
        else { return nil }
        return IncidentPlan.Found(cluster: cluster, from: from, until: until)
    }

    private func edge(of cluster: IncidentCluster, _ function: String, _ hour: Int) throws -> Instant? {
        let length = TimeLength.hours(1).count
        let (low, high) = (Int64(hour) * length, Int64(hour + 1) * length - 1)
        let column = cluster.kind == .version ? "app_version" : "cause"
        let values = cluster.kind == .version ? [cluster.key] : cluster.causes.map(\.rawValue)
        let edges: [Instant] = try values.compactMap { value in
            try db.value(
                """
                SELECT \(function)(t.placed_ms) FROM tickets t
                WHERE t.\(column) = ? AND t.placed_ms BETWEEN ? AND ? AND \(Schema.counts("t"))
                """, [value, low, high])
        }
        return function == "min" ? edges.min() : edges.max()
    }
}

/// Keeps what the rule finds: numbers stay as incidents grow, and what a lead shaped stays as it is.
struct IncidentKeeping {
    private let plan: IncidentPlan
    private let writing: StoreTransaction
    private var db: Database { writing.db }

    /// Keeps a plan in a write.
    init(plan: IncidentPlan, writing: StoreTransaction) { (self.plan, self.writing) = (plan, writing) }

    /// What was kept.
    struct Kept {
        /// What was done.
        var done = Done()
        /// What belongs to which incident.
        var members: [(cluster: IncidentCluster, incident: Int64)] = []
    }

    /// What was done, by incidents' numbers, as the audit log keeps it.
    struct Done: Encodable {
        var found: [Int64] = []
        var changed: [Int64] = []
        var merged: [Int64] = []
        var dissolved: [Int64] = []
        var ended: [Int64] = []

        /// All of them.
        var all: [Int64] { found + changed + merged + dissolved + ended }
        /// Whether nothing was done.
        var isEmpty: Bool { all.isEmpty }
    }

    /// Keeps the incidents themselves.
    func keep() throws -> Kept {
        var kept = Kept()
        if let found = plan.found { try match(found, &kept) }
        let ended: [Int64] = try db.values(
            """
            SELECT id FROM incidents WHERE closed_ms IS NULL AND merged_into IS NULL AND dissolved_ms IS NULL
              AND until_ms + quiet_ms <= ? ORDER BY id
            """, [writing.now])
        for id in ended {
            try db.run(
                "UPDATE incidents SET closed_ms = until_ms + quiet_ms, version = version + 1 WHERE id = ?", [id])
        }
        kept.done.ended = ended.filter { !kept.done.found.contains($0) }
        for id in Set(kept.done.all).sorted() { try writing.changed(.incident, String(id)) }
        return kept
    }

    private func match(_ found: [IncidentPlan.Found], _ kept: inout Kept) throws {
        let known = try IncidentTable.standing(db).filter { !$0.incident.isKept }
        // The pairs that share the most of their time first, so that one within another finds its own again.
        let pairs = found.indices.flatMap { place in
            known.filter { $0.isLike(found[place]) }.map { (place, $0, $0.likeness(to: found[place])) }
        }.sorted { ($1.2, $0.1.number, $0.0) < ($0.2, $1.1.number, $1.0) }
        var (own, used) = ([Int: IncidentTable.Row](), Set<Int64>())
        for (place, row, _) in pairs where own[place] == nil && !used.contains(row.number) {
            own[place] = row
            used.insert(row.number)
        }
        for (place, next) in found.enumerated() {
            let number: Int64
            if let row = own[place] {
                number = row.number
                if try grow(row, to: next) { kept.done.changed.append(number) }
            } else {
                number = try insert(next)
                kept.done.found.append(number)
            }
            kept.members.append((next.cluster, number))
        }
        for row in known where !used.contains(row.number) {
            let whole = pairs.first { $0.1.number == row.number }.flatMap { own[$0.0] }
            try end(row, in: whole, &kept.done)
        }
    }

    /// Ends an incident that the rule finds no more: grown together with another, or nothing out of the usual.
    private func end(_ row: IncidentTable.Row, in whole: IncidentTable.Row?, _ done: inout Done) throws {
        if let whole {
            try db.run(
                "UPDATE incidents SET merged_into = ?, version = version + 1 WHERE id = ?",
                [whole.number, row.number])
            done.merged.append(row.number)
            return
        }
        // What a lead named or made good is not taken from under it.
        guard row.incident.name == nil,
            try !db.exists("SELECT 1 FROM batches WHERE incident_id = ?", [row.number])
        else { return }
        try db.run(
            "UPDATE incidents SET dissolved_ms = ?, version = version + 1 WHERE id = ?",
            [writing.now, row.number])
        done.dissolved.append(row.number)
    }

    private func insert(_ found: IncidentPlan.Found) throws -> Int64 {
        let cluster = found.cluster
        let incident = Incident(
            id: IncidentID("new"), kind: cluster.kind, key: cluster.key, causes: cluster.causes, name: nil,
            from: found.from, until: found.until, openedAt: writing.now, closedAt: nil, usual: cluster.usual,
            isKept: false, state: .goingOn, mergedInto: nil, version: 1)
        return try IncidentTable.insert(IncidentTable.Row(incident: incident, quiet: cluster.quiet), in: db)
    }

    private func grow(_ row: IncidentTable.Row, to found: IncidentPlan.Found) throws -> Bool {
        let cluster = found.cluster
        var new = row
        (new.incident.kind, new.incident.key, new.incident.causes) = (cluster.kind, cluster.key, cluster.causes)
        (new.incident.from, new.incident.until) = (found.from, found.until)
        (new.incident.usual, new.quiet) = (cluster.usual, cluster.quiet)
        if found.until + cluster.quiet > writing.now {
            new.incident.closedAt = nil
        } else if new.incident.closedAt != nil {
            new.incident.closedAt = found.until + cluster.quiet
        }
        guard new.incident != row.incident || new.quiet != row.quiet else { return false }
        try IncidentTable.update(new, in: db)
        return true
    }
}

extension IncidentTable.Row {
    /// Whether it may be what the rule finds: it shares the cause or the version, and some of the time.
    fileprivate func isLike(_ found: IncidentPlan.Found) -> Bool {
        guard incident.kind == found.cluster.kind, incident.from <= found.until, found.from <= incident.until
        else { return false }
        return incident.kind == .version
            ? incident.key == found.cluster.key
            : !Set(incident.causes).isDisjoint(with: found.cluster.causes)
    }

    /// How much of both their time is of both.
    fileprivate func likeness(to found: IncidentPlan.Found) -> Double {
        let shared = min(incident.until, found.until) - max(incident.from, found.from)
        let all = max(incident.until, found.until) - min(incident.from, found.from)
        return Double(shared.count + 1) / Double(all.count + 1)
    }
}

/// Brings each failed purchase to the incident that it belongs to, by the hour.
struct IncidentMoves {
    /// How many tickets one write moves, unless one hour has more.
    private static let batch = 500

    /// The connection.
    let db: Database

    /// Failed purchases of an hour, where they are, and where they belong; 0 is no incident.
    struct Move {
        let hour: FailureHour
        let from: Int64
        let to: Int64
    }

    /// What a write moved, as the audit log keeps it.
    struct Done: Encodable {
        /// How many of the moves.
        var moves = 0
        /// How many tickets.
        var tickets = 0
        /// Between which incidents.
        var incidents: [Int64] = []
    }

    /// What is not where it belongs; what belongs to an incident that a lead shaped stays there.
    func wrong(_ members: [(cluster: IncidentCluster, incident: Int64)]) throws -> [Move] {
        let kept = Set(try db.values("SELECT id FROM incidents WHERE is_kept AND merged_into IS NULL") as [Int64])
        // Of one within another, the shorter has its tickets.
        let shortest = members.sorted { ($0.cluster.hours.count, $0.incident) < ($1.cluster.hours.count, $1.incident) }
        return try db.map("SELECT hour, cause, version, incident, tickets FROM failure_hours") { row in
            let from: Int64 = try row[3]
            guard !kept.contains(from) else { return nil }
            let hour = FailureHour(
                hour: try row[0], cause: try row[1], version: try row[2], tickets: try row[4])
            let to = shortest.first { $0.cluster.holds(hour) }?.incident ?? 0
            return to == from ? nil : Move(hour: hour, from: from, to: to)
        }.compactMap(\.self)
    }

    /// Carries out as many of some moves as one write may.
    func carryOut(_ moves: some Collection<Move>, _ writing: StoreTransaction) throws -> Done {
        let length = TimeLength.hours(1).count
        var (done, touched) = (Done(), Set<Int64>())
        for move in moves where done.tickets < IncidentMoves.batch {
            let start = Int64(move.hour.hour) * length
            try db.run(
                """
                UPDATE tickets SET incident_id = nullif(?1, 0)
                WHERE cause = ?2 AND placed_ms BETWEEN ?3 AND ?4 AND coalesce(app_version, '') = ?5
                  AND coalesce(incident_id, 0) = ?6 AND \(Schema.counts("tickets"))
                """,
                [move.to, move.hour.cause, start, start + length - 1, move.hour.version, move.from])
            done.moves += 1
            done.tickets += db.changesCount
            touched.formUnion([move.from, move.to])
        }
        done.incidents = touched.filter { $0 != 0 }.sorted()
        for id in done.incidents { try writing.changed(.incident, String(id)) }
        return done
    }

    /// Lets a ticket join the incident that goes on and that it fits, at once and before any alarm of it is heard.
    static func join(_ ticket: Int64, in db: Database) throws {
        let found: Int64? = try db.value(
            """
            SELECT i.id FROM tickets t JOIN incidents i ON i.closed_ms IS NULL AND i.merged_into IS NULL
              AND i.dissolved_ms IS NULL AND t.placed_ms BETWEEN i.from_ms AND i.until_ms + i.quiet_ms
              AND CASE i.kind WHEN 'version' THEN i.key = t.app_version
                ELSE t.cause IN (SELECT value FROM json_each(i.causes)) END
            WHERE t.id = ? AND t.incident_id IS NULL AND \(Schema.counts("t"))
            ORDER BY i.until_ms - i.from_ms, i.id LIMIT 1
            """, [ticket])
        guard let found else { return }
        try db.run("UPDATE tickets SET incident_id = ? WHERE id = ?", [found, ticket])
        try db.run(
            """
            UPDATE incidents SET version = version + 1, until_ms = t.placed_ms FROM tickets t
            WHERE t.id = ? AND incidents.id = t.incident_id AND t.placed_ms > until_ms
            """, [ticket])
    }
}
