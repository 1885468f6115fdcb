import AppStore
import Foundation
import GRDB
import Intake
import JSONValues
import Purchases

@testable import Persistence

/// A store of its own, its people, and how documents come in.
struct Shop {
    static let lead = AgentName("lena")
    static let now = Instant(milliseconds: 1_700_000_000_000)

    let store: Store
    /// The roots that its imports trust; nil for Apple's.
    var roots: TrustedRoots?

    /// A practice store in memory, of every environment's documents, with a small catalogue.
    init(catalog: Bool = true, practice: Bool = true) throws {
        store = try Store.inMemory(practice: practice, by: Self.lead, at: Self.now)
        if catalog { try store.replaceCatalog(with: Self.catalog, by: Self.lead, at: Self.now) }
    }

    /// A shop with a store that is there already.
    init(_ store: Store) { self.store = store }

    static let catalog = Catalog([
        product("tea.monthly", .autoRenewable, ["premium"], group: "g1"),
        product("tea.yearly", .autoRenewable, ["premium", "extra"], group: "g1"),
        product("week_pass", .nonRenewing, ["premium"], period: CalendarPeriod(days: 7)),
        product("forever", .nonConsumable, ["pro"]),
    ])

    static func product(
        _ id: String, _ kind: ProductKind, _ entitlements: [String], period: CalendarPeriod? = nil,
        group: String? = nil
    ) -> Product {
        Product(
            id: ProductID(id), kind: kind, entitlements: entitlements.map { EntitlementID($0) },
            period: period,
            group: group.map { SubscriptionGroupID($0) }, level: nil, prices: [:])
    }

    /// Brings a text.
    @discardableResult func bring(
        _ text: String, customer: String? = nil, kind: DocumentKind? = nil, named name: String = "f",
        by agent: AgentName = lead, at now: Instant = now
    ) throws -> ImportReport {
        let options = ReadingOptions(kind: kind, customer: customer.map { AppUserID($0) })
        return try Importer(store: store, agent: agent, now: now, roots: roots).run(
            Data(text.utf8), named: name, options: options)
    }

    /// Brings documents, one import for each that the command line says something of.
    func bring(_ documents: [BroughtDocument]) throws {
        let importer = try Importer(store: store, agent: Self.lead, now: Self.now, roots: roots)
        for (option, group) in Dictionary(grouping: documents, by: \.option).sorted(by: {
            ($0.key ?? "") < ($1.key ?? "")
        }) {
            let lines = group.map(\.value.canonicalText).joined(separator: "\n")
            let options = ReadingOptions(customer: option.map { AppUserID($0) })
            let report = try importer.run(Data(lines.utf8), named: "f", options: options)
            guard report.rejected.isEmpty else {
                throw UnexpectedRejections(rejections: "\(report.rejected)")
            }
        }
    }

    /// Tries a document in quarantine again.
    @discardableResult func retry(_ document: QuarantinedDocument) throws -> ImportReport {
        try Importer(store: store, agent: Self.lead, now: Self.now, roots: roots).retry(document)
    }

    /// What a foreign program does: SQL without lock, role or entry.
    func raw(_ sql: String) throws {
        try store.database.writeWithoutTransaction { try $0.execute(sql: sql) }
    }
}

/// Documents of a test were refused that it needs.
struct UnexpectedRejections: Error {
    let rejections: String
}
