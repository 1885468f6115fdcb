package import Purchases

/// What one step of telling backends of entitlements did. `EventWorker` in `Server/Workers` takes the steps;
/// `EntitlementEvents.swift` has the tables of the events and of what was told.
package struct EntitlementFeedOutcome: Hashable, Sendable {
    /// How many events were appended.
    package let events: Int
    /// Whether there is more to be done at once.
    package let isMore: Bool
    /// When the clock changes an entitlement next, of any customer; nil when it does no more.
    package let next: Instant?
}

extension Store {
    /// Appends an event for each entitlement that changed since the last step, by what was written or by the clock
    /// alone; of so many customers at most.
    ///
    /// The events, what backends know by them and the mark of the changes read are one transaction, so that a kill
    /// loses none and tells none twice. The first steps in a store take what holds by then as told†: a new listener
    /// reads `access` first.
    /// - Throws: `StoreError`: refused for agents; busy.
    package func tellEntitlements(
        customers limit: Int = 200, by agent: AgentName, at now: Instant
    ) throws(StoreError) -> EntitlementFeedOutcome {
        let idle = try read { db in
            try EntitlementFeed(db: db, now: now, limit: limit).isIdle
                ? EntitlementFeedOutcome(events: 0, isMore: false, next: EntitlementSnapshotTable.next(db))
                : nil
        }
        if let idle { return idle }
        return try write(.serverNote, by: agent, at: now) { writing in
            let telling = EntitlementFeed(db: writing.db, now: now, limit: limit)
            return .noted(try telling.step { try writing.faults.pass(.entitlementsTold) })
        }
    }
}

/// A step of telling, in its transaction.
private struct EntitlementFeed {
    /// How far telling has come: in the log of changes, and in a look at all customers where one is under way.
    private struct Mark {
        var sequence: Int64
        /// The last customer whom a look at everybody has passed, empty at its beginning; nil when none is under way.
        var sweep: String?
        /// Whether the first look at everybody is under way, which tells nobody.
        var isFirst: Bool
    }

    let db: Connection
    let now: Instant
    /// How many customers are looked at.
    let limit: Int

    /// How many changes are read at once.
    private static let changesAtOnce = 1000

    /// Whether nothing is to be done: what changed since does not touch entitlements.
    var isIdle: Bool {
        get throws {
            guard let mark = try mark(), mark.sweep == nil,
                try EntitlementSnapshotTable.due(at: now, limit: 1, in: db).isEmpty
            else { return false }
            let changes = try self.changes(since: mark)
            return changes.count < EntitlementFeed.changesAtOnce
                && !changes.contains { EntitlementFeed.touchesAll($0) || $0.entity == .customer }
        }
    }

    /// Looks at whom the next changes concern, for whom the clock changed something, and at a part of everybody where
    /// everybody is to be looked at.
    func step(beforeMark fault: () throws -> Void) throws -> EntitlementFeedOutcome {
        var mark = try mark() ?? Mark(sequence: ChangeRows.newest(db), sweep: "", isFirst: true)
        let changes = try self.changes(since: mark)
        var (people, seen): ([AppUserID], Set<AppUserID>) = ([], [])
        for change in changes {
            let person = change.entity == .customer ? AppUserID(change.id) : nil
            // What is left is the next step's.
            if let person, seen.count >= limit, !seen.contains(person) { break }
            if EntitlementFeed.touchesAll(change) { mark.sweep = "" }
            if let person, seen.insert(person).inserted { people.append(person) }
            mark.sequence = change.sequence
        }
        let isRead = changes.last.map { $0.sequence == mark.sequence } ?? true
        let due = try EntitlementSnapshotTable.due(at: now, limit: limit, in: db)
        var events = 0
        for person in people + due.filter({ !seen.contains($0) }) {
            events += try look(
                at: person, isSilent: mark.isFirst && !EntitlementSnapshotTable.knows(person, in: db))
        }
        if let after = mark.sweep {
            let part: [AppUserID] = try db.values(
                "SELECT app_user_id FROM customers WHERE app_user_id > ? ORDER BY app_user_id LIMIT ?",
                [after, limit])
            for person in part {
                events += try look(
                    at: person, isSilent: mark.isFirst && !EntitlementSnapshotTable.knows(person, in: db))
            }
            mark.sweep = part.count < limit ? nil : part.last?.rawValue
        }
        if mark.sweep == nil { mark.isFirst = false }
        try fault()
        try keep(mark)
        return EntitlementFeedOutcome(
            events: events,
            isMore: !isRead || due.count == limit || mark.sweep != nil
                || changes.count == EntitlementFeed.changesAtOnce,
            next: try EntitlementSnapshotTable.next(db))
    }

    /// Whether a change may touch everybody's entitlements.
    private static func touchesAll(_ change: Change) -> Bool {
        change.entity == .catalog || (change.entity == .setting && change.id == Setting.serve.rawValue)
    }

    private func changes(since mark: Mark) throws -> [Change] {
        try ChangeRows.since(mark.sequence, limit: EntitlementFeed.changesAtOnce, in: db)
    }

    /// Compares what a customer may use with what was told, and appends what is new; answers how much that is.
    func look(at customer: AppUserID, isSilent: Bool) throws -> Int {
        if try !isSilent && HeldNewsTable.holds(.customer, customer.rawValue, in: db) {
            // It waits for a lead's word, also where the clock goes on meanwhile.
            try EntitlementSnapshotTable.keep(next: nil, of: customer, in: db)
            return 0
        }
        let present = PresentHoldings(try EntitlementSnapshotTable.counting(for: customer, in: db), at: now)
        let told = try EntitlementSnapshotTable.of(customer, in: db)
        let news = isSilent ? [] : EntitlementNews.between(told: told, and: present.all, at: now)
        for item in news { try EntitlementEventTable.append(item, of: customer, at: now, in: db) }
        try EntitlementSnapshotTable.keep(present.all, insteadOf: told, of: customer, in: db)
        try EntitlementSnapshotTable.keep(next: present.next, of: customer, in: db)
        return news.count
    }

    private func mark() throws -> Mark? {
        guard let sequence = try StoreState.entitlementsTold.read(db).flatMap(Int64.init) else { return nil }
        return Mark(
            sequence: sequence, sweep: try StoreState.entitlementsSweep.read(db),
            isFirst: try StoreState.entitlementsFirst.read(db) != nil)
    }

    private func keep(_ mark: Mark) throws {
        try StoreState.entitlementsTold.set(String(mark.sequence), in: db)
        try StoreState.entitlementsSweep.put(mark.sweep, in: db)
        try StoreState.entitlementsFirst.put(mark.isFirst ? "1" : nil, in: db)
    }
}

extension EntitlementSnapshotTable {
    /// Takes what a customer may use as told, without an event; nothing as long as nobody was ever told anything.
    static func takeAsTold(_ customer: AppUserID, at now: Instant, in db: Connection) throws {
        guard try StoreState.entitlementsTold.read(db) != nil else { return }
        _ = try EntitlementFeed(db: db, now: now, limit: 1).look(at: customer, isSilent: true)
    }
}

extension StoreState {
    /// Sets or forgets its value.
    fileprivate func put(_ value: String?, in db: Connection) throws {
        if let value { try set(value, in: db) } else { try clear(in: db) }
    }
}
