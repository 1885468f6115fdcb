package import Purchases

extension Store {
    /// Brings incidents up to date with what is known of failed purchases: finds new ones, lets those grow that go on,
    /// and ends those of which nothing more came. Answers whether anything changed.
    ///
    /// It runs with ``applyOverdueMoves(by:at:)``, before alarms are taken, and at the end of an import; it costs next
    /// to nothing while nothing changed. What the rule makes of the counts is worked out before any lock is taken.
    /// - Throws: `StoreError`: busy.
    @discardableResult
    package func findIncidents(by agent: AgentName, at now: Instant) throws(StoreError) -> Bool {
        guard !isReadOnly, let plan = try read({ try IncidentSearch(db: $0, now: now).plan() }) else {
            return false
        }
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
            letOthersFirst()
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
    let db: Connection
    let now: Instant

    /// What there is to keep; nil when nothing is.
    func plan() throws -> IncidentPlan? {
        guard
            let (revision, seen) = try db.first(
                "SELECT revision, seen FROM incident_search", [], { (try $0[0] as Int, try $0[1] as Int) })
        else { return nil }
        guard revision != seen else {
            let over = try IncidentTable.over(at: now, in: db)
            return over.isEmpty ? nil : IncidentPlan(revision: revision, isNews: false, found: nil)
        }
        let found = IncidentRule.clusters(in: try rows(), at: now)
        return IncidentPlan(revision: revision, isNews: true, found: try found.compactMap(placed))
    }

    /// What failed and belongs to no incident that a lead shaped.
    private func rows() throws -> [FailureHour] {
        let kept = Set(try db.values("SELECT id FROM incidents WHERE is_kept = 1") as [Int64])
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
                WHERE t.\(column) = ? AND t.placed_ms BETWEEN ? AND ? AND \(LossTerms.counts("t"))
                """, [value, low, high])
        }
        return function == "min" ? edges.min() : edges.max()
    }
}
