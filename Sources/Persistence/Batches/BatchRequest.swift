package import Purchases

/// Whom a lead wants to make good at once, and how.
package struct BatchRequest: Hashable, Codable, Sendable {
    /// Which tickets.
    package enum Target: Hashable, Codable, Sendable {
        /// All of an incident.
        case incident(IncidentID)
        case tickets([TicketID])
    }

    /// Which tickets.
    package var target: Target
    /// How long everybody is given.
    package var length: BatchLength
    /// The reason code.
    package var reason: String
    /// What colleagues should know.
    package var note: FreeText?
    /// The helpdesk's case.
    package var reference: String?
    /// The words of the filter by which the tickets were found; nil where they were named.
    package var words: String?

    /// A wish to make many good; the lost period unless told otherwise.
    package init(
        _ target: Target, length: BatchLength = .lost, reason: String, note: FreeText? = nil,
        reference: String? = nil, words: String? = nil
    ) {
        (self.target, self.length, self.reason) = (target, length, reason)
        (self.note, self.reference, self.words) = (note, reference, words)
    }

    /// The incident; nil for tickets that were named.
    var incident: IncidentID? { if case .incident(let id) = target { id } else { nil } }

    /// What the batch keeps of it.
    var plan: Batch.Plan {
        Batch.Plan(length: length, reason: reason, note: note, reference: reference, words: words)
    }
}

/// The tickets of a wish, as far as their rows alone tell who is left out.
struct BatchCandidates {
    /// The tickets, in their order.
    let all: [BatchCandidate]

    /// Reads the tickets that a wish names.
    ///
    /// - Throws: `StoreError`: not found for an incident or a ticket that is unknown; usage for none and for too many.
    init(_ wish: BatchRequest, in db: Connection) throws {
        switch wish.target {
        case .incident(let id):
            guard let row = id.row, try db.exists("SELECT 1 FROM incidents WHERE id = ?", [row]) else {
                throw StoreError.unknown(.incident(id))
            }
            all = try BatchCandidates.read("t.incident_id = ?", [row], in: db)
        case .tickets(let ids):
            guard ids.count <= BatchRule.most else {
                throw StoreError.batch(.tooLarge(limit: BatchRule.most))
            }
            let found = try ValueList.parts(of: Set(ids.compactMap(\.row)).sorted()).flatMap { rows in
                try BatchCandidates.read("t.id IN \(rows.places)", rows.values, in: db)
            }
            let known = Set(found.map(\.ticket))
            if let unknown = ids.first(where: { !known.contains($0) }) {
                throw StoreError.unknown(.ticket(unknown))
            }
            all = found
        }
        guard !all.isEmpty else { throw StoreError.batch(.empty) }
        guard all.count <= BatchRule.most else { throw StoreError.batch(.tooLarge(limit: BatchRule.most)) }
    }

    /// One ticket as it is now; nil when there is none of that number.
    static func one(_ ticket: Int64, in db: Connection) throws -> BatchCandidate? {
        try read("t.id = ?", [ticket], in: db).first
    }

    /// How many customers are not left out.
    var customers: Int {
        Set(all.filter { BatchRule.exclusion(of: $0) == nil }.compactMap(\.customer)).count
    }

    private static func read(
        _ condition: String, _ values: BoundValues, in db: Connection
    ) throws -> [BatchCandidate] {
        try db.map(
            """
            SELECT t.id, t."group", u.app_user_id, t.resolution, t.is_made_good, t.is_unproved,
              CASE WHEN t.merged_into IS NULL THEN 0 ELSE 1 END
            FROM tickets t LEFT JOIN customers u ON u.id = t.customer_id
            WHERE \(condition) ORDER BY t.id LIMIT ?
            """, values + [BatchRule.most + 1]
        ) { row in
            BatchCandidate(
                ticket: try row[0], group: try row[1], customer: row[2], resolution: row[3],
                isMadeGood: try row[4], isUnproved: try row[5], isMerged: try row[6])
        }
    }
}
