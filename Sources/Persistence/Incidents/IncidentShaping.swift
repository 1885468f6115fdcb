package import Purchases

extension Store {
    /// Does something to an incident: the one entry of every act.
    ///
    /// Answers the incident as it is now: of a merge the one that has all of it, of a split the new one. The rule leaves
    /// alone what a lead shaped; under a name it goes on as before.
    ///
    ///     try store.act(.merge(into: other), on: incident, by: lead, at: now)
    ///
    /// - Parameter version: the version that the lead saw; nil compares nothing.
    /// - Throws: `StoreError`: not found; conflict when it changed since, or is not as the act needs it; refused to all but
    ///   leads.
    @discardableResult
    package func act(
        _ act: IncidentAct, on id: IncidentID, version: Int? = nil, by agent: AgentName, at now: Instant
    ) throws(StoreError) -> IncidentPage {
        try write(.incidentShape, by: agent, at: now) {
            try IncidentShaping($0, version: version).carryOut(act, on: id)
        }
    }

    /// Moves tickets into an incident, or out of the ones that they belong to; answers how many moved.
    @discardableResult
    package func moveTickets(
        _ tickets: [TicketID], into incident: IncidentID?, by agent: AgentName, at now: Instant
    ) throws(StoreError) -> Int {
        try write(.incidentShape, by: agent, at: now) {
            try IncidentShaping($0).move(tickets, into: incident)
        }
    }
}

/// What leads make of incidents; the rule leaves alone what they shaped.
struct IncidentShaping {
    /// For so long at least an incident that was taken up again waits for more.†
    private static let longestQuiet = TimeLength.days(1)

    private let writing: StoreTransaction
    /// The version that the lead saw.
    private let version: Int?

    init(_ writing: StoreTransaction, version: Int? = nil) {
        (self.writing, self.version) = (writing, version)
    }

    func carryOut(_ act: IncidentAct, on id: IncidentID) throws -> WriteResult<IncidentPage> {
        switch act {
        case .name(let name): try self.name(id, name)
        case .merge(let other): try merge(id, into: other)
        case .separate: try separate(id)
        case .split(let cut): try split(id, at: cut)
        case .close: try close(id)
        case .reopen: try reopen(id)
        }
    }

    private func name(_ id: IncidentID, _ name: String?) throws -> WriteResult<IncidentPage> {
        var row = try find(id)
        let name = name.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        guard row.incident.name != name else { return .nothing(try page(row.number)) }
        row.incident.name = name
        try IncidentTable.update(row, in: writing.db)
        return try done(row, details(.name(name)))
    }

    /// Merges it into another.
    private func merge(_ id: IncidentID, into other: IncidentID) throws -> WriteResult<IncidentPage> {
        guard id != other else { throw StoreError.incident(id, .mergedIntoItself) }
        var (row, whole) = (try own(id), try IncidentShaping(writing).own(other))
        row.incident.mergedInto = other
        row.incident.isKept = true
        try IncidentTable.update(row, in: writing.db)
        try assign(to: whole.number, "incident_id = ?", [row.number])
        whole.incident.take(row.incident)
        whole.quiet = max(whole.quiet, row.quiet)
        try keep(&whole)
        try writing.changed(.incident, id.rawValue)
        return try done(whole, details(.merge(into: other), other: id))
    }

    /// Takes it out of the one that it was merged into.
    private func separate(_ id: IncidentID) throws -> WriteResult<IncidentPage> {
        var row = try find(id)
        guard let into = row.incident.mergedInto else {
            throw StoreError.incident(id, .stands(row.incident.state))
        }
        // What it was merged into may have been merged, too: its tickets are where the last of them is.
        var whole = try IncidentTable.find(into, in: writing.db)
        while let next = whole.incident.mergedInto { whole = try IncidentTable.find(next, in: writing.db) }
        row.incident.mergedInto = nil
        let (column, own) =
            row.incident.kind == .version
            ? ("app_version", ValueList([row.incident.key])) : ("cause", ValueList(row.incident.causes))
        try assign(
            to: row.number, "incident_id = ? AND placed_ms BETWEEN ? AND ? AND \(column) IN \(own.places)",
            [whole.number, row.incident.from, row.incident.until] + own.values)
        try keep(&row)
        try keep(&whole)
        try writing.changed(.incident, whole.incident.id.rawValue)
        return try done(row, details(.separate, other: whole.incident.id))
    }

