package import Purchases

/// A list that can be looked at in several ways.
package enum ViewedList: String, Hashable, Sendable, CaseIterable {
    /// The queues of failed purchases.
    case tickets
    case customers
    case audit
}

/// A way to look at a list, kept under a digit: a filter and an order.
package struct SavedView: Hashable, Sendable {
    /// The digits that views are kept under.
    package static let positions = 1...9
    /// So many characters of a name are kept.
    static let longestName = 40

    package fileprivate(set) var list: ViewedList
    /// The digit that shows it.
    package fileprivate(set) var position: Int
    package fileprivate(set) var name: String
    /// The filter as it is typed; empty for everything.
    package fileprivate(set) var query: String
    /// The order as the list writes it; nil for the list's own.
    package fileprivate(set) var sort: String?
    /// Whose it is; nil for one that leads share with everybody.
    package fileprivate(set) var owner: AgentName?

    /// A view that an agent keeps, or that is shared. Digits out of range count as the nearest one.
    package init(
        of list: ViewedList, at position: Int, name: String, query: String, sort: String?,
        owner: AgentName? = nil
    ) {
        (self.list, self.query, self.sort, self.owner) = (list, query, sort, owner)
        let words = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        self.name = String(words.prefix(SavedView.longestName))
        self.position = min(max(position, SavedView.positions.lowerBound), SavedView.positions.upperBound)
    }

    /// Whether everybody sees it.
    package var isShared: Bool { owner == nil }
}

/// The views of a list that the agent sees: those that leads share, and the agent's own, by their digits.
package struct SavedViewsQuery: StoreQuery {
    let list: ViewedList

    package init(of list: ViewedList) { self.list = list }

    package func page(in reading: StoreReading) throws -> [SavedView] {
        try SavedViews.seen(by: reading.knownAgent(), of: list, in: reading.db)
    }
}

extension Store {
    /// Keeps a view for oneself, in place of what was kept under its digit.
    ///
    /// - Throws: `StoreError`: usage for a view without a name; refused by role.
    package func keepView(_ view: SavedView, by agent: AgentName, at now: Instant) throws(StoreError) {
        try write(.viewKeep, by: agent, at: now) { try SavedViews.keep(view, for: agent, in: $0) }
    }

    /// Shares a view with everybody, in place of what was shared under its digit.
    ///
    /// - Throws: `StoreError`: usage for a view without a name; refused to all but leads.
    package func shareView(_ view: SavedView, by lead: AgentName, at now: Instant) throws(StoreError) {
        try write(.viewShare, by: lead, at: now) { try SavedViews.keep(view, for: nil, in: $0) }
    }

    /// Drops a view of one's own; nothing where there is none.
    ///
    /// - Throws: `StoreError`: refused by role.
    package func dropView(of list: ViewedList, at position: Int, by agent: AgentName, at now: Instant)
        throws(StoreError)
    {
        try write(.viewKeep, by: agent, at: now) {
            try SavedViews.drop(position, of: list, from: agent, in: $0)
        }
    }

    /// Ends the sharing of a view; nothing where there is none.
    ///
    /// - Throws: `StoreError`: refused to all but leads.
    package func unshareView(of list: ViewedList, at position: Int, by lead: AgentName, at now: Instant)
        throws(StoreError)
    {
        try write(.viewShare, by: lead, at: now) {
            try SavedViews.drop(position, of: list, from: nil, in: $0)
        }
    }
}

/// The table of saved views.
enum SavedViews {
    /// What the audit log says of a view: its name may name a person, and stays out.
    private struct AuditDetails: Encodable {
        let position: Int
        var query: String?
        var sort: String?
        var isDropped: Bool?
    }

    /// The shared ones and an agent's own.
    static func seen(by agent: AgentName, of list: ViewedList, in db: Connection) throws -> [SavedView] {
        try SavedView.table.rows(
            "WHERE list = ? AND (agent IS NULL OR agent = ?) ORDER BY position, agent IS NULL",
            [list, agent],
            in: db)
    }

    /// Keeps a view for an agent, or for everybody.
    static func keep(
        _ view: SavedView, for owner: AgentName?, in writing: StoreTransaction
    ) throws -> WriteResult<Void> {
        guard !view.name.isEmpty else { throw StoreError.invalid(.namelessView) }
        try delete(view.position, of: view.list, from: owner, in: writing.db)
        var kept = view
        kept.owner = owner
        try SavedView.table.add(kept, in: writing.db)
        return try done(
            view.list, AuditDetails(position: view.position, query: view.query, sort: view.sort), in: writing)
    }

    /// Drops the view under a digit.
    static func drop(
        _ position: Int, of list: ViewedList, from owner: AgentName?, in writing: StoreTransaction
    ) throws -> WriteResult<Void> {
        let before = writing.db.totalChanges
        try delete(position, of: list, from: owner, in: writing.db)
        guard writing.db.totalChanges > before else { return .nothing(()) }
        return try done(list, AuditDetails(position: position, isDropped: true), in: writing)
    }

    private static func delete(
        _ position: Int, of list: ViewedList, from owner: AgentName?, in db: Connection
    ) throws {
        try db.run(
            "DELETE FROM saved_views WHERE list = ? AND position = ? AND coalesce(agent, '') = ?",
            [list.rawValue, position, owner?.rawValue ?? ""])
    }

    private static func done(
        _ list: ViewedList, _ details: AuditDetails, in writing: StoreTransaction
    ) throws -> WriteResult<Void> {
        try writing.changed(.view, list.rawValue)
        return .done((), try AuditDraft(list.rawValue, details))
    }
}

extension SavedView: TableRow {
    static let table = Table<SavedView>("saved_views", key: "id")
    static let unread = SavedView(of: .tickets, at: 1, name: "", query: "", sort: nil)

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("agent", &owner)
        columns.visit("list", &list)
        columns.visit("position", &position)
        columns.visit("name", &name)
        columns.visit("query", &query)
        columns.visit("sort", &sort)
        // What stands in the file is brought within the same bounds as a new view.
        self = SavedView(of: list, at: position, name: name, query: query, sort: sort, owner: owner)
    }
}

extension ViewedList: ColumnValue {}
