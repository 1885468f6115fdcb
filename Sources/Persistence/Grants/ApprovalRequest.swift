internal import Foundation
package import Purchases

/// What is asked of the leads: a grant above an agent's limits, a batch for more customers than one lead decides about,
/// what takes access from one customer for another, or an end of a ticket that no fact shows. `Persistence/Approvals`
/// lists and decides them.
package struct ApprovalRequest: Hashable, Sendable {
    /// How it ended.
    package struct Decision: Hashable, Sendable {
        /// Who decided; who asked, where it was taken back.
        package let by: AgentName
        package let at: Instant
        /// What was said to it.
        package let note: FreeText?
        package let grant: GrantID?
    }

    package let id: RequestID
    /// What is asked for.
    package let wish: RequestedAct
    /// Why it needs a lead.
    package let because: GrantPolicy.Excess
    package let askedBy: AgentName
    package let askedAt: Instant
    /// What became of it.
    package let state: RequestState
    /// How it ended; nil while it is open.
    package let decision: Decision?

    /// The word that machines know what is asked for by.
    package var kind: String { wish.kind }
}

/// What is asked of leads.
package enum RequestedAct: Hashable, Sendable {
    /// To give something to a customer.
    case grant(GrantRequest)
    /// To make many customers good.
    case bulk(BulkAsked)
    /// To attach a chain to a customer, by which another loses access.
    case attach(AttachRequest)
    /// To give a customer a token that another carries.
    case token(TokenAsked)
    /// To end a ticket as no fact shows.
    case end(EndAsked)

    /// The word that machines know it by.
    package var kind: String {
        switch self {
        case .grant: "grant"
        case .bulk: "bulk"
        case .attach: "attach"
        case .token: "token"
        case .end: "resolve"
        }
    }

    /// The grant; nil for everything else.
    package var grant: GrantRequest? { if case .grant(let wish) = self { wish } else { nil } }
    /// The batch; nil for everything else.
    package var bulk: BulkAsked? { if case .bulk(let asked) = self { asked } else { nil } }
    /// The move of a chain; nil for everything else.
    package var attach: AttachRequest? { if case .attach(let wish) = self { wish } else { nil } }
    /// The end of a ticket; nil for everything else.
    package var end: EndAsked? { if case .end(let asked) = self { asked } else { nil } }
    /// The ticket that it ends; nil where none is named.
    package var ticket: TicketID? { grant?.ticket ?? end?.ticket }

    /// Whom it is for; nil for many, and for a ticket of which nobody knew whose it is.
    package var customer: AppUserID? {
        switch self {
        case .grant(let wish): wish.customer
        case .bulk: nil
        case .attach(let wish): wish.customer
        case .token(let asked): asked.customer
        case .end(let asked): asked.customer
        }
    }

    /// The reason code, of an end how the ticket ends; nil for what is asked without one.
    package var reason: String? {
        switch self {
        case .grant(let wish): wish.reason
        case .bulk(let asked): asked.reason
        case .attach(let wish): wish.reason
        case .token: nil
        case .end(let asked): asked.end.resolution.rawValue
        }
    }

    /// What the asker wrote.
    package var note: FreeText? {
        switch self {
        case .grant(let wish): wish.note
        case .bulk(let asked): asked.note
        case .attach, .token: nil
        case .end(let asked): asked.end.note
        }
    }

    /// The helpdesk's case.
    package var reference: String? {
        switch self {
        case .grant(let wish): wish.reference
        case .bulk(let asked): asked.reference
        case .attach, .token: nil
        case .end(let asked): asked.reference
        }
    }
}

/// What is to be written of a customer, a token among it that another carries.
package struct TokenAsked: Hashable, Codable, Sendable {
    /// Whose the token is to be.
    package let customer: AppUserID
    /// Who carries it; of several the first by name.
    package let carrier: AppUserID
    /// Whether the customer is to be added with it.
    package let isNew: Bool
    /// What is written; nil once it was decided, and when a person was erased meanwhile: it is personal.
    package internal(set) var values: CustomerValues?
}

