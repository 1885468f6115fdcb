import Purchases

/// Keeps the incidents that the rule finds (`IncidentSearch.swift`): numbers stay as incidents grow, and what a lead
/// shaped stays as it is. `IncidentMoves` then brings their tickets.
struct IncidentKeeping {
    private let plan: IncidentPlan
    private let writing: StoreTransaction
    private var db: Connection { writing.db }

    /// Keeps a plan in a write.
    init(plan: IncidentPlan, writing: StoreTransaction) { (self.plan, self.writing) = (plan, writing) }

    /// What was kept.
    struct Kept {
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

        var all: [Int64] { found + changed + merged + dissolved + ended }
        var isEmpty: Bool { all.isEmpty }
    }

    func keep() throws -> Kept {
        var kept = Kept()
        if let found = plan.found { try match(found, &kept) }
        let ended = try IncidentTable.over(at: writing.now, in: db)
        for id in ended {
            try db.run(
                "UPDATE incidents SET closed_ms = until_ms + quiet_ms, version = version + 1 WHERE id = ?",
                [id])
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
        (new.incident.kind, new.incident.key, new.incident.causes) = (
            cluster.kind, cluster.key, cluster.causes
        )
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
