public import Purchases

extension Store {
    /// Gives an incident a name, or takes it away; the rule goes on with it as before.
    ///
    /// `version`, here and in every act, is what the lead saw; without it nothing is compared.
    /// - Throws: `StoreError`: not found; conflict when it changed since; refused to all but leads.
    @discardableResult
    public func nameIncident(
        _ id: IncidentID, _ name: String?, version: Int? = nil, by agent: AgentName, at now: Instant
    ) throws -> IncidentPage {
        try shape(by: agent, at: now) { try $0.name(id, name, version: version) }
    }

    /// Says that an incident is the same as another, which takes over its tickets; ``separateIncident(_:version:by:at:)``
    /// undoes it. Answers the other.
    @discardableResult
    public func mergeIncident(
        _ id: IncidentID, into other: IncidentID, version: Int? = nil, by agent: AgentName, at now: Instant
    ) throws -> IncidentPage {
        try shape(by: agent, at: now) { try $0.merge(id, into: other, version: version) }
    }

    /// Takes an incident out again of the one that it was merged into, with the tickets that fit it.
    @discardableResult
    public func separateIncident(
        _ id: IncidentID, version: Int? = nil, by agent: AgentName, at now: Instant
    ) throws -> IncidentPage {
        try shape(by: agent, at: now) { try $0.separate(id, version: version) }
    }

    /// Cuts an incident in two; answers the new one. Merging it back undoes it.
    @discardableResult
    public func splitIncident(
        _ id: IncidentID, at cut: IncidentCut, version: Int? = nil, by agent: AgentName, at now: Instant
    ) throws -> IncidentPage {
        try shape(by: agent, at: now) { try $0.split(id, at: cut, version: version) }
    }

    /// Ends an incident that goes on: what comes from now on is none of it.
    @discardableResult
    public func closeIncident(
        _ id: IncidentID, version: Int? = nil, by agent: AgentName, at now: Instant
    ) throws -> IncidentPage {
        try shape(by: agent, at: now) { try $0.close(id, version: version) }
    }

    /// Takes an incident up again that was ended: what comes joins it, and the next loss of it rings.
    @discardableResult
    public func reopenIncident(
        _ id: IncidentID, version: Int? = nil, by agent: AgentName, at now: Instant
    ) throws -> IncidentPage {
        try shape(by: agent, at: now) { try $0.reopen(id, version: version) }
    }

    /// Moves tickets into an incident, or out of the ones that they belong to; answers how many moved.
    @discardableResult
    public func moveTickets(
        _ tickets: [TicketID], into incident: IncidentID?, by agent: AgentName, at now: Instant
    ) throws -> Int {
        try write(.incidentShape, by: agent, at: now) {
            try IncidentShaping(writing: $0).move(tickets, into: incident)
        }
    }

    private func shape(
        by agent: AgentName, at now: Instant,
        _ act: (IncidentShaping) throws -> WriteResult<IncidentPage>
    ) throws -> IncidentPage {
        try write(.incidentShape, by: agent, at: now) { try act(IncidentShaping(writing: $0)) }
    }
}

/// What leads make of incidents; the rule leaves alone what they shaped.
struct IncidentShaping {
    /// For so long at least an incident that was taken up again waits for more.†
    private static let longestQuiet = TimeLength.days(1)

    let writing: StoreTransaction

    /// Names it.
    func name(_ id: IncidentID, _ name: String?, version: Int?) throws -> WriteResult<IncidentPage> {
        var row = try find(id, version: version)
        let name = name.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        guard row.incident.name != name else { return .nothing(try page(row.number)) }
        row.incident.name = name
        try IncidentTable.update(row, in: writing.db)
        return try done(row, Deed(deed: "name", name: FreeText(name)))
    }

    /// Merges it into another.
    func merge(_ id: IncidentID, into other: IncidentID, version: Int?) throws -> WriteResult<IncidentPage> {
        guard id != other else { throw StoreError.mergedIntoItself(id) }
        var (row, whole) = (try own(id, version: version), try own(other, version: nil))
        row.incident.mergedInto = other
        row.incident.isKept = true
        try IncidentTable.update(row, in: writing.db)
        try assign(to: whole.number, "incident_id = ?", [row.number])
        whole.incident.take(row.incident)
        whole.quiet = max(whole.quiet, row.quiet)
        try keep(&whole)
        try writing.changed(.incident, id.rawValue)
        return try done(whole, Deed(deed: "merge", other: id.rawValue))
    }