/// A batch that waits for a second lead, as the request tells it.
package struct BulkAsked: Hashable, Codable, Sendable {
    /// The batch, with everybody in it.
    package let batch: BatchID
    /// The incident that it makes good; nil for tickets that were chosen otherwise.
    package let incident: IncidentID?
    /// How long everybody is given.
    package let length: BatchLength
    /// The reason code.
    package let reason: String
    /// What the lead wrote.
    package let note: FreeText?
    /// The helpdesk's case.
    package let reference: String?
    /// The words of the filter that chose its tickets.
    package let words: String?
}

/// What a lead should see who decides about a request for a grant, as it is at a moment.
package struct GrantEvidence: Hashable, Codable, Sendable {
    /// The entitlement without the grant.
    package let before: EntitlementAccess
    package let after: EntitlementAccess
    /// How much longer access lasts in all; nil without end.
    package let gained: TimeLength?
    /// The grant as it would be; it is called `new`.
    package let grant: Grant
    /// What the policy allows who asked, before it.
    package let allowance: GrantAllowance
    /// What its ticket says was lost; nil without a ticket.
    package let owed: OwedPurchase?
    /// What the decision depends on.
    package let facts: DecisionFacts
}

extension RequestState: ColumnValue {}

/// Requests as their table keeps them.
enum ApprovalTable {
    /// The columns that requests are read from.
    static let columns = ColumnNames(of: FiledRequest.self)

    /// What queries of `approval_requests r` select to read requests.
    static let selection = "SELECT \(columns.selection(of: "r")) FROM approval_requests r"

    static func read(_ row: StoredRow) throws -> ApprovalRequest {
        try FiledRequest(row).value(for: row.disclosure)
    }

    /// The request of that number; nil when there is none.
    static func find(_ id: RequestID, in db: Connection) throws -> ApprovalRequest? {
        try db.first("\(selection) WHERE r.id = ?", [id], read)
    }

    /// What the asker saw, and what a lead last saw of what the decision depends on.
    static func seen(
        of id: RequestID, in db: Connection
    ) throws -> (evidence: GrantEvidence, facts: DecisionFacts)? {
        try db.first("SELECT evidence, facts FROM approval_requests WHERE id = ?", [id]) { row in
            guard let evidence: GrantEvidence = try row.json(0) else { throw row.damage(at: 0) }
            guard let facts: DecisionFacts = try row.json(1) else { throw row.damage(at: 1) }
            return (evidence, facts)
        }
    }

    /// What the move of a chain meant when it was asked for, and when a lead looked at it last.
    static func moveSeen(
        of id: RequestID, in db: Connection
    ) throws -> (asked: AttachFacts, facts: AttachFacts)? {
        try db.first("SELECT evidence, facts FROM approval_requests WHERE id = ?", [id]) { row in
            guard let asked: AttachFacts = try row.json(0) else { throw row.damage(at: 0) }
            guard let facts: AttachFacts = try row.json(1) else { throw row.damage(at: 1) }
            return (asked, facts)
        }
    }

    /// The user id of the login in which it was asked; nil where nobody knew it.
    static func session(of id: RequestID, in db: Connection) throws -> UInt32? {
        let kept: Int64? = try db.value("SELECT asked_session FROM approval_requests WHERE id = ?", [id])
        return kept.flatMap { UInt32(exactly: $0) }
    }

    /// What approving did; nil for a request that was not approved.
    static func outcome(of id: RequestID, in db: Connection) throws -> KeptOutcome? {
        try db.first("SELECT outcome FROM approval_requests WHERE id = ?", [id]) { try $0.json(0) } ?? nil
    }

    /// Keeps a new request.
    static func insert(
        _ wish: GrantRequest, because excess: GrantPolicy.Excess, evidence: GrantEvidence,
        in writing: StoreTransaction
    ) throws -> ApprovalRequest {
        try insert(
            .grant(wish), because: excess, evidence: ColumnText.json(evidence),
            facts: ColumnText.json(evidence.facts), in: writing)
    }

    /// Keeps a new request about a batch. What it rests on is looked at member by member when it is carried out.
    static func insert(
        _ asked: BulkAsked, because excess: GrantPolicy.Excess, in writing: StoreTransaction
    ) throws -> ApprovalRequest {
        try insert(.bulk(asked), because: excess, evidence: "{}", facts: "{}", in: writing)
    }

