import Purchases

/// Brings each failed purchase to the incident that it belongs to, by the hour: after a search
/// (`IncidentSearch.swift`), by the counts of `failure_hours`.
struct IncidentMoves {
    /// How many tickets one write moves, unless one hour has more.
    private static let batch = 500

    let db: Connection

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
        var tickets = 0
        /// Between which incidents.
        var incidents: [Int64] = []
    }

    /// What is not where it belongs; what belongs to an incident that a lead shaped stays there.
    func wrong(_ members: [(cluster: IncidentCluster, incident: Int64)]) throws -> [Move] {
        let kept = Set(
            try db.values("SELECT id FROM incidents WHERE is_kept = 1 AND merged_into IS NULL") as [Int64])
        // Of one within another, the shorter has its tickets.
        let shortest = members.sorted {
            ($0.cluster.hours.count, $0.incident) < ($1.cluster.hours.count, $1.incident)
        }
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
                UPDATE tickets SET incident_id = nullif(CAST(?1 AS BIGINT), 0)
                WHERE cause = ?2 AND placed_ms BETWEEN ?3 AND ?4 AND coalesce(app_version, '') = ?5
                  AND coalesce(incident_id, 0) = ?6 AND \(LossTerms.counts("tickets"))
                  -- What a lead shaped since the plan was made stays as it is.
                  AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.id IN (?1, ?6)
                    AND (i.is_kept = 1 OR i.id = ?1 AND i.merged_into IS NOT NULL))
                """,
                [move.to, move.hour.cause, start, start + length - 1, move.hour.version, move.from])
            done.moves += 1
            done.tickets += db.changes
            touched.formUnion([move.from, move.to])
        }
        done.incidents = touched.filter { $0 != 0 }.sorted()
        if done.tickets > 0 { try AlarmTable.letIncidentsRing(at: writing.now, in: db) }
        for id in done.incidents { try writing.changed(.incident, String(id)) }
        return done
    }
}
