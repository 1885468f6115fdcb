package import Purchases

/// Requests: the open ones first, who waits longest before the others, then those decided, newest first.
///
/// An agent sees those that are the agent's own, everybody else all of them.
///
/// Refused: as usage an `after` that no page gave; an agent who may not read.
package struct RequestListQuery: StoreQuery {
    let scope: ApprovalScope
    package let after: String?
    let limit: Int

    package init(_ scope: ApprovalScope = .open, after: String? = nil, limit: Int = 50) {
        (self.scope, self.after, self.limit) = (scope, after, limit)
    }

    package func page(in reading: StoreReading) throws -> ApprovalListPage {
        let cursor = try after.map(ApprovalCursor.init(text:))
        return try ApprovalListReading(asker: ApprovalAccess.asker(in: reading), db: reading.db)
            .page(scope, after: cursor, limit: limit)
    }
}

/// How many requests wait for a lead, of those that the agent sees, and which of the agent's own others decided since a
/// moment.
package struct RequestNewsQuery: StoreQuery {
    let since: Instant

    package init(since: Instant) { self.since = since }

    package func page(in reading: StoreReading) throws -> RequestNews {
        let db = reading.db
        return RequestNews(
            open: try ApprovalListReading(asker: ApprovalAccess.asker(in: reading), db: db).openCount(),
            decided: try ApprovalListReading(asker: reading.knownAgent(), db: db).decided(since: since))
    }
}

/// What a console should hear of requests.
package struct RequestNews: Hashable, Sendable {
    /// How many wait for a lead.
    package let open: CappedCount
    /// One's own that somebody else decided, the newest of them last.
    package let decided: [ApprovalRequest]
}

/// Which requests are listed.
package enum ApprovalScope: Hashable, Sendable {
    /// Those that wait for a lead.
    case open
    /// Those that were decided, too.
    case all
}

/// A page of requests.
package struct ApprovalListPage: Hashable, Sendable {
    /// A request with the name of the customer whom it is for.
    package struct Row: Hashable, Sendable {
        package let request: ApprovalRequest
        /// What the customer is called; nil when nothing tells.
        package let customerName: PersonName?
    }

    /// The requests, in the order of the list.
    package let rows: [Row]
    /// What to give as `after` for the next page; nil at the end.
    package let next: String?
}

/// Who sees which requests.
enum ApprovalAccess {
    /// The one whose requests alone an agent sees; nil for everybody's.
    static func asker(in reading: StoreReading) throws -> AgentName? {
        let (agent, role) = (try reading.knownAgent(), try reading.role())
        guard role.may(.read) else { throw StoreError.agent(agent, .notAllowed(role, .read)) }
        return role == .agent ? agent : nil
    }
}

/// Reads lists of requests, page by page: first those that are open, then those that were decided.
struct ApprovalListReading {
    /// Whose requests; nil for everybody's.
    let asker: AgentName?
    let db: Connection

    /// A page after a place.
    func page(
        _ scope: ApprovalScope, after cursor: ApprovalCursor?, limit: Int
    ) throws -> ApprovalListPage {
        var found: [ApprovalListPage.Row] = []
        if cursor?.isAmongDecided != true { found = try open(after: cursor, limit: limit + 1) }
        if scope == .all, found.count <= limit {
            found += try decided(after: cursor, limit: limit + 1 - found.count)
        }
        let shown = Array(found.prefix(limit))
        let last = found.count > limit ? shown.last : nil
        return ApprovalListPage(rows: shown, next: last.map { ApprovalCursor($0.request).text })
    }

    func openCount() throws -> CappedCount {
        CappedCount(
            try db.value(
                "SELECT count(*) FROM (SELECT 1 FROM approval_requests r WHERE r.state = 'open'\(ofAsker) LIMIT ?) counted",
                arguments + [CappedCount.cap + 1]) ?? 0)
    }

    /// The asker's that somebody else decided since a moment, oldest first; of many the newest five.
    func decided(since: Instant) throws -> [ApprovalRequest] {
        let found = try db.map(
            """
            \(ApprovalTable.selection) WHERE r.state <> 'open'\(ofAsker) AND r.decided_at_ms > ?
              AND r.decided_by <> r.asked_by ORDER BY r.decided_at_ms DESC, r.id DESC LIMIT 5
            """, arguments + [since], ApprovalTable.read)
        return found.reversed()
    }

    private func open(after cursor: ApprovalCursor?, limit: Int) throws -> [ApprovalListPage.Row] {
        var (place, values) = ("", arguments)
        if case .open(let at, let id) = cursor {
            place = " AND (r.asked_at_ms, r.id) > (?, ?)"
            values += [at, id]
        }
        return try rows(
            "r.state = 'open'\(ofAsker)\(place) ORDER BY r.asked_at_ms, r.id LIMIT ?", values + [limit])
    }

    private func decided(after cursor: ApprovalCursor?, limit: Int) throws -> [ApprovalListPage.Row] {
        var (place, values) = ("", arguments)
        if case .decided(let at, let id) = cursor {
            place = " AND (r.decided_at_ms, r.id) < (?, ?)"
            values += [at, id]
        }
        return try rows(
            "r.state <> 'open'\(ofAsker)\(place) ORDER BY r.decided_at_ms DESC, r.id DESC LIMIT ?",
            values + [limit])
    }

    private func rows(_ condition: String, _ values: BoundValues) throws -> [ApprovalListPage.Row] {
        let columns = ApprovalTable.columns
        return try db.map(
            """
            SELECT \(columns.selection(of: "r")), c.name FROM approval_requests r
            LEFT JOIN customers c ON c.app_user_id = r.app_user_id WHERE \(condition)
            """, values
        ) { ApprovalListPage.Row(request: try ApprovalTable.read($0), customerName: $0[columns.count]) }
    }

    private var ofAsker: String { asker == nil ? "" : " AND r.asked_by = ?" }

    private var arguments: BoundValues { asker.map { [$0] } ?? [] }
}

/// A place in the list of requests: the last of a page by what orders it.
enum ApprovalCursor: Hashable {
    /// Among those that are open.
    case open(at: Int64, id: Int64)
    /// Among those that were decided.
    case decided(at: Int64, id: Int64)

    /// The place of a request.
    init(_ request: ApprovalRequest) {
        let id = Int64(request.id.rawValue) ?? 0
        self =
            request.decision.map { .decided(at: $0.at.milliseconds, id: id) }
            ?? .open(at: request.askedAt.milliseconds, id: id)
    }

    /// Reads a cursor as a page gave it; refuses anything else.
    init(text: String) throws {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.dropFirst().compactMap { Int64($0) }
        guard parts.count == 3, numbers.count == 2 else { throw StoreError.invalid(.cursor(text)) }
        switch parts[0] {
        case "o": self = .open(at: numbers[0], id: numbers[1])
        case "d": self = .decided(at: numbers[0], id: numbers[1])
        default: throw StoreError.invalid(.cursor(text))
        }
    }

    /// Whether the open ones are all before it.
    var isAmongDecided: Bool {
        if case .decided = self { true } else { false }
    }

    /// The cursor as pages give it.
    var text: String {
        switch self {
        case .open(let at, let id): "o.\(at).\(id)"
        case .decided(let at, let id): "d.\(at).\(id)"
        }
    }
}