    /// Keeps a new request to move a chain, with what that means for whom.
    static func insert(
        _ wish: AttachRequest, because excess: GrantPolicy.Excess, facts: AttachFacts,
        in writing: StoreTransaction
    ) throws -> ApprovalRequest {
        let seen = try ColumnText.json(facts)
        return try insert(.attach(wish), because: excess, evidence: seen, facts: seen, in: writing)
    }

    /// Keeps a new request to give a token that another carries. Whose it is then is worked out when it is carried out.
    static func insert(
        _ asked: TokenAsked, because excess: GrantPolicy.Excess, in writing: StoreTransaction
    ) throws -> ApprovalRequest {
        try insert(.token(asked), because: excess, evidence: "{}", facts: "{}", in: writing)
    }

    /// Keeps a new request about the end of a ticket. What it rests on is looked at when it is carried out.
    static func insert(_ asked: EndAsked, in writing: StoreTransaction) throws -> ApprovalRequest {
        try insert(
            .end(asked), because: .saidEnd(resolution: asked.end.resolution), evidence: "{}", facts: "{}",
            in: writing)
    }

    /// The request that waits to end a ticket; nil when none does.
    static func waitingEnd(of ticket: TicketID, in db: Connection) throws -> ApprovalRequest? {
        try db.first("\(selection) WHERE \(EndAsked.isWaiting)", [ticket], read)
    }

    /// Keeps a new request of any kind, with the login in which it was asked: the one place that does.
    private static func insert(
        _ wish: RequestedAct, because excess: GrantPolicy.Excess, evidence: String, facts: String,
        in writing: StoreTransaction
    ) throws -> ApprovalRequest {
        let asked = AskedOfLeads(
            kind: wish.kind, request: try wish.json, because: try text(of: excess), by: writing.agent,
            at: writing.now)
        let row = try NewRequest.table.add(
            NewRequest(
                asked: asked, customer: wish.customer?.rawValue ?? "", ticket: wish.ticket,
                evidence: evidence, facts: facts, reference: wish.reference,
                session: writing.session.map { Int64($0) }),
            in: writing.db)
        let filed = ApprovalRequest(
            id: RequestID(row: row), wish: wish, because: excess,
            askedBy: writing.agent, askedAt: writing.now, state: .open, decision: nil)
        try writing.changed(.request, filed.id.rawValue)
        return filed
    }

    /// Keeps what a lead has seen of what the decision depends on.
    static func refresh(_ id: RequestID, facts: some Encodable, in db: Connection) throws {
        try db.run(
            "UPDATE approval_requests SET facts = ?, version = version + 1 WHERE id = ?",
            [try ColumnText.json(facts), id])
    }

    /// Ends a request that is open.
    static func end(
        _ request: ApprovalRequest, as state: RequestState, note: FreeText?,
        giving outcome: GrantOutcome? = nil, in writing: StoreTransaction
    ) throws -> ApprovalRequest {
        let decision = ApprovalRequest.Decision(
            by: writing.agent, at: writing.now, note: note, grant: outcome?.grant.id)
        try writing.db.run(
            """
            UPDATE approval_requests SET state = ?, decided_by = ?, decided_at_ms = ?, decision_note = ?,
              grant_id = ?, outcome = ?, version = version + 1 WHERE id = ? AND state = 'open'
            """,
            [
                state, decision.by, decision.at, note, decision.grant,
                try outcome.map { try ColumnText.json(KeptOutcome($0)) }, request.id,
            ])
        let wish = try forget(request, in: writing.db)
        try writing.changed(.request, request.id.rawValue)
        return ApprovalRequest(
            id: request.id, wish: wish, because: request.because, askedBy: request.askedBy,
            askedAt: request.askedAt, state: state, decision: decision)
    }

    /// Takes what is personal out of a request that was decided: it was written, or it never is.
    private static func forget(_ request: ApprovalRequest, in db: Connection) throws -> RequestedAct {
        guard case .token(var asked) = request.wish else { return request.wish }
        asked.values = nil
        try db.run(
            "UPDATE approval_requests SET request = ? WHERE id = ?", [try ColumnText.json(asked), request.id])
        return .token(asked)
    }

