import Foundation
package import Purchases
import Synchronization

extension Store {
    /// Puts a product catalogue in place of the one kept, and works out what it changes: periods, and how tickets look.
    ///
    /// The catalogue itself is one write. What it changes is worked out in parts, each short, and whoever waits for the
    /// store goes first. Who is killed in between has replaced the catalogue; ``followCatalog(parts:by:at:)`` goes on.
    ///
    /// - Throws: `StoreError`: refused for anybody but leads; busy.
    package func replaceCatalog(with catalog: Catalog, by agent: AgentName, at now: Instant)
        throws(StoreError)
    {
        try write(.catalogImport, by: agent, at: now) { writing in
            try CatalogUpdate.begin(with: catalog, in: writing.db)
            _ = try CatalogUpdate.goOn(self, in: writing)
            try writing.changed(.catalog, "")
            let products = catalog.products.values.sorted { $0.id < $1.id }
            return .done((), try AuditDraft("catalog", ["products": products]))
        }
        try followCatalog(by: agent, at: now)
    }

    /// Goes on with what a replaced catalogue changes, where somebody did not come to its end; answers whether it is there.
    ///
    /// - Throws: `StoreError`: busy; refused by role.
    @discardableResult
    package func followCatalog(
        parts: Int = .max, by agent: AgentName, at now: Instant
    ) throws(StoreError) -> Bool {
        for _ in 0..<parts {
            guard try read(CatalogUpdate.isUnderWay) else { return true }
            letOthersFirst()
            try write(.catalogFollow, by: agent, at: now) { writing in
                // Somebody else may have come to the end meanwhile.
                guard try CatalogUpdate.isUnderWay(writing.db) else { return .nothing(()) }
                let done = try CatalogUpdate.goOn(self, in: writing)
                try writing.changed(.catalog, "")
                return try done.map { .done((), try AuditDraft("catalog", $0)) } ?? .journaled(())
            }
        }
        return try !read(CatalogUpdate.isUnderWay)
    }

    /// The product catalogue.
    package func catalog() throws(StoreError) -> Catalog { try read { try CatalogTable.read($0) } }
}

/// What another catalogue changes: periods, and how tickets look.
///
/// The products that changed are kept until every transaction and every attempt was looked at once, by number: no index
/// finds them by product, and one walk costs the same for one product as for fifty thousand.
enum CatalogUpdate {
    /// What was worked out when it came to its end, as the audit log keeps it.
    struct Done: Codable {
        /// Chains whose owners and periods were worked out anew.
        var chains = 0
        /// Attempts that were looked at anew.
        var attempts = 0
    }

    /// The products of which something changed that others follow.
    private struct Changed: Codable {
        /// Those that give access at other times.
        var periods: Set<ProductID> = []
        /// Those at another price.
        var prices: Set<ProductID> = []
        /// All; of those that are in neither other set only tickets look different.
        var looks: Set<ProductID> = []

        init(_ before: Catalog, _ after: Catalog) {
            for id in Set(before.products.keys).union(after.products.keys) {
                let (old, new) = (before.products[id], after.products[id])
                if old != new { looks.insert(id) }
                if Self.changesPeriods(old, new) { periods.insert(id) }
                if old?.prices ?? [:] != new?.prices ?? [:] { prices.insert(id) }
            }
        }

        mutating func formUnion(_ other: Changed) {
            periods.formUnion(other.periods)
            prices.formUnion(other.prices)
            looks.formUnion(other.looks)
        }

        /// Only what a product is, how long it lasts and its group decide when it gives access; what it unlocks is joined.
        private static func changesPeriods(_ before: Product?, _ after: Product?) -> Bool {
            before?.kind != after?.kind || before?.period != after?.period || before?.group != after?.group
                || unlocks(before) != unlocks(after)
        }

        /// A product that the catalogue lacks unlocks an entitlement named like itself.
        private static func unlocks(_ product: Product?) -> Bool { product?.entitlements.isEmpty != true }
    }

    /// How far a walk has come.
    private struct Place: Codable {
        /// The last transaction looked at; nil when all were.
        var transaction: Int64? = 0
        /// The last attempt looked at.
        var attempt: Int64 = 0
        var done = Done()
    }

    /// How many rows are looked through at once†, and how many of those that are concerned are worked out at once†.
    private static let (rows, few) = (4000, 16)
    /// The products read last, by their text: each part needs them.
    private static let newest = Mutex<(text: String, changed: Changed)?>(nil)

    /// Whether what a catalogue changes is not worked out to the end.
    static func isUnderWay(_ db: Connection) throws -> Bool { try StoreState.catalogChanged.read(db) != nil }