    private func split(_ id: IncidentID, at cut: IncidentCut) throws -> WriteResult<IncidentPage> {
        var row = try own(id)
        var part = row
        let condition: (sql: String, value: any ColumnValue)
        switch cut {
        case .from(let moment):
            condition = ("placed_ms >= ?", moment)
        case .version(let version):
            condition = ("app_version = ?", version)
            (part.incident.kind, part.incident.key, part.incident.causes) = (.version, version, [])
        case .cause(let cause):
            condition = ("cause = ?", cause)
            (part.incident.kind, part.incident.key, part.incident.causes) = (.cause, cause.rawValue, [cause])
            row.incident.causes.removeAll { $0 == cause }
        }
        part.incident.name = nil
        let number = try IncidentTable.insert(part, in: writing.db)
        try assign(to: number, "incident_id = ? AND \(condition.sql)", [row.number, condition.value])
        guard var new = try IncidentTable.at(number, in: writing.db), try !isEmpty(number),
            try !isEmpty(row.number)
        else { throw StoreError.incident(id, .nothingSplit) }
        try writing.db.run(
            "UPDATE incidents SET alarm_ticket = (SELECT alarm_ticket FROM incidents WHERE id = ?) WHERE id = ?",
            [row.number, number])
        try keep(&row)
        try keep(&new)
        try writing.changed(.incident, id.rawValue)
        return try done(new, details(.split(cut), other: id))
    }

    /// Ends it.
    private func close(_ id: IncidentID) throws -> WriteResult<IncidentPage> {
        var row = try own(id)
        guard row.incident.closedAt == nil else { throw StoreError.incident(id, .stands(.closed)) }
        row.incident.closedAt = writing.now
        row.incident.isKept = true
        try IncidentTable.update(row, in: writing.db)
        return try done(row, details(.close))
    }

    /// Takes it up again.
    private func reopen(_ id: IncidentID) throws -> WriteResult<IncidentPage> {
        var row = try own(id)
        guard row.incident.closedAt != nil else { throw StoreError.incident(id, .stands(.goingOn)) }
        row.incident.closedAt = nil
        row.incident.isKept = true
        let passed = max(.zero, writing.now - row.incident.until)
        row.quiet = passed + max(row.quiet, IncidentShaping.longestQuiet)
        try IncidentTable.update(row, in: writing.db)
        try writing.db.run("UPDATE incidents SET alarm_ticket = NULL WHERE id = ?", [row.number])
        return try done(row, details(.reopen))
    }

    func move(_ tickets: [TicketID], into incident: IncidentID?) throws -> WriteResult<Int> {
        let target = try incident.map(own)
        var (left, moved) = (Set<Int64>(), 0)
        for id in tickets {
            guard let row = id.row, let ticket = try TicketTable.at(row, in: writing.db) else {
                throw StoreError.unknown(.ticket(id))
            }
            guard ticket.incident?.row != target?.number else { continue }
            if let before = ticket.incident?.row { left.insert(before) }
            try writing.db.run(
                "UPDATE tickets SET incident_id = ? WHERE id = ?", [target?.number, row])
            try writing.changed(.ticket, id.rawValue)
            moved += 1
        }
        guard moved > 0 else { return .nothing(0) }
        for number in left.sorted() + (target.map { [$0.number] } ?? []) {
            guard var row = try IncidentTable.at(number, in: writing.db) else { continue }
            try keep(&row)
            try writing.changed(.incident, row.incident.id.rawValue)
        }
        try writing.db.run("UPDATE incident_search SET revision = revision + 1")
        let about = (incident.map { [AuditSubject.incident($0)] } ?? []) + tickets.map { .ticket($0) }
        let details = MoveDetails(deed: incident == nil ? "move_out" : "move_in", tickets: tickets)
        return .done(moved, try AuditDraft(incident.map(\.rawValue) ?? "tickets", about: about, details))
    }

