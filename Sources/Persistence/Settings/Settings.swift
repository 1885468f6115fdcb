package import Purchases

extension Store {
    /// The value of every setting.
    package func settings() throws(StoreError) -> [Setting: String] {
        try read { db in
            let pairs = try Setting.allCases.map { ($0, try SettingTable.text($0, in: db)) }
            return Dictionary(uniqueKeysWithValues: pairs)
        }
    }

    /// Changes a setting.
    ///
    /// - Throws: `StoreError`: usage for a value that makes no sense.
    package func set(_ setting: Setting, to text: String, by lead: AgentName, at now: Instant)
        throws(StoreError)
    {
        let value = try StoreError.translating {
            try SettingRules.normalized(text, for: setting, isPractice: isPractice)
        }
        try write(.settingsSet, by: lead, at: now) { writing in
            .done(
                (),
                try change(setting, from: SettingTable.text(setting, in: writing.db), to: value, in: writing))
        }
    }

    /// Adds values to a setting that is a list; those that it holds already stay as they are.
    ///
    /// - Throws: `StoreError`: usage for a setting that holds one value, and for a value that makes no sense.
    package func add(_ text: String, to setting: Setting, by lead: AgentName, at now: Instant)
        throws(StoreError)
    {
        let added = try SettingRules.items(text, of: setting)
        try changeList(setting, by: lead, at: now) { present in
            present + added.filter { !present.contains($0) }
        }
    }

    /// Takes values out of a setting that is a list.
    ///
    /// - Throws: `StoreError`: not found for a value that it does not hold; usage for a setting that holds one value, and where
    /// nothing would be left that makes sense.
    package func remove(_ text: String, from setting: Setting, by lead: AgentName, at now: Instant)
        throws(StoreError)
    {
        let removed = try SettingRules.items(text, of: setting)
        try changeList(setting, by: lead, at: now) { present in
            if let unknown = removed.first(where: { !present.contains($0) }) {
                throw StoreError.unknown(.value(unknown, of: setting))
            }
            return present.filter { !removed.contains($0) }
        }
    }

    private func changeList(
        _ setting: Setting, by lead: AgentName, at now: Instant, _ change: ([String]) throws -> [String]
    ) throws(StoreError) {
        try write(.settingsSet, by: lead, at: now) { writing in
            let before = try SettingTable.text(setting, in: writing.db)
            let parts = try change(SettingRules.parts(before))
            let after = try SettingRules.normalized(
                parts.joined(separator: ","), for: setting, isPractice: isPractice)
            guard after != before else { return .nothing(()) }
            return .done((), try self.change(setting, from: before, to: after, in: writing))
        }
    }

    private func change(
        _ setting: Setting, from before: String, to after: String, in writing: StoreTransaction
    ) throws -> AuditDraft {
        try SettingTable.set(setting, to: after, in: writing.db)
        try TicketUpdate.look(at: SettingTable.attempts(touchedBy: setting, in: writing.db), in: writing)
        try updateAlarms(setting, from: before, to: after, in: writing)
        if setting == .lossGoalHours || setting == .undeliveredGoalHours {
            try TicketTable.shiftDue(in: writing.db)
        }
        try writing.changed(.setting, setting.rawValue)
        return try AuditDraft(
            setting.rawValue, about: [.setting(setting.rawValue)],
            SettingDetails(before: before, after: after))
    }

    /// What a setting changes about alarms: those from before there was a command are not for it, and a command in
    /// place of another gets at once what the other did not deliver.
    private func updateAlarms(
        _ setting: Setting, from before: String, to after: String, in writing: StoreTransaction
    ) throws {
        guard let channel = AlarmChannel.allCases.first(where: { $0.setting == setting }), !after.isEmpty
        else { return }
        // Where another is called already, what waits for it is for this one, too.
        if before.isEmpty, try AlarmChannel.set(in: writing.db) == [channel] {
            try AlarmTable.passOver(at: writing.now, in: writing.db)
        } else {
            try AlarmTable.hurry(at: writing.now, in: writing.db)
        }
    }

    /// What the rules of access depend on.
    package func accessRules() throws(StoreError) -> AccessRules {
        try read { try SettingTable.accessRules($0) }
    }

    /// The apps whose documents are taken in; any when empty.
    package func bundleIDs() throws(StoreError) -> Set<BundleID> {
        try read { Set(SettingRules.parts(try SettingTable.text(.bundleIDs, in: $0)).map { BundleID($0) }) }
    }

    /// The apps' numbers in App Store Connect whose documents are taken in; any when empty.
    package func appAppleIDs() throws(StoreError) -> Set<Int> {
        try read {
            Set(SettingRules.parts(try SettingTable.text(.appAppleIDs, in: $0)).compactMap { Int($0) })
        }
    }
}

/// How much agents may give.
package struct GrantPolicyQuery: StoreQuery {
    package init() {}

    package func page(in reading: StoreReading) throws -> GrantPolicy {
        try SettingTable.grantPolicy(reading.db)
    }
}

/// What the shop calls products.
package struct ProductNamesQuery: StoreQuery {
    package init() {}

    package func page(in reading: StoreReading) throws -> ProductNames {
        try CatalogTable.read(reading.db).names
    }
}

/// The names that the values of a filter may be.
package struct FilterNames: Hashable, Sendable {
    /// Everyone who may use the store.
    package var agents: [AgentName]
    /// The products of the catalogue.
    package var products: [ProductID]

    /// Names; none where none are known.
    package init(agents: [AgentName] = [], products: [ProductID] = []) {
        (self.agents, self.products) = (agents, products)
    }
}

/// The names that the values of a filter may be.
package struct FilterNamesQuery: StoreQuery {
    package init() {}

    package func page(in reading: StoreReading) throws -> FilterNames {
        FilterNames(
            agents: try AgentListQuery().page(in: reading).map(\.login),
            products: try CatalogTable.read(reading.db).products.keys.sorted())
    }
}
