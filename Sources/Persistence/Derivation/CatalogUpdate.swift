import GRDB
import Purchases

/// What another catalogue changes: periods, and how tickets look.
enum CatalogUpdate {
    /// Puts a catalogue in place of the one kept, and rewrites the periods of the chains that it changes; answers the
    /// attempts to look at anew.
    static func replace(with catalog: Catalog, in db: Database) throws -> Set<Int64> {
        let before = try CatalogTable.read(db)
        try CatalogTable.write(catalog, in: db)
        let changed = Set(before.products.keys).union(catalog.products.keys).filter {
            changesPeriods(before.products[$0], catalog.products[$0])
        }
        var owners = ChainOwnershipUpdate()
        for product in changed.sorted() {
            let chains: [Int64] = try db.values(
                "SELECT DISTINCT chain_id FROM transactions WHERE product_id = ?", [product.rawValue])
            for chain in chains { try owners.decide(chain, in: db) }
        }
        for chain in try chainsAtListPrice(before, catalog, in: db) where !owners.decided.contains(chain) {
            try owners.decide(chain, in: db)
        }
        try owners.recompute(catalog, in: db)
        return try owners.attempts(db).union(attempts(before, catalog, in: db))
    }

    /// The chains with charges of which only the catalogue says what they cost, and now says another price.
    private static func chainsAtListPrice(
        _ before: Catalog, _ after: Catalog, in db: Database
    ) throws -> [Int64] {
        let changed = Set(before.products.keys).union(after.products.keys).filter {
            before.products[$0]?.prices ?? [:] != after.products[$0]?.prices ?? [:]
        }
        return try changed.sorted().flatMap { product in
            try db.values(
                """
                SELECT DISTINCT chain_id FROM transactions
                WHERE product_id = ? AND price_milliunits IS NULL AND storefront IS NOT NULL
                """, [product.rawValue]) as [Int64]
        }
    }

    /// What a product is decides whether the app's word counts; its price what tickets and the ledger say.
    private static func attempts(
        _ before: Catalog, _ after: Catalog, in db: Database
    ) throws -> [Int64] {
        let changed = Set(before.products.keys).union(after.products.keys).filter {
            before.products[$0] != after.products[$0]
        }
        return try changed.flatMap { product in
            let (old, new) = (before.products[product], after.products[product])
            let isKept = !changesPeriods(old, new) && old?.prices == new?.prices
            return try db.values(
                "SELECT id FROM attempts WHERE product_id = ?1 AND (?2 = 0 OR ticket_id IS NOT NULL)",
                [product.rawValue, isKept]) as [Int64]
        }
    }

    /// Only what a product is, how long it lasts and its group decide when it gives access; what it unlocks is joined.
    private static func changesPeriods(_ before: Product?, _ after: Product?) -> Bool {
        before?.kind != after?.kind || before?.period != after?.period || before?.group != after?.group
            || unlocks(before) != unlocks(after)
    }

    /// A product that the catalogue lacks unlocks an entitlement named like itself.
    private static func unlocks(_ product: Product?) -> Bool { product?.entitlements.isEmpty != true }
}
