public import Purchases

extension Store {
    /// Takes in what a feed brings, each document whole, and audits the run as one entry.
    ///
    /// Errors: refused by role; busy. What was refused itself is in the report and in quarantine.
    public func importDocuments(
        _ feed: ImportFeed, by agent: AgentName, at now: Instant
    ) throws -> ImportReport {
        var run = ImportRun(store: self, feed: feed, agent: agent, now: now)
        return try run.run()
    }

    /// Puts a product catalogue in place of the one kept.
    ///
    /// Errors: refused for anybody but leads; busy.
    public func replaceCatalog(with catalog: Catalog, by agent: AgentName, at now: Instant) throws {
        try write(.catalogImport, by: agent, at: now) { writing in
            try TicketUpdate.look(at: CatalogTable.replace(with: catalog, writing.db), writing)
            try writing.changed(.catalog, "")
            let products = catalog.products.values.sorted { $0.id < $1.id }
            return .done((), try AuditDraft("catalog", ["products": products]))
        }
    }

    /// The product catalogue.
    public func catalog() throws -> Catalog { try read { try CatalogTable.read($0) } }
}