    /// A limit as compact JSON: one snake_case code with its values.
    static func text(of excess: GrantPolicy.Excess) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return String(decoding: try encoder.encode(excess), as: UTF8.self)
    }

    /// The limit that such a text tells.
    static func excess(_ json: String) throws -> GrantPolicy.Excess {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(GrantPolicy.Excess.self, from: Data(json.utf8))
    }
}

/// What was asked of leads, in the columns that are written when it is asked and read ever after.
struct AskedOfLeads: TableValue {
    static let unread = AskedOfLeads(
        kind: "", request: "", because: "", by: AgentName(""), at: .earliest)

    var kind: String
    /// What is asked for, as JSON that its kind tells how to read.
    var request: String
    /// The limit, as JSON.
    var because: String
    var by: AgentName
    var at: Instant

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("kind", &kind)
        columns.visit("request", &request)
        columns.visit("because", &because)
        columns.visit("asked_by", &by)
        columns.visit("asked_at_ms", &at)
    }
}

/// A request as it is kept when it is new, with what it rests on.
struct NewRequest: TableRow {
    static let table = Table<NewRequest>("approval_requests", key: "id")
    static let unread = NewRequest(
        asked: .unread, customer: "", ticket: nil, evidence: "", facts: "", reference: nil, session: nil)

    var asked: AskedOfLeads
    /// Whom it is for; empty where that is nobody, or many.
    var customer: String
    var ticket: TicketID?
    var evidence: String
    var facts: String
    var reference: String?
    /// The user id of the login in which it was asked.
    var session: Int64?

    mutating func visit(_ columns: inout some ColumnVisitor) {
        asked.visit(&columns)
        columns.visit("app_user_id", &customer)
        columns.visit("ticket_id", &ticket)
        columns.visit("evidence", &evidence)
        columns.visit("facts", &facts)
        columns.visit("reference", &reference)
        columns.visit("asked_session", &session)
    }
}

/// A request as it is read: what was asked, and what became of it.
struct FiledRequest: TableValue {
    static let unread = FiledRequest(id: RequestID(row: 0), asked: .unread, state: .open)

    var id: RequestID
    var asked: AskedOfLeads
    var state: RequestState
    var decidedBy: AgentName?
    var decidedAt: Instant?
    var note: FreeText?
    var grant: GrantID?

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("id", &id)
        asked.visit(&columns)
        columns.visit("state", &state)
        columns.visit("decided_by", &decidedBy)
        columns.visit("decided_at_ms", &decidedAt)
        columns.visit("decision_note", &note)
        columns.visit("grant_id", &grant)
    }

    /// The request that the columns tell.
    func value(for disclosure: Disclosure) throws -> ApprovalRequest {
        var decision: ApprovalRequest.Decision?
        if let decidedBy, let decidedAt {
            decision = ApprovalRequest.Decision(by: decidedBy, at: decidedAt, note: note, grant: grant)
        }
        return ApprovalRequest(
            id: id, wish: try RequestedAct(asked.kind, json: asked.request, for: disclosure),
            because: try ApprovalTable.excess(asked.because), askedBy: asked.by, askedAt: asked.at,
            state: state, decision: decision)
    }
}

extension RequestedAct {
    /// What the JSON of a kind tells.
    fileprivate init(_ kind: String, json: String, for disclosure: Disclosure) throws {
        let decoder = ColumnText.decoder(for: disclosure)
        func asked<Value: Decodable>() throws -> Value {
            try decoder.decode(Value.self, from: Data(json.utf8))
        }
        self =
            switch kind {
            case "bulk": .bulk(try asked())
            case "attach": .attach(try asked())
            case "token": .token(try asked())
            case "resolve": .end(try asked())
            default: .grant(try asked())
            }
    }

    /// It as JSON, without its kind.
    fileprivate var json: String {
        get throws {
            switch self {
            case .grant(let wish): try ColumnText.json(wish)
            case .bulk(let asked): try ColumnText.json(asked)
            case .attach(let wish): try ColumnText.json(wish)
            case .token(let asked): try ColumnText.json(asked)
            case .end(let asked): try ColumnText.json(asked)
            }
        }
    }
}