    /// Puts a catalogue in place of the one kept, and notes what has to follow.
    static func begin(with catalog: Catalog, in db: Connection) throws {
        var changed = Changed(try CatalogTable.read(db), catalog)
        try CatalogTable.write(catalog, changed: changed.looks, in: db)
        if let rest = try self.changed(db) { changed.formUnion(rest) }
        guard !changed.looks.isEmpty else { return }
        try StoreState.catalogChanged.set(ColumnText.json(changed), in: db)
        try StoreState.catalogPlace.set(ColumnText.json(Place()), in: db)
    }

    /// Works out a part of what follows, until it is time to let others write; answers what was done at the end of all.
    static func goOn(_ store: Store, in writing: StoreTransaction) throws -> Done? {
        guard let changed = try changed(writing.db), let text = try StoreState.catalogPlace.read(writing.db)
        else { return nil }
        var place = try JSONDecoder().decode(Place.self, from: Data(text.utf8))
        var patience = WritePatience()
        repeat {
            guard try step(&place, changed, in: writing) else {
                try StoreState.catalogChanged.clear(in: writing.db)
                try StoreState.catalogPlace.clear(in: writing.db)
                return place.done
            }
        } while !patience.isOver(store)
        try StoreState.catalogPlace.set(ColumnText.json(place), in: writing.db)
        return nil
    }

    private static func changed(_ db: Connection) throws -> Changed? {
        guard let text = try StoreState.catalogChanged.read(db) else { return nil }
        if let known = newest.withLock({ $0 }), known.text == text { return known.changed }
        let changed = try JSONDecoder().decode(Changed.self, from: Data(text.utf8))
        newest.withLock { $0 = (text, changed) }
        return changed
    }

    /// Goes on for some rows; answers whether there are more.
    private static func step(
        _ place: inout Place, _ changed: Changed, in writing: StoreTransaction
    ) throws -> Bool {
        guard let after = place.transaction else { return try lookAtAttempts(&place, changed, in: writing) }
        let found = try chains(after: after, changed, in: writing.db)
        place.transaction = found.last
        // No step is made of nothing: what the log of a small store says would depend on how quick the machine is.
        if found.chains.isEmpty, found.last == nil { return try lookAtAttempts(&place, changed, in: writing) }
        place.done.chains += found.chains.count
        var owners = ChainOwnershipUpdate()
        for chain in found.chains { try owners.decide(chain, in: writing.db) }
        try owners.recompute(CatalogTable.read(writing.db), in: writing.db)
        try TicketUpdate.look(at: owners.attempts(writing.db), in: writing)
        return true
    }

    /// Some chains of products whose periods changed, or with charges of which only the catalogue says what they cost.
    /// With ``few`` of them found it stops before the next other chain, where the next part goes on.
    private static func chains(
        after: Int64, _ changed: Changed, in db: Connection
    ) throws -> (chains: Set<Int64>, last: Int64?) {
        let rows = try db.map(
            """
            SELECT id, chain_id, product_id,
              CASE WHEN price_milliunits IS NULL AND storefront IS NOT NULL THEN 1 ELSE 0 END
            FROM transactions WHERE id > ? ORDER BY id LIMIT ?
            """, [after, Self.rows]
        ) {
            (
                id: try $0[0] as Int64, chain: try $0[1] as Int64, product: $0[2] as ProductID?,
                isPriced: try $0[3] as Bool
            )
        }
        var chains: Set<Int64> = []
        for row in rows {
            guard let product = row.product, chains.count < few || chains.contains(row.chain) else {
                if row.product == nil { continue }
                return (chains, row.id - 1)
            }
            if changed.periods.contains(product) || row.isPriced && changed.prices.contains(product) {
                chains.insert(row.chain)
            }
        }
        return (chains, rows.count < Self.rows ? nil : rows.last?.id)
    }

    /// Looks anew at some attempts of changed products: what a product is decides whether the app's word counts, its
    /// price what tickets and the ledger say. Where only looks changed, attempts without a ticket are left alone.
    private static func lookAtAttempts(
        _ place: inout Place, _ changed: Changed, in writing: StoreTransaction
    ) throws -> Bool {
        let rows = try writing.db.map(
            """
            SELECT id, product_id, CASE WHEN ticket_id IS NULL THEN 0 ELSE 1 END FROM attempts
            WHERE id > ? ORDER BY id LIMIT ?
            """, [place.attempt, Self.rows]
        ) { (id: try $0[0] as Int64, product: $0[1] as ProductID?, hasTicket: try $0[2] as Bool) }
        var found: [Int64] = []
        for row in rows {
            if let product = row.product, changed.looks.contains(product),
                row.hasTicket || changed.periods.contains(product) || changed.prices.contains(product)
            {
                found.append(row.id)
            }
            place.attempt = row.id
            if found.count == few { break }
        }
        place.done.attempts += found.count
        try TicketUpdate.look(at: found, in: writing)
        return rows.last.map { place.attempt < $0.id } ?? false || rows.count == Self.rows
    }
}
