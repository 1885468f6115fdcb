import Purchases

/// Grants as their table keeps them.
enum GrantTable {
    private static let selection = Grant.table.numberedSelection

    /// All grants to a customer, oldest first.
    static func all(of customer: AppUserID, in db: Connection) throws -> [Grant] {
        try db.map(
            "\(selection) WHERE app_user_id = ? ORDER BY granted_at_ms, id", [customer]
        ) { try read($0) }
    }

    /// All grants given with a ticket or with a duplicate of it, oldest first.
    static func all(ofTicket ticket: Int64, in db: Connection) throws -> [Grant] {
        try db.map(
            """
            \(TicketTable.family) \(selection) WHERE ticket_id IN (SELECT id FROM family) ORDER BY granted_at_ms, id
            """, [ticket]
        ) { try read($0) }
    }

    /// The grant of that name; nil when there is none.
    static func find(_ id: GrantID, in db: Connection) throws -> Grant? {
        try db.first("\(selection) WHERE id = ?", [id]) { try read($0) }
    }

    private static func read(_ row: StoredRow) throws -> Grant {
        var grant = try Grant(row, after: 1)
        grant.id = try row[0]
        return grant
    }

    /// Keeps a new grant; answers it with its name.
    static func insert(_ grant: Grant, in db: Connection) throws -> Grant {
        var kept = grant
        kept.id = GrantID(row: try Grant.table.add(grant, in: db))
        return kept
    }
}

/// Without its name, which is the row's number. Who took it back and why is for the audit log.
extension Grant: TableRow {
    static let table = Table<Grant>("grants", key: "id")
    static let unread = Grant(
        id: GrantID(""), customer: AppUserID(""), entitlement: EntitlementID(""), startsAt: .earliest,
        endsAt: nil, reason: "", grantedBy: AgentName(""), grantedAt: .earliest)

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("app_user_id", &customer)
        columns.visit("entitlement", &entitlement)
        columns.visit("starts_at_ms", &startsAt)
        columns.visit("ends_at_ms", &endsAt)
        columns.visit("reason", &reason)
        columns.visit("note", &note)
        columns.visit("ticket_id", &ticket)
        columns.visit("reference", &reference)
        columns.visit("granted_by", &grantedBy)
        columns.visit("granted_at_ms", &grantedAt)
        columns.visit("is_restitution", &isRestitution)
        columns.visit("revoked_at_ms", &revokedAt)
    }
}

/// What the audit log proves of grants: their rows, as compact JSON. What else an entry tells stands behind the row,
/// whose bytes stay the same, so that ``tell(of:note:in:)`` can compare them.
enum GrantAuditDetails {
    /// A grant's whole row, its revocation left out: that has an entry of its own. What the agent wrote goes into a vault.
    static func given(_ grant: Grant, keeping vault: TextVault) -> String {
        given(grant, note: token(of: grant.note, in: vault))
    }

    /// The row of a grant that was given in a batch, with the batch.
    static func given(_ grant: Grant, batch: BatchID, keeping vault: TextVault) -> String {
        var answered = RowJSON()
        answered.add("batch", batch)
        return "\(given(grant, keeping: vault).dropLast()),\(answered.text.dropFirst())"
    }

    /// The row of a grant that a second lead would have decided about, in a store that has only one.
    static func givenAlone(_ grant: Grant, keeping vault: TextVault) -> String {
        "\(given(grant, keeping: vault).dropLast()),\"no_second_lead\":true}"
    }

    /// A grant that was asked for: its row as it would be, without a number, and the limit that it exceeds as JSON.
    static func asked(_ grant: Grant, because limit: String, keeping vault: TextVault) -> String {
        #"{"because":\#(limit),"grant":\#(row(of: grant, note: token(of: grant.note, in: vault)))}"#
    }

    /// The row of a grant that was given because it was asked for, with who asked and what was said to it.
    static func approved(
        _ grant: Grant, request: RequestID, askedBy: AgentName, note: FreeText?, keeping vault: TextVault
    ) -> String {
        let given = given(grant, keeping: vault)
        var answered = RowJSON()
        answered.add("asked_by", askedBy)
        answered.add("note", json: token(of: note, in: vault).map(FreeText.standIn))
        answered.add("request", request.rawValue)
        return "\(given.dropLast()),\(answered.text.dropFirst())"
    }

    /// Whether an entry's details tell of just this grant, with that token of what the agent wrote.
    static func tell(of grant: Grant, note: String?, in details: String) -> Bool {
        let whole = given(grant, note: note)
        return details == whole || details.hasPrefix(whole.dropLast() + ",")
    }

    private static func given(_ grant: Grant, note: String?) -> String {
        #"{"grant":\#(row(of: grant, note: note))}"#
    }

    private static func token(of text: FreeText?, in vault: TextVault) -> String? {
        text?.unlessBlank.map { vault.keep($0.whole) }
    }

    /// The row with the token of what the agent wrote; nil for nothing.
    private static func row(of grant: Grant, note: String?) -> String {
        var (row, grant) = (RowJSON(), grant)
        (grant.note, grant.revokedAt) = (nil, nil)
        row.add("id", grant.id)
        row.add(grant)
        row.add("note", json: note.map(FreeText.standIn))
        return row.text
    }

    /// What the agent wrote to the end of a grant.
    static func endNote(of id: GrantID, in db: Connection) throws -> FreeText? {
        try db.value("SELECT revoked_note FROM grants WHERE id = ?", [id])
    }

    /// The end of a grant as its row tells it, with the token of what the agent wrote; nil when it was not ended.
    static func ended(_ id: GrantID, note: String?, in db: Connection) throws -> String? {
        try db.first(
            """
            SELECT app_user_id, revoked_at_ms, revoked_by, revoked_reason FROM grants
            WHERE id = ? AND revoked_at_ms IS NOT NULL
            """, [id]
        ) { found in
            var row = RowJSON()
            row.add("id", id)
            row.add("app_user_id", try found[0] as String)
            row.add("revoked_at_ms", try found[1] as Instant)
            row.add("revoked_by", found[2] as String?)
            row.add("reason", found[3] as String?)
            row.add("note", json: note.map(FreeText.standIn))
            return #"{"revocation":\#(row.text)}"#
        }
    }

    /// Which grant an entry says was given.
    static func grant(in details: String) -> GrantID? {
        told(details)?.grant.map { GrantID(row: $0.id) }
    }

    /// Which grant an entry says was ended.
    static func revocation(in details: String) -> GrantID? {
        told(details)?.revocation.map { GrantID(row: $0.id) }
    }

    private struct Numbered: Decodable {
        let id: Int64
    }

    /// What an entry tells of a grant, beside whatever else it tells.
    private struct Told: Decodable {
        let grant: Numbered?
        let revocation: Numbered?
    }

    private static func told(_ details: String) -> Told? { try? ColumnText.value(details) }
}