    /// Takes it out of the one that it was merged into.
    func separate(_ id: IncidentID, version: Int?) throws -> WriteResult<IncidentPage> {
        var row = try find(id, version: version)
        guard let into = row.incident.mergedInto else {
            throw StoreError.incidentStands(id, row.incident.state)
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
        return try done(row, Deed(deed: "separate", other: whole.incident.id.rawValue))
    }

    /// Cuts it.
    func split(_ id: IncidentID, at cut: IncidentCut, version: Int?) throws -> WriteResult<IncidentPage> {
        var row = try own(id, version: version)
        var part = row
        let condition: (sql: String, value: any ColumnValue)
        let details: Deed
        switch cut {
        case .from(let moment):
            condition = ("placed_ms >= ?", moment)
            details = Deed(deed: "split", from: moment)
        case .version(let version):
            condition = ("app_version = ?", version)
            details = Deed(deed: "split", appVersion: version)
            (part.incident.kind, part.incident.key, part.incident.causes) = (.version, version, [])
        case .cause(let cause):
            condition = ("cause = ?", cause)
            details = Deed(deed: "split", cause: cause.rawValue)
            (part.incident.kind, part.incident.key, part.incident.causes) = (.cause, cause.rawValue, [cause])
            row.incident.causes.removeAll { $0 == cause }
        }
        part.incident.name = nil
        let number = try IncidentTable.insert(part, in: writing.db)
        try assign(to: number, "incident_id = ? AND \(condition.sql)", [row.number, condition.value])
        guard var new = try IncidentTable.at(number, in: writing.db), try !isEmpty(number),
            try !isEmpty(row.number)
        else { throw StoreError.nothingSplit(id) }
        try writing.db.run(
            "UPDATE incidents SET alarm_ticket = (SELECT alarm_ticket FROM incidents WHERE id = ?) WHERE id = ?",
            [row.number, number])
        try keep(&row)
        try keep(&new)
        try writing.changed(.incident, id.rawValue)
        return try done(new, details.of(id))
    }

    /// Ends it.
    func close(_ id: IncidentID, version: Int?) throws -> WriteResult<IncidentPage> {
        var row = try own(id, version: version)
        guard row.incident.closedAt == nil else { throw StoreError.incidentStands(id, .closed) }
        row.incident.closedAt = writing.now
        row.incident.isKept = true
        try IncidentTable.update(row, in: writing.db)
        return try done(row, Deed(deed: "close"))
    }

    /// Takes it up again.
    func reopen(_ id: IncidentID, version: Int?) throws -> WriteResult<IncidentPage> {
        var row = try own(id, version: version)
        guard row.incident.closedAt != nil else { throw StoreError.incidentStands(id, .goingOn) }
        row.incident.closedAt = nil
        row.incident.isKept = true
        let passed = max(.zero, writing.now - row.incident.until)
        row.quiet = passed + max(row.quiet, IncidentShaping.longestQuiet)
        try IncidentTable.update(row, in: writing.db)
        try writing.db.run("UPDATE incidents SET alarm_ticket = NULL WHERE id = ?", [row.number])
        return try done(row, Deed(deed: "reopen"))
    }

    /// Moves tickets.
    func move(_ tickets: [TicketID], into incident: IncidentID?) throws -> WriteResult<Int> {
        let target = try incident.map { try own($0, version: nil) }
        var (left, moved) = (Set<Int64>(), 0)
        for id in tickets {
            guard let row = id.row, let ticket = try TicketTable.at(row, in: writing.db) else {
                throw StoreError.unknownTicket(id)
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
        return .done(
            moved,
            try AuditDraft(
                incident.map(\.rawValue) ?? "tickets", about: about,
                Deed(deed: incident == nil ? "move_out" : "move_in", tickets: tickets.map(\.rawValue))))
    }

    /// What the audit log keeps of an act.
    private struct Deed: Encodable {
        let deed: String
        var incident: String?
        var name: FreeText?
        var other: String?
        var from: Instant?
        var appVersion: String?
        var cause: String?
        var tickets: [String]?

        /// The act with the incident that was cut.
        func of(_ id: IncidentID) -> Deed {
            var deed = self
            deed.other = id.rawValue
            return deed
        }
    }

    /// An incident as the lead saw it.
    private func find(_ id: IncidentID, version: Int?) throws -> IncidentTable.Row {
        let row = try IncidentTable.find(id, in: writing.db)
        if let version, row.incident.version != version { throw StoreError.incidentChanged(id) }
        return row
    }

    /// An incident that is one of its own.
    private func own(_ id: IncidentID, version: Int?) throws -> IncidentTable.Row {
        let row = try find(id, version: version)
        guard row.incident.state == .goingOn || row.incident.state == .closed else {
            throw StoreError.incidentStands(id, row.incident.state)
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
            throw StoreError.unknownIncident(IncidentID(row: number))
        }
        return try IncidentReading(db: writing.db).page(row)
    }

    private func done(_ row: IncidentTable.Row, _ deed: Deed) throws -> WriteResult<IncidentPage> {
        let id = row.incident.id
        try writing.changed(.incident, id.rawValue)
        try writing.db.run("UPDATE incident_search SET revision = revision + 1")
        let about = [AuditSubject.incident(id)] + (deed.other.map { [.incident(IncidentID($0))] } ?? [])
        return .done(try page(row.number), try AuditDraft(id.rawValue, about: about, deed))
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
