import AppStore
import Foundation
import Intake
import JSONValues
import Persistence
import PersistenceTesting
import Purchases

/// A shop that documents reach as bytes, the way they come in from outside.
struct DocumentShop {
    let shop: Shop
    /// The roots that its imports trust; nil for Apple's.
    var roots: TrustedRoots?

    /// A practice store in memory, of every environment's documents, with a small catalogue.
    init(catalog: Bool = true, practice: Bool = true) throws {
        shop = try Shop(catalog: catalog, practice: practice)
    }

    /// A shop with a store that is there already.
    init(_ store: Store) { shop = Shop(store) }

    var store: Store { shop.store }
    var queue: [Ticket] { get throws { try shop.queue } }
    var alarms: Int { get throws { try shop.alarms } }
    func tickets() throws -> [Ticket] { try shop.tickets() }
    func page() throws -> TicketPage { try shop.page() }
    func raw(_ sql: String) throws { try shop.raw(sql) }

    @discardableResult func bring(
        _ text: String, customer: String? = nil, kind: DocumentKind? = nil, named name: String = "f",
        by agent: AgentName = Shop.lead, at now: Instant = Shop.now
    ) throws -> ImportReport {
        let context = DocumentContext(kind: kind, customer: customer.map { AppUserID($0) })
        return try Importer(store: store, agent: agent, now: now, roots: roots).run(
            Data(text.utf8), named: name, in: context)
    }

    /// Brings documents, one import for each that the command line says something of.
    func bring(_ documents: [BroughtDocument]) throws {
        let importer = try Importer(store: store, agent: Shop.lead, now: Shop.now, roots: roots)
        for (option, group) in Dictionary(grouping: documents, by: \.option).sorted(by: {
            ($0.key ?? "") < ($1.key ?? "")
        }) {
            let lines = group.map(\.value.canonicalText).joined(separator: "\n")
            let context = DocumentContext(customer: option.map { AppUserID($0) })
            let report = try importer.run(Data(lines.utf8), named: "f", in: context)
            guard report.rejected.isEmpty else {
                throw Rejected(documents: report.rejected)
            }
        }
    }

    /// Tries a document in quarantine again.
    @discardableResult func retry(_ document: QuarantinedDocument) throws -> ImportReport {
        try Importer(store: store, agent: Shop.lead, now: Shop.now, roots: roots).retry(document)
    }
}

/// Documents of an example that should all have come in.
struct Rejected: Error {
    let documents: [Rejection]
}