    /// What the audit log says of an act: the act, and beside it the incident that it took from or gave to.
    private struct AuditDetails: Encodable {
        let act: IncidentAct
        let other: IncidentID?

        private enum Key: CodingKey { case other }

        func encode(to encoder: any Encoder) throws {
            try act.encode(to: encoder)
            var beside = encoder.container(keyedBy: Key.self)
            try beside.encodeIfPresent(other, forKey: .other)
        }
    }

    /// What the audit log says of tickets that were moved.
    private struct MoveDetails: Encodable {
        let deed: String
        let tickets: [TicketID]
    }

    private func details(_ act: IncidentAct, other: IncidentID? = nil) -> AuditDetails {
        AuditDetails(act: act, other: other)
    }

    /// An incident as the lead saw it.
    private func find(_ id: IncidentID) throws -> IncidentTable.Row {
        let row = try IncidentTable.find(id, in: writing.db)
        if let version, row.incident.version != version { throw StoreError.incident(id, .changed) }
        return row
    }

    /// An incident that is one of its own.
    private func own(_ id: IncidentID) throws -> IncidentTable.Row {
        let row = try find(id)
        guard row.incident.state == .goingOn || row.incident.state == .closed else {
            throw StoreError.incident(id, .stands(row.incident.state))
        }
        return row
    }

    private func assign(to incident: Int64, _ condition: String, _ values: BoundValues) throws {
        try writing.db.run(
            "UPDATE tickets SET incident_id = \(incident) WHERE \(condition)", values)
    }

    private func isEmpty(_ incident: Int64) throws -> Bool {
        try !writing.db.exists("SELECT 1 FROM failure_hours WHERE \(IncidentTable.hours)", [incident])
    }

    /// Keeps an incident as its tickets are, for good.
    private func keep(_ row: inout IncidentTable.Row) throws {
        row.incident.isKept = true
        let span = try writing.db.first(
            "SELECT min(placed_ms), max(placed_ms) FROM tickets WHERE incident_id = ?", [row.number]
        ) { (from: $0[0] as Instant?, until: $0[1] as Instant?) }
        if let from = span?.from, let until = span?.until {
            (row.incident.from, row.incident.until) = (from, until)
        }
        try IncidentTable.update(row, in: writing.db)
    }

    private func page(_ number: Int64) throws -> IncidentPage {
        guard let row = try IncidentTable.at(number, in: writing.db) else {
            throw StoreError.unknown(.incident(IncidentID(row: number)))
        }
        return try IncidentReading(db: writing.db).page(row)
    }

    private func done(_ row: IncidentTable.Row, _ details: AuditDetails) throws -> WriteResult<IncidentPage> {
        let id = row.incident.id
        try writing.changed(.incident, id.rawValue)
        try writing.db.run("UPDATE incident_search SET revision = revision + 1")
        let about = [AuditSubject.incident(id)] + (details.other.map { [.incident($0)] } ?? [])
        return .done(try page(row.number), try AuditDraft(id.rawValue, about: about, details))
    }
}

extension Incident {
    /// Takes over what another one was.
    fileprivate mutating func take(_ other: Incident) {
        (from, until) = (min(from, other.from), max(until, other.until))
        if kind == .cause { causes += other.causes.filter { !causes.contains($0) } }
        closedAt = closedAt.flatMap { mine in other.closedAt.map { max(mine, $0) } }
    }
}
