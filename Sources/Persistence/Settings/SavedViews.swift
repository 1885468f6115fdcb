internal import GRDB
public import Purchases

/// A list that can be looked at in several ways.
public enum ViewedList: String, Hashable, Sendable, CaseIterable {
    /// The queues of failed purchases.
    case tickets
    /// The customers.
    case customers
    /// The audit log.
    case audit
}

/// A way to look at a list, kept under a digit: a filter and an order.
public struct SavedView: Hashable, Sendable {
    /// The digits that views are kept under.
    public static let positions = 1...9
    /// So many characters of a name are kept.
    static let longestName = 40

    /// The list.
    public let list: ViewedList
    /// The digit that shows it.
    public let position: Int
    /// What it is called.
    public let name: String
    /// The filter as it is typed; empty for everything.
    public let query: String
    /// The order as the list writes it; nil for the list's own.
    public let sort: String?
    /// Whose it is; nil for one that leads share with everybody.
    public let owner: AgentName?

    /// A view that an agent keeps, or that is shared. Digits out of range count as the nearest one.
    public init(
        of list: ViewedList, at position: Int, name: String, query: String, sort: String?,
        owner: AgentName? = nil
    ) {
        (self.list, self.query, self.sort, self.owner) = (list, query, sort, owner)
        let words = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        self.name = String(words.prefix(SavedView.longestName))
        self.position = min(max(position, SavedView.positions.lowerBound), SavedView.positions.upperBound)
    }

    /// Whether everybody sees it.
    public var isShared: Bool { owner == nil }
}

extension Store {
    /// The views of a list that an agent sees: those that leads share, and the agent's own, by their digits.
    public func savedViews(of list: ViewedList, for agent: AgentName) throws -> [SavedView] {
        try read { try SavedViews.seen(by: agent, of: list, in: $0) }
    }

    /// Keeps a view for oneself, in place of what was kept under its digit.
    ///
    /// - Throws: `StoreError`: usage for a view without a name; refused by role.
    public func keepView(_ view: SavedView, by agent: AgentName, at now: Instant) throws {
        try write(.viewKeep, by: agent, at: now) { try SavedViews.keep(view, for: agent, in: $0) }
    }

    /// Shares a view with everybody, in place of what was shared under its digit.
    ///
    /// - Throws: `StoreError`: usage for a view without a name; refused to all but leads.
    public func shareView(_ view: SavedView, by lead: AgentName, at now: Instant) throws {
        try write(.viewShare, by: lead, at: now) { try SavedViews.keep(view, for: nil, in: $0) }
    }

    /// Drops a view of one's own; nothing where there is none.
    ///
    /// - Throws: `StoreError`: refused by role.
    public func dropView(of list: ViewedList, at position: Int, by agent: AgentName, at now: Instant) throws {
        try write(.viewKeep, by: agent, at: now) {
            try SavedViews.drop(position, of: list, from: agent, in: $0)
        }
    }

    /// Ends the sharing of a view; nothing where there is none.
    ///
    /// - Throws: `StoreError`: refused to all but leads.
    public func unshareView(of list: ViewedList, at position: Int, by lead: AgentName, at now: Instant) throws
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
    static func seen(by agent: AgentName, of list: ViewedList, in db: Database) throws -> [SavedView] {
        try db.map(
            """
            SELECT position, name, query, sort, agent FROM saved_views
            WHERE list = ? AND (agent IS NULL OR agent = ?) ORDER BY position, agent IS NULL
            """, [list.rawValue, agent.rawValue]
        ) {
            SavedView(
                of: list, at: try $0[0], name: try $0[1], query: try $0[2], sort: $0[3],
                owner: $0[4])
        }
    }

    /// Keeps a view for an agent, or for everybody.
    static func keep(
        _ view: SavedView, for owner: AgentName?, in writing: StoreTransaction
    ) throws -> WriteResult<Void> {
        guard !view.name.isEmpty else { throw StoreError.namelessView }
        try delete(view.position, of: view.list, from: owner, in: writing.db)
        try writing.db.run(
            "INSERT INTO saved_views (agent, list, position, name, query, sort) VALUES (?, ?, ?, ?, ?, ?)",
            [
                owner?.rawValue, view.list.rawValue, view.position, view.name, view.query, view.sort,
            ])
        return try done(
            view.list, AuditDetails(position: view.position, query: view.query, sort: view.sort), in: writing)
    }

    /// Drops the view under a digit.
    static func drop(
        _ position: Int, of list: ViewedList, from owner: AgentName?, in writing: StoreTransaction
    ) throws -> WriteResult<Void> {
        let before = writing.db.totalChangesCount
        try delete(position, of: list, from: owner, in: writing.db)
        guard writing.db.totalChangesCount > before else { return .nothing(()) }
        return try done(list, AuditDetails(position: position, isDropped: true), in: writing)
    }

    private static func delete(
        _ position: Int, of list: ViewedList, from owner: AgentName?, in db: Database
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
